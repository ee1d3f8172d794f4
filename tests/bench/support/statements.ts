import pg from 'pg';

/** The SQL that a piece of our code sends, as it is sent. */

export interface Statement {
  /** Of a prepared statement: planned once a connection. */
  name?: string;
  text: string;
  values: unknown[];
}

interface QueryConfig {
  name?: string;
  text: string;
  values?: unknown[];
}

/** @returns the statements in waves: those of one wave were on their way at the same time */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[][]> {
  const waves: Statement[][] = [];
  let running = 0;
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query');
  const query = pg.Client.prototype.query as unknown as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function record(this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | QueryConfig, unknown];
    const statement =
      typeof config === 'string'
        ? { text: config, values: Array.isArray(values) ? values : [] }
        : {
            ...(config.name ? { name: config.name } : {}),
            text: config.text,
            values: config.values ?? (Array.isArray(values) ? values : []),
          };
    const isRead = /^\s*(SELECT|WITH)/i.test(statement.text);
    if (isRead) {
      if (running === 0) waves.push([]);
      waves.at(-1)?.push(statement);
      running += 1;
    }
    const done = () => {
      if (isRead) running -= 1;
    };
    const callbackAt = args.findIndex((arg) => typeof arg === 'function');
    if (callbackAt >= 0) {
      const callback = args[callbackAt] as (...results: unknown[]) => void;
      args[callbackAt] = (...results: unknown[]) => {
        done();
        callback(...results);
      };
      return query.apply(this, args);
    }
    const answer = query.apply(this, args);
    if (answer instanceof Promise) answer.then(done, done);
    return answer;
  } as typeof pg.Client.prototype.query;
  try {
    await work();
  } finally {
    if (original) Object.defineProperty(pg.Client.prototype, 'query', original);
  }
  return waves;
}

/** Runs them one after the other on one connection. @returns ms */
export async function timeStatements(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  const started = performance.now();
  for (const statement of statements) await client.query(statement);
  return performance.now() - started;
}
