import { z } from 'zod';
import { accountHolds } from '@/lib/features/notifications/internal/receivers';
import { MAPPING_TYPE, USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { formatDate } from '@/lib/platform/i18n/format';
import type { Transaction } from '@/lib/platform/db/transaction';
import { NAME_COMMA } from './value-sets';

/** The row of a job's report: who did the work, who has to sign, and its state (api.md §5.5, readings 92, 183). */

const Signer = z.object({ phone: z.string() });
const MAX_OWNERS = 200;

/** Accounts of the unit's customer that may sign; the report is sent to their phones. */
async function findSigners(sql: Transaction, equipmentNo: string) {
  const rows = await sql.$queryRaw`
    SELECT DISTINCT u.phone FROM users u
      JOIN user_mapping m ON m.username = u.username AND m.type = ${MAPPING_TYPE.project}
      JOIN project_equipment pe ON pe.project_id = m.mapping_id AND pe.equipment_no = ${equipmentNo}
     WHERE u.enabled AND u.deleted_at IS NULL AND u.user_type = ${USER_TYPE.project} AND u.phone ~ '^1[0-9]{10}$'
       AND ${accountHolds(['E_SIGN_WRITE'])}
     ORDER BY u.phone`;
  return z.array(Signer).parse(rows);
}

interface DoneJob {
  readonly jobNo: string;
  readonly doneDate: Date;
  /** Those responsible for the work (readings 183): those who did it, the leading one first. */
  readonly technicians: readonly (string | null)[];
}

/** The work is done: its report awaits the signature. Imported values stay. */
export async function prepareReport(sql: Transaction, { jobNo, doneDate, technicians }: DoneJob): Promise<void> {
  const job = await sql.maintenanceJob.findUniqueOrThrow({
    where: { jobNo },
    select: {
      equipmentNo: true,
      branchCode: true,
      maintenanceType: true,
      equipment: { select: { equipmentName: true, buildingName: true, governmentNo: true } },
    },
  });
  const signers = await findSigners(sql, job.equipmentNo);
  const facts = {
    equipmentDesc: job.equipment.equipmentName,
    mntDate: new Date(formatDate(doneDate)),
    mntType: job.maintenanceType,
    registerNo: job.equipment.governmentNo?.slice(0, 40) ?? null,
    buildingName: job.equipment.buildingName,
    status: '3',
    mntOwners: technicians.filter(Boolean).join(NAME_COMMA).slice(0, MAX_OWNERS) || null,
    updatedAt: new Date(),
  };
  await sql.maintenanceReport.upsert({
    where: { jobNo },
    create: { jobNo, equipmentNo: job.equipmentNo, branchCode: job.branchCode, ...facts },
    update: facts,
  });
  await sql.reportReceiver.createMany({
    data: signers.map(({ phone }) => ({ jobNo, phone })),
    skipDuplicates: true,
  });
}
