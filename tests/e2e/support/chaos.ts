import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isGone } from '../../support/is-gone';
import { compareLedger, runLedger, type LedgerComparison } from '../../support/ledger';
import { connectionString, createLedgerBoxes, killDatabase, killProgram, removeLedgerBoxes } from './ledger-boxes';

/**
 * Kills gateway, web and PostgreSQL of the running portal with -9 at random moments, each again and again, while boxes publish
 * events until they are acknowledged (readings 56). What was acknowledged is then looked for in the database.
 */

export const PARTS = ['gateway', 'web', 'database'] as const;
export type Part = (typeof PARTS)[number];

export interface ChaosOptions {
  url: string;
  gatewayPort: number;
  mqttPort: number;
  /** Of all parts together. */
  kills: number;
  /** How long a part runs before it is killed again: a random time between these. */
  gapMs: readonly [number, number];
  boxes: number;
  /** Events a second and box. */
  ratePerSec: number;
  say?: (line: string) => void;
}

export interface ChaosOutcome extends LedgerComparison {
  /** From each kill until the part answered again, by part. */
  recoveriesMs: Record<Part, number[]>;
  published: number;
  acked: number;
  sends: number;
  /** The longest time without any acknowledgement. */
  longestSilenceMs: number;
}

/** A part that is not back by then will not come back. */
const GIVE_UP_MS = 120_000;
const LOOK_EVERY_MS = 50;
const LOOK_TIMEOUT_MS = 2000;

async function isAnswering(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}

async function isDatabaseAnswering(): Promise<boolean> {
  const client = new pg.Client({ connectionString: connectionString(), connectionTimeoutMillis: LOOK_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + GIVE_UP_MS; !(await look()); await sleep(LOOK_EVERY_MS)) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${GIVE_UP_MS / 1000} s`);
  }
}

/** Runs until every kill is done, every part is back and every event acknowledged. Throws when one of it does not happen. */
export async function runChaos({
  url,
  gatewayPort,
  mqttPort,
  kills,
  gapMs,
  boxes: boxCount,
  ratePerSec,
  say = () => undefined,
}: ChaosOptions): Promise<ChaosOutcome> {
  const parts: Record<Part, { kill: () => number | Promise<number>; isBack: () => Promise<boolean> }> = {
    gateway: {
      kill: () => killProgram('gateway'),
      isBack: () => isAnswering(`http://127.0.0.1:${gatewayPort}/health`),
    },
    web: { kill: () => killProgram('web'), isBack: () => isAnswering(`${url}/sms/health/live`) },
    database: { kill: killDatabase, isBack: isDatabaseAnswering },
  };
  const recoveriesMs: Record<Part, number[]> = { gateway: [], web: [], database: [] };
  let done = 0;
  let failure: unknown;

  const torment = async (part: Part, times: number) => {
    const { kill, isBack } = parts[part];
    for (let time = 0; time < times && failure === undefined; time += 1) {
      await sleep(gapMs[0] + Math.random() * (gapMs[1] - gapMs[0]));
      const killedAt = Date.now();
      const pid = await kill();
      await until(`the end of ${part}`, () => isGone(pid));
      await until(`the return of ${part}`, isBack);
      const tookMs = Date.now() - killedAt;
      recoveriesMs[part].push(tookMs);
      done += 1;
      say(`kill ${done} of ${kills}: ${part} back after ${tookMs} ms`);
    }
  };

  const boxes = await createLedgerBoxes(boxCount);
  let isOver = false;
  const tormentAll = () =>
    Promise.all(
      PARTS.map((part, index) => torment(part, Math.floor((kills + PARTS.length - 1 - index) / PARTS.length))),
    )
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => {
        isOver = true;
      });
  let lastAcked = 0;
  let lastAckAt = 0;
  let longestSilenceMs = 0;
  const ledger = await runLedger({
    port: mqttPort,
    boxes,
    ratePerSec,
    eventsPerBox: () => isOver,
    deadlineMs: kills * (gapMs[1] + GIVE_UP_MS),
    onProgress: (acked) => {
      // All boxes are connected now.
      if (lastAckAt === 0) void tormentAll();
      if (acked > lastAcked || lastAckAt === 0) {
        if (lastAckAt > 0) longestSilenceMs = Math.max(longestSilenceMs, Date.now() - lastAckAt);
        [lastAcked, lastAckAt] = [acked, Date.now()];
      }
    },
  });
  if (failure !== undefined) throw failure;
  const pool = new pg.Pool({ connectionString: connectionString(), max: 1 });
  const compared = await compareLedger(ledger, pool);
  await pool.end();
  await removeLedgerBoxes(boxes);
  return {
    ...compared,
    recoveriesMs,
    published: ledger.published.size,
    acked: ledger.acked.size,
    sends: ledger.sends,
    longestSilenceMs,
  };
}
