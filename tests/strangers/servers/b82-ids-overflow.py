# META {"legal": false, "what": "ids start at 2^63-2 and run over: from the third on they are beyond int64", "mustFail": ["create.id"], "mayFail": ["list.category", "create.created", "create.description-optional"]}
from common import App, run
class S(App):
    def __init__(self):
        super().__init__()
        self.next = 2**63 - 2
run(S)
