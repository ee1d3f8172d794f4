// Draws the raster icons of public/ from public/icon.svg: `node scripts/draw-icons.mjs` after the mark changed.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { requireBrowser } from './lib/browser.mjs';
import { inRoot } from './lib/root.mjs';

/** `filled`: the ground reaches the edges, because the system cuts the corners itself; `scale`: of the mark within it. */
const PICTURES = [
  { file: 'icon-192.png', size: 192, filled: false, scale: 1 },
  { file: 'icon-512.png', size: 512, filled: false, scale: 1 },
  { file: 'apple-touch-icon.png', size: 180, filled: true, scale: 0.86 },
  // Only the inner circle of 80 % is sure to be seen.
  { file: 'icon-maskable-512.png', size: 512, filled: true, scale: 0.66 },
];

const svg = readFileSync(inRoot('public/icon.svg'), 'utf8');
const ground = /fill="(#[0-9a-f]{6})"/.exec(svg)?.[1];
if (!ground) throw new Error('public/icon.svg begins with its ground');

const browser = await chromium.launch({
  executablePath: requireBrowser(console.error),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  for (const { file, size, filled, scale } of PICTURES) {
    await page.setViewportSize({ width: size, height: size });
    const edge = Math.round(size * scale);
    const mark = svg.replace('width="16" height="16"', `width="${edge}" height="${edge}"`);
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${filled ? ground : 'transparent'}">${mark}</body>`,
    );
    await page.screenshot({ path: inRoot(`public/${file}`), omitBackground: true });
  }
} finally {
  await browser.close();
}
