import { db } from '@/lib/platform/db/client';

/** Jobs with reports, as the screens leave them. */

export interface JobFacts {
  readonly jobNo: string;
  readonly equipmentNo?: string;
  readonly branchCode?: string;
  readonly day?: string;
  readonly status?: '1' | '2' | '3';
  readonly phones?: readonly string[];
  readonly items?: number;
  readonly mntType?: string;
}

/** A finished job with its report. */
export async function createReport({
  jobNo,
  equipmentNo = 'E-1',
  branchCode = 'B01',
  day = '2026-10-01',
  status = '1',
  phones = [],
  items = 3,
  mntType = 'YAE_ELE_BI',
}: JobFacts): Promise<void> {
  const equipment = await db().equipment.findUniqueOrThrow({ where: { equipmentNo } });
  await db().maintenanceJob.create({
    data: {
      jobNo,
      equipmentNo,
      branchCode,
      jobStatus: status === '3' ? 'DONE' : 'CONFIRM',
      maintenanceType: mntType,
      jobType: 'ZM01',
      planDate: new Date(day),
      planEndDate: new Date(`${day}T10:00:00+08:00`),
      departureDate: new Date(`${day}T08:10:11+08:00`),
      doneDate: new Date(`${day}T09:20:21+08:00`),
      signDate: status === '3' ? null : new Date(`${day}T09:40:41+08:00`),
      planTechnician1Name: '张计划',
      planTechnician1Phone: '13900000001',
      planTechnician2Name: '李计划',
      planTechnician2Phone: '13900000002',
      actualTechnician1Name: '王实际',
      actualTechnician1Phone: '13900000003',
      actualTechnician2Name: '赵实际',
      actualTechnician2Phone: '13900000004',
      items: {
        create: Array.from({ length: items }, (_, index) => ({
          no: index + 1,
          item: `检查项目${index + 1}`,
          requirement: `要求${index + 1}`,
          result: index === 1 ? '调整' : '正常',
          remark: index === 1 ? '间隙 2.0 mm' : null,
        })),
      },
      parts: { create: [{ name: '制动器闸皮', quantity: 2 }] },
      report: {
        create: {
          equipmentNo,
          branchCode,
          equipmentDesc: equipment.equipmentName,
          buildingName: equipment.buildingName,
          registerNo: '31103101002026000001',
          mntDate: new Date(day),
          mntType,
          mntOwners: '周签收',
          status,
          receivers: { create: phones.map((phone) => ({ phone })) },
        },
      },
    },
  });
}
