import { AcknowledgedBook } from '@/lib/features/notifications/acknowledged';
import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import { ToastDeck } from '@/lib/features/notifications/toast-deck';

const event = (guid: string, rest: Partial<ToastEvent> = {}): ToastEvent => ({
  guid,
  objectStatus: 'true',
  subType: 'error',
  title: '门故障',
  message: '',
  equipmentName: '1号梯',
  equipmentNo: 'A',
  equipmentType: 'YAE_ELT',
  eventDate: '2026-11-21 14:00:00',
  notificationDate: '2026-11-21 14:00:01',
  camera: 0,
  entrapment: false,
  ...rest,
});
let alarms = 0;
beforeEach(() => localStorage.clear());

it('[CAMP-062] a trapped person is there again after a reload, until acknowledged; what passed by itself is no acknowledgement', () => {
  const reload = (username = 'anna') =>
    new ToastDeck(() => {
      alarms += 1;
    }, new AcknowledgedBook(username));
  const first = reload();
  first.push(event('t', { entrapment: true }));
  const second = reload();
  second.restore(event('t', { entrapment: true }));
  expect(second.read().cards.map(({ guid }) => guid)).toEqual(['t']);
  second.close('t');
  second.push(event('fault'));
  second.close('fault');
  alarms = 0;
  const third = reload();
  third.restore(event('t', { entrapment: true }));
  third.push(event('t', { entrapment: true }));
  expect([third.read().cards, alarms]).toEqual([[], 0]);
  third.push(event('fault'));
  third.push(event('t', { entrapment: true, objectStatus: 'false' }));
  expect(third.read().cards.map(({ guid }) => guid)).toEqual(['t', 'fault']);
  const other = reload('ben');
  other.restore(event('t', { entrapment: true }));
  expect(other.read().cards).toHaveLength(1);
});

it('[CAMP-062] what an account acknowledged is kept within bounds, and a storage with something else in it does no harm', () => {
  localStorage.setItem('campusAcknowledged:anna', '{"not":"a list"}');
  const book = new AcknowledgedBook('anna');
  expect(book.has('e0')).toBe(false);
  for (let index = 0; index < 250; index += 1) book.add(`e${index}`);
  expect([book.has('e249'), book.has('e0'), new AcknowledgedBook('anna').has('e249')]).toEqual([true, false, true]);
});
