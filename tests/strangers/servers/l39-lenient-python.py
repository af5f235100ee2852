# META {"legal": true, "what": "Python json.loads as it is (NaN and Infinity are accepted in unknown members) after stripping comments and trailing commas; a BOM is accepted", "mayWarn": ["invalid.body-lenient"]}
import json, re
from common import App, run
class S(App):
    def decode(self, body):
        return body.decode('utf-8-sig')
    def parse(self, text):
        try:
            return json.loads(text)
        except ValueError:
            return json.loads(re.sub(r',\s*([}\]])', r'\1', re.sub(r'/\*.*?\*/|//[^\n]*', '', text)))
run(S)
