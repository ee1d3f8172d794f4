import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A tone in a microphone, and what is left of it in a recording. Files are waves of signed 16-bit mono samples. */

const HEAD_BYTES = 44;
const RATE = 48_000;
const SECONDS = 2;

/** Writes two seconds of a tone. @returns the file's whole path */
export function toneFile(frequency: number): string {
  const samples = Buffer.alloc(RATE * SECONDS * 2);
  for (let index = 0; index < RATE * SECONDS; index += 1)
    samples.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * frequency * index) / RATE)), index * 2);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('RIFF', 0);
  head.writeUInt32LE(HEAD_BYTES - 8 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  const folder = resolve(process.env.E2E_OUTPUT ?? '.tmp/e2e');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `tone-${frequency}-${process.pid}.wav`);
  writeFileSync(path, Buffer.concat([head, samples]));
  return path;
}

/** How much of one frequency is in samples: its power beside that of all of them, 0 to 1 (Goertzel). */
function shareOf(samples: readonly number[], rate: number, frequency: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * frequency) / rate);
  let [before, last] = [0, 0];
  for (const sample of samples) [before, last] = [last, sample + turn * last - before];
  const power = last * last + before * before - turn * last * before;
  return (2 * power) / (samples.length * samples.reduce((sum, sample) => sum + sample * sample, 0));
}

/** The frequency from 100 to 1500 Hz of which most is in the loudest half second of a recording, and how much of all it is. */
export function loudest(wave: Buffer): { frequency: number; share: number } {
  const rate = wave.readUInt32LE(24);
  const all = Array.from({ length: (wave.length - HEAD_BYTES) >> 1 }, (_, at) => wave.readInt16LE(HEAD_BYTES + at * 2));
  const length = Math.min(all.length, rate / 2);
  const parts = Array.from({ length: Math.floor(all.length / length) }, (_, at) =>
    all.slice(at * length, (at + 1) * length),
  );
  const loudness = (part: readonly number[]) => part.reduce((sum, sample) => sum + sample * sample, 0);
  const part = parts.reduce((best, one) => (loudness(one) > loudness(best) ? one : best), [0]);
  let found = { frequency: 0, share: 0 };
  for (let frequency = 100; frequency <= 1500; frequency += 1) {
    const share = shareOf(part, rate, frequency);
    if (share > found.share) found = { frequency, share };
  }
  return found;
}
