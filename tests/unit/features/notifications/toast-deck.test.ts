import type { ToastEvent } from '@/lib/live/realtime/shared/notices';
import { ToastDeck } from '@/lib/features/notifications/shared/toast-deck';

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

describe('the cards', () => {
  let alarms: number;
  let deck: ToastDeck;
  const guids = () => deck.read().cards.map(({ guid }) => guid);
  beforeEach(() => {
    jest.useFakeTimers();
    alarms = 0;
    deck = new ToastDeck(() => {
      alarms += 1;
    });
  });
  afterEach(() => jest.useRealTimers());

  it('[CAMP-062] of a trapped person close when their own account has acknowledged, here or elsewhere, and stay for others', () => {
    const ack = (own: boolean) => ({ nickName: 'Li', ackDate: '2026-11-21 14:01:00', own, inCharge: true });
    deck.push(event('t', { entrapment: true }));
    deck.acknowledged('t', [ack(false)]);
    expect([guids(), deck.read().cards[0]?.acks]).toEqual([['t'], [ack(false)]]);
    deck.acknowledged('unknown', [ack(true)]);
    deck.acknowledged('t', [ack(false), ack(true)]);
    expect(guids()).toEqual([]);
    // Told again, after a reconnect: acknowledged is acknowledged; its end is news.
    deck.restore(event('t', { entrapment: true, acks: [ack(true)] }));
    expect([guids(), alarms]).toEqual([[], 1]);
    deck.push(event('t', { entrapment: true, objectStatus: 'false', acks: [ack(true)] }));
    expect(guids()).toEqual(['t']);
  });

  it('that stand are renewed however many came within the minute', () => {
    for (let index = 0; index < 20; index += 1) deck.push(event(`g${index}`));
    deck.push(event('g19', { objectStatus: 'false' }));
    expect(deck.read()).toMatchObject({
      more: 0,
      cards: expect.arrayContaining([expect.objectContaining({ guid: 'g19', objectStatus: 'false' })]),
    });
    deck.push(event('late'));
    expect([deck.read().more, guids().includes('late')]).toEqual([1, false]);
  });

  it('[CAMP-062] leave by themselves after 8 seconds', () => {
    deck.push(event('a'));
    jest.advanceTimersByTime(7999);
    expect(guids()).toEqual(['a']);
    jest.advanceTimersByTime(1);
    expect(guids()).toEqual([]);
  });

  it('[CAMP-062] a card that is closed takes its timer with it', () => {
    deck.push(event('a'));
    expect(deck.pendingTimers).toBe(1);
    deck.dismiss('a');
    expect([guids(), deck.pendingTimers]).toEqual([[], 0]);
  });

  it('[CAMP-062] one of a trapped person stays until it is acknowledged, or 8 seconds from the release', () => {
    deck.push(event('a', { entrapment: true }));
    jest.advanceTimersByTime(3_600_000);
    expect(guids()).toEqual(['a']);
    deck.push(event('a', { entrapment: true, objectStatus: 'false' }));
    jest.advanceTimersByTime(7999);
    expect(guids()).toEqual(['a']);
    jest.advanceTimersByTime(1);
    expect(guids()).toEqual([]);
  });

  it('[CAMP-061] are heard when something lasts, not when it ends', () => {
    deck.push(event('a'));
    deck.push(event('a', { objectStatus: 'false' }));
    expect(alarms).toBe(1);
    expect(guids()).toEqual(['a']);
  });

  it('[CAMP-063] "启动和投入使用" is made an end, and is not heard', () => {
    deck.push(event('a', { message: '启动和投入使用' }));
    expect(deck.read().cards[0]?.objectStatus).toBe('false');
    expect(alarms).toBe(0);
  });

  it('[CAMP-061] what lasts when the wall is opened: a trapped person has a card and is heard, a fault has neither', () => {
    deck.restore(event('fault'));
    deck.restore(event('released', { entrapment: true, objectStatus: 'false' }));
    expect([guids(), alarms]).toEqual([[], 0]);
    deck.restore(event('t', { entrapment: true }));
    expect([guids(), alarms]).toEqual([['t'], 1]);
  });

  it('trapped persons never make room, however many', () => {
    for (let index = 0; index < 30; index += 1)
      deck.push(event(`t${index}`, { entrapment: true, equipmentNo: `T${index}` }));
    for (let index = 0; index < 8; index += 1) deck.push(event(`e${index}`, { equipmentNo: `E${index}` }));
    expect(guids().filter((guid) => guid.startsWith('t'))).toHaveLength(30);
    expect(deck.read().more).toBe(8);
    jest.advanceTimersByTime(61_000);
    for (let index = 0; index < 8; index += 1) deck.push(event(`f${index}`, { equipmentNo: `F${index}` }));
    expect([guids().length, guids()[0]]).toEqual([31, 'f7']);
  });

  it('more than five units make room for each other, never a trapped person', () => {
    deck.push(event('t', { entrapment: true, equipmentNo: 'T' }));
    for (const guid of ['1', '2', '3', '4', '5', '6']) deck.push(event(guid, { equipmentNo: guid }));
    expect(guids()).toEqual(['6', '5', '4', '3', 't']);
  });

  it('the messages of one unit share a card and drive no other away', () => {
    deck.push(event('b', { equipmentNo: 'B' }));
    for (const guid of ['1', '2', '3', '4', '5', '6']) deck.push(event(guid));
    expect(guids()).toEqual(['6', '5', '4', '3', '2', '1', 'b']);
    for (const guid of ['c', 'd', 'e', 'f']) deck.push(event(guid, { equipmentNo: guid }));
    expect(guids()).toEqual(['f', 'e', 'd', 'c', '6', '5', '4', '3', '2', '1']);
  });

  it('more than twenty a minute become one card that counts them; a trapped person has a card all the same', () => {
    for (let index = 0; index < 25; index += 1) deck.push(event(`e${index}`));
    deck.push(event('t', { entrapment: true }));
    expect(deck.read().more).toBe(5);
    expect(guids()).toContain('t');
    jest.advanceTimersByTime(8000);
    expect(deck.read().more).toBe(0);
  });
});
