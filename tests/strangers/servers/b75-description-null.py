# META {"legal": false, "what": "a category without description has description null in the list (the 201 leaves it out)", "mustFail": ["list.category"], "mayFail": ["create.description-optional", "list.complete"]}
from common import App, run
class S(App):
    def list(self):
        return 200, {}, [{**r, 'description': r.get('description')} for r in self.rows]
run(S)
