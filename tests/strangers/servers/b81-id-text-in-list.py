# META {"legal": false, "what": "id is a number in the 201 and a text in the list", "mustFail": ["list.category"], "mayFail": ["list.complete", "list.ids-unique"]}
from common import App, run
class S(App):
    def list(self):
        return 200, {}, [{**r, 'id': str(r['id'])} for r in self.rows]
run(S)
