# META {"legal": false, "what": "a boolean description passes (bool taken for text); the list serializer drops rows whose description is no text, and every row after it", "mustFail": ["invalid.description-type"], "mayFail": ["list.complete"]}
from common import App, run
class S(App):
    def validate(self, v):
        if isinstance(v, dict) and isinstance(v.get('description'), bool):
            return super().validate({'name': v.get('name')})
        super().validate(v)
    def list(self):
        out = []
        for r in self.rows:
            if isinstance(r.get('description'), bool):
                break
            out.append(r)
        return 200, {}, out
run(S)
