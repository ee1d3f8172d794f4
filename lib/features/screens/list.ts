import { equipmentFactScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { queryScreens, ScreenFilters } from './contract';
import { activeAt } from './notice-state';
import { COMFORT, SCREEN_HEARD_MS, type ScreenState } from './value-sets';

/** Reads screens: those of units in scope, filtered, page by page (silent-screens A9). */

type Where = Prisma.SmartScreenWhereInput;

/** Screens of units that are not deleted. */
export const LIVE_SCREEN = { equipment: LIVE_UNIT } as const satisfies Where;

/** A screen is seen by who sees its unit. */
export const screenScope = (actor: Actor, options: { focus: boolean }): Where => equipmentFactScope(actor, options);

const heardSince = (now: number) => new Date(now - SCREEN_HEARD_MS);

function stateWhere(state: ScreenState, now: number): Where {
  if (state === 'UNLINKED') return { keyHash: null };
  const since = heardSince(now);
  const isLinked = { keyHash: { not: null } };
  return state === 'ONLINE'
    ? { ...isLinked, lastBeat: { gte: since } }
    : { ...isLinked, OR: [{ lastBeat: null }, { lastBeat: { lt: since } }] };
}

/** The same of a row. */
function stateOf(
  { keyHash, lastBeat }: { readonly keyHash: string | null; readonly lastBeat: Date | null },
  now: number,
): ScreenState {
  if (keyHash === null) return 'UNLINKED';
  return lastBeat !== null && lastBeat >= heardSince(now) ? 'ONLINE' : 'OFFLINE';
}

function whereOf(actor: Actor, { screenNo, equipmentNo, key, state, branchCode }: ScreenFilters, now: number): Where {
  return {
    AND: [
      screenScope(actor, { focus: true }),
      ...(screenNo ? [{ screenNo: containsText(screenNo) }] : []),
      ...(equipmentNo ? [{ equipmentNo: containsText(equipmentNo) }] : []),
      ...(key ? [{ equipment: { buildingName: containsText(key) } }] : []),
      ...(state ? [stateWhere(state, now)] : []),
      ...(branchCode ? [{ branchCode: { in: branchCode } }] : []),
    ],
  };
}

const selectAt = (now: number) =>
  ({
    screenNo: true,
    equipmentNo: true,
    place: true,
    resolution: true,
    keyHash: true,
    lastBeat: true,
    showing: true,
    volume: true,
    brightness: true,
    powerOn: true,
    powerOff: true,
    remark: true,
    equipment: { select: { equipmentName: true, buildingName: true } },
    notices: { where: activeAt(now), select: { noticeId: true, text: true } },
  }) as const satisfies Prisma.SmartScreenSelect;

const screensAt = (now: number) =>
  keyedList({
    name: 'queryScreens',
    id: 'screenNo',
    count: (where: Where) => db().smartScreen.count({ where }),
    keys: (sql, stretch) => sql.smartScreen.findMany({ ...stretch, select: { screenNo: true } }),
    rows: (nos) => db().smartScreen.findMany({ where: { screenNo: { in: nos } }, select: selectAt(now) }),
  });

/** A page of the screens of units in scope, narrowed by focus. @param now epoch ms */
export async function findScreenPage(
  actor: Actor,
  query: ParsedOf<typeof queryScreens>,
  now: number,
): Promise<OutputOf<typeof queryScreens>> {
  const { total, rows } = await screensAt(now).page(actor, query, whereOf(actor, query, now));
  const time = await shownTime(actor);
  return page(
    rows.map(({ equipment, keyHash, lastBeat, showing, notices, ...row }) => {
      const state = stateOf({ keyHash, lastBeat }, now);
      const isHeard = state === 'ONLINE';
      return {
        ...row,
        equipmentName: equipment.equipmentName,
        buildingName: equipment.buildingName,
        state,
        lastBeat: lastBeat && time(lastBeat),
        current: (isHeard && notices.find(({ noticeId }) => noticeId === showing)?.text) || null,
        showsComfort: isHeard && showing === COMFORT,
        activeTotal: notices.length,
      };
    }),
    total,
    query,
  );
}
