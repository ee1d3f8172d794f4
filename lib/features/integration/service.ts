import { removeStoredFile, withStoredBytes } from '@/lib/platform/files/stored-files';
import { noteChange } from '@/lib/platform/audit/changes';
import { AppError } from '@/lib/platform/contract/errors';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import { importBatch } from './internal/batch';
import { importEquipmentFile, importReportFile, importRows } from './contract';
import { importUnits } from './equipment-file';

export const services = [
  serve(importRows, async ({ partnerId, language }, { entity, rows }) => {
    const result = await importBatch({ entity, rows, source: partnerId, language });
    const { created, updated, unchanged, failed } = result;
    noteChange(null, { entity, created, updated, unchanged, failed: failed.length });
    return result;
  }),
  serve(importReportFile, async ({ partnerId }, { jobNo, file }) => {
    const forget = await withStoredBytes([file], (keep) =>
      db().$transaction(async (sql) => {
        await sql.$queryRaw`SELECT 1 FROM maintenance_report WHERE job_no = ${jobNo} FOR UPDATE`;
        const report = await sql.maintenanceReport.findUnique({
          where: { jobNo },
          select: { equipmentNo: true, filePath: true, status: true },
        });
        if (!report) throw new AppError('not_found');
        const { equipmentNo, filePath, status } = report;
        const [path] = await keep(sql, { kind: 'report', username: null, equipmentNo });
        await sql.maintenanceReport.update({ where: { jobNo }, data: { filePath: path, status: '1' } });
        noteChange({ status }, { status: '1', source: partnerId });
        return filePath === null ? undefined : removeStoredFile(sql, filePath);
      }),
    );
    await forget?.();
    return null;
  }),
  serve(importEquipmentFile, async ({ actor, language }, { csv, dryRun }) => {
    const isDryRun = dryRun ?? false;
    const result = await importUnits({ csv, isDryRun, username: actor.username, language });
    const { created, updated, unchanged, failedTotal } = result;
    if (!isDryRun) noteChange(null, { created, updated, unchanged, failed: failedTotal });
    return result;
  }),
];
