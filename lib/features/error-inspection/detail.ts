import { z } from 'zod';
import { historyStart, requireInHistory, shownTimes, strategyOf } from '@/lib/platform/strategy/limits';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentFactScope, equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { callbackOfError } from '@/lib/features/callbacks/contract';
import { OPEN_CALLBACK } from '@/lib/features/callbacks/state';
import { FaultStrip, inspectError } from './contract';
import type { ErrorInspectionDetail } from './contract';
import { canBeJudged } from './judgements';
import { readStrip } from './internal/kept-strips';
import { visibleEpisodes } from './list';
import { ROW_SELECT, toRows } from './fault-rows';
import type { StoredEpisode } from './fault-rows';
import { visibleStrip, proposalOf } from './strip';
import type { StoredStrip } from './strip';
import { RESULTS } from './value-sets';

/** One fault episode: what the unit did around it, its judgements, and its neighbours (silent-screens A3). */

const MONTH_MS = 30 * 86_400_000;

const DETAIL_SELECT = {
  ...ROW_SELECT,
  strip: true,
  history: true,
} as const satisfies Prisma.ErrorInspectionSelect;
type DetailedEpisode = Prisma.ErrorInspectionGetPayload<{ select: typeof DETAIL_SELECT }>;

/** @throws not_found, no_object_permission, access_denied (data strategy) */
async function requireEpisode(actor: Actor, errorId: string): Promise<DetailedEpisode> {
  const found = await requireRow(
    (within: Prisma.EquipmentWhereInput) =>
      db().errorInspection.findFirst({
        where: { errorId, equipment: { AND: [LIVE_UNIT, within] } },
        select: DETAIL_SELECT,
      }),
    equipmentScope(actor, { focus: false }),
  );
  if (found.trapped) return found;
  if (!(await strategyOf(actor)).dataGroups.includes('faults')) throw new AppError('access_denied');
  await requireInHistory(actor, found.startDate);
  return found;
}

/** The stored strip, else one built from the traces. */
async function stripFor(episode: DetailedEpisode, now: number): Promise<StoredStrip | null> {
  const kept = FaultStrip.safeParse(episode.strip);
  const strip = kept.success ? (kept.data as StoredStrip) : await readStrip(episode, now);
  return strip && strip.entries.length > 0 ? strip : null;
}

const Judged = z.array(
  z.object({
    result: z.enum(RESULTS),
    comment: z.string().nullish(),
    operator: z.string().nullish(),
    time: z.coerce.date(),
  }),
);

/** The episodes before and after it in the order of the list. */
async function neighbours(actor: Actor, { errorId, startDate }: StoredEpisode) {
  const scope: Prisma.ErrorInspectionWhereInput = {
    AND: [equipmentFactScope(actor, { focus: true }), await visibleEpisodes(actor, await historyStart(actor))],
  };
  const select = { errorId: true } as const;
  const [newer, older] = await Promise.all([
    db().errorInspection.findFirst({
      where: { AND: [scope, { OR: [{ startDate: { gt: startDate } }, { startDate, errorId: { gt: errorId } }] }] },
      orderBy: [{ startDate: 'asc' }, { errorId: 'asc' }],
      select,
    }),
    db().errorInspection.findFirst({
      where: { AND: [scope, { OR: [{ startDate: { lt: startDate } }, { startDate, errorId: { lt: errorId } }] }] },
      orderBy: [{ startDate: 'desc' }, { errorId: 'desc' }],
      select,
    }),
  ]);
  return { previousId: newer?.errorId ?? null, nextId: older?.errorId ?? null };
}

/** @throws not_found, no_object_permission, access_denied */
export async function findEpisode(actor: Actor, errorId: string, language: Language): Promise<ErrorInspectionDetail> {
  const now = Date.now();
  const found = await requireEpisode(actor, errorId);
  const { strip: _kept, history, ...row } = found;
  const { equipmentNo, gbCode, startDate } = row;
  const [strip, timesOf, { dataGroups }, around, sameCode30d, open] = await Promise.all([
    stripFor(found, now),
    shownTimes(actor),
    strategyOf(actor),
    neighbours(actor, row),
    db().errorInspection.count({
      where: { equipmentNo, gbCode, startDate: { gt: new Date(startDate.getTime() - MONTH_MS), lte: startDate } },
    }),
    db().callback.findFirst({
      where: { equipmentNo, ...OPEN_CALLBACK },
      orderBy: { createDate: 'desc' },
      select: { callbackId: true },
    }),
  ]);
  const proposedResult = row.proposedResult ?? proposalOf(strip, row, now);
  const [shown] = await toRows(actor, [{ ...row, proposedResult }], language, now);
  if (!shown) throw new AppError('not_found');
  const time = timesOf(row.trapped);
  return {
    ...shown,
    strip: visibleStrip(strip, dataGroups) as ErrorInspectionDetail['strip'],
    sameCode30d,
    history: (Judged.safeParse(history).data ?? []).map(({ result, comment, operator, time: at }) => ({
      result,
      comment: comment ?? null,
      operator: operator ?? null,
      createDate: time(at),
    })),
    ...around,
    openCallbackId: may(actor, callbackOfError) ? (open?.callbackId ?? null) : null,
    canInspect: may(actor, inspectError) && canBeJudged(row.result),
  };
}
