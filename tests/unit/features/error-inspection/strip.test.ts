import { isStripOver, visibleStrip, proposalOf, stripOf, stripSpan } from '@/lib/features/error-inspection/strip';

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 1, 4);
const episode = (minutes: number | null) => ({
  startDate: new Date(START),
  recoverDate: minutes === null ? null : new Date(START + minutes * MINUTE),
  mode: 'N' as string | null,
});
const NOW = START + 6 * 60 * MINUTE;
const change = (minutes: number, key: string, value: unknown) => [START + minutes * MINUTE, key, value];

describe('the span of a strip', () => {
  it('reaches from ten minutes before to ten minutes after the fault', () => {
    expect(stripSpan(episode(5), NOW)).toEqual({ from: START - 10 * MINUTE, until: START + 15 * MINUTE });
  });
  it('ends now while the fault lasts, and two hours after the beginning of a long one', () => {
    expect(stripSpan(episode(null), START + 3 * MINUTE).until).toBe(START + 3 * MINUTE);
    expect(stripSpan(episode(600), START + 700 * MINUTE).until).toBe(START + 120 * MINUTE);
  });
  it('grows until ten minutes after the end', () => {
    expect([5, 14, 15].map((minutes) => isStripOver(episode(5), START + minutes * MINUTE))).toEqual([
      false,
      false,
      true,
    ]);
    expect(isStripOver(episode(null), NOW)).toBe(false);
  });
});

describe('a strip out of traces', () => {
  it('begins with what was known before, says each change once, in ms from the beginning of the fault', () => {
    const buckets = [
      [change(-14, 'door', 'Opened'), change(-12, 'door', 'Closed'), change(-11, 'health', 'Good')],
      [change(-5, 'door', 'Closed'), change(-2, 'drive', 'Moving'), change(0, 'errorstate', true)],
      [change(20, 'door', 'Opened'), 'not a change', [1, 2], null],
    ];
    expect(stripOf(buckets, episode(5), NOW)).toEqual({
      fromMs: -10 * MINUTE,
      untilMs: 15 * MINUTE,
      entries: [
        { at: -10 * MINUTE, key: 'door', value: 'Closed' },
        { at: -2 * MINUTE, key: 'drive', value: 'Moving' },
        { at: 0, key: 'errorstate', value: true },
      ],
    });
  });
  it('is nothing where nothing was kept', () => {
    expect(stripOf([], episode(5), NOW)).toBeNull();
    expect(stripOf([[change(0, 'health', 'Bad')], 'broken'], episode(5), NOW)).toBeNull();
  });
  it('loses what the data strategy withholds', () => {
    const strip = stripOf(
      [[change(0, 'door', 'Closed'), change(0, 'mode', 'N'), change(0, 'errorstate', true)]],
      episode(5),
      NOW,
    );
    const keys = (groups: string[]) => visibleStrip(strip, groups)?.entries.map(({ key }) => key) ?? null;
    expect(keys(['live', 'runModes', 'faults'])).toEqual(['door', 'mode', 'errorstate']);
    expect(keys(['live', 'faults'])).toEqual(['door', 'errorstate']);
    expect(keys(['faults'])).toEqual(['errorstate']);
    expect(keys(['runModes'])).toBeNull();
  });
});

describe('SERVICE_WORK is proposed', () => {
  const proposed = (changes: unknown[], minutes: number | null = 10, mode: string | null = 'N', now = NOW) => {
    const one = { ...episode(minutes), mode };
    return proposalOf(stripOf([changes], one, now), one, now);
  };
  it.each([
    ['inspection mode for 6 of 10 minutes', [change(4, 'mode', 'INS')], 'SERVICE_WORK'],
    ['test mode before and all through it', [change(-3, 'mode', 'KFM')], 'SERVICE_WORK'],
    ['inspection mode for exactly half of it', [change(5, 'mode', 'INS')], null],
    ['a technician on site for 6 of 10 minutes', [change(4, 'technicianonsite', true)], 'SERVICE_WORK'],
    [
      'inspection, then a technician without a gap',
      [change(0, 'mode', 'INS'), change(3, 'mode', 'N'), change(3, 'technicianonsite', true)],
      'SERVICE_WORK',
    ],
    ['an escalator in inspection', [change(1, 'operationmode', 'Inspection')], 'SERVICE_WORK'],
    ['a mode with its entry', [change(1, 'mode', { value: 'INS', secondary: [] })], 'SERVICE_WORK'],
    ['a technician who came after it', [change(11, 'technicianonsite', true), change(0, 'mode', 'N')], null],
    ['nobody', [change(0, 'mode', 'N'), change(0, 'technicianonsite', false)], null],
  ])('%s', (_, changes, result) => {
    expect(proposed(changes)).toBe(result);
  });
  it('by the mode at its beginning where nothing else was kept', () => {
    expect(proposed([], 10, 'INS')).toBe('SERVICE_WORK');
    expect(proposed([], 10, 'N')).toBeNull();
    expect(proposed([], 10, null)).toBeNull();
  });
  it('counts up to now while the fault lasts', () => {
    expect(proposed([change(4, 'mode', 'INS')], null, 'N', START + 9 * MINUTE)).toBe('SERVICE_WORK');
    expect(proposed([change(4, 'mode', 'INS')], null, 'N', START + 7 * MINUTE)).toBeNull();
  });
});
