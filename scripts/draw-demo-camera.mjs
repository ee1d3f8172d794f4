// node scripts/draw-demo-camera.mjs
// Draws the test picture of the demo camera (docs/spec/readings.md 90): a lift car seen from its ceiling lamp's corner, whose
// doors open and close, with a counter, 20 s long. Needs ffmpeg with libx264 and a font with Chinese; the product needs neither.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../lib/live/video/demo/camera.flv', import.meta.url));
const FONT = process.env.FONT ?? '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
const MONO = process.env.MONO ?? '/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf';
const SECONDS = 20;
const RATE = 15;

/** 0 closed … 1 open: they open at 9 s, stand open from 11 to 15 s and are closed again at 17 s. */
const OPEN = 'clip((t-9)/2,0,1)-clip((t-15)/2,0,1)';
const FLOOR = '%{eif\\:1+min(floor(t)\\,8)\\:d}';
const box = (x, y, w, h, color) => `drawbox=x=${x}:y=${y}:w=${w}:h=${h}:color=${color}:t=fill`;
const text = (font, value, x, y, size, color) =>
  `drawtext=fontfile=${font}:text='${value}':x=${x}:y=${y}:fontsize=${size}:fontcolor=${color}`;

const walls = [
  box(0, 0, 640, 46, '0x26313d'),
  box(150, 46, 340, 268, '0x2b3540'),
  box(0, 314, 640, 46, '0x1c242d'),
  // What is seen behind the doors: a landing.
  box(190, 76, 260, 238, '0x566472'),
  box(190, 268, 260, 46, '0x3b4651'),
  box(230, 110, 60, 120, '0x6b7986'),
  box(350, 110, 60, 120, '0x6b7986'),
];
const front = [
  box(0, 46, 150, 268, '0x3a4754'),
  box(490, 46, 150, 268, '0x34404c'),
  box(0, 196, 150, 7, '0x8b98a5'),
  box(490, 196, 150, 7, '0x8b98a5'),
  box(150, 46, 40, 268, '0x46535f'),
  box(450, 46, 40, 268, '0x46535f'),
  box(150, 46, 340, 30, '0x46535f'),
  box(284, 50, 72, 22, '0x10161c'),
  text(MONO, FLOOR, '300', '52', 20, '0xffb84d'),
  box(0, 0, 640, 26, '0x0d1318@0.75'),
  text(FONT, '演示画面 DEMO', '12', '5', 14, 'white'),
  text(MONO, '%{eif\\:n\\:d\\:4}', 'w-tw-12', '5', 15, 'white'),
  // A mark that moves with every picture.
  box(0, 354, 640, 6, '0x0d1318'),
];
const graph = [
  `color=c=0x202a33:s=640x360:r=${RATE}:d=${SECONDS},${walls.join(',')}[room]`,
  `color=c=0x7d8a97:s=130x238:r=${RATE}:d=${SECONDS},drawbox=x=124:y=0:w=6:h=238:color=0x5c6874:t=fill[left]`,
  `color=c=0x75828f:s=130x238:r=${RATE}:d=${SECONDS},drawbox=x=0:y=0:w=6:h=238:color=0x5c6874:t=fill[right]`,
  `[room][left]overlay=x='190-118*(${OPEN})':y=76:eval=frame[one]`,
  `[one][right]overlay=x='320+118*(${OPEN})':y=76:eval=frame[doors]`,
  `[doors]${front.join(',')}[framed]`,
  `color=c=0x38c793:s=32x6:r=${RATE}:d=${SECONDS}[mark]`,
  `[framed][mark]overlay=x='mod(n*8,640)-16':y=354:eval=frame,format=yuv420p[picture]`,
  // A quiet hum, and a chime when the doors open.
  `aevalsrc=exprs='0.012*sin(2*PI*110*t)+0.12*sin(2*PI*880*t)*between(t,9,9.5)*exp(-6*(t-9))':s=32000:d=${SECONDS}[sound]`,
].join(';');

const { status, stderr } = spawnSync(
  'ffmpeg',
  [
    ...['-y', '-hide_banner', '-loglevel', 'error', '-filter_complex', graph, '-map', '[picture]', '-map', '[sound]'],
    ...['-c:v', 'libx264', '-profile:v', 'baseline', '-level', '3.0', '-preset', 'veryslow', '-crf', '27'],
    ...['-g', String(RATE * 2), '-sc_threshold', '0', '-bf', '0', '-c:a', 'aac', '-b:a', '24k', '-ac', '1'],
    ...['-t', String(SECONDS), '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
    ...['-flvflags', 'no_duration_filesize', '-f', 'flv', FILE],
  ],
  { encoding: 'utf8' },
);
if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
console.log(`${FILE}: ${(statSync(FILE).size / 1024).toFixed(0)} KiB`);
