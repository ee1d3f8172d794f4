import { z } from 'zod';
import { factTitle, writeServiceFacts } from '@/lib/features/activities/internal/service-facts';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { closeWithJobs } from '@/lib/features/symptoms/internal/close-with-jobs';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { clearable, given, needed, neededDay, neededDecimal, neededWhole, structure, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import {
  columnsOf,
  importer,
  isOlder,
  missing,
  saveRows,
  type ImportedUnit,
  unitsOf,
  unknownUnit,
  valuesOf,
} from '../kind';

/** Maintenance jobs with their check items and parts. */

/** The order of a job's states: never back from DONE (silent-screens.md E1). */
const RANK = { PLAN: 0, LOCK: 0, DONE: 1, CONFIRM: 2 } as const;
type JobStatus = keyof typeof RANK;
const rankOf = (status: string) => RANK[status as JobStatus];
const MAX_ITEMS = 500;

const Item = z.object({
  no: neededWhole(1, 10_000),
  item: needed(),
  requirement: words(500),
  result: words(10),
  remark: words(),
});
const Part = z.object({ name: needed(), quantity: neededDecimal(0, 99_999_999) });

const MaintenanceJobImport = z.object({
  jobNo: key,
  equipmentNo: given(key),
  jobStatus: given(z.enum(['PLAN', 'LOCK', 'DONE', 'CONFIRM'], 'badValue')),
  maintenanceType: given(z.string().regex(/^[A-Z0-9_]{1,20}$/, 'badValue')),
  planDate: given(neededDay),
  jobType: words(20),
  planEndDate: clearable(sourceTime),
  departureDate: clearable(sourceTime),
  doneDate: clearable(sourceTime),
  planTechnician1Name: words(100),
  planTechnician1Phone: words(20),
  planTechnician2Name: words(100),
  planTechnician2Phone: words(20),
  actualTechnician1Name: words(100),
  actualTechnician1Phone: words(20),
  actualTechnician2Name: words(100),
  actualTechnician2Phone: words(20),
  signDate: clearable(sourceTime),
  updatedAt: clearable(sourceTime),
  items: structure(
    z
      .array(Item)
      .max(MAX_ITEMS, 'tooMany')
      .refine((items) => new Set(items.map(({ no }) => no)).size === items.length, 'badValue'),
  ),
  parts: structure(z.array(Part).max(MAX_ITEMS, 'tooMany')),
});
type MaintenanceJobImport = z.output<typeof MaintenanceJobImport>;

const PLAIN = Object.keys(MaintenanceJobImport.shape).filter(
  (field) => !['jobNo', 'updatedAt', 'items', 'parts'].includes(field),
);
const TABLE = {
  name: 'maintenance_job',
  key: ['job_no'],
  columns: [...columnsOf(PLAIN), 'branch_code'],
  defaults: { job_status: 'PLAN' },
  isVersioned: true,
};

type Items = z.output<typeof Item>[];
const itemText = (items: readonly Items[number][]) =>
  JSON.stringify(
    [...items]
      .sort((a, b) => a.no - b.no)
      .map(({ no, item, requirement, result, remark }) => [
        no,
        item,
        requirement ?? null,
        result ?? null,
        remark ?? null,
      ]),
  );
const partText = (parts: readonly { name: string; quantity: number }[]) =>
  JSON.stringify(parts.map(({ name, quantity }) => [name, quantity]));

/** Replaces the stored lists with those that were sent. @returns jobs whose lists changed */
async function saveLists(
  sql: Transaction,
  rows: readonly MaintenanceJobImport[],
  units: ReadonlyMap<string, ImportedUnit>,
) {
  const jobs = await sql.maintenanceJob.findMany({
    where: { jobNo: { in: rows.map(({ jobNo }) => jobNo) } },
    select: {
      jobNo: true,
      equipmentNo: true,
      jobStatus: true,
      maintenanceType: true,
      items: true,
      parts: { orderBy: { id: 'asc' } },
    },
  });
  const stored = new Map(jobs.map((job) => [job.jobNo, job]));
  const templates = jobs.some(({ jobStatus, items }) => jobStatus === 'LOCK' && items.length === 0)
    ? await sql.maintenanceItemTemplate.findMany({
        where: { maintenanceType: { in: jobs.map(({ maintenanceType }) => maintenanceType) } },
      })
    : [];
  const changed = new Set<string>();
  for (const row of rows) {
    const job = stored.get(row.jobNo);
    if (!job) continue;
    const { jobNo } = row;
    const ofTemplate = templates.filter(
      ({ maintenanceType, displayType }) =>
        maintenanceType === job.maintenanceType && displayType === units.get(job.equipmentNo)?.displayType,
    );
    const items = row.items ?? (job.jobStatus === 'LOCK' && job.items.length === 0 ? ofTemplate : undefined);
    if (items && itemText(items) !== itemText(job.items)) {
      await sql.maintenanceItem.deleteMany({ where: { jobNo, no: { notIn: items.map(({ no }) => no) } } });
      for (const { no, item, requirement = null, ...rest } of items) {
        const said = { result: null, remark: null, ...rest };
        const data = { item, requirement, result: said.result ?? null, remark: said.remark ?? null };
        await sql.maintenanceItem.upsert({
          where: { jobNo_no: { jobNo, no } },
          create: { jobNo, no, ...data },
          update: data,
        });
      }
      changed.add(jobNo);
    }
    const before = job.parts.map(({ name, quantity }) => ({ name, quantity: quantity.toNumber() }));
    if (row.parts && partText(row.parts) !== partText(before)) {
      await sql.maintenancePart.deleteMany({ where: { jobNo } });
      await sql.maintenancePart.createMany({ data: row.parts.map((part) => ({ jobNo, ...part })) });
      changed.add(jobNo);
    }
  }
  return changed;
}

async function saveJobs(
  sql: Transaction,
  rows: readonly MaintenanceJobImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const ids = [...new Set(rows.map(({ jobNo }) => jobNo))].sort();
  await sql.$queryRaw`SELECT 1 FROM maintenance_job WHERE job_no = ANY(${ids}) ORDER BY job_no FOR UPDATE`;
  const stored = new Map(
    (await sql.maintenanceJob.findMany({ where: { jobNo: { in: ids } } })).map((row) => [row.jobNo, row]),
  );
  const unitOf = ({ jobNo, equipmentNo }: MaintenanceJobImport) => equipmentNo ?? stored.get(jobNo)?.equipmentNo;
  const units = await unitsOf(
    sql,
    rows.flatMap((row) => {
      const equipmentNo = unitOf(row);
      return equipmentNo ? [{ equipmentNo }] : [];
    }),
  );
  const outcomes = await saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ jobNo }) => jobNo,
    versionOf: ({ updatedAt }) => updatedAt,
    judge: (row) => {
      const before = stored.get(row.jobNo);
      const equipmentNo = unitOf(row);
      if (!equipmentNo) return missing('equipmentNo');
      for (const field of ['maintenanceType', 'planDate'] as const)
        if (!before && row[field] === undefined) return missing(field);
      const unit = units.get(equipmentNo);
      if (!unit) return unknownUnit(equipmentNo);
      const values = valuesOf(row, PLAIN);
      if (before && row.jobStatus && rankOf(row.jobStatus) < rankOf(before.jobStatus)) delete values.job_status;
      return { ...values, job_no: row.jobNo, branch_code: unit.branchCode };
    },
  });
  // Of several rows of a job the last one that counts provides its lists.
  const last = new Map(
    rows.flatMap((row, index) =>
      typeof outcomes[index] === 'object' || isOlder(row, stored.get(row.jobNo))
        ? []
        : [[row.jobNo, { row, index }] as const],
    ),
  );
  const changed = await saveLists(
    sql,
    [...last.values()].map(({ row }) => row),
    units,
  );
  for (const { row, index } of last.values())
    if (outcomes[index] === 'unchanged' && changed.has(row.jobNo)) outcomes[index] = 'updated';
  await tellDone(sql, [...last.keys()], units);
  return outcomes;
}

async function tellDone(
  sql: Transaction,
  ids: readonly string[],
  units: ReadonlyMap<string, ImportedUnit>,
): Promise<void> {
  const done = await sql.maintenanceJob.findMany({
    where: { jobNo: { in: [...ids] }, jobStatus: { in: ['DONE', 'CONFIRM'] }, doneDate: { not: null } },
    select: {
      jobNo: true,
      equipmentNo: true,
      branchCode: true,
      doneDate: true,
      actualTechnician1Name: true,
      actualTechnician2Name: true,
    },
  });
  const told = await sql.activity.findMany({
    where: {
      subType: 'maintenance',
      objectId: { in: done.map(({ jobNo }) => jobNo) },
      title: factTitle('maintenance', 'DONE'),
    },
    select: { objectId: true },
  });
  await closeWithJobs(sql, done);
  const isTold = new Set(told.map(({ objectId }) => objectId));
  await writeServiceFacts(
    sql,
    done.flatMap(({ jobNo, equipmentNo, branchCode, doneDate, actualTechnician1Name, actualTechnician2Name }) =>
      doneDate && !isTold.has(jobNo)
        ? [
            {
              equipmentNo,
              branchCode,
              equipmentName: units.get(equipmentNo)?.equipmentName ?? equipmentNo,
              subType: 'maintenance' as const,
              objectId: jobNo,
              status: 'DONE',
              detail: [actualTechnician1Name, actualTechnician2Name].filter(Boolean).join(', '),
              at: doneDate,
            },
          ]
        : [],
    ),
  );
}

export const maintenanceJob = importer(MaintenanceJobImport, saveJobs);
