/**
 * The script of the page. It opens the target of a link, copies commands, filters and expands the faults, and moves between
 * them with the arrow keys. Where the script does not run, its controls stay hidden, and the style shows the target of a
 * link.
 */
export const script = `'use strict';
const all = (selector) => [...document.querySelectorAll(selector)];
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = target && target.closest('details');
  if (!section) return;
  section.open = true;
  target.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();
for (const button of all('.copy')) {
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
const faults = all('.fault');
const tools = document.querySelector('.tools');
if (faults.length > 1) {
  tools.hidden = false;
  const expand = tools.querySelector('.all');
  expand.addEventListener('click', () => {
    const open = faults.some((fault) => !fault.open);
    for (const fault of faults) fault.open = open;
    expand.textContent = open ? 'Close all' : 'Expand all';
  });
  tools.querySelector('select').addEventListener('change', ({ target: { value } }) => {
    for (const fault of faults) fault.hidden = value !== '' && !fault.classList.contains(value);
  });
}
addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const shown = faults.filter((fault) => !fault.hidden).map((fault) => fault.querySelector('summary'));
  const next = shown[shown.indexOf(document.activeElement) + step];
  if (step === undefined || !shown.includes(document.activeElement) || !next) return;
  event.preventDefault();
  next.focus();
});
`;
