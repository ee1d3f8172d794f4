import { pool } from '@/lib/platform/db/client';
import { listen } from '@/lib/platform/db/listen';
import { logger } from '@/lib/platform/system/log';
import { gauge } from '@/lib/platform/system/metrics';

/**
 * Follows the outbox from now on: rows in the order of their transactions, each once and none skipped,
 * because it reads only up to the oldest transaction that still runs. A NOTIFY says when to read; reading every 2 s
 * finds the rest.
 */

export interface OutboxRow {
  topic: string;
  key: string;
}

const POLL_MS = 2000;
/** After a hint an older transaction may still run and hide the row for a moment. */
const AGAIN_MS = [60, 200, 600] as const;
const ROWS = 500;
/** Some 10 s of reads every 2 s, and the hints between. */
const TRIES = 20;

export interface TailOptions {
  topics: readonly string[];
  /** Called with one page after the other; the next page waits for it. */
  onRows(rows: readonly OutboxRow[]): Promise<void>;
}

export interface OutboxTail {
  /** Resolves when nothing can be missed any more. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/** When each reader of this process last had nothing more to read. */
const caughtUp = new Map<object, number>();

function showLag(): void {
  gauge('portal_outbox_lag_seconds', 'How long ago the slowest reader of the outbox had read all of it', () =>
    caughtUp.size === 0 ? [] : [[(Date.now() - Math.min(...caughtUp.values())) / 1000]],
  );
}

export function tailOutbox({ topics, onRows }: TailOptions): OutboxTail {
  const log = logger('outbox');
  const reader = {};
  caughtUp.set(reader, Date.now());
  showLag();
  let cursor: { xid: string; id: string } | undefined;
  let isStopped = false;
  let isFailing = false;
  let running: Promise<void> = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();

  /** Rows that fail again and again must not block all later ones. */
  let failures = 0;
  const hand = async (rows: readonly OutboxRow[]) => {
    try {
      await onRows(rows);
    } catch (error) {
      failures += 1;
      if (failures < TRIES) throw error;
      log.error({ err: error, rows: rows.length }, 'outbox rows skipped');
    }
    failures = 0;
  };
  const readPage = async (): Promise<number> => {
    if (!cursor) {
      const {
        rows: [now],
      } = await pool().query<{ xid: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid');
      cursor = { xid: now?.xid ?? '0', id: '0' };
      return 0;
    }
    const { rows } = await pool().query<{ xid: string; id: string; topic: string; key: string | null }>({
      name: 'outbox-tail',
      text: `SELECT xid::text, id::text, topic, key FROM outbox
              WHERE (xid, id) > ($1::xid8, $2::bigint) AND xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY xid, id LIMIT ${ROWS}`,
      values: [cursor.xid, cursor.id],
    });
    const last = rows.at(-1);
    if (!last) return 0;
    const wanted = rows.flatMap(({ topic, key }) => (key !== null && topics.includes(topic) ? [{ topic, key }] : []));
    if (wanted.length > 0) await hand(wanted);
    cursor = { xid: last.xid, id: last.id };
    return rows.length;
  };
  let isWaiting = false;
  /** Reads once more after the present read; several requests meanwhile cause one read. */
  const drain = () => {
    if (isWaiting) return running;
    isWaiting = true;
    running = running.then(async () => {
      isWaiting = false;
      try {
        while (!isStopped && (await readPage()) === ROWS);
        if (!isStopped) caughtUp.set(reader, Date.now());
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'outbox not read, trying again');
        isFailing = true;
      }
    });
    return running;
  };
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isStopped) run();
    }, ms).unref();
    timers.add(timer);
    return timer;
  };
  const cancel = (timer: NodeJS.Timeout) => {
    clearTimeout(timer);
    timers.delete(timer);
  };
  let again: NodeJS.Timeout[] = [];
  const onHint = () => {
    void drain();
    for (const timer of again) cancel(timer);
    again = AGAIN_MS.map((ms) => later(ms, () => void drain()));
  };
  const ready = drain();
  let stopListening: (() => Promise<void>) | undefined;
  void ready.then(() => {
    if (!isStopped) stopListening = listen({ channel: 'outbox', onNotice: onHint, onListening: onHint });
  });
  const poll = setInterval(() => void drain(), POLL_MS).unref();
  return {
    ready,
    async stop() {
      isStopped = true;
      caughtUp.delete(reader);
      clearInterval(poll);
      for (const timer of timers) clearTimeout(timer);
      await stopListening?.();
      await running;
    },
  };
}
