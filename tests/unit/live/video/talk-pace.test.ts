import { TalkPace } from '@/lib/live/video/talk-pace';

const MESSAGE_MS = 40;

/** What becomes of messages that arrive at these moments, ms. */
function arrive(moments: readonly number[]) {
  const pace = new TalkPace(0);
  const counts = { hear: 0, leaveOut: 0, end: 0 };
  for (const at of moments) counts[pace.take(at)] += 1;
  return counts;
}
const steady = (count: number, everyMs: number, from = 0) =>
  Array.from({ length: count }, (_, index) => from + index * everyMs);

it('speech as a browser sends it is heard whole, for as long as it lasts', () => {
  expect(arrive(steady(10 * 60 * 25, MESSAGE_MS))).toEqual({ hear: 15_000, leaveOut: 0, end: 0 });
});

it('a worklet hands over 1024 samples at a time: messages come by ones and twos, and all are heard', () => {
  // 48 kHz: 21.3 ms a chunk, of which every other one fills a message; a busy page delivers ten chunks at once.
  const chunks = steady(2000, 1024 / 48);
  const moments = chunks.flatMap((at, index) =>
    Math.floor(((index + 1) * 1024) / 1920) > Math.floor((index * 1024) / 1920) ? [Math.ceil(at / 213) * 213] : [],
  );
  const { hear, leaveOut, end } = arrive(moments);
  expect([hear, leaveOut, end]).toEqual([moments.length, 0, 0]);
});

it('a microphone that runs a tenth too fast is heard whole', () => {
  expect(arrive(steady(5000, MESSAGE_MS / 1.1))).toMatchObject({ leaveOut: 0, end: 0 });
});

it.each([1, 3, 10, 25])('a line that holds up %i s and then delivers them at once does not end the talk', (seconds) => {
  const held = seconds * 25;
  const moments = [
    ...steady(250, MESSAGE_MS),
    ...Array.from({ length: held }, () => 10_000 + seconds * 1000),
    ...steady(500, MESSAGE_MS, 10_000 + seconds * 1000),
  ];
  const counts = arrive(moments);
  expect(counts.end).toBe(0);
  // Two seconds of what was held up are said; speech that is older by then is left out, what follows is heard.
  expect(counts.leaveOut).toBeLessThanOrEqual(Math.max(0, held - 50) + 1);
});

it('a line that stutters again and again keeps its talk', () => {
  const moments = steady(60, 4000).flatMap((at) => Array.from({ length: 100 }, () => at));
  expect(arrive(moments).end).toBe(0);
});

it('who sends more than anybody can say is ended: within a second at a thousand, in the end at fifty', () => {
  expect(arrive(steady(1000, 1)).end).toBeGreaterThan(0);
  expect(arrive(steady(50 * 120, 20)).end).toBeGreaterThan(0);
});

it('a clock that is put back ends nothing', () => {
  const pace = new TalkPace(1_000_000);
  for (let count = 0; count < 100; count += 1) expect(pace.take(count * MESSAGE_MS)).not.toBe('end');
});
