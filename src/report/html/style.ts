/** The style of the page: light and dark, wide and narrow, on screen and on paper. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --card: #f6f7f8; --ink: #16181d; --soft: #59606d; --line: #dfe2e7;
  --good: #0b6e36; --bad: #b3101d; --warn: #7d4f00; --accent: #0b57b0; --mark: #fbdcda;
  --cell: #1b7f45; --none: #8a92a0;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1215; --card: #181c21; --ink: #e8eaed; --soft: #a0aab7; --line: #2b323a;
    --good: #62d08a; --bad: #ff8b83; --warn: #e6b950; --accent: #8ab8ff; --mark: #56201f;
    --cell: #62d08a; --none: #8a94a2;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0 auto; max-width: 66rem; padding: 0 1.25rem 3rem; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere;
}
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .9em; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; border-radius: 3px; }
.soft, .legend, .cost, .target, .numbers, .kit { color: var(--soft); }
.good, .expected { color: var(--good); } .bad, .received { color: var(--bad); } .warn { color: var(--warn); } .calm { color: var(--soft); }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .15rem 1rem; padding: 1.25rem 0 .6rem; }
header.good h1 { color: var(--good); } header.bad h1 { color: var(--bad); } header.warn h1 { color: var(--warn); }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
.cost { margin: 0 0 0 auto; font-size: .92rem; } .target, .sentence, .note, header .numbers, header .kit { width: 100%; margin: 0; }
.target code { color: var(--ink); font-weight: 600; } .label b { color: var(--ink); } .target time { white-space: nowrap; }
.sentence { max-width: 52rem; }
.note { border-left: .3rem solid var(--warn); padding: .2rem .9rem; background: var(--card); } .note p { margin: 0; }
h2 { margin: 1.5rem 0 .4rem; font-size: 1.1rem; } h3 { margin: .9rem 0 .2rem; font-size: 1rem; }
.strip { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: .5rem 1.25rem; padding: .8rem 1rem; background: var(--card); border-radius: 8px; }
.sec { display: grid; grid-template-columns: 1fr auto; align-content: space-between; font-size: .85rem; } .sec .name { font-weight: 600; overflow-wrap: normal; } .count { color: var(--soft); } .count.bad { color: var(--bad); }
.cells { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 3px; margin-top: 2px; }
.cell { width: 16px; height: 16px; border-radius: 3px; font: 700 11px/16px system-ui, sans-serif; text-align: center; text-decoration: none; color: var(--ground); background: var(--none); print-color-adjust: exact; }
.cell.advisory { border-radius: 50%; } .cell.pass { background: var(--cell); } .cell.fail { background: var(--bad); } .cell.warn, .cell.accepted { background: var(--warn); }
.cell.not-tested, .cell.not-selected { background: none; color: var(--soft); outline: 1px solid var(--none); outline-offset: -1px; } .cell.not-selected { outline-style: dotted; }
.legend { margin: .35rem 0 0; font-size: .85rem; }
.tools { margin: .9rem 0 0; } button, select { font: inherit; font-size: .88rem; min-height: 2rem; padding: .2rem .7rem; color: var(--ink); background: var(--ground); border: 1px solid var(--none); border-radius: 6px; }
details { scroll-margin-top: .5rem; }
summary { cursor: pointer; list-style: none; min-height: 24px; } summary::-webkit-details-marker { display: none; }
.fault, .closed { border-top: 1px solid var(--line); } .fault:last-of-type, .closed:last-of-type { border-bottom: 1px solid var(--line); }
.fault > summary { display: grid; grid-template-columns: 1.6rem 1fr minmax(0, auto); gap: .1rem .5rem; padding: .5rem .25rem; } summary:hover { background: var(--card); }
.number { color: var(--soft); } .row { margin: 0; font-weight: 400; font-size: 1rem; } .row code { font-size: .9em; } .row b { font-weight: 700; } .subject { color: var(--ink); } .arrow { color: var(--soft); }
.ids { color: var(--soft); font-size: .85rem; text-align: right; max-width: 22rem; } .ids em { font-style: normal; margin-left: .5rem; white-space: nowrap; }
.fault > :not(summary) { margin-left: 2.1rem; } .advice { margin: .5rem 0 0; max-width: 50rem; }
.exchange { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .75rem; }
figure { margin: .35rem 0 0; min-width: 0; } figcaption { color: var(--soft); font-size: .85rem; }
pre { margin: .1rem 0 0; padding: .55rem .75rem; background: var(--card); border-radius: 6px; white-space: pre-wrap; max-height: 24rem; overflow: auto; } pre .name { color: var(--soft); }
mark { background: var(--mark); color: inherit; font-weight: 700; border-radius: 3px; padding: 0 .15rem; print-color-adjust: exact; } mark .name { color: inherit; }
.command { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: end; gap: .5rem; max-width: 60rem; } .command pre { user-select: all; }
.more { margin: .4rem 0 .2rem; } .more > summary { color: var(--accent); font-size: .9rem; } .more > summary::before, .closed > summary::before { content: '▸ '; } [open] > summary::before { content: '▾ ' !important; } .fault > summary::before { content: none !important; }
.fault > .more { margin-bottom: .9rem; } .evidence { margin-top: .75rem; } .evidence > p { margin: .2rem 0; }
.pair { display: grid; grid-template-columns: 9rem 1fr; gap: .15rem .9rem; margin: .3rem 0 0; } dt { color: var(--soft); } dd { margin: 0; }
.items { margin: 0; padding-left: 1.2rem; }
.limit { display: grid; grid-template-columns: minmax(0, 1fr) 17rem; gap: 1.25rem; align-items: center; margin-top: .5rem; } .limit figcaption { font-size: 1rem; color: var(--ink); }
svg { width: 100%; height: auto; } polyline { fill: none; stroke: var(--accent); stroke-width: 2; vector-effect: non-scaling-stroke; } circle { fill: var(--bad); } .axis { stroke: var(--none); } .wait { fill: var(--line); } .words { font-size: 12px; fill: var(--soft); text-anchor: middle; } .refused { fill: var(--bad); font-weight: 700; }
.folded { margin-top: 1.75rem; } .closed { padding: .5rem .25rem; } .closed > summary h2 { display: inline; font-size: 1rem; }
.list { list-style: none; margin: 0; padding: 0; } .list > li { padding: .25rem 0; border-top: 1px solid var(--line); scroll-margin-top: .5rem; } .list p { margin: 0; } .list li:target { background: var(--card); }
.badge { display: inline-block; min-width: 6.6rem; font-size: .85rem; font-weight: 600; } .id { font-weight: 600; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; } th { font-weight: 600; } thead th { color: var(--soft); font-weight: 400; }
@media (scripting: none) { details:target::details-content, details:has(:target)::details-content { content-visibility: visible; block-size: auto; } }
@media (max-width: 46rem) {
  body { padding: 0 1rem 2rem; } .tools { display: none; } header { padding-top: .8rem; } h1 { font-size: 1.5rem; } .cost { margin: 0; width: 100%; }
  .strip { grid-template-columns: 1fr; gap: .25rem; padding: .5rem .6rem; } .sec { grid-template-columns: 8.4rem 1fr auto; align-items: center; } .cells { grid-column: auto; grid-row: 1; grid-column-start: 2; margin: 0; gap: 2px; } .cell { width: 14px; height: 14px; line-height: 14px; font-size: 10px; } .sec .count { grid-column: 3; }
  .fault > summary { grid-template-columns: 1.3rem 1fr; } .ids { grid-column: 2; text-align: left; max-width: none; } .ids em { white-space: normal; } .fault > :not(summary) { margin-left: 0; }
  .exchange, .limit, .pair, .command { grid-template-columns: 1fr; } .pair { gap: 0; } .pair dt { margin-top: .4rem; }
}
@media print {
  body { max-width: none; font-size: 12px; } .tools, .copy, .more { display: none; } pre { max-height: none; }
  .fault::details-content { content-visibility: visible; block-size: auto; } .fault { break-inside: avoid; } summary, figure, .strip, .list > li, tr { break-inside: avoid; } h2, h3, figcaption { break-after: avoid; }
}
`;
