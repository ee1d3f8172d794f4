import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime } from '@/lib/platform/strategy/limits';
import { may } from '@/lib/platform/contract/access';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { followUpContract } from './contract';
import type { ContractFilters, ContractRow, queryNotExpiredContracts } from './contract';
import type { ContractTab } from './value-sets';

/** Reading contracts: whose, which, and page by page (silent-screens A5). */

type Where = Prisma.ContractWhereInput;
const DAY_MS = 86_400_000;

/** The contracts of a tab on a day. A contract ends with its actual end, else with the agreed one. @param today midnight UTC of the Shanghai day */
export function tabWhere(tab: ContractTab, today: Date): Where {
  const { fields } = db().contract;
  // An end before the start is nonsense, whenever it was.
  const isTurned: Where = { effectiveEnd: { lt: fields.contractStartDate } };
  switch (tab) {
    case 'notExpired':
      return { contractStartDate: { lte: today }, effectiveEnd: { gte: today } };
    case 'expired':
      return { effectiveEnd: { lt: today }, OR: [{ contractStartDate: null }, { NOT: isTurned }] };
    case 'other':
      return {
        OR: [
          { effectiveEnd: null },
          { contractStartDate: null, effectiveEnd: { gte: today } },
          { contractStartDate: { gt: today } },
          isTurned,
        ],
      };
  }
}

export function contractWhere(actor: Actor, tab: ContractTab, filters: ContractFilters, now: number): Where {
  const { key, contractNo, projectId, branchCode, days } = filters;
  const today = new Date(formatDate(now));
  return {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      tabWhere(tab, today),
      ...(key
        ? [
            {
              equipment: {
                OR: [
                  {
                    AND: [
                      gramFilter(key),
                      { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] },
                    ],
                  },
                  { buildingName: containsText(key) },
                ],
              },
            },
          ]
        : []),
      ...(contractNo
        ? [
            {
              OR: [
                { contractNo: containsText(contractNo) },
                { originContractNo: containsText(contractNo) },
                { frameContractNo: containsText(contractNo) },
              ],
            },
          ]
        : []),
      ...(projectId ? [{ equipment: { projects: { some: { projectId } } } }] : []),
      ...(branchCode ? [{ branchCode }] : []),
      ...(days !== undefined && tab === 'notExpired'
        ? [{ effectiveEnd: { lte: new Date(today.getTime() + Math.min(days, 36_500) * DAY_MS) } }]
        : []),
    ],
  };
}

const SELECT = {
  rowKey: true,
  contractNo: true,
  equipmentNo: true,
  branchCode: true,
  projectName: true,
  originContractNo: true,
  frameContractNo: true,
  contractStartDate: true,
  contractEndDate: true,
  contractActualEndDate: true,
  plannedDate: true,
  effectiveEnd: true,
  followNote: true,
  followNextDate: true,
  equipment: { select: { equipmentName: true, buildingName: true, branch: { select: { branchName: true } } } },
} as const satisfies Prisma.ContractSelect;
type StoredContract = Prisma.ContractGetPayload<{ select: typeof SELECT }>;

export const contracts = keyedList({
  name: 'queryContracts',
  id: 'rowKey',
  moment: 'effectiveEnd',
  emptyLast: ['contractStartDate'],
  count: (where: Where) => db().contract.count({ where }),
  keys: (sql, stretch) => sql.contract.findMany({ ...stretch, select: { rowKey: true } }),
  rows: (keys: string[]) => db().contract.findMany({ where: { rowKey: { in: keys } }, select: SELECT }),
});

/** @param notice days before the end from which on it ends soon, the caller's own */
const toRow = (
  { equipment, effectiveEnd, followNote, followNextDate, ...row }: StoredContract,
  { today, notice, showsFollowUp }: { today: number; notice: number; showsFollowUp: boolean },
): ContractRow => {
  const daysLeft = effectiveEnd && Math.round((effectiveEnd.getTime() - today) / DAY_MS);
  return {
    ...row,
    equipmentName: equipment.equipmentName,
    buildingName: equipment.buildingName,
    branchName: equipment.branch.branchName,
    contractStartDate: storedDay(row.contractStartDate),
    contractEndDate: storedDay(row.contractEndDate),
    contractActualEndDate: storedDay(row.contractActualEndDate),
    plannedDate: storedDay(row.plannedDate),
    daysLeft,
    endsSoon: daysLeft !== null && daysLeft >= 0 && daysLeft <= notice,
    followUp: showsFollowUp && followNote !== null ? { note: followNote, nextDate: storedDay(followNextDate) } : null,
  };
};

/** Rows as the caller sees them. */
export async function shapeOf(actor: Actor, now: number) {
  const caller = await db().user.findUnique({ where: { username: actor.username }, select: { contract: true } });
  const context = {
    today: Date.parse(formatDate(now)),
    notice: caller?.contract ?? 0,
    showsFollowUp: may(actor, followUpContract),
  };
  return (rows: readonly StoredContract[]) => rows.map((row) => toRow(row, context));
}

export async function findContracts(
  actor: Actor,
  tab: ContractTab,
  query: ParsedOf<typeof queryNotExpiredContracts>,
): Promise<OutputOf<typeof queryNotExpiredContracts>> {
  const now = Date.now();
  const [{ total, rows }, shape, time, newest] = await Promise.all([
    contracts.page(actor, query, contractWhere(actor, tab, query, now)),
    shapeOf(actor, now),
    shownTime(actor),
    db().contract.findFirst({ orderBy: { updatedAt: 'desc' }, select: { updatedAt: true } }),
  ]);
  return { ...page(shape(rows), total, query), updatedAt: newest && time(newest.updatedAt) };
}
