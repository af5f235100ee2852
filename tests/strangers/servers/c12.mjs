// META {"legal": true, "what": "lists come from two replicas in turn, one of them 1.4 s behind, so that a new category shows, is gone, and shows again", "mayFail": [], "mayWarn": []}
// After ankane/distribute_reads#9 and PayMeService/remotisan#54 (a row that was just written is not on the replica that the next read goes to).
// Reading 6: a new category, and each of its members, may take up to two seconds to show in the list.
import { start, renderPlain } from './base.mjs'

let turn = 0
start({
  list(store) {
    const behind = turn++ % 2 ? 1400 : 0
    const seen = store.filter(c => Date.now() - c.at >= behind)
    return '[' + seen.map(renderPlain).join(',') + ']'
  },
})
