import { CALLBACK_STATUSES } from '@/lib/features/callbacks/state';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';
import en from '@/messages/en/incidents.json';
import zh from '@/messages/zh-CN/incidents.json';

/** Who opened the call-out × who has acknowledged × how far it is (readings 256): the whole table. */

const ACKS = { none: [], customer: [{ inCharge: false }], inCharge: [{ inCharge: true }] } as const;
const said = (openedBy: 'system' | 'person', who: keyof typeof ACKS, status: (typeof CALLBACK_STATUSES)[number]) => {
  const { ack, word } = incidentState({ openedBy, status }, ACKS[who]);
  return `${ack} ${String(word)}`;
};

it('without a call-out, an incident is either acknowledged by a person or not acknowledged', () => {
  expect(incidentState(null, ACKS.none)).toEqual({ ack: 'nobody', word: null });
  expect(incidentState(null, ACKS.customer)).toEqual({ ack: 'names', word: null });
});

it.each([
  ['system', 'none', 'silent systemNobody'],
  ['system', 'customer', 'names systemNobody'],
  ['system', 'inCharge', 'names systemTaken'],
  ['person', 'none', 'nobody opened'],
  ['person', 'customer', 'names opened'],
  ['person', 'inCharge', 'names taken'],
] as const)('a new call-out of a %s, acknowledged by %s, is %s', (openedBy, who, expected) => {
  expect(said(openedBy, who, 'INIT')).toBe(expected);
});

const OPENERS = ['system', 'person'] as const;
const WHO = ['none', 'customer', 'inCharge'] as const;
const table = OPENERS.flatMap((openedBy) =>
  WHO.flatMap((who) => CALLBACK_STATUSES.map((status) => ({ openedBy, who, status }))),
);

it.each(table)(
  '$openedBy, acknowledged by $who, $status: nobody has acknowledged and accepted never stand together',
  (one) => {
    const { ack, word } = incidentState(one, ACKS[one.who]);
    for (const words of [zh, en]) {
      const state = word === null ? '' : words.state[word];
      expect(state).not.toBe('');
      if (ack === 'nobody') expect(state).not.toMatch(/已受理|accepted/);
      if (one.openedBy === 'system') expect(state).not.toMatch(/已受理|accepted/);
      // Sent is not told (readings 245).
      expect(state).not.toMatch(/已通知|notified/);
    }
    if (ack === 'nobody') expect(['INIT', 'REQU']).toContain(one.status);
  },
);
