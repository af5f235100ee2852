// META {"legal": true, "what": "categories form a tree: every element carries its parent, and the root also carries all others once more as nested children; the list begins with strange but valid elements", "mayFail": [], "mayWarn": []}
// After feincms/django-tree-queries#27 and heywbj/django-rest-framework-recursive#3 (children nested in an element, and the same ones at the top of the list).
// Reading 9: extra fields, negative and huge ids are legal. Only the elements of the array itself are Categories of the list; each stands there once.
// Reading 17: elements of others carry no mark; these are all valid (int64 ids at both ends, texts with rare letters, members named __proto__ and then).
import { start } from './base.mjs'

const quote = JSON.stringify
const own = c => `"name":${quote(c.name)}` + (c.description === undefined ? '' : `,"description":${quote(c.description)}`)
const raw = c => `{"id":${c.id},${own(c)},"parent":{"id":0,"name":"root"},"children":[]${c.more ?? ''}}`
const others = [
  { id: '-9223372036854775808', name: 'lowest' },
  { id: '9223372036854775807', name: 'highest', description: '' },
  { id: '9223372036854775806', name: 'highest', more: ',"__proto__":{"id":"x"},"then":1,"length":-1,"toJSON":null' },
  { id: '9007199254740993', name: '\u2028\u202e\u200d\ud83d\udc69\u200d\ud83d\udcbb', description: 'a'.repeat(4000) },
  { id: '-1', name: '', more: ',"Name":5,"ID":"-1","_links":{"self":{"href":"/v1/categories/-1"}}' },
]
start({
  nextId: (n => () => String(n += 7n))(6_000_000_000_000_000_000n),
  render: raw,
  list(store) {
    const all = [...others, ...store].map(raw)
    return `[{"id":0,"name":"root","parent":null,"children":[${all.join(',')}]}` + all.map(t => ',' + t).join('') + ']'
  },
})
