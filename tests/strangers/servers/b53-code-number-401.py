# META {"legal": false, "what": "code is the number 401 in 401 answers", "mustFail": ["errors.shape"]}
from common import App, run
class S(App):
    def error(self, status, code, message, headers=None):
        return super().error(status, 401 if status == 401 else code, message, headers)
run(S)
