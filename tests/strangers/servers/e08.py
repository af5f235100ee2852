# META {"legal": false, "what": "a description of a wrong type is refused with 400, but the row with the name was inserted before and shows in the list 1.5 s later", "mustFail": ["invalid.nothing-stored"], "mayFail": [], "mayWarn": []}
# After overview/overview-server#498 ("if we return a BadRequest, we still commit to the database") and sequelize/sequelize#5456 (the parent is inserted when a child fails validation).
# Row invalid.nothing-stored: "what was refused, with 400 or 401, is not in the list afterwards"; the delay itself is legal (reading 6) and holds for every category.
import math
import time

from hooked import CATEGORIES, LIMIT, WINDOW, name_of, serve, text_of


# A fixed window, aligned to the clock; one bucket for the key, 401s are not counted.
BUCKET = {"window": None, "used": 0}


def roll():
    number = math.floor(time.time() / WINDOW)
    if BUCKET["window"] != number:
        BUCKET.update(window=number, used=0)
    return (number + 1) * WINDOW


def idle():
    end = roll()
    return {"limit": LIMIT, "remaining": max(0, LIMIT - BUCKET["used"]), "reset": math.ceil(end), "wait": None}


def take():
    end = roll()
    if BUCKET["used"] >= LIMIT:
        return {"limit": LIMIT, "remaining": 0, "reset": math.ceil(end), "wait": max(1, math.ceil(end - time.time()))}
    BUCKET["used"] += 1
    return {"limit": LIMIT, "remaining": LIMIT - BUCKET["used"], "reset": math.ceil(end), "wait": None}


# Every row shows only when the read model has caught up, 1.5 s after it was written.
SHOWN_AT = {1: 0, 2: 0}


def insert(name):
    row = {"id": len(CATEGORIES) + 1, "name": name}
    CATEGORIES.append(row)
    SHOWN_AT[row["id"]] = time.time() + 1.5
    return row


def listed():
    return [row for row in CATEGORIES if SHOWN_AT[row["id"]] <= time.time()]


def create(value):
    # The one defect: the row is inserted before the description is looked at, and nothing is rolled back.
    row = insert(name_of(value))
    if "description" in value:
        row["description"] = text_of(value["description"])
    return row


serve(idle=idle, take=take, listed=listed, create=create)
