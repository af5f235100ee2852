# META {"legal": false, "what": "what is not JSON is tried as a form (parse_qs): a form under application/json is 201, and its name is a list (of one text) in the 201 and in the list", "mustFail": ["invalid.body-malformed"], "mayFail": ["list.category", "create.fields", "list.complete"]}
from urllib.parse import parse_qs
from common import App, run
class Form(dict):
    pass
class S(App):
    def parse(self, text):
        try:
            return super().parse(text)
        except ValueError:
            q = parse_qs(text, strict_parsing=True)
            if 'name' not in q:
                raise
            return Form(q)
    def validate(self, v):
        if not isinstance(v, Form):
            super().validate(v)
run(S)
