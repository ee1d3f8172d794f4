import { shownTimes } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import type { ErrorInspectionRow } from './contract';
import { proposalOf } from './strip';

/** Converts stored episodes to what a caller may see (api.md §2.28). */

export const ROW_SELECT = {
  errorId: true,
  equipmentNo: true,
  gbCode: true,
  text: true,
  startDate: true,
  recoverDate: true,
  mode: true,
  trapped: true,
  result: true,
  proposedResult: true,
  comment: true,
  symptomId: true,
  callbackId: true,
  inspector: true,
  inspectDate: true,
  equipment: { select: { equipmentName: true, equipmentType: true, buildingName: true } },
} as const satisfies Prisma.ErrorInspectionSelect;
export type StoredEpisode = Prisma.ErrorInspectionGetPayload<{ select: typeof ROW_SELECT }>;

/** English texts of the codes, if the dictionary has them. The stored texts are in the default language. */
async function textsOf(rows: readonly StoredEpisode[], language: Language): Promise<Map<string, string>> {
  if (language !== 'en') return new Map();
  const known = await db().gbCodeDict.findMany({
    where: { gbCode: { in: [...new Set(rows.map(({ gbCode }) => gbCode))] } },
    select: { gbCode: true, textEn: true },
  });
  return new Map(known.flatMap(({ gbCode, textEn }) => (textEn ? [[gbCode, textEn] as const] : [])));
}

/** How often its code occurred on the unit in the 24 h up to the start of each episode. */
async function countsOf(rows: readonly StoredEpisode[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const counted = await db().$queryRaw<{ errorId: string; count: number }[]>`
    SELECT e.error_id AS "errorId", count(*)::int AS count
      FROM error_inspection e
      JOIN error_inspection o ON o.equipment_no = e.equipment_no AND o.gb_code = e.gb_code
                             AND o.start_date > e.start_date - interval '24 hours' AND o.start_date <= e.start_date
     WHERE e.error_id = ANY(${rows.map(({ errorId }) => errorId)})
     GROUP BY e.error_id`;
  return new Map(counted.map(({ errorId, count }) => [errorId, count]));
}

/** An instant or none, as the caller sees times. */
export const timeOrNull = (time: ShownTime) => (date: Date | null) => date && time(date);

/** The rows as the caller may see them. */
export async function toRows(
  actor: Actor,
  rows: readonly StoredEpisode[],
  language: Language,
  now = Date.now(),
): Promise<ErrorInspectionRow[]> {
  const [timesOf, texts, counts] = await Promise.all([shownTimes(actor), textsOf(rows, language), countsOf(rows)]);
  return rows.map(({ equipment, ...row }) => {
    const time = timesOf(row.trapped);
    const at = timeOrNull(time);
    const { startDate, recoverDate } = row;
    const isOpen = row.result === 'PENDING' || row.result === 'WATCH';
    const proposed = row.proposedResult ?? proposalOf(null, row, now);
    return {
      ...row,
      ...equipment,
      text: texts.get(row.gbCode) ?? row.text,
      startDate: time(startDate),
      recoverDate: at(recoverDate),
      durationSec: recoverDate && Math.max(0, Math.round((recoverDate.getTime() - startDate.getTime()) / 1000)),
      count24h: counts.get(row.errorId) ?? 1,
      proposedResult: isOpen && proposed === 'SERVICE_WORK' ? 'SERVICE_WORK' : null,
      inspectDate: at(row.inspectDate),
    };
  });
}
