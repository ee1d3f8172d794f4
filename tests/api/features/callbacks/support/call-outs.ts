import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { createPersona, createPersonas, PERSONA_PASSWORD } from '../../../../support/personas';
import type { Persona } from '../../../../support/personas';
import { quickHash } from '../../../../support/quick-hash';

/** People of the dispatch desk beside the personas, and call-outs as the tests need them. */

const WRITER = ['HOMEPAGE_READ', 'EQUIPMENT_READ', 'CALLBACK_READ', 'CALLBACK_WRITE'] as const;

export const PEOPLE = {
  otherBranch: {
    username: 'otherBranch',
    userType: 2,
    customerType: 0,
    branchCode: 'B02',
    projects: [],
    branches: ['B02'],
    authorities: WRITER,
  },
  customer: {
    username: 'customer',
    userType: 1,
    customerType: 2,
    branchCode: 'B01',
    projects: ['P-1'],
    branches: [],
    authorities: WRITER,
  },
  internal: {
    username: 'internal',
    userType: 1,
    customerType: 1,
    branchCode: 'B01',
    projects: ['P-1', 'P-2'],
    branches: [],
    authorities: WRITER,
  },
  datesOnly: {
    username: 'datesOnly',
    userType: 2,
    customerType: 0,
    branchCode: 'B01',
    projects: [],
    branches: ['B01'],
    authorities: [...WRITER, 'SYMPTOM_READ', 'DISABLE_MAINTENANCE_HH_MM_SS'],
  },
} as const satisfies Record<string, Persona>;

export async function createDesk(): Promise<void> {
  await createPersonas();
  const passwordHash = await quickHash(PERSONA_PASSWORD);
  for (const description of Object.values(PEOPLE)) await createPersona(description, passwordHash);
  await db().option.createMany({
    data: [
      { name: 'scsb', value: '1', label: '门系统', labelEn: 'Door system', sort: 1 },
      { name: 'scsb', value: '2', label: '曳引驱动', labelEn: 'Drive', sort: 2 },
    ],
    skipDuplicates: true,
  });
}

/** A call-out of E-1 in B01, ten minutes old; its history is its state alone. */
export async function callOut(
  callbackId: string,
  rest: Partial<Prisma.CallbackUncheckedCreateInput> & { jobStatus?: string } = {},
): Promise<string> {
  const createDate = rest.createDate ?? new Date(Date.now() - 600_000);
  const jobStatus = rest.jobStatus ?? 'INIT';
  await db().callback.create({
    data: {
      callbackId,
      equipmentNo: 'E-1',
      branchCode: 'B01',
      callbackType: 'Customer call',
      jobDescription: '电梯不动',
      jobStatus,
      createDate,
      jobUpdateDate: createDate,
      ...rest,
      statuses: { create: { status: jobStatus, updateTime: rest.jobUpdateDate ?? createDate, operator: 'desk' } },
    },
  });
  return callbackId;
}

/** Everything that a move could ask for. */
export const FULL_MOVE = {
  reason: '待配件',
  technicianName: '李师傅',
  technicianPhone: '13900000001',
  scsa: '1',
  scsb: '1',
  jobTechRemark: '更换门锁',
  equipmentRunning: true,
  expectedReturnDate: '2099-01-01 08:00:00',
} as const;

export async function forgetCallOuts(): Promise<void> {
  await db().callback.deleteMany();
  await db().symptom.deleteMany();
  await db().activity.deleteMany();
  await db().notification.deleteMany();
  await db().technician.deleteMany();
  await db().maintenanceJob.deleteMany();
  await db().setting.deleteMany({ where: { key: { startsWith: 'callback.' } } });
  await db().outbox.deleteMany();
}
