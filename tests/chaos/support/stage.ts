import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLedgerBoxes } from '../../e2e/support/ledger-boxes';
import { compareLedger, runLedger, type Ledger, type LedgerBox } from '../../support/ledger';
import { closeDb, pool } from '@/lib/platform/db/client';
import { resetConfig } from '@/lib/config';
import { createPerson, createUnits } from '../../bench/support/world';
import { quantile } from '../../bench/support/measure';

/** What every part has: a folder, people and boxes, and the ledger kept outside of the portal. */

export const LIMIT_MS = 10_000;
export const SECRETS = { SESSION_SECRET: 'c'.repeat(48), INTERNAL_SECRET: 'd'.repeat(48) };
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A folder that the account running PostgreSQL can reach. */
export function newFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'lift-portal-chaos-'));
  chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700);
  mkdirSync(join(path, 'data'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Lets the test itself read and write the portal's database. @param url by which nothing cuts it off */
export function lookIntoDatabase(url: string): void {
  Object.assign(process.env, SECRETS, { DATABASE_URL: url, E2E_DATABASE_URL: url });
  resetConfig();
}

export interface People {
  readonly accessToken: string;
  token(): Promise<string>;
}

export async function fillPortal(boxes: number): Promise<{ clerk: People; boxes: LedgerBox[]; secret: string }> {
  const { secret } = await createUnits(200, { areElevators: true });
  const clerk = await createPerson('clerk', undefined, ['EQUIPMENT_READ', 'PROJECT_READ', 'MONITOR_READ']);
  return { clerk, secret, boxes: await createLedgerBoxes(boxes) };
}

export interface RunningLedger {
  /** Moments at which somebody looked and more was acknowledged than before. */
  readonly ackedAt: number[];
  /** Ends the publishing, waits until all is acknowledged, and compares. */
  compare(): Promise<LedgerFigures>;
}

export interface LedgerFigures {
  readonly published: number;
  readonly acked: number;
  readonly sends: number;
  readonly stored: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

const ALL_ACKED_MS = 180_000;

/** Boxes that publish events until each is acknowledged. */
export function keepLedger(boxes: readonly LedgerBox[], port: number, host = '127.0.0.1'): RunningLedger {
  let isOver = false;
  let last = 0;
  let overAt = Infinity;
  const ackedAt: number[] = [];
  const running: Promise<Ledger> = runLedger({
    host,
    port,
    boxes,
    ratePerSec: 2,
    eventsPerBox: () => isOver,
    deadlineMs: 24 * 60 * 60_000,
    onProgress: (acked) => {
      if (Date.now() > overAt + ALL_ACKED_MS) throw new Error('not every event was acknowledged in the end');
      if (acked === last) return;
      last = acked;
      ackedAt.push(Date.now());
    },
  });
  running.catch(() => undefined);
  return {
    ackedAt,
    async compare() {
      isOver = true;
      overAt = Date.now();
      const ledger = await running;
      const { lost, duplicated, stored } = await compareLedger(ledger, pool());
      const { published, acked, sends } = ledger;
      return { published: published.size, acked: acked.size, sends, stored, lost, doubled: duplicated };
    },
  };
}

/** Prints the ledger. @returns is it whole? */
export function tellLedger({ published, acked, sends, stored, lost, doubled }: LedgerFigures): boolean {
  say(
    `  ${published} events published by ${sends} sends, ${acked} acknowledged, ${stored} stored; ${lost.length} lost, ${doubled.length} doubled`,
  );
  for (const key of lost.slice(0, 10)) say(`    lost: ${key}`);
  for (const key of doubled.slice(0, 10)) say(`    doubled: ${key}`);
  return lost.length === 0 && doubled.length === 0 && acked === published && stored === published;
}

/** Prints how long it took until things worked again. @returns were they in time? */
export function tellReturns(what: string, valuesMs: readonly number[]): boolean {
  const at = (share: number) => Math.round(quantile(valuesMs, share));
  const isMet = at(0.99) < LIMIT_MS;
  say(
    `  ${what}: ${valuesMs.length} times, works again after ${at(0.5)} ms (median), p99 ${at(0.99)} ms, longest ${at(1)} ms; aim p99 < ${LIMIT_MS / 1000} s ${isMet ? 'met' : 'missed'}`,
  );
  return isMet;
}

export const endStage = (): Promise<void> => closeDb();
