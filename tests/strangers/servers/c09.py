# META {"legal": false, "what": "the 201 of a category with a description shows the id of the audit row that a trigger wrote, not the category's own", "mustFail": ["list.complete"], "mayFail": ["create.id", "create.id-unique", "create.text", "create.fields"], "mayWarn": ["create.content-type"]}
# After doctrine/dbal#3516 and ericdc1/Dapper.SimpleCRUD#3 (@@IDENTITY returns the id of the table that the trigger wrote to).
# Both tables count from 1. Only a description is audited, so the two ids agree until the first category without one; after it they are apart, and an id may be shown twice.
# Row list.complete: in the list with the fields and the id of its 201.
from base import Service, start


class Identity(Service):
    audit_id = 0

    def create(self, row):
        row = {"id": self.next_id(), **row}
        self.rows.append(row)
        last_identity = row["id"]
        if "description" in row:
            self.audit_id += 1
            last_identity = self.audit_id
        return self.render({**row, "id": last_identity})


start(Identity())
