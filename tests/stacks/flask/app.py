"""The pet store on Flask 3 and Flask-Limiter 4.

Environment: KEY, LIMIT, WINDOW_SECONDS, PORT.
"""

import os

from flask import Blueprint, Flask, abort, jsonify, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from werkzeug.exceptions import HTTPException

KEY = os.environ["KEY"]
LIMIT = os.environ["LIMIT"]
WINDOW_SECONDS = os.environ["WINDOW_SECONDS"]

app = Flask(__name__)
limiter = Limiter(
    get_remote_address,
    app=app,
    default_limits=[f"{LIMIT} per {WINDOW_SECONDS} second"],
    storage_uri="memory://",
    headers_enabled=True,
)
api = Blueprint("api", __name__, url_prefix="/v1")
categories = []


@app.before_request
def require_api_key():
    if request.headers.get("Authorization") != f"Bearer {KEY}":
        abort(401, description="Missing or invalid API key")


@app.errorhandler(HTTPException)
def error_as_json(error):
    """Return JSON instead of HTML for HTTP errors."""
    return jsonify(code=error.name, message=error.description, status=error.code), error.code


@api.get("/categories")
def list_categories():
    return jsonify(categories)


@api.post("/categories")
def create_category():
    data = request.get_json()
    name = data.get("name")
    if not name:
        abort(400, description="name is required")
    category = {"id": len(categories) + 1, "name": name}
    if "description" in data:
        category["description"] = data["description"]
    categories.append(category)
    return jsonify(category), 201


@api.get("/pets/<int:pet_id>")
def get_pet(pet_id):
    return jsonify(id=pet_id), 200, {"Sunset": "Fri, 31 Dec 2027 00:00:00 GMT"}


@api.get("/store/orders")
def list_orders():
    return jsonify([])


app.register_blueprint(api)

if __name__ == "__main__":
    app.run(port=int(os.environ["PORT"]))
