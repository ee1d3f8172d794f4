import { z } from 'zod';
import { GbCodeKind } from '@/lib/platform/db/generated/enums';
import type { Transaction } from '@/lib/platform/db/transaction';
import { flag, given, needed, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, missing, saveRows, valuesOf } from '../kind';

/** The code dictionary of the controllers that the installation has (readings 74). */

const GbCodeImport = z.object({
  gbCode: z.string('required').regex(/^[A-Za-z0-9_.-]{1,20}$/, 'badValue'),
  text: given(needed()),
  textEn: words(),
  error: flag,
  kind: given(z.enum(GbCodeKind, 'badValue')),
  rule: words(10),
});
type GbCodeImport = z.output<typeof GbCodeImport>;

const PLAIN = ['text', 'textEn', 'error', 'kind', 'rule'];
const TABLE = {
  name: 'gb_code_dict',
  key: ['gb_code'],
  columns: columnsOf(PLAIN),
  defaults: { error: true, kind: 'error' },
};

async function saveCodes(sql: Transaction, rows: readonly GbCodeImport[], source: string): Promise<ImportOutcome[]> {
  const codes = rows.map(({ gbCode }) => gbCode);
  const stored = await sql.gbCodeDict.findMany({ where: { gbCode: { in: codes } }, select: { gbCode: true } });
  const known = new Set(stored.map(({ gbCode }) => gbCode));
  return saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ gbCode }) => gbCode,
    judge: (row) =>
      row.text === undefined && !known.has(row.gbCode)
        ? missing('text')
        : { gb_code: row.gbCode, ...valuesOf(row, PLAIN) },
  });
}

export const gbCode = importer(GbCodeImport, saveCodes);
