import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isConfiguration, readTags, SCRIPT, VIDEO } from './flv';
import type { Tag } from './flv';
import type { LiveStream } from './live-stream';

/**
 * The demo camera: a moving test picture with a counter (readings 90), repeated with continuing times. It runs while
 * somebody watches.
 */

const FILE = 'lib/live/video/demo/camera.flv';
/** How far pictures are sent ahead of their time, and how often. */
const TICK_MS = 40;

export interface DemoClip {
  readonly configuration: readonly Tag[];
  readonly tags: readonly Tag[];
  readonly durationMs: number;
}

let clip: Promise<DemoClip> | undefined;

/** Reads the clip once. @throws when the file is missing */
export function demoClip(): Promise<DemoClip> {
  clip ??= readClip();
  return clip;
}

async function readClip(): Promise<DemoClip> {
  const all: Tag[] = [];
  for await (const tag of readTags([await readFile(resolve(FILE))])) all.push(tag);
  const configuration = all.filter((tag) => tag.type === SCRIPT || isConfiguration(tag));
  const tags = all.filter((tag) => !configuration.includes(tag)).sort((one, other) => one.at - other.at);
  const pictures = tags.filter(({ type }) => type === VIDEO).map(({ at }) => at);
  const [first = 0] = pictures;
  const [before = 0, last = 0] = pictures.slice(-2);
  // The last picture lasts as long as the one before it.
  const durationMs = last + (last - before) - first;
  return { configuration, tags: tags.filter(({ at }) => at < first + durationMs), durationMs };
}

/** Plays the clip into a stream from its start. @returns a function that stops it */
export function playDemo(stream: LiveStream, { configuration, tags, durationMs }: DemoClip): () => void {
  const begin = performance.now();
  let rounds = 0;
  let next = 0;
  for (const tag of configuration) stream.write(tag);
  const send = () => {
    const until = performance.now() - begin + TICK_MS;
    for (;;) {
      const tag = tags[next];
      if (tag === undefined) return;
      const at = tag.at + rounds * durationMs;
      if (at > until) return;
      stream.write({ ...tag, at });
      next += 1;
      if (next === tags.length) [next, rounds] = [0, rounds + 1];
    }
  };
  send();
  const timer = setInterval(send, TICK_MS);
  return () => clearInterval(timer);
}
