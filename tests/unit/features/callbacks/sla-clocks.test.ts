import { DEFAULT_LIMITS, slaClocks } from '@/lib/features/callbacks/sla-clocks';
import type { SlaClockName, SlaFacts } from '@/lib/features/callbacks/sla-clocks';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';

/** `hh:mm[:ss]` of Shanghai on the day of the call-out, `+hh:mm` on the next one. */
function at(text: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.replace('+', '').split(':').map(Number);
  return Date.UTC(2026, 2, 1 + (text.startsWith('+') ? 1 : 0), hours - 8, minutes, seconds);
}

interface Story {
  readonly title: string;
  /** `STATE time` */
  readonly steps: readonly string[];
  readonly now: string;
  /** Entrapments, each `start` or `start release`. */
  readonly trapped?: readonly string[];
  readonly event?: string;
  readonly hasDistrict?: boolean;
  /** `state seconds due late`, worked out by hand; `-` where there is none. */
  readonly expected: Readonly<Partial<Record<SlaClockName, string>>>;
}

const STORIES: readonly Story[] = [
  {
    title: 'a plain one in time',
    steps: ['INIT 09:00', 'PAGE 09:04', 'DISP 09:10', 'SITE 09:40', 'CLSO 10:30'],
    now: '12:00',
    // 4 min, 40 min, 90 min.
    expected: { response: 'stopped 240 09:10 no', arrival: 'stopped 2400 10:00 no', restore: 'stopped 5400 17:00 no' },
  },
  {
    title: 'just reported',
    steps: ['INIT 09:00'],
    now: '09:01:30',
    expected: { response: 'running 90 09:10 no', arrival: 'running 90 10:00 no', restore: 'running 90 17:00 no' },
  },
  {
    title: 'nobody assigned for too long',
    steps: ['INIT 09:00'],
    now: '09:10:01',
    expected: { response: 'running 601 09:10 late', arrival: 'running 601 10:00 no', restore: 'running 601 17:00 no' },
  },
  {
    title: 'assigned in the very last second',
    steps: ['INIT 09:00', 'PAGE 09:10'],
    now: '09:20',
    expected: { response: 'stopped 600 09:10 no', arrival: 'running 1200 10:00 no', restore: 'running 1200 17:00 no' },
  },
  {
    title: 'declined and assigned again: the first assignment counts',
    steps: ['INIT 09:00', 'PAGE 09:05', 'REQU 09:12', 'PAGE 09:30', 'DISP 09:31', 'SITE 10:05'],
    now: '10:05',
    // Response 5 min, arrival 65 of 60 min.
    expected: {
      response: 'stopped 300 09:10 no',
      arrival: 'stopped 3900 10:00 late',
      restore: 'running 3900 17:00 no',
    },
  },
  {
    title: 'interrupted for parts, a technician comes back',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 09:30', 'INTR 10:00', 'SITE 14:00', 'CLSO 15:00'],
    now: '16:00',
    // 6 h less 4 h of standing still; due 8 + 4 h after 09:00.
    expected: { response: 'stopped 120 09:10 no', arrival: 'stopped 1800 10:00 no', restore: 'stopped 7200 21:00 no' },
  },
  {
    title: 'interrupted now: the repair stands still',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 09:30', 'INTR 10:00'],
    now: '23:00',
    expected: { response: 'stopped 120 09:10 no', arrival: 'stopped 1800 10:00 no', restore: 'paused 3600 - no' },
  },
  {
    title: 'handed over: it stands still until the next one departs',
    steps: [
      'INIT 09:00',
      'PAGE 09:02',
      'DISP 09:03',
      'SITE 09:30',
      'INTR 10:00',
      'REQU 11:00',
      'PAGE 11:30',
      'DISP 12:00',
    ],
    now: '13:00',
    // 4 h less 10:00 to 12:00.
    expected: { response: 'stopped 120 09:10 no', arrival: 'stopped 1800 10:00 no', restore: 'running 7200 19:00 no' },
  },
  {
    title: 'handed over and not yet on the road: still standing',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 09:30', 'INTR 10:00', 'REQU 11:00', 'PAGE 11:30'],
    now: '13:00',
    expected: { response: 'stopped 120 09:10 no', arrival: 'stopped 1800 10:00 no', restore: 'paused 3600 - no' },
  },
  {
    title: 'two interruptions',
    steps: [
      'INIT 09:00',
      'PAGE 09:01',
      'DISP 09:02',
      'SITE 09:20',
      'INTR 10:00',
      'SITE 11:00',
      'INTR 11:30',
      'DISP 13:30',
      'SITE 14:00',
      'CLSO 18:30',
    ],
    now: '19:00',
    // 9.5 h less 1 h and 2 h: 6.5 h; due 17:00 + 3 h.
    expected: { response: 'stopped 60 09:10 no', arrival: 'stopped 1200 10:00 no', restore: 'stopped 23400 20:00 no' },
  },
  {
    title: 'over midnight',
    steps: ['INIT 23:50', 'PAGE 23:58', 'DISP +00:05', 'SITE +00:55', 'CLSO +08:00'],
    now: '+09:00',
    // 8 min, 65 min, 8 h 10 min.
    expected: {
      response: 'stopped 480 +00:00 no',
      arrival: 'stopped 3900 +00:50 late',
      restore: 'stopped 29400 +07:50 late',
    },
  },
  {
    title: 'interrupted over the night',
    steps: ['INIT 20:00', 'PAGE 20:05', 'DISP 20:06', 'SITE 20:50', 'INTR 22:00', 'SITE +07:00', 'CLSO +08:30'],
    now: '+09:00',
    // 12.5 h less 9 h.
    expected: {
      response: 'stopped 300 20:10 no',
      arrival: 'stopped 3000 21:00 no',
      restore: 'stopped 12600 +13:00 no',
    },
  },
  {
    title: 'a person trapped in a district, freed in time',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 09:25', 'CLSO 10:00'],
    now: '11:00',
    trapped: ['09:00 09:40'],
    hasDistrict: true,
    // Release 15 of 30 min after the arrival.
    expected: {
      response: 'stopped 120 09:03 no',
      arrival: 'stopped 1500 09:30 no',
      release: 'stopped 900 09:55 no',
      restore: 'stopped 3600 13:00 no',
    },
  },
  {
    title: 'a person trapped outside of a district, everything late',
    steps: ['INIT 09:00', 'PAGE 09:04', 'DISP 09:06', 'SITE 10:01', 'CLSO 13:30'],
    now: '14:00',
    trapped: ['09:00 10:45'],
    expected: {
      response: 'stopped 240 09:03 late',
      arrival: 'stopped 3660 10:00 late',
      release: 'stopped 2640 10:31 late',
      restore: 'stopped 16200 13:00 late',
    },
  },
  {
    title: 'a person trapped, nobody there yet: the release waits',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03'],
    now: '09:20',
    trapped: ['09:00'],
    hasDistrict: true,
    expected: {
      response: 'stopped 120 09:03 no',
      arrival: 'running 1200 09:30 no',
      release: 'waiting - - no',
      restore: 'running 1200 13:00 no',
    },
  },
  {
    title: 'a person trapped, closed without a word of the release',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 09:20', 'CLSO 10:00'],
    now: '11:00',
    trapped: ['09:00'],
    hasDistrict: true,
    expected: {
      response: 'stopped 120 09:03 no',
      arrival: 'stopped 1200 09:30 no',
      release: 'unknown - 09:50 no',
      restore: 'stopped 3600 13:00 no',
    },
  },
  {
    title: 'a person trapped later, on the way: both clocks run and the earlier end counts',
    steps: ['INIT 09:00', 'PAGE 09:05', 'DISP 09:10'],
    now: '09:30',
    trapped: ['09:20'],
    hasDistrict: true,
    // Arrival: 09:20 + 30 min before 09:00 + 60 min. Who was on the way had answered it.
    expected: {
      response: 'stopped 0 09:23 no',
      arrival: 'running 600 09:50 no',
      release: 'waiting - - no',
      restore: 'running 600 13:20 no',
    },
  },
  {
    title: 'detected by the box: arrival and repair count from the event',
    steps: ['INIT 09:00', 'PAGE 09:05', 'DISP 09:06', 'SITE 09:50', 'CLSO 10:00'],
    now: '11:00',
    event: '08:40',
    // 70 and 80 min from 08:40.
    expected: {
      response: 'stopped 300 09:10 no',
      arrival: 'stopped 4200 09:40 late',
      restore: 'stopped 4800 16:40 no',
    },
  },
  {
    title: 'cancelled on the way',
    steps: ['INIT 09:00', 'PAGE 09:03', 'DISP 09:05', 'CLSC 09:20'],
    now: '12:00',
    expected: {
      response: 'stopped 180 09:10 no',
      arrival: 'cancelled 1200 10:00 no',
      restore: 'cancelled 1200 17:00 no',
    },
  },
  {
    title: 'imported with gaps: what nobody wrote stays unknown',
    steps: ['INIT 09:00', 'CLSO 10:00'],
    now: '11:00',
    expected: { response: 'unknown - 09:10 no', arrival: 'unknown - 10:00 no', restore: 'stopped 3600 17:00 no' },
  },
  {
    title:
      'detected with trapped persons: arrival and repair count from what the box saw, the answer from the call-out',
    steps: ['INIT 09:00'],
    event: '08:58',
    trapped: ['09:00'],
    now: '09:01',
    expected: {
      response: 'running 60 09:03 no',
      arrival: 'running 180 09:58 no',
      release: 'waiting - - no',
      restore: 'running 180 12:58 no',
    },
  },
  {
    title: 'on the way without having been assigned: when it was answered nobody knows',
    steps: ['INIT 09:00', 'DISP 09:05'],
    now: '09:06',
    expected: { response: 'unknown - 09:10 no', arrival: 'running 360 10:00 no', restore: 'running 360 17:00 no' },
  },
  {
    title: 'trapped while the technician is there already: the release counts from then',
    steps: ['INIT 09:00', 'PAGE 09:04', 'SITE 09:40'],
    trapped: ['09:50'],
    now: '09:55',
    expected: {
      response: 'stopped 240 09:10 no',
      arrival: 'stopped 2400 10:00 no',
      release: 'running 300 10:20 no',
      restore: 'running 300 13:50 no',
    },
  },
  {
    title: 'trapped again, nobody sent: all clocks of trapped persons begin anew, the repair goes on',
    steps: ['INIT 09:00'],
    trapped: ['09:00 09:10', '09:20'],
    now: '09:21',
    expected: {
      response: 'running 60 09:23 no',
      arrival: 'running 60 10:20 no',
      release: 'waiting - - no',
      restore: 'running 1260 13:00 no',
    },
  },
  {
    title: 'trapped again while the technician drives home: somebody is asked anew',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 09:20', 'INTR 09:40', 'DISP 10:05', 'SITE 10:15'],
    trapped: ['09:00 09:30', '10:00 10:20'],
    now: '10:30',
    // 5 min, 15 min, 5 min after the arrival.
    expected: {
      response: 'stopped 300 10:03 late',
      arrival: 'stopped 900 11:00 no',
      release: 'stopped 300 10:45 no',
      restore: 'running 3900 13:25 no',
    },
  },
  {
    title: 'trapped again with the technician on site: the release alone, from its start',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 09:25'],
    trapped: ['09:00 09:40', '09:50'],
    now: '09:55',
    expected: {
      response: 'stopped 120 09:03 no',
      arrival: 'stopped 1500 10:00 no',
      release: 'running 300 10:20 no',
      restore: 'running 3300 13:00 no',
    },
  },
  {
    title: 'a trouble that nobody has taken for long, then somebody is trapped: what was over before does not count',
    steps: ['INIT 09:00'],
    trapped: ['09:20'],
    now: '09:21',
    // Response was due at 09:10; the arrival of the trouble, 10:00, ends before that of the trapped, 10:20.
    expected: {
      response: 'running 60 09:23 no',
      arrival: 'running 1260 10:00 no',
      release: 'waiting - - no',
      restore: 'running 60 13:20 no',
    },
  },
  {
    title: 'free before the technician came: nobody freed them, and it is no breach',
    steps: ['INIT 09:00', 'PAGE 09:02', 'DISP 09:03', 'SITE 10:30', 'CLSO 11:00'],
    trapped: ['09:00 09:45'],
    now: '12:00',
    expected: {
      response: 'stopped 120 09:03 no',
      arrival: 'stopped 5400 10:00 late',
      release: 'stopped 0 10:15 no',
      restore: 'stopped 7200 13:00 no',
    },
  },
  {
    title: 'free, and nobody has come yet',
    steps: ['INIT 09:00'],
    trapped: ['09:00 09:45'],
    now: '09:50',
    expected: {
      response: 'running 3000 09:03 late',
      arrival: 'running 3000 10:00 no',
      release: 'stopped 0 10:15 no',
      restore: 'running 3000 13:00 no',
    },
  },
  {
    title: 'imported in any order',
    steps: ['CLSO 10:30', 'SITE 09:40', 'INIT 09:00', 'PAGE 09:04'],
    now: '12:00',
    expected: { response: 'stopped 240 09:10 no', arrival: 'stopped 2400 10:00 no', restore: 'stopped 5400 17:00 no' },
  },
];

function clock(dueAt: number | undefined): string {
  if (dueAt === undefined) return '-';
  const wall = new Date(dueAt + 8 * 3_600_000).toISOString();
  return `${wall.slice(8, 10) === '02' ? '+' : ''}${wall.slice(11, 16)}`;
}

describe('the clocks of a call-out', () => {
  it('has twenty histories to be right about', () => expect(STORIES.length).toBeGreaterThanOrEqual(20));

  it.each(STORIES.map((story) => [story.title, story] as const))('%s', (_, story) => {
    const steps = story.steps.map((step) => {
      const [status, time] = step.split(' ') as [CallbackStatusCode, string];
      return { status, at: at(time) };
    });
    const createdAt = Math.min(...steps.map((step) => step.at));
    const facts: SlaFacts = {
      createdAt,
      steps,
      hasDistrict: story.hasDistrict ?? false,
      ...(story.event ? { eventAt: at(story.event) } : {}),
      entrapments: (story.trapped ?? []).map((one) => {
        const [startAt = '', releasedAt] = one.split(' ');
        return { startAt: at(startAt), ...(releasedAt === undefined ? {} : { releasedAt: at(releasedAt) }) };
      }),
    };
    const read = slaClocks(facts, DEFAULT_LIMITS, at(story.now));
    expect(
      Object.fromEntries(
        read.map(({ clock: name, state, elapsedSec, dueAt, isLate }) => [
          name,
          `${state} ${elapsedSec ?? '-'} ${clock(dueAt)} ${isLate ? 'late' : 'no'}`,
        ]),
      ),
    ).toEqual(story.expected);
  });

  it('say from when on a late arrival is a breach', () => {
    const steps = [{ status: 'INIT' as const, at: at('09:00') }];
    const arrivalOf = (facts: Partial<SlaFacts>) =>
      slaClocks(
        { createdAt: at('09:00'), steps, hasDistrict: false, entrapments: [], ...facts },
        DEFAULT_LIMITS,
        at('09:01'),
      ).find((reading) => reading.clock === 'arrival');
    expect(arrivalOf({})).toMatchObject({ limitSec: 3600, breachSec: 7200 });
    expect(arrivalOf({ entrapments: [{ startAt: at('09:00') }] })).toMatchObject({ limitSec: 3600, breachSec: 3600 });
  });
});
