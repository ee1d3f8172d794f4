import { db } from '@/lib/platform/db/client';

/**
 * Codes, and rules that count them, that are reported without delay, according to the dictionary (readings 74,
 * silent-screens F4).
 */

const KEPT_MS = 30_000;
/** Earthquake: the one code that the documents name (doc3 §4.1). */
const EARTHQUAKE = '52';

let held: { at: number; codes: Promise<ReadonlySet<string>> } | undefined;

export function urgentCodes(now = Date.now()): Promise<ReadonlySet<string>> {
  if (held && now - held.at < KEPT_MS) return held.codes;
  const codes = read();
  const kept = { at: now, codes };
  held = kept;
  codes.catch(() => {
    if (held === kept) held = undefined;
  });
  return codes;
}

async function read(): Promise<ReadonlySet<string>> {
  const rows = await db().gbCodeDict.findMany({
    where: { kind: { in: ['fire', 'earthquake', 'entrapment'] } },
    select: { gbCode: true, rule: true },
  });
  return new Set([EARTHQUAKE, ...rows.flatMap(({ gbCode, rule }) => [gbCode, ...(rule === null ? [] : [rule])])]);
}
