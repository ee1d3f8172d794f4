import { Resampler, soundOf } from '@/lib/live/video/browser/resampler';

/** Seconds of a tone as a microphone gives it, in blocks of 128. */
function* tone(hertz: number, rate: number, seconds: number): Generator<Float32Array> {
  const total = Math.floor(rate * seconds);
  for (let from = 0; from < total; from += 128)
    yield Float32Array.from({ length: Math.min(128, total - from) }, (_, index) =>
      Math.sin((2 * Math.PI * hertz * (from + index)) / rate),
    );
}
/** Times a second that it goes up through zero. */
function pitchOf(samples: readonly number[], rate: number): number {
  let count = 0;
  for (let index = 1; index < samples.length; index += 1)
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) count += 1;
  return (count * rate) / samples.length;
}

describe('what a microphone hears', () => {
  it.each([48_000, 44_100, 16_000, 8_000])('at %i Hz keeps its pitch in frames of 40 ms', (rate) => {
    const frames: Int16Array[] = [];
    const resampler = new Resampler(rate, 16_000, 640, (frame) => frames.push(frame));
    for (const block of tone(440, rate, 2)) resampler.push(block);
    expect(frames.every(({ length }) => length === 640)).toBe(true);
    expect(frames.length).toBeGreaterThanOrEqual(49);
    const samples = frames.flatMap((frame) => [...frame]);
    expect(Math.abs(pitchOf(samples, 16_000) - 440)).toBeLessThan(5);
    expect(Math.max(...samples)).toBeGreaterThan(28_000);
  });

  it('is cut where it is louder than the wire can say', () => {
    const frames: Int16Array[] = [];
    new Resampler(16_000, 16_000, 4, (frame) => frames.push(frame)).push(Float32Array.of(2, -2, 1, -1));
    expect(frames.map((frame) => [...frame])).toEqual([[32_767, -32_767, 32_767, -32_767]]);
  });
});

it('what a device says comes as samples, whatever the machine’s byte order', () => {
  expect([...soundOf(Uint8Array.of(0, 64, 0, 192).buffer)]).toEqual([0.5, -0.5]);
});
