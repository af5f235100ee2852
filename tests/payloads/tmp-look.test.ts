import { it } from 'vitest';
import { loadClasses } from '../../src/payloads/draw.ts';
import { findAll, shareWithin } from './shares.ts';
import { weakValidators } from './weak-validators/index.ts';

it('x', async () => {
  const { fc, classes } = await loadClasses();
  const t = performance.now();
  const found = findAll(fc, classes, weakValidators, {
    seeds: Array.from({ length: 200 }, (_, i) => i + 1),
    most: 60,
  });
  console.log('classes', classes.length, classes.map((c) => c.id).join(' '), 'ms', performance.now() - t);
  const budgets = [10, 20, 40, 60];
  for (const kind of ['any instance', 'some values'] as const) {
    const some = found.filter((f) => f.validator.exposedBy === kind);
    for (const f of some)
      console.log(
        kind,
        f.validator.id.padEnd(30),
        budgets.map((b) => (100 * shareWithin(f.drawn, b)).toFixed(0)).join(' '),
        '|',
        budgets.map((b) => (100 * shareWithin(f.random, b)).toFixed(0)).join(' '),
        f.validator.requirements.join(' '),
      );
    const mean = (k: 'drawn' | 'random') =>
      budgets
        .map((b) => ((100 * some.reduce((s, f) => s + shareWithin(f[k], b), 0)) / some.length).toFixed(1))
        .join(' ');
    console.log('MEAN', kind, some.length, mean('drawn'), '|', mean('random'));
  }
});
