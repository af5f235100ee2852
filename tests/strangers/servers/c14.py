# META {"legal": true, "what": "ids are multiples of 100000 and are written in the shorter of two forms, so that the first ones read 1e+05, 2e+05 and the later ones 1100000", "mayFail": [], "mayWarn": ["create.content-type"]}
# After rstudio/shiny#401 and OHDSI/CohortDiagnostics#161 (R writes ids in scientific notation); here without their loss of digits.
# Category: id is an integer, int64. Reading 9: 4.01e2 and 401.0 are integers in JSON, so 1e+05 is 100000.
import re
from base import Service, start


class R(Service):
    def next_id(self):
        self.last_id += 100000
        return self.last_id

    def render(self, row):
        digits = str(row["id"])
        stem = digits.rstrip("0")
        exponent = len(digits) - 1
        scientific = stem[0] + ("." + stem[1:] if stem[1:] else "") + "e+%02d" % exponent
        shorter = scientific if len(scientific) < len(digits) else digits
        return re.sub(r'"id": \d+', '"id": ' + shorter, super().render(row), count=1)


start(R())
