/** The style of the page: light and dark, wide and narrow, on screen and on paper. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #fbfbf9; --card: #ffffff; --ink: #1c1f23; --soft: #565d66; --line: #dcdfe3;
  --good: #14672f; --bad: #ab1c1c; --warn: #7d4a00; --calm: #4a5361; --accent: #0b57b0;
  --mark: #ffe2a8; --mark-ink: #3d2800; --code: #f1f2f0;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #14171a; --card: #1b1f23; --ink: #e8eaed; --soft: #a9b1bb; --line: #343a41;
    --good: #6fd28b; --bad: #ff8f87; --warn: #f0b95c; --calm: #a9b4c2; --accent: #8ab8ff;
    --mark: #5c4310; --mark-ink: #ffe9bf; --code: #111417;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 68rem; padding: 0 1.25rem 4rem; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .875em; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
header { border-top: .5rem solid var(--calm); margin: 0 -1.25rem 2rem; padding: 1.75rem 1.25rem 1.5rem; background: var(--card); border-bottom: 1px solid var(--line); }
header.good { border-top-color: var(--good); } header.bad { border-top-color: var(--bad); } header.warn { border-top-color: var(--warn); }
header .kit { margin: 0; color: var(--soft); letter-spacing: .02em; }
h1 { margin: .1rem 0 .35rem; font-size: clamp(1.9rem, 5vw, 2.9rem); line-height: 1.15; letter-spacing: -.015em; }
.good h1 { color: var(--good); } .bad h1 { color: var(--bad); } .warn h1 { color: var(--warn); }
.sentence { font-size: 1.15rem; margin: 0 0 .75rem; max-width: 48rem; }
.target { margin: 0 0 1rem; color: var(--soft); } .target code { color: var(--ink); font-weight: 600; margin-right: .75rem; }
.counts { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .9rem; list-style: none; padding: 0; margin: 0 0 .25rem; }
.counts b { font-size: 1.15rem; font-variant-numeric: tabular-nums; }
.counts .good b { color: var(--good); } .counts .bad b { color: var(--bad); } .counts .warn b { color: var(--warn); }
details.left { border: 0; background: none; padding: 0; } details.left summary { margin: 0; padding: 0 0 0 1.2rem; color: var(--soft); } details.left summary::before { left: .2rem; top: .55rem; } details.left dl { margin: .25rem 0 .25rem 1.2rem; } .left dd { color: var(--soft); }
.numbers { margin: 0; color: var(--soft); }
.note { border-left: .3rem solid var(--warn); padding: .25rem .9rem; background: var(--ground); }
header nav { margin-top: 1.25rem; }
header nav h2 { font-size: 1.05rem; margin: 0 0 .35rem; }
header nav ol { margin: 0; padding-left: 1.4rem; } header nav li { margin: .35rem 0; }
.counts a { color: inherit; }
main > section { margin: 2.5rem 0; }
h2 { font-size: 1.45rem; margin: 0 0 .75rem; letter-spacing: -.01em; }
h3 { font-size: 1.1rem; margin: 1.75rem 0 .4rem; color: var(--soft); }
h4 { margin: .9rem 0 .1rem; font-size: 1rem; }
.rows > ul { list-style: none; padding: 0; margin: 0; }
.rows > ul > li { border-top: 1px solid var(--line); padding: .5rem 0; scroll-margin-top: 1rem; }
.label { margin-left: .75rem; white-space: nowrap; } .label b { color: var(--ink); }
details { border: 1px solid var(--line); border-radius: .4rem; background: var(--card); padding: 0 1rem; margin: 0 0 .6rem; scroll-margin-top: 1rem; }
details[open] { padding-bottom: .9rem; }
summary { display: block; position: relative; cursor: pointer; margin: 0 -1rem; padding: .5rem 1rem .5rem 2.1rem; border-radius: .4rem; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ''; position: absolute; left: .9rem; top: .95rem; border: solid var(--soft); border-width: 0 2px 2px 0; padding: .18rem; transform: rotate(-45deg); }
[open] > summary::before { transform: rotate(45deg); top: .8rem; }
summary:hover { background: var(--code); }
summary .badge { min-width: 0; } summary h2 { margin: 0; font-size: 1.15rem; } summary h3 { margin: 0; color: var(--ink); font-weight: 400; font-size: 1rem; } summary h3 code { font-weight: 600; font-size: 1em; }
.gist { display: block; color: var(--soft); font-size: .95rem; } .gist b { color: var(--ink); font-weight: 600; }
details:not([open]) > summary h3, details:not([open]) > summary .gist { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.rows summary { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; } .rows summary h3 { font-weight: 600; }
@media (scripting: none) { details:target::details-content { content-visibility: visible; block-size: auto; } }
.rows li:target { background: var(--card); box-shadow: -.6rem 0 0 var(--card), .6rem 0 0 var(--card); }
.badge { display: inline-block; print-color-adjust: exact; min-width: 7.6rem; text-align: center; border-radius: .25rem; padding: 0 .5rem; font-size: .8rem; font-weight: 600; border: 1px solid currentColor; color: var(--calm); }
.badge.good { color: var(--good); } .badge.warn { color: var(--warn); }
.badge.bad { color: var(--card); background: var(--bad); border-color: var(--bad); }
.id { font-weight: 600; } .target time { white-space: nowrap; } .title { color: var(--soft); }
.reason, .facts { margin: .2rem 0 0; color: var(--soft); font-size: .93rem; }
.finding { border-top: 1px solid var(--line); padding: .9rem 0 0; margin: .8rem 0; }
.pair { display: grid; grid-template-columns: 8.5rem 1fr; gap: .2rem .9rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; }
.expected { color: var(--good); font-weight: 600; } .received { color: var(--bad); font-weight: 600; }
.exchange { display: grid; grid-template-columns: 1fr 1fr; gap: .9rem; }
figure { margin: .9rem 0 0; min-width: 0; }
figcaption { color: var(--soft); font-size: .9rem; margin-bottom: .15rem; }
pre { margin: 0; padding: .65rem .8rem; background: var(--code); border: 1px solid var(--line); border-radius: .3rem; overflow: auto; max-height: 26rem; white-space: pre-wrap; }
pre .name { color: var(--soft); }
mark { print-color-adjust: exact; background: var(--mark); color: var(--mark-ink); border-radius: .15rem; padding: 0 .15rem; font-weight: 600; }
mark .name { color: inherit; }
.command pre { white-space: pre-wrap; user-select: all; }
.advice { max-width: 52rem; } .advice p { margin: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
th { font-weight: 600; } thead th { color: var(--soft); font-weight: 400; }
.key { display: inline-block; width: .55rem; height: .9rem; margin-left: .75rem; vertical-align: -.1rem; background: var(--accent); print-color-adjust: exact; }
.key.limited { background: var(--bad); } .key.band { background: var(--line); width: 1.2rem; }
.legend { color: var(--soft); font-size: .93rem; }
.items { list-style: disc; margin: 0; padding-left: 1.2rem; } .rows > ul .items { color: var(--soft); font-size: .93rem; }
.nowrap { white-space: nowrap; }
@media (max-width: 46rem) {
  .exchange, .pair { grid-template-columns: 1fr; }
  .pair { gap: 0; } .pair dt { margin-top: .4rem; }
  .rows .title, nav .title, [open] > summary .title { display: block; }
}
@media print {
  body { max-width: none; background: #fff; } details::details-content { content-visibility: visible; block-size: auto; }
  details { break-inside: auto; } summary::before { display: none; } summary { padding-left: 1rem; } details > summary h3, details > summary .gist { white-space: normal !important; }
  .skip { display: none; }
  pre { max-height: none; } figure, .rows > ul > li, summary, tr, .timeline { break-inside: avoid; } header { margin: 0; }
  h2, h3, h4, figcaption { break-after: avoid; } .timeline { min-width: 0; }
}
`;
