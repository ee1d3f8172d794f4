import { takeToCallback } from '@/lib/features/symptoms/internal/detected-symptoms';
import type { Transaction } from '@/lib/platform/db/transaction';
import { OPEN_CALLBACK } from '@/lib/features/callbacks/state';
import { UNTAKEN_STATES } from '@/lib/live/detector/symptom-state';
import { KNOWN_RULES, type KnownRule } from './catalogue';

/** Rules that tell of one incident: the alarm (A03) beside a suspected entrapment (A02) goes the way of its call-out (readings 241). */

/** What lasts of a rule on the unit, as far as nobody deals with it or a call-out of it is open. */
const lasting = (sql: Transaction, equipmentNo: string, rule: string) => ({
  waiting: () =>
    sql.symptom.findMany({
      where: {
        equipmentNo,
        symptomDefinitionId: rule,
        ruleVersion: { not: null },
        clearedDate: null,
        symptomState: { in: [...UNTAKEN_STATES] },
      },
      select: { symptomId: true },
    }),
  callOut: async () => {
    const taken = await sql.symptom.findFirst({
      where: {
        equipmentNo,
        symptomDefinitionId: rule,
        ruleVersion: { not: null },
        clearedDate: null,
        callbackId: { not: null },
      },
      orderBy: { createDate: 'desc' },
      select: { callbackId: true },
    });
    return sql.callback.findFirst({
      where: { callbackId: taken?.callbackId ?? '', ...OPEN_CALLBACK },
      select: { callbackId: true, jobStatus: true },
    });
  },
});

/** After a finding of either rule: the one takes the other along to its call-out. */
export async function takeAlong(sql: Transaction, equipmentNo: string, { id }: KnownRule): Promise<void> {
  const main = KNOWN_RULES.find((rule) => rule.companion !== undefined && [rule.id, rule.companion].includes(id));
  if (main?.companion === undefined) return;
  const callOut = await lasting(sql, equipmentNo, main.id).callOut();
  if (!callOut) return;
  for (const { symptomId } of await lasting(sql, equipmentNo, main.companion).waiting())
    await takeToCallback(sql, symptomId, callOut);
}
