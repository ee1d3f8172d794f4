import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';

/** The moves of api.md §2.8 as a drawing, written apart from the code: a row is where it stands, an x where it may go. */
const DRAWN = `
      INIT REQU PAGE DISP SITE INTR CLSO CLSC
INIT   .    .    x    .    .    .    .    x
REQU   .    .    x    .    .    .    .    x
PAGE   .    x    .    x    .    .    .    x
DISP   .    x    .    .    x    .    .    x
SITE   .    .    .    .    .    x    x    .
INTR   .    x    .    x    x    .    .    .
CLSO   .    .    .    .    .    .    .    .
CLSC   .    .    .    .    .    .    .    .`;

const rows = DRAWN.trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(/\s+/).slice(1));

export const PAIRS: readonly { from: CallbackStatusCode; to: CallbackStatusCode; isAllowed: boolean }[] =
  CALLBACK_STATUSES.flatMap((from, row) =>
    CALLBACK_STATUSES.map((to, column) => ({ from, to, isAllowed: rows[row]?.[column] === 'x' })),
  );
