// META {"legal": true, "what": "names and descriptions only of 1 to 16 letters and blanks (the name letters alone), 422 to any other text; unknown members are 400; names are unique without regard to case (409)"}
import { App, run } from './common.mjs';
run(class extends App {
  validate(v) { return super.validate(v) ?? (Object.keys(v).every(k => k === 'name' || k === 'description') ? null : 'Unknown member.'); }
  insert(v, c) {
    if (!/^[A-Za-z]{1,16}$/.test(v.name) || !/^[A-Za-z ]{0,16}$/.test(v.description ?? '')) return 422;
    if (this.rows.some(r => r.name.toLowerCase() === v.name.toLowerCase())) return 409;
    return super.insert(v, c);
  }
  created(row, v, c) { return typeof row === 'number' ? this.error(row, 'refused', 'Not this one.') : super.created(row, v, c); }
});
