import { equipmentFactScope, equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { cutToHistory } from '@/lib/platform/strategy/limits';
import type { queryBiweekly } from './biweekly-contract';
import type { queryMonthly } from './monthly-contract';
import { isReportMonth } from './shared/report-days';
import { PROJECT_COMMA } from './value-sets';

/** The lists of biweekly reports and of units to report on monthly. */

const PROJECTS = {
  projects: { select: { project: { select: { projectName: true } } }, orderBy: { projectId: 'asc' } },
} as const;
const namesOf = (projects: readonly { readonly project: { readonly projectName: string } }[]) =>
  projects.map(({ project }) => project.projectName).join(PROJECT_COMMA);

/** A column of type date holds the Shanghai day itself. */
const dayOf = (at: Date | undefined) => (at === undefined ? undefined : new Date(formatDate(at)));

const biweekly = keyedList({
  name: 'queryBiweekly',
  id: 'id',
  moment: 'reportTime',
  count: (where: Prisma.BiweeklyReportWhereInput) => db().biweeklyReport.count({ where }),
  keys: (sql, stretch) => sql.biweeklyReport.findMany({ ...stretch, select: { id: true } }),
  rows: (ids: bigint[]) =>
    db().biweeklyReport.findMany({
      where: { id: { in: ids } },
      select: {
        id: true,
        equipmentNo: true,
        reportTime: true,
        equipment: { select: { equipmentName: true, ...PROJECTS } },
      },
    }),
});

/** @throws validation_failed (M15) */
export async function findBiweekly(
  actor: Actor,
  query: ParsedOf<typeof queryBiweekly>,
): Promise<OutputOf<typeof queryBiweekly>> {
  const { projectName, equipmentName, startDate, endDate } = query;
  const { span, ...cut } = await cutToHistory(actor, dayRange({ startDate, endDate }, { isRequired: true }) ?? {});
  const { total, rows } = await biweekly.page(actor, query, {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      { reportTime: { gte: dayOf(span.gte), lt: dayOf(span.lt) } },
      ...(equipmentName ? [{ equipment: { equipmentName: containsText(equipmentName) } }] : []),
      ...(projectName
        ? [{ equipment: { projects: { some: { project: { projectName: containsText(projectName) } } } } }]
        : []),
    ],
  });
  return {
    ...page(
      rows.map(({ id, equipmentNo, reportTime, equipment }) => ({
        id: String(id),
        equipmentNo,
        equipmentName: equipment.equipmentName,
        projectName: namesOf(equipment.projects),
        createDate: reportTime.toISOString().slice(0, 10),
      })),
      total,
      query,
    ),
    ...cut,
  };
}

const units = keyedList({
  name: 'queryMonthly',
  id: 'equipmentNo',
  emptyLast: ['cubeNo', 'buildingName'],
  count: (where: Prisma.EquipmentWhereInput) => db().equipment.count({ where }),
  keys: (sql, stretch) => sql.equipment.findMany({ ...stretch, select: { equipmentNo: true } }),
  rows: (equipmentNos: string[]) =>
    db().equipment.findMany({
      where: { equipmentNo: { in: equipmentNos } },
      select: {
        equipmentNo: true,
        equipmentName: true,
        cubeNo: true,
        equipmentType: true,
        displayType: true,
        productLine: true,
        buildingName: true,
        ...PROJECTS,
      },
    }),
});

/** @throws validation_failed (M19) for a month of which there is no report */
export async function findMonthly(
  actor: Actor,
  query: ParsedOf<typeof queryMonthly>,
): Promise<OutputOf<typeof queryMonthly>> {
  const { month, projectId, equipmentNo, cubeNo, equipmentType } = query;
  if (!isReportMonth(month, formatDate(Date.now()))) throw new FieldError('month', 'monthRequired');
  const { total, rows } = await units.page(actor, query, {
    AND: [
      equipmentScope(actor, { focus: true }),
      ...(projectId ? [{ projects: { some: { projectId } } }] : []),
      ...(equipmentNo ? [{ equipmentNo: containsText(equipmentNo) }] : []),
      ...(cubeNo ? [{ cubeNo: containsText(cubeNo) }] : []),
      // Escalators are 1 here (readings 48).
      ...(equipmentType === undefined
        ? []
        : [{ displayType: { in: equipmentType === 1 ? (['ES', 'WW'] as const).slice() : (['EV'] as const).slice() } }]),
    ],
  });
  return page(
    rows.map(({ projects, ...row }) => ({ ...row, projectName: namesOf(projects) })),
    total,
    query,
  );
}
