import { beforeEach } from 'vitest';

/** Stryker passes no `--tags-filter` to Vitest. */
beforeEach(({ task, skip }) => {
  if (task.tags?.includes('extended')) skip();
});
