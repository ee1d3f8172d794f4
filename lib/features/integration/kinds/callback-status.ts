import { z } from 'zod';
import { importEntrapments } from '@/lib/features/callbacks/internal/entrapments';
import { writeCallbackFacts } from '@/lib/features/callbacks/internal/callback-facts';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import { enterHistory } from '../callback-history';
import { words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { importer, refused } from '../kind';

/** Entries of call-out histories, in any order. */

const CallbackStatusImport = z.object({
  callbackId: key,
  status: z.enum(CALLBACK_STATUSES, 'badValue'),
  updateTime: z.string('required').pipe(sourceTime),
  operator: words(64),
  reason: words(),
});
type CallbackStatusImport = z.output<typeof CallbackStatusImport>;

async function saveStatuses(sql: Transaction, rows: readonly CallbackStatusImport[]): Promise<ImportOutcome[]> {
  const ids = [...new Set(rows.map(({ callbackId }) => callbackId))].sort();
  await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ANY(${ids}) ORDER BY callback_id FOR UPDATE`;
  const known = new Set(
    (await sql.callback.findMany({ where: { callbackId: { in: ids } }, select: { callbackId: true } })).map(
      ({ callbackId }) => callbackId,
    ),
  );
  const valid = rows.flatMap((row, index) => (known.has(row.callbackId) ? [{ ...row, index }] : []));
  const { outcomes, changed } = await enterHistory(sql, valid);
  // With a call-out that is over, its trapped persons are free. The others have their facts already.
  const freed = changed.size > 0 ? await importEntrapments(sql, [...changed]) : changed;
  if (freed.size > 0) await writeCallbackFacts(sql, [...freed]);
  const found = new Map(valid.map(({ index }, at) => [index, outcomes[at] ?? 'unchanged']));
  return rows.map(
    ({ callbackId }, index): ImportOutcome => found.get(index) ?? refused('unknownCallback', { name: callbackId }),
  );
}

export const callbackStatus = importer(CallbackStatusImport, saveStatuses);
