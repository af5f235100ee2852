# META {"legal": false, "what": "all requests share one database session, so the rollback after a 400 also takes back the last category that was created", "mustFail": ["list.complete"], "mayFail": ["create.text", "create.fields"], "mayWarn": ["create.content-type"]}
# After prebid/salesagent#1644 (a shared scoped session silently discards flushed writes) and Ghini/ghini.desktop#23 (one rollback rolls back the whole session).
# The category is in the list until the next refused body; then it is gone for good. Its id is not given again.
# Row list.complete: what this run created is in the list, once each. Only a next successful creation commits the one before it.
from base import Service, start


class Session(Service):
    uncommitted = None

    def create(self, row):
        text = super().create(row)
        self.uncommitted = self.rows[-1]  # whatever was pending is committed by now, this one is not
        return text

    def refused(self):
        if self.uncommitted is not None:
            self.rows.remove(self.uncommitted)
            self.uncommitted = None


start(Session())
