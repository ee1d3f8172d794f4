import { queryNotExpiredContracts } from '@/lib/features/contracts/contract';
import { contractsDue } from '@/lib/features/contracts/internal/contracts-due';
import { queryApproachingInspection } from '@/lib/features/inspections/contract';
import { inspectionsDue } from '@/lib/features/inspections/internal/inspections-due';
import { anyMaintenance } from '@/lib/features/maintenance/contract';
import { jobsDue } from '@/lib/features/maintenance/internal/jobs-due';
import { techniciansOf } from '@/lib/features/maintenance/shared/people';
import { signMaintenance } from '@/lib/features/maintenance/work-contract';
import { reportsToSign } from '@/lib/features/maintenance-reports/internal/reports-to-sign';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { formatDate } from '@/lib/platform/i18n/format';
import type { HomeWork } from './contract';

/** Rows of each kind that home shows; the lists have them all. */
const SHOWN = 5;

async function jobs(actor: Actor, now: number): Promise<HomeWork['jobs']> {
  const { rows, ...counts } = await jobsDue(actor, formatDate(now), SHOWN);
  return {
    ...counts,
    rows: rows.map((row) => ({
      jobNo: row.jobNo,
      equipmentNo: row.equipmentNo,
      equipmentName: row.equipmentName,
      maintenanceType: row.maintenanceType,
      jobStatus: row.jobStatus === 'LOCK' ? 'LOCK' : 'PLAN',
      planDate: row.planDate,
      technicians: techniciansOf(row),
    })),
  };
}

/**
 * The paperwork of the day: each part by the right of its own list, in the same scope and focus (readings 197). @param
 * now epoch ms
 */
export async function findWork(actor: Actor, now = Date.now()): Promise<HomeWork> {
  const [due, inspections, contracts, toSign] = await Promise.all([
    may(actor, anyMaintenance) ? jobs(actor, now) : null,
    may(actor, queryApproachingInspection) ? inspectionsDue(actor, now, SHOWN) : null,
    may(actor, queryNotExpiredContracts) ? contractsDue(actor, now, SHOWN) : null,
    may(actor, signMaintenance) ? reportsToSign(actor, now, SHOWN) : null,
  ]);
  return {
    jobs: due,
    inspections,
    contracts,
    toSign: toSign && {
      total: toSign.total,
      rows: toSign.rows.map(({ equipmentDesc, jobNo, equipmentNo, mntType, mntDate, mntOwners }) => ({
        jobNo,
        equipmentNo,
        equipmentName: equipmentDesc,
        mntType,
        mntDate,
        mntOwners,
      })),
    },
  };
}
