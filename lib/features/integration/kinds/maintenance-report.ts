import { z } from 'zod';
import { sourceTime } from '@/lib/features/projects/internal/import-shape';
import { key } from '@/lib/platform/contract/schemas';
import type { Transaction } from '@/lib/platform/db/transaction';
import { clearable, given, needed, neededDay, structure, words } from '../fields';
import type { ImportOutcome } from '@/lib/features/projects/internal/import-shape';
import { columnsOf, importer, isOlder, refused, saveRows, unitsOf, valuesOf } from '../kind';

/** Reports of maintenance jobs and their recipients; the files follow one by one (api.md §2.27 importReportFile). */

/** 2 generating, 3 awaiting signature, 1 generated: in this order (silent-screens.md E1). */
const RANK: Readonly<Record<string, number>> = { '2': 0, '3': 1, '1': 2 };

const MaintenanceReportImport = z.object({
  jobNo: key,
  equipmentDesc: given(needed()),
  mntDate: given(neededDay),
  mntType: given(needed(20)),
  registerNo: words(40),
  buildingName: words(),
  status: given(z.enum(['1', '2', '3'], 'badValue')),
  mntOwners: words(),
  updatedAt: clearable(sourceTime),
  receivers: structure(z.array(z.string('badPhone').regex(/^1\d{10}$/, 'badPhone')).max(100, 'tooMany')),
});
type MaintenanceReportImport = z.output<typeof MaintenanceReportImport>;

const PLAIN = Object.keys(MaintenanceReportImport.shape).filter(
  (field) => !['jobNo', 'updatedAt', 'receivers'].includes(field),
);
const TABLE = {
  name: 'maintenance_report',
  key: ['job_no'],
  columns: [...columnsOf(PLAIN), 'equipment_no', 'branch_code'],
  defaults: { status: '2' },
  isVersioned: true,
};

async function saveReports(
  sql: Transaction,
  rows: readonly MaintenanceReportImport[],
  source: string,
): Promise<ImportOutcome[]> {
  const ids = [...new Set(rows.map(({ jobNo }) => jobNo))].sort();
  await sql.$queryRaw`SELECT 1 FROM maintenance_report WHERE job_no = ANY(${ids}) ORDER BY job_no FOR UPDATE`;
  const [jobs, reports] = await Promise.all([
    sql.maintenanceJob.findMany({ where: { jobNo: { in: ids } } }),
    sql.maintenanceReport.findMany({ where: { jobNo: { in: ids } }, include: { receivers: true } }),
  ]);
  const jobOf = new Map(jobs.map((job) => [job.jobNo, job]));
  const stored = new Map(reports.map((report) => [report.jobNo, report]));
  const units = await unitsOf(sql, jobs);
  const outcomes = await saveRows(sql, rows, source, {
    table: TABLE,
    keyOf: ({ jobNo }) => jobNo,
    versionOf: ({ updatedAt }) => updatedAt,
    judge: (row) => {
      const [job, before] = [jobOf.get(row.jobNo), stored.get(row.jobNo)];
      const unit = units.get(job?.equipmentNo ?? '');
      if (!job || !unit) return refused('unknownJob', { name: row.jobNo });
      const values = valuesOf(row, PLAIN);
      if (before && row.status && (RANK[row.status] ?? 0) < (RANK[before.status] ?? 0)) delete values.status;
      const ofJob = {
        equipment_desc: unit.equipmentName,
        building_name: unit.buildingName,
        mnt_date: (job.doneDate ?? job.planDate).toISOString().slice(0, 10),
        mnt_type: job.maintenanceType,
      };
      return {
        ...(before ? {} : ofJob),
        ...values,
        job_no: row.jobNo,
        equipment_no: job.equipmentNo,
        branch_code: unit.branchCode,
      };
    },
  });
  const last = new Map(
    rows.flatMap((row, index) =>
      typeof outcomes[index] === 'object' || isOlder(row, stored.get(row.jobNo)) || !row.receivers
        ? []
        : [[row.jobNo, { phones: [...new Set(row.receivers)], index }] as const],
    ),
  );
  for (const [jobNo, { phones, index }] of last) {
    const before = (stored.get(jobNo)?.receivers ?? []).map(({ phone }) => phone);
    if ([...before].sort().join() === [...phones].sort().join()) continue;
    await sql.reportReceiver.deleteMany({ where: { jobNo, phone: { notIn: [...phones] } } });
    await sql.reportReceiver.createMany({ data: phones.map((phone) => ({ jobNo, phone })), skipDuplicates: true });
    if (outcomes[index] === 'unchanged') outcomes[index] = 'updated';
  }
  return outcomes;
}

export const maintenanceReport = importer(MaintenanceReportImport, saveReports);
