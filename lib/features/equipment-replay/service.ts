import { historyStart, requireInHistory, strategyOf } from '@/lib/platform/strategy/limits';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { showsDatesOnly } from '@/lib/platform/contract/authorities';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { limitsOf } from '@/lib/live/realtime/server/stream-limits';
import { changesOf } from '@/lib/live/units/trace';
import { listCallbackStatus } from '@/lib/features/callbacks/contract';
import { wordsOfCodes } from '@/lib/features/dictionaries/internal/codes';
import { getEquipmentReplay, MAX_REPLAY_CHANGES, REPLAY_MARGIN_MS } from './contract';
import type { EquipmentReplay, ReplayedEvent } from './contract';
import { replayableChanges, startedAt, TRAPPED_ONLY } from './replay-limits';

/** What is read is bounded by the window: its buckets, and the ones before it for what was known when it begins. */

/** Late news may have begun a bucket without all that was known then; the ones before have it. */
const BUCKETS_BEFORE = 3;
const MAX_EVENTS = 200;
const MAX_STEPS = 100;

interface ReplayWindow {
  readonly from: number;
  readonly until: number;
}

async function readChanges(equipmentNo: string, { from, until }: ReplayWindow) {
  const select = { changes: true, bucketStart: true } as const;
  const orderBy = { bucketStart: 'desc' } as const;
  const [before, within] = await Promise.all([
    db().equipmentTrace.findMany({
      where: { equipmentNo, bucketStart: { lte: new Date(from) } },
      orderBy,
      take: BUCKETS_BEFORE,
      select,
    }),
    db().equipmentTrace.findMany({
      where: { equipmentNo, bucketStart: { gt: new Date(from), lte: new Date(until) } },
      orderBy,
      select,
    }),
  ]);
  return changesOf([...within, ...before].reverse().map(({ changes }) => changes)).filter(({ at }) => at <= until);
}

async function readEvents(
  equipmentNo: string,
  { from, until }: ReplayWindow,
  language: Language,
): Promise<ReplayedEvent[]> {
  const rows = await db().equipmentEvent.findMany({
    where: {
      equipmentNo,
      AND: [
        { OR: [{ startAt: { lte: new Date(until) } }, { startAt: null }] },
        { OR: [{ endAt: { gte: new Date(from) } }, { endAt: null, objectStatus: true }] },
      ],
    },
    orderBy: [{ startAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
    take: MAX_EVENTS,
    select: { subType: true, code: true, title: true, message: true, startAt: true, endAt: true },
  });
  const words = await wordsOfCodes(
    rows.flatMap(({ code }) => code ?? []),
    language,
  );
  return rows.map(({ subType, code, title, message, startAt, endAt }) => {
    const known = code === null ? undefined : words.get(code);
    return {
      subType,
      gbCode: code ?? '',
      text: known?.text || title || message || '',
      error: subType === 'error' || known?.isError === true,
      startAt: startAt?.getTime() ?? null,
      endAt: endAt?.getTime() ?? null,
    };
  });
}

async function readSteps(equipmentNo: string, { from, until }: ReplayWindow, isTrappedOnly: boolean) {
  const rows = await db().callbackStatus.findMany({
    where: {
      updateTime: { gte: new Date(from), lte: new Date(until) },
      callback: { equipmentNo, ...(isTrappedOnly ? { personTrapped: true } : {}) },
    },
    orderBy: [{ updateTime: 'asc' }, { id: 'asc' }],
    take: MAX_STEPS,
    select: { callbackId: true, status: true, updateTime: true },
  });
  return rows.map(({ updateTime, ...step }) => ({ ...step, at: updateTime.getTime() }));
}

/**
 * A replay tells times of day, so whoever sees dates alone has none; under a data strategy what tells of trapped persons is
 * left, whatever its time and age (silent-screens B2).
 * @throws not_found, no_object_permission, access_denied
 */
async function findReplay(
  actor: Actor,
  { equipmentNo, at }: { equipmentNo: string; at: number },
  language: Language,
  now = Date.now(),
): Promise<EquipmentReplay> {
  await requireEquipment(actor, equipmentNo);
  if (showsDatesOnly(actor)) throw new AppError('access_denied', { messageKey: 'timesWithheld' });
  const [strategy, start] = await Promise.all([strategyOf(actor), historyStart(actor, now)]);
  const isBounded = strategy.maskTime || (start !== null && at < start.getTime());
  const asked = at - REPLAY_MARGIN_MS;
  const from = isBounded || start === null ? asked : Math.max(asked, start.getTime());
  const window = { from, until: Math.max(from, Math.min(at + REPLAY_MARGIN_MS, now)) };
  const has = (group: string) => strategy.dataGroups.includes(group);

  const [kept, found] = await Promise.all([
    readChanges(equipmentNo, window),
    readEvents(equipmentNo, window, language),
  ]);
  const trapped = found.filter(({ subType }) => subType === 'entrapment');
  if (isBounded && trapped.length === 0) {
    await requireInHistory(actor, new Date(at));
    throw new AppError('access_denied', { messageKey: 'timesWithheld' });
  }
  const left = replayableChanges(kept, isBounded ? TRAPPED_ONLY : limitsOf(strategy));
  const changes = startedAt(left, window.from);
  const isCut = changes.length > MAX_REPLAY_CHANGES;
  const shown = isCut ? changes.slice(0, MAX_REPLAY_CHANGES) : changes;
  const steps = may(actor, listCallbackStatus) ? await readSteps(equipmentNo, window, isBounded) : [];
  return {
    equipmentNo,
    at,
    ...window,
    ...(isCut ? { until: Math.max(window.from, shown.at(-1)?.at ?? window.from) } : {}),
    changes: shown,
    isCut,
    events: found.filter((event) =>
      event.subType === 'entrapment' ? true : !isBounded && has(event.error ? 'faults' : 'otherEvents'),
    ),
    steps,
  };
}

export const services = [serve(getEquipmentReplay, ({ actor, language }, input) => findReplay(actor, input, language))];
