import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { z } from 'zod';
import { logger } from '@/lib/platform/system/log';
import type { Paper } from './paper';

/**
 * Processes that draw documents (readings 106). They start with the first document, draw one at a time each, and end
 * when idle. They run at the lowest priority, because telemetry is more important. A process that hangs, dies or has grown is
 * replaced; at most its current document is lost.
 */

/** How to start a drawing process. */
export interface PaperCommand {
  readonly file: string;
  readonly execArgv?: readonly string[];
}

export interface PaperPool {
  /** @throws PaperRefused for a document that cannot be drawn, PaperBusy when too many wait */
  draw(paper: Paper): Promise<Uint8Array>;
  /** Process ids that run now, for those who watch them. */
  pids(): number[];
  /** What is being drawn and what waits, for the metrics page. */
  figures(): { drawing: number; waiting: number; processes: number };
  /** Waits for what is being drawn; what waits is refused. */
  close(): Promise<void>;
}

/** The document cannot be drawn, now or later; `message` is for the log. */
export class PaperRefused extends Error {
  override name = 'PaperRefused';
}
/** Nothing can be drawn just now. */
export class PaperBusy extends Error {
  override name = 'PaperBusy';
}

interface PoolOptions {
  readonly command: PaperCommand;
  readonly size?: number;
  readonly maxWaiting?: number;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
  /** Of the operating system, 19 (last) to 0 (as everybody). */
  readonly priority?: number;
}

/** One core stays for what is live. */
const SIZE = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAX_WAITING = 200;
const TIMEOUT_MS = 60_000;
const IDLE_MS = 5 * 60_000;
/** Documents until a process is replaced: whatever it forgot to give back goes with it. */
const DOCUMENTS_A_LIFE = 2000;
/** Bytes that a process may keep; a table of thousands of rows leaves more behind. */
const MAX_KEPT = 300 * 1024 * 1024;

const Answer = z.union([
  z.object({ isReady: z.literal(true) }),
  z.object({ id: z.number(), pdf: z.instanceof(Uint8Array), /** Bytes of memory it holds. */ rss: z.number() }),
  z.object({ id: z.number(), error: z.string() }),
]);

interface Task {
  readonly paper: Paper;
  resolve(pdf: Uint8Array): void;
  reject(error: Error): void;
}
interface Drawer {
  readonly child: ChildProcess;
  /** Its fonts are loaded. */
  isReady: boolean;
  task: Task | undefined;
  drawn: number;
  timer: NodeJS.Timeout | undefined;
}

/** A pool of drawing processes; none is started before there is something to draw. */
export function startPaperPool({
  command,
  size = SIZE,
  maxWaiting = MAX_WAITING,
  timeoutMs = TIMEOUT_MS,
  idleMs = IDLE_MS,
  priority = constants.priority.PRIORITY_LOW,
}: PoolOptions): PaperPool {
  const log = logger('paper');
  const waiting: Task[] = [];
  const drawers = new Set<Drawer>();
  let isClosed = false;
  let whenQuiet: (() => void) | undefined;

  const settle = (drawer: Drawer, act: (task: Task) => void) => {
    clearTimeout(drawer.timer);
    const { task } = drawer;
    drawer.task = undefined;
    if (task) act(task);
    if (whenQuiet && ![...drawers].some((one) => one.task)) whenQuiet();
  };

  const give = (drawer: Drawer, task: Task) => {
    clearTimeout(drawer.timer);
    drawer.task = task;
    drawer.drawn += 1;
    drawer.timer = setTimeout(() => {
      log.warn({ pid: drawer.child.pid }, 'a document took too long');
      drawer.child.kill('SIGKILL');
    }, timeoutMs);
    drawer.child.send({ id: drawer.drawn, paper: task.paper });
  };

  const next = (drawer: Drawer) => {
    const task = drawer.drawn < DOCUMENTS_A_LIFE ? waiting.shift() : undefined;
    if (task) give(drawer, task);
    else if (drawer.drawn >= DOCUMENTS_A_LIFE || isClosed) drawer.child.disconnect();
    else drawer.timer = setTimeout(() => drawer.child.connected && drawer.child.disconnect(), idleMs).unref();
  };

  const start = () => {
    // It needs no settings and no secrets of the portal.
    const child = fork(command.file, [], {
      execArgv: [...(command.execArgv ?? [])],
      serialization: 'advanced',
      env: { NODE_ENV: 'production' },
    });
    const drawer: Drawer = { child, isReady: false, task: undefined, drawn: 0, timer: undefined };
    drawers.add(drawer);
    try {
      if (child.pid !== undefined) setPriority(child.pid, priority);
    } catch {
      // Some systems do not allow a process to lower its priority.
    }
    child.on('message', (message) => {
      const answer = Answer.parse(message);
      drawer.isReady = true;
      if ('pdf' in answer) {
        if (answer.rss > MAX_KEPT) drawer.drawn = DOCUMENTS_A_LIFE;
        settle(drawer, (task) => task.resolve(answer.pdf));
      }
      if ('error' in answer) settle(drawer, (task) => task.reject(new PaperRefused(answer.error)));
      next(drawer);
    });
    child.on('error', (error) => log.error({ err: error }, 'a drawing process did not start'));
    child.once('exit', (code, signal) => {
      drawers.delete(drawer);
      if (drawer.task) log.warn({ code, signal }, 'a drawing process ended over a document');
      settle(drawer, (task) => task.reject(new PaperRefused('the drawing process ended over it')));
      // A process that never became ready would only be followed by another one like it.
      if (waiting.length > 0 && drawers.size === 0) {
        if (drawer.isReady) start();
        else for (const task of waiting.splice(0)) task.reject(new PaperBusy('no drawing process starts'));
      }
    });
  };

  return {
    pids: () => [...drawers].flatMap(({ child }) => child.pid ?? []),
    figures: () => ({
      drawing: [...drawers].filter(({ task }) => task).length,
      waiting: waiting.length,
      processes: drawers.size,
    }),
    draw(paper) {
      if (isClosed || waiting.length >= maxWaiting) return Promise.reject(new PaperBusy('too many documents wait'));
      return new Promise((resolve, reject) => {
        const task = { paper, resolve, reject };
        const idle = [...drawers].find(({ isReady, task: busy, child }) => isReady && !busy && child.connected);
        if (idle) return give(idle, task);
        waiting.push(task);
        if (drawers.size < size) start();
      });
    },
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(new PaperBusy('the gateway stops'));
      if ([...drawers].some(({ task }) => task)) await new Promise<void>((resolve) => (whenQuiet = resolve));
      for (const { child } of drawers) if (child.connected) child.disconnect();
    },
  };
}
