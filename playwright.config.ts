import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** The browser: CHROME_PATH, or the first Chromium on the PATH. Playwright's own download is never used. */
function browserPath(): string | undefined {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const name of [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]) {
    for (const folder of folders) {
      try {
        accessSync(join(folder, name), constants.X_OK);
        return join(folder, name);
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

const executablePath = browserPath();
const temporary = process.env.E2E_OUTPUT ?? '.tmp/e2e';

/** Kills processes, sets a policy for everybody, puts the demo's story aside, or counts seconds and units: these have the portal to themselves. */
const SERIAL = [
  'alarm-strip',
  'announcements',
  'audit-log',
  'campus',
  'entrapment',
  'live-elevator',
  'recovery',
  'sign-in',
  'wall-groups',
].map((name) => `**/${name}.spec.ts`);

/** Counts rows of lists and changes none: before the others, whose call-outs would come between a number and its list. */
const FIGURES = ['dashboards', 'map', 'statistics'].map((name) => `**/${name}.spec.ts`);

/** As for a reader who wants no motion: every picture of what moves is painted by the processor, a tenth of the browser's time; numbers and figures stand at once. */
const STILL = { contextOptions: { reducedMotion: 'reduce' as const } };

/** Runs against a portal that is already up at E2E_URL; `npm test -- e2e` builds and starts one of its own. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `${temporary}/results`,
  timeout: 120_000,
  // For a machine that does much else; who proves how soon something comes says so.
  expect: { timeout: 30_000 },
  workers: 2,
  fullyParallel: false,
  // A test that passes only when it is tried again hides a defect: of the portal, or its own.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: `${temporary}/report.json` }]],
  use: {
    baseURL: process.env.E2E_URL ?? 'http://127.0.0.1:3000',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // One spec is about it; in the others it would stand between their routes and the pages.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Names of saved files keep their letters whatever the machine speaks.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-quic',
        '--disable-component-update',
        '--disable-sync',
        // A microphone that says a tone, and nobody who has to be asked for it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
  projects: [
    { name: 'figures', testMatch: FIGURES, use: STILL },
    { name: 'portal', testIgnore: [...FIGURES, ...SERIAL], use: STILL },
    // What moves is seen moving here: the live pages, the wall, the strip of alarms.
    { name: 'serial', testMatch: SERIAL },
  ],
});
