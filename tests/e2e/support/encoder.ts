import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** ffmpeg as a camera publishes, and ffprobe as a player reads what the portal saved. */

const run = promisify(execFile);

export const hasFfmpeg = ['ffmpeg', 'ffprobe'].every((program) => spawnSync(program, ['-version']).status === 0);

/** The prepared picture: `SIZE` at 25 frames a second, with a tone of `TONE_HZ`, over and over. */
export const SIZE = { width: 640, height: 360 };
export const TONE_HZ = 660;
const RATE = 25;
const SECONDS = 12;
/** Its frames are counted in a strip on top: a block of 40 × 32 points a bit, the lowest first, white for one. */
const STRIP = { height: 32, bits: 16 };
export const FRAMES = RATE * SECONDS;

/** Prepares the test picture in a folder, H.264 and AAC as cameras send them. @returns its path */
export async function makePattern(folder: string): Promise<string> {
  const path = join(folder, 'pattern.flv');
  const { width, height } = SIZE;
  const bit = `floor(X/${width / STRIP.bits})`;
  const count = `geq=lum='16+219*mod(floor(N/pow(2,${bit})),2)':cb=128:cr=128`;
  const timing = `rate=${RATE}:duration=${SECONDS}`;
  await run('ffmpeg', [
    ...['-loglevel', 'error', '-y'],
    ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height - STRIP.height}:${timing}`],
    ...['-f', 'lavfi', '-i', `color=size=${width}x${STRIP.height}:${timing},${count}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=${TONE_HZ}:duration=${SECONDS}`],
    ...['-filter_complex', '[1:v][0:v]vstack,format=yuv420p[picture]', '-map', '[picture]', '-map', '2:a'],
    ...['-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'ultrafast', '-g', String(RATE)],
    ...['-c:a', 'aac', '-ar', '44100', '-ac', '1', path],
  ]);
  return path;
}

/** The number that is burnt into a picture of the pattern, 0 to `FRAMES` - 1. */
export async function counterOf(picture: string): Promise<number> {
  const strip = `crop=${SIZE.width}:${STRIP.height}:0:0,scale=${STRIP.bits}:1:flags=area,format=gray`;
  const { stdout } = await run(
    'ffmpeg',
    ['-loglevel', 'error', '-i', picture, '-vf', strip, '-frames:v', '1', '-f', 'rawvideo', '-'],
    { encoding: 'buffer' },
  );
  return [...stdout].reduce((sum, light, bit) => sum + (light > 127 ? 2 ** bit : 0), 0);
}

/** The sound in a file, as a wave of 16-bit mono samples. */
export async function soundIn(path: string): Promise<Buffer> {
  const { stdout } = await run(
    'ffmpeg',
    ['-loglevel', 'error', '-i', path, '-vn', '-ac', '1', '-ar', '16000', '-bitexact', '-f', 'wav', '-'],
    { encoding: 'buffer', maxBuffer: 10_000_000 },
  );
  return stdout;
}

/** Publishes the pattern without end, as it is, in its own time. */
export const publish = (pattern: string, url: string): ChildProcess =>
  spawn('ffmpeg', ['-loglevel', 'error', '-re', '-stream_loop', '-1', '-i', pattern, '-c', 'copy', '-f', 'flv', url], {
    stdio: 'ignore',
  });

interface Probed {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** What the file says of its length, s; of a picture nothing. */
  readonly duration: number | undefined;
  /** When its last picture stands, s. */
  readonly lastAt: number;
}

/** What ffprobe says of the picture in a file. @throws where it cannot read it */
export async function probe(path: string): Promise<Probed> {
  const { stdout } = await run(
    'ffprobe',
    [
      ...['-v', 'error', '-select_streams', 'v:0', '-of', 'json'],
      ...['-show_entries', 'stream=codec_name,width,height:format=duration:packet=pts_time', path],
    ],
    { maxBuffer: 10_000_000 },
  );
  const { streams, format, packets } = JSON.parse(stdout) as {
    streams: [{ codec_name: string; width: number; height: number }];
    format: { duration?: string };
    packets: { pts_time: string }[];
  };
  const [{ codec_name: codec, width, height }] = streams;
  const duration = format.duration === undefined ? undefined : Number(format.duration);
  return { codec, width, height, duration, lastAt: Math.max(...packets.map(({ pts_time: at }) => Number(at))) };
}
