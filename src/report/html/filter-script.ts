/**
 * Shows only the requirements of some verdicts, or with some words. The page is whole without it: the form is
 * hidden until this has run. Plain JavaScript for a browser; it reads texts and sets `hidden`, nothing else.
 */
export const filterScript = `'use strict';
(() => {
  const form = document.querySelector('form.filter');
  const rows = [...document.querySelectorAll('.rows li[data-verdict]')];
  const output = form.querySelector('output');
  const apply = () => {
    const data = new FormData(form);
    const wanted = new Set(data.getAll('verdict'));
    const words = String(data.get('text') || '').toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = wanted.has(row.dataset.verdict) && words.every((word) => text.includes(word));
      row.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const section of document.querySelectorAll('.rows'))
      section.hidden = !section.querySelector('li[data-verdict]:not([hidden])');
    output.textContent = shown === rows.length ? '' : shown + ' of ' + rows.length + ' shown';
  };
  form.addEventListener('input', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  // What the browser kept from before a reload.
  apply();
  const open = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const details = target && target.querySelector('details');
    if (details) details.open = true;
  };
  addEventListener('hashchange', open);
  open();
})();
`;
