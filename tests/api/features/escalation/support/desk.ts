import { db, pool } from '@/lib/platform/db/client';
import { followEntrapments } from '@/lib/features/callbacks/internal/entrapments';
import { openCallback } from '@/lib/features/callbacks/internal/create';
import type { CallbackRequest } from '@/lib/features/callbacks/internal/create';
import { bearer, callSms } from '../../../../support/sms-client';
import { signIn } from '../../../live/realtime/support/rtc';
import type { Person } from '../../../live/realtime/support/rtc';
import { createBox } from '../../../live/telemetry/world';

/** A branch with its people, a unit and its customer; each sees what his rights say. */

export const INCIDENT = ['EQUIPMENT_READ', 'CALLBACK_READ'];

const people = new Map<string, Person>();
export async function hire(...person: Parameters<typeof signIn>): Promise<Person> {
  const hired = await signIn(...person);
  people.set(person[0], hired);
  return hired;
}

export const tokenOf = (who: string): string => people.get(who)?.accessToken ?? '';

/** Over the door, as one of them. */
export const ask = <T>(who: string, path: string, body: object) =>
  callSms<T>('POST', path, { body, headers: bearer(tokenOf(who)) });

export async function createDuty(): Promise<void> {
  await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  await db().project.create({
    data: {
      projectId: 'P1',
      branchCode: 'B1',
      projectName: 'P1',
      isMessage: '1',
      equipment: { create: { equipmentNo: 'U1' } },
    },
  });
  await hire('dispatcher', [...INCIDENT, 'CALLBACK_WRITE'], { branches: ['B1'] });
  await hire('manager', [...INCIDENT, 'USER_WRITE'], { branches: ['B1'] });
  await hire('head', INCIDENT);
  // Tabs of the wall alone make nobody responsible.
  await hire('watcher', ['CAMPUS_VIEW_CALLBACK_READ', 'CALLBACK_WRITE'], { branches: ['B1'] });
  await hire('foreign', [...INCIDENT, 'CALLBACK_WRITE', 'USER_WRITE'], { branches: ['B2'] });
  await hire('customer', [...INCIDENT, 'CALLBACK_WRITE', 'CAMPUS_VIEW_EQUIPMENT_READ'], { projects: ['P1'] });
  for (const [username, phone] of [
    ['dispatcher', '13800000001'],
    ['manager', '13800000002'],
    ['head', '13800000003'],
  ] as const)
    await db().user.update({ where: { username }, data: { phone } });
}

/** Where incidents leave traces, those that point at others first. */
const INCIDENT_TABLES = [
  'escalation_step',
  'entrapment',
  'callback',
  'symptom',
  'sla_mark',
  'notification',
  'activity',
  'equipment_event',
  'sms_log',
  'notification_switch',
  'setting',
];

/** Nothing has happened yet; people and units stay. */
export async function forgetIncidents(): Promise<void> {
  await pool().query(INCIDENT_TABLES.map((table) => `DELETE FROM ${table}`).join('; '));
}

/** As the ingest writes what a box says of trapped persons. */
export async function trap(equipmentNo: string, startAt = new Date()): Promise<void> {
  await db().equipmentStatus.update({ where: { equipmentNo }, data: { entrapmentStatus: 1 } });
  await db().entrapment.create({ data: { equipmentNo, startAt, startSource: 'box', createDate: startAt } });
}
export async function free(equipmentNo: string, releasedAt = new Date()): Promise<void> {
  await db().equipmentStatus.update({ where: { equipmentNo }, data: { entrapmentStatus: 0 } });
  await db().entrapment.updateMany({
    where: { equipmentNo, releasedAt: null },
    data: { releasedAt, releaseSource: 'box' },
  });
  await followEntrapments(Date.now());
}

export const open = (isTrapped: boolean, rest: Partial<CallbackRequest> = {}) =>
  db().$transaction((sql) =>
    openCallback(sql, {
      equipmentNo: 'U1',
      callbackType: 'Customer call',
      jobDescription: 'door',
      operator: null,
      persons: { isTrapped, trappedCount: null, isInjured: false },
      ...rest,
    }),
  );

/** Who was told what of a clock by which way, in the order it was written. */
export async function told(): Promise<string[]> {
  const steps = await db().escalationStep.findMany({
    orderBy: { id: 'asc' },
    include: { mark: true, told: { orderBy: [{ username: 'asc' }, { channel: 'asc' }] } },
  });
  return steps.map(({ level, outcome, mark, told: people }) => {
    const what = mark ? `${mark.clock} ${level}` : 'unacknowledged';
    return `${what} ${outcome}: ${people.map(({ username, channel }) => `${username}/${channel}`).join(' ')}`.trim();
  });
}
