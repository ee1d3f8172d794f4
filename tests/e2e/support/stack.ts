import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { dataDir } from './data-dir';

/** The running portal that the tests look at: its data folder, demo accounts and boxes, and a box's own client. */

const run = promisify(execFile);
const mqttPort = process.env.E2E_MQTT_PORT ?? '1883';

interface DemoAccount {
  persona: string;
  username: string;
  password: string;
}
export interface DemoCube {
  cubeNo: string;
  secret: string;
  equipmentNo: string;
  equipmentType: string;
}

const read = <T>(name: string): T => JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as T;

/** The demo account of a persona, as `npm start` printed it. */
export function account(persona: string): DemoAccount {
  const found = read<DemoAccount[]>('demo-accounts.json').find((entry) => entry.persona === persona);
  if (!found) throw new Error(`no demo account ${persona}`);
  return found;
}

/** Boxes that the demo fleet leaves alone, elevators first. */
export function freeCubes(): DemoCube[] {
  return read<DemoCube[]>('demo-cubes.json').sort(
    (a, b) => Number(a.equipmentType === 'YAE_ESC') - Number(b.equipmentType === 'YAE_ESC'),
  );
}

/**
 * Publishes one message exactly as a box would, with the `mosquitto_pub` program at QoS 1.
 * @param port of another portal's broker
 */
export async function mosquittoPub(
  cube: DemoCube,
  leaf: string,
  payload: object,
  port: string | number = mqttPort,
): Promise<void> {
  await run(
    'mosquitto_pub',
    [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-i',
      cube.cubeNo,
      '-u',
      cube.cubeNo,
      '-P',
      cube.secret,
      '-q',
      '1',
      '-t',
      `lift/v1/${cube.cubeNo}/${leaf}`,
      '-m',
      JSON.stringify(payload),
    ],
    { timeout: 10_000 },
  );
}

/** A status message with one time for all its keys. */
export function statusMessage(cube: DemoCube, status: Record<string, object>, extra: object = {}) {
  return { v: 1, equipmentNo: cube.equipmentNo, at: Date.now(), status, ...extra };
}

/** Everything an elevator at rest reports, as after a start of the box. */
export const AT_REST = {
  door: { value: 'Closed' },
  mode: { value: 'N', secondary: [] },
  position: { physicalvalue: 3 },
  direction: { value: 'Both' },
  drive: { value: 'Standing' },
  load: { value: 'Empty' },
  indoorzone: { value: 'On Floor' },
  technicianonsite: { value: false },
  speed: { value: 0 },
  controllerpower: { value: true },
  entrapment: { value: false },
  errorstate: { value: false },
  alarm: { value: 'Off' },
  ard: { value: false },
  health: { value: 'Good' },
  connected: { value: true },
};

/** Cookies of a persona's session, kept for the tests of one run. */
const sessionFile = (persona: string) =>
  join(
    process.env.E2E_OUTPUT ?? '.tmp/e2e',
    'sessions',
    `${persona}-${new URL(process.env.E2E_URL ?? 'http://127.0.0.1:3000').port}.json`,
  );

/**
 * Brings a demo persona to a page, signed in: once a run through the page, then with the session of that time. A test that ends
 * sessions or looks at signing in takes `signInAs`, which makes one of its own.
 */
export async function signIn(page: Page, persona: string, address = '/'): Promise<void> {
  const file = sessionFile(persona);
  if (existsSync(file)) {
    await page
      .context()
      .addCookies(JSON.parse(readFileSync(file, 'utf8')) as Parameters<BrowserContext['addCookies']>[0]);
    await page.goto(address);
    // A session that has ended since leads to sign-in or to the page that says so.
    if (!/^\/(login|error)/.test(new URL(page.url()).pathname)) return;
  }
  await signInAs(page, account(persona));
  const cookies = await page.context().cookies();
  mkdirSync(dirname(file), { recursive: true });
  // Written beside and renamed: the other worker reads a whole file or none.
  writeFileSync(
    `${file}.${process.pid}`,
    JSON.stringify(cookies.filter(({ name }) => name.startsWith('sms_session'))),
    { mode: 0o600 },
  );
  renameSync(`${file}.${process.pid}`, file);
  if (address !== '/') await page.goto(address);
}

/** Signs any account in through the page and waits for what comes after it. */
export async function signInAs(
  page: Page,
  { username, password }: Pick<DemoAccount, 'username' | 'password'>,
): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('button[type="submit"]').click();
  await expect(page).not.toHaveURL(/\/login/, { timeout: 60_000 });
}
