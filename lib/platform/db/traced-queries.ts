import type pg from 'pg';
import type { SpanAttributes } from '@/lib/platform/system/tracer';
import { traced, tracer } from '@/lib/platform/system/tracing';

/** A span for each statement, where traces are wanted. It says what is done to which table, and no statement or value. */

const OPERATION = /^\s*(?:WITH\b[\s\S]*?\)\s*)?([A-Za-z]+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN)\s+(?:ONLY\s+)?(?:"?\w+"?\.)?"?([a-z_][a-z0-9_]{0,62})"?/i;
const LONGEST = 4000;

function describe(statement: unknown): { name: string; attributes: SpanAttributes } {
  const said = typeof statement === 'string' ? statement : (statement as { text?: unknown } | undefined)?.text;
  const text = typeof said === 'string' ? said.slice(0, LONGEST) : '';
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  const table = TABLE.exec(text)?.[1];
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table ? { 'db.collection.name': table } : {}),
    },
  };
}

type Query = (...args: unknown[]) => unknown;

/**
 * Statements of the pool and of clients that somebody took from it. The pool's own way to a client gives functions to call, which
 * other calls may run: it has no span of its own, as the one of the pool's statement knows who asked.
 */
export function traceQueries(pool: pg.Pool): void {
  if (!tracer()) return;
  const wrap = (target: object): void => {
    const query = (target as { query: Query }).query.bind(target);
    Object.assign(target, {
      query: (...args: unknown[]) => {
        if (typeof args.at(-1) === 'function') return query(...args);
        const { name, attributes } = describe(args[0]);
        return traced(name, { kind: 'client', attributes }, () => query(...args));
      },
    });
  };
  wrap(pool);
  pool.on('connect', wrap);
}
