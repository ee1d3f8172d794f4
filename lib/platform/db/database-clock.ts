import { pool } from './client';

/**
 * The time by the database's clock. Processes on several machines act by it together: one whose own clock is wrong, or is set
 * while it runs, does nothing too early and nothing twice. Between two looks it goes by the clock of this process that cannot be
 * set.
 */

const LOOK_MS = 60_000;
const AGAIN_MS = 5000;
/** Nobody waits longer for the first look: until it comes, this machine’s clock has to do. */
const FIRST_MS = 3000;

export interface DatabaseClock {
  /** Epoch ms. */
  readonly now: () => number;
  stop(): void;
}

/** Starts to look at the database's clock; ready at once when it answers, and otherwise with this machine’s time until it does. */
export async function startDatabaseClock(): Promise<DatabaseClock> {
  let aheadMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const look = async (): Promise<void> => {
    let hasLooked = false;
    try {
      const from = performance.now();
      const { rows } = await pool().query<{ at: Date }>('SELECT clock_timestamp() AS at');
      const [row] = rows;
      if (row) aheadMs = row.at.getTime() - (from + performance.now()) / 2;
      hasLooked = true;
    } catch {
      // It is away: what is known holds on.
    }
    if (!isStopped) timer = setTimeout(() => void look(), hasLooked ? LOOK_MS : AGAIN_MS).unref();
  };
  const late = new Promise<void>((resolve) => setTimeout(resolve, FIRST_MS).unref());
  await Promise.race([look(), late]);
  return {
    now: () => (aheadMs === undefined ? Date.now() : Math.round(performance.now() + aheadMs)),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
