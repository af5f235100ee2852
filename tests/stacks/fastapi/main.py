"""The pet store on FastAPI with slowapi, served by uvicorn.

Environment: KEY, LIMIT, WINDOW_SECONDS.
"""

import os
from typing import Annotated

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request, Response, status
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel
from slowapi import Limiter, _rate_limit_exceeded_handler
from slowapi.errors import RateLimitExceeded
from slowapi.util import get_remote_address

KEY = os.environ["KEY"]
RATE = f"{os.environ['LIMIT']}/{os.environ['WINDOW_SECONDS']} seconds"

limiter = Limiter(key_func=get_remote_address, headers_enabled=True)
app = FastAPI()
app.state.limiter = limiter
app.add_exception_handler(RateLimitExceeded, _rate_limit_exceeded_handler)
security = HTTPBearer()


def require_api_key(credentials: Annotated[HTTPAuthorizationCredentials, Depends(security)]):
    if credentials.credentials != KEY:
        raise HTTPException(
            status_code=status.HTTP_401_UNAUTHORIZED,
            detail="Invalid API key",
            headers={"WWW-Authenticate": "Bearer"},
        )


class NewCategory(BaseModel):
    name: str
    description: str | None = None


class Category(NewCategory):
    id: int


api = APIRouter(prefix="/v1", dependencies=[Depends(require_api_key)])
categories: list[Category] = []


@api.get("/categories")
@limiter.limit(RATE)
async def list_categories(request: Request, response: Response) -> list[Category]:
    return categories


@api.post("/categories", status_code=201)
@limiter.limit(RATE)
async def create_category(request: Request, response: Response, new: NewCategory) -> Category:
    category = Category(id=len(categories) + 1, **new.model_dump())
    categories.append(category)
    return category


@api.get("/pets/{pet_id}", deprecated=True)
@limiter.limit(RATE)
async def get_pet(request: Request, response: Response, pet_id: int):
    response.headers["Sunset"] = "Fri, 31 Dec 2027 00:00:00 GMT"
    return {"id": pet_id}


@api.get("/store/orders")
@limiter.limit(RATE)
async def list_orders(request: Request, response: Response) -> list[dict]:
    return []


app.include_router(api)
