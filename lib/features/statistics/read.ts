import { callbackConditions } from '@/lib/features/callbacks/internal/callback-conditions';
import { COUNTED_STATUSES } from '@/lib/features/callbacks/state';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import { sharedFigures } from '@/lib/platform/db/shared-counts';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { historyStart } from '@/lib/platform/strategy/limits';
import type { Cell } from './cells';
import type { StatQuery } from './contract';
import { TOP } from './value-sets';

type Where = Prisma.CallbackWhereInput;

/** The three calls of a page share one reading, ms. */
const SHARED_MS = 2000;

interface Counted {
  readonly where: Where;
  readonly historyMonths?: number;
}

/** The call-outs of days that count, by the very condition of the list. */
async function countedWhere(
  actor: Actor,
  { type }: Pick<StatQuery, 'type'>,
  startCreateDate: string,
  endCreateDate: string,
): Promise<Counted> {
  const filters = { startCreateDate, endCreateDate, unitType: type, jobStatus: [...COUNTED_STATUSES] };
  const { where, cut } = await callbackConditions(actor, { ...NO_FILTERS, ...filters }, DEFAULT_LANGUAGE);
  return { where, ...cut };
}

const NO_FILTERS = {
  key: undefined,
  equipmentNo: undefined,
  person: undefined,
  callbackType: undefined,
  description: undefined,
  scsa: undefined,
  scsb: undefined,
  projectId: undefined,
  branchCode: undefined,
  city: undefined,
  closedSince: undefined,
  place: undefined,
  building: undefined,
};

/** A whole year. */
export const yearWhere = (actor: Actor, query: StatQuery): Promise<Counted> =>
  countedWhere(actor, query, `${query.from}-01-01`, `${query.from}-12-31`);

/** The same days a year before; of the running year those up to today, 29 to 28 February (readings 222). */
export function comparedWhere(actor: Actor, query: StatQuery, now = Date.now()): Promise<Counted> {
  const today = formatDate(now);
  const [year = '', month = '', day = ''] = today.split('-');
  const until = month === '02' && day === '29' ? '02-28' : `${month}-${day}`;
  const last = query.from - 1;
  return countedWhere(actor, query, `${last}-01-01`, `${last}-${Number(year) === query.from ? until : '12-31'}`);
}

/** @throws access_denied: of this year the data strategy leaves nothing */
export async function requireYear(actor: Actor, { from }: StatQuery, historyMonths: number | undefined): Promise<void> {
  if (historyMonths === undefined) return;
  const start = await historyStart(actor);
  const end = parseWallTime(`${from + 1}-01-01`);
  if (start !== null && end !== undefined && end <= start.getTime())
    throw new AppError('access_denied', { messageKey: 'beyondHistory', params: { months: historyMonths } });
}

export function readCells(actor: Actor, where: Where): Promise<Cell[]> {
  return sharedFigures(actor, 'statistics', where, SHARED_MS, async () => {
    const rows = await db().callback.groupBy({
      by: ['createMonth', 'jobStatus', 'scsa', 'scsb', 'personTrapped', 'personInjured'],
      where,
      _count: { _all: true },
    });
    return rows.map(({ _count, ...cell }) => ({ ...cell, quantity: _count._all }));
  });
}

/** Units with the most call-outs; the number decides among equals. */
export async function readTop(where: Where) {
  const counts = await db().callback.groupBy({
    by: ['equipmentNo'],
    where,
    _count: { _all: true },
    orderBy: [{ _count: { equipmentNo: 'desc' } }, { equipmentNo: 'asc' }],
    take: TOP,
  });
  const units = await db().equipment.findMany({
    where: { equipmentNo: { in: counts.map(({ equipmentNo }) => equipmentNo) } },
    select: { equipmentNo: true, cubeNo: true, equipmentName: true, equipmentType: true },
  });
  return counts.flatMap(({ equipmentNo, _count }) => {
    const unit = units.find((one) => one.equipmentNo === equipmentNo);
    return unit
      ? [
          {
            equipmentNo,
            cubeNo: unit.cubeNo,
            name: unit.equipmentName,
            equipmentType: unit.equipmentType,
            quantity: _count._all,
          },
        ]
      : [];
  });
}
