import { troubleOf, wholeLength } from '@/lib/features/campus/trouble';
import { clockText } from '@/lib/platform/i18n/clock-text';
import type { IncidentRow } from '@/lib/features/incidents/contract';

const row = (rest: Partial<IncidentRow> = {}): IncidentRow => ({
  equipmentNo: 'A',
  equipmentName: 'A',
  equipmentType: 'YAE_ELT',
  displayType: 'EV',
  projectName: null,
  buildingName: null,
  address: null,
  branchName: 'B',
  condition: 'fault',
  code: '208',
  title: '门机过载',
  floor: '22',
  since: '2026-11-23 14:24:56',
  release: null,
  callback: null,
  canCreate: true,
  clock: null,
  due: null,
  limitSec: null,
  remainingSec: null,
  told: [],
  acks: [],
  notificationId: null,
  canAcknowledge: false,
  callHelp: false,
  camera: 0,
  ...rest,
});

it('says what is wrong with its code once, and since when', () => {
  expect(troubleOf(row(), false)).toMatchObject({ reason: '门机过载 208', since: Date.UTC(2026, 10, 23, 6, 24, 56) });
  expect(troubleOf(row({ title: '故障 208' }), false).reason).toBe('故障 208');
  expect(troubleOf(row({ title: null }), false).reason).toBe('208');
  expect(troubleOf(row({ title: null, code: null, since: null }), false)).toMatchObject({
    reason: undefined,
    since: undefined,
  });
});

it('says that there is no call-out only to users who may see call-outs', () => {
  expect(troubleOf(row(), true).callout).toBe('none');
  expect(troubleOf(row(), false).callout).toBeUndefined();
});

it('names the technician, who was told last and who acknowledged last; of a clock only who may know its time', () => {
  const ack = (nickName: string, ackDate: string) => ({ nickName, ackDate, own: false, inCharge: true });
  const trouble = troubleOf(
    row({
      callback: {
        callbackId: 'c',
        status: 'DISP',
        title: '',
        openedBy: 'person',
        technicianState: 'none',
        technicianName: '范超',
        technicianPhone: null,
        createDate: '2026-11-23 14:25:00',
        canMove: true,
      },
      told: [
        {
          level: 80,
          clock: 'arrival',
          outcome: 'told',
          createDate: '2026-11-23 14:30:00',
          people: [{ nickName: '王志强', channels: ['notice'], smsState: null }],
        },
      ],
      acks: [ack('赵倩', '2026-11-23 14:26:00'), ack('李明', '2026-11-23 14:28:00')],
      due: '2026-11-23 15:00:00',
      remainingSec: 600,
    }),
    true,
  );
  expect(trouble).toMatchObject({
    callout: 'DISP',
    technician: '范超',
    told: '王志强',
    acknowledged: '李明',
    due: Date.UTC(2026, 10, 23, 7),
  });
  expect(troubleOf(row({ due: '2026-11-23', remainingSec: null }), true).due).toBeUndefined();
});

it('counts seconds while persons are trapped and whole units otherwise', () => {
  expect([0, 132.9, 3732].map(clockText)).toEqual(['0:00', '2:12', '1:02:12']);
  expect([59_999, 60_000, 3_600_000, 90_000_000].map(wholeLength)).toEqual([
    { unit: 'seconds', count: 59 },
    { unit: 'minutes', count: 1 },
    { unit: 'hours', count: 1 },
    { unit: 'days', count: 1 },
  ]);
});
