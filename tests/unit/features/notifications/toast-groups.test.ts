import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import { CARD, cardsIn, toastGroups } from '@/lib/features/notifications/shared/toast-groups';

const event = (guid: string, equipmentNo: string, rest: Partial<ToastEvent> = {}): ToastEvent => ({
  guid,
  objectStatus: 'true',
  subType: 'error',
  title: '门故障',
  message: '',
  equipmentName: equipmentNo,
  equipmentNo,
  equipmentType: 'YAE_ELT',
  eventDate: '2026-11-21 14:00:00',
  notificationDate: '2026-11-21 14:00:01',
  camera: 0,
  entrapment: false,
  ...rest,
});
const shortly = ({ groups, more }: ReturnType<typeof toastGroups>) => [
  groups.map(({ equipmentNo, lead, guids }) => `${equipmentNo}:${lead.guid} ${guids.length}`),
  more,
];

it('a unit has one card, with its newest message and how many it has in all', () => {
  expect(shortly(toastGroups({ cards: [event('3', 'A'), event('2', 'B'), event('1', 'A')], more: 0 }))).toEqual([
    ['A:3 2', 'B:2 1'],
    0,
  ]);
});

it('an open entrapment leads its card and stands before all others; one that is over does not', () => {
  const cards = [
    event('4', 'A'),
    event('3', 'B'),
    event('2', 'B', { entrapment: true }),
    event('1', 'C', { entrapment: true, objectStatus: 'false' }),
  ];
  expect(shortly(toastGroups({ cards, more: 0 }))).toEqual([['B:2 2', 'A:4 1', 'C:1 1'], 0]);
});

it('what has no room is counted by messages with what had no card at all', () => {
  const cards = [event('4', 'A'), event('3', 'B'), event('2', 'B'), event('1', 'C', { entrapment: true })];
  expect(shortly(toastGroups({ cards, more: 7 }, () => 1))).toEqual([['C:1 1'], 10]);
  expect(toastGroups({ cards, more: 7 }, () => 1).isWaiting).toBe(true);
  expect(toastGroups({ cards, more: 7 }).isWaiting).toBe(false);
  // The card that counts the rest takes room itself.
  expect(shortly(toastGroups({ cards: cards.slice(0, 2), more: 0 }, (hasRest) => (hasRest ? 1 : 2)))).toEqual([
    ['A:4 1', 'B:3 1'],
    0,
  ]);
});

it('cards and the one that counts the rest never cover more than a third of the tiles', () => {
  for (const area of [
    { width: 1581, height: 964 },
    { width: 1313, height: 700 },
    { width: 390, height: 730 },
    { width: 560, height: 720 },
  ]) {
    const card = Math.min(CARD.width, area.width - 2 * CARD.side);
    const third = (area.width * area.height) / 3;
    expect(cardsIn(area, false) * card * CARD.height).toBeLessThanOrEqual(third);
    expect(card * (cardsIn(area, true) * CARD.height + CARD.rest)).toBeLessThanOrEqual(third);
  }
});

it('one card has room on the smallest stage', () => {
  expect(cardsIn({ width: 320, height: 200 }, true)).toBe(1);
  expect(cardsIn({ width: 0, height: 0 }, true)).toBe(1);
});
