import type { DutyRow } from '@/lib/features/incidents/duty-contract';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { db, pool } from '@/lib/platform/db/client';
import { few } from '../../../support/full';
import { bearer, callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import {
  ask,
  createDuty,
  forgetIncidents,
  free,
  hire,
  INCIDENT,
  open,
  tokenOf,
  trap,
} from '../escalation/support/desk';

/** What strip, board, wall and home offer is what the server takes, and nothing else (readings 236, 255). */

useFreshDatabase();
beforeAll(async () => {
  await createDuty();
  await hire('onlooker', ['MONITOR_READ'], { branches: ['B1'] });
  await hire('wallViewer', ['EQUIPMENT_READ', 'CAMPUS_VIEW_EQUIPMENT_READ'], { branches: ['B1'] });
  await hire('caller', ['MONITOR_READ', 'CALLBACK_WRITE'], { branches: ['B1'] });
  await hire('writer', [...INCIDENT, 'CALLBACK_WRITE'], { branches: ['B1'] });
});

const PERSONAS = ['dispatcher', 'manager', 'head', 'customer', 'onlooker', 'wallViewer', 'caller', 'foreign'];
const AGES = ['fresh', 'imported', 'old', 'messagesGone'] as const;
const STATES = ['unsent', 'INIT', 'acknowledged', 'PAGE', 'released', 'CLSO'] as const;
const KINDS = ['trapped', 'fault'] as const;
type Case = { age: (typeof AGES)[number]; state: (typeof STATES)[number]; kind: (typeof KINDS)[number] };
const CASES = KINDS.flatMap((kind) => {
  const cases = AGES.flatMap((age) =>
    STATES.filter((state) => kind === 'trapped' || state !== 'released').map((state) => ({ age, state, kind })),
  );
  // Buttons and server ask the same of both kinds; a fault has no release.
  return few(cases, kind === 'trapped' ? 6 : 2, `${kind} in every age and state`);
});
const DAY_MS = 86_400_000;

/** A unit in trouble by box, message and call-out, of this age and in this state. @returns the call-out's number */
async function arrange({ age, state, kind }: Case): Promise<string | null> {
  await forgetIncidents();
  const at = new Date(Date.now() - (age === 'old' ? 100 * DAY_MS : 60_000));
  const isTrapped = kind === 'trapped';
  const isReleased = state === 'released';
  await db().equipmentStatus.update({
    where: { equipmentNo: 'U1' },
    data: { entrapmentStatus: 0, errorStatus: isTrapped ? 0 : 1 },
  });
  if (isTrapped) await trap('U1', at);
  if (age !== 'imported' && age !== 'messagesGone')
    await db().notification.create({
      data: {
        notificationType: isTrapped ? 'entrapment' : 'error',
        subType: isTrapped ? 'entrapment' : 'error',
        equipmentNo: 'U1',
        branchCode: 'B1',
        title: 'x',
        message: 'x',
        guid: 'U1-message',
        objectStatus: !isReleased,
        notificationDate: at,
      },
    });
  if (state === 'unsent') return null;
  if (age === 'imported') {
    const data = { callbackId: 'C-ERP', equipmentNo: 'U1', branchCode: 'B1', callbackType: 'Customer call' };
    await db().callback.create({
      data: { ...data, jobStatus: 'INIT', personTrapped: isTrapped, createDate: at, jobUpdateDate: at },
    });
  }
  const callbackId = age === 'imported' ? 'C-ERP' : (await open(isTrapped)).callbackId;
  if (age === 'messagesGone') await db().notification.deleteMany();
  if (state === 'acknowledged') await ask('writer', 'duty/acknowledge', { callbackId });
  const jobStatus = state === 'PAGE' || state === 'CLSO' ? state : 'INIT';
  await db().callback.update({
    where: { callbackId },
    data: {
      jobStatus,
      ...(age === 'old' ? { createDate: at } : {}),
    },
  });
  if (isReleased) await free('U1');
  if (age === 'old') await db().notification.updateMany({ data: { notificationDate: at } });
  return callbackId;
}

const acksKept = async () =>
  (
    await pool().query<{ kept: number }>(
      'SELECT (SELECT count(*) FROM incident_ack)::int + (SELECT count(*) FROM notification_ack)::int AS kept',
    )
  ).rows[0]?.kept ?? 0;
const rowOf = async (who: string) =>
  (await ask<{ records: IncidentRow[] }>(who, 'incident/query', { equipmentNos: ['U1'] })).data?.records[0];
const boardOf = async (who: string, callbackId: string) =>
  (await ask<{ records: DutyRow[] } | null>(who, 'duty/query', {})).data?.records.find(
    (row) => row.callbackId === callbackId,
  );

/** As the button does: the call-out where one is shown, else the message. @returns whether the server took it and kept it */
async function acknowledges(who: string, row: IncidentRow | undefined, callbackId: string | null): Promise<boolean> {
  const before = await acksKept();
  const target = row?.callback?.callbackId ?? (row ? null : callbackId);
  const message =
    row && target === null
      ? await db().notification.findFirst({ where: { username: null, guid: 'U1-message', objectStatus: true } })
      : null;
  const { code } =
    target !== null
      ? await ask(who, 'duty/acknowledge', { callbackId: target })
      : message
        ? await ask(who, 'notification/acknowledge', { notificationIds: [String(message.notificationId)] })
        : { code: 404 };
  return code === 200 && (await acksKept()) > before;
}

describe.each(CASES)('a $kind of $age, $state', (one) => {
  it('is offered to be acknowledged to exactly those from whom the server takes it', async () => {
    const wrong: string[] = [];
    let callbackId: string | null = null;
    let isSpoilt = true;
    for (const who of PERSONAS) {
      if (isSpoilt) callbackId = await arrange(one);
      const row = await rowOf(who);
      const onBoard = callbackId === null ? undefined : await boardOf(who, callbackId);
      const offered = row?.canAcknowledge ?? onBoard?.canAcknowledge ?? false;
      if (row?.callback && onBoard && row.canAcknowledge !== onBoard.canAcknowledge)
        wrong.push(`${who}: strip and board`);
      const taken = await acknowledges(who, row, onBoard ? callbackId : null);
      isSpoilt = taken;
      if (offered !== taken) wrong.push(`${who}: offered ${offered}, taken ${taken}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is offered to be dispatched to exactly those from whom the server takes it', async () => {
    const wrong: string[] = [];
    let isSpoilt = true;
    for (const who of PERSONAS) {
      if (isSpoilt) await arrange(one);
      isSpoilt = false;
      const row = await rowOf(who);
      if (!row) continue;
      const technician = { technicianName: 'T', technicianPhone: '13900000000' };
      const { code } = row.callback
        ? await ask(who, 'callback/transition', {
            callbackId: row.callback.callbackId,
            from: row.callback.status,
            status: 'PAGE',
            ...technician,
          })
        : row.canCreate
          ? await callSms('PUT', 'callback', {
              body: { equipmentNo: 'U1', jobDescription: 'x', personTrapped: one.kind === 'trapped' },
              headers: bearer(tokenOf(who)),
            })
          : { code: 403 };
      isSpoilt = code === 200;
      const offered = row.callback?.canMove ?? row.canCreate;
      if (offered !== (code === 200)) wrong.push(`${who}: offered ${offered}, code ${code}`);
    }
    expect(wrong).toEqual([]);
  });
});

it('where an ERP moves the call-outs nobody is offered to open or to assign one', async () => {
  await arrange({ age: 'fresh', state: 'unsent', kind: 'fault' });
  await db().setting.create({ data: { key: 'callback.erpMaster', value: true } });
  expect(await rowOf('dispatcher')).toMatchObject({ callback: null, canCreate: false });
});
