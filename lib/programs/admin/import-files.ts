import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { IMPORT_ENTITIES, type ImportEntity, importRows, ROW_LIMIT } from '@/lib/features/integration/contract';
import { importBatch } from '@/lib/features/integration/internal/batch';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { closeDb } from '@/lib/platform/db/client';
import { makeProgress } from '@/lib/platform/system/progress';
import { AdminError } from './create-admin';
import { readRows } from './import-rows';

/** `npm run import`: imports files of rows by `integration/upsert`, into this installation or at another address. */

type Answer = OutputOf<typeof importRows>;
export type Send = (entity: ImportEntity, rows: readonly Record<string, unknown>[]) => Promise<Answer>;

/** Below the 4 MiB of a call, with room for what surrounds the rows. */
const BATCH_BYTES = 3 * 1024 * 1024;
const TRIES = 5;
const MAX_WAIT_SEC = 120;

/** The kind of rows in a file, from its name: `equipment.csv`, `callbackStatus-2026.jsonl`. @throws AdminError */
export function entityOf(path: string): ImportEntity {
  const name = basename(path);
  const found = IMPORT_ENTITIES.find((entity) => new RegExp(`^${entity}(?![A-Za-z])`, 'i').test(name));
  if (!found) throw new AdminError(`${name} does not begin with a kind of row; say it with --entity.`);
  return found;
}

/** A partner's calls at another address. */
export function sendTo(url: string, partner: string, secret: string): Send {
  const target = new URL(`sms/${importRows.path}`, url.endsWith('/') ? url : `${url}/`);
  const authorization = `Basic ${Buffer.from(`${partner}:${secret}`).toString('base64')}`;
  return async (entity, rows) => {
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(target, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', 'accept-language': 'en' },
        body: JSON.stringify({ entity, rows }),
      }).catch((error: unknown) => {
        throw new AdminError(`${target.origin} cannot be reached: ${(error as Error).message}.`);
      });
      const { status } = response;
      const body = (await response.json().catch(() => null)) as {
        code?: number;
        message?: string;
        data?: Answer;
      } | null;
      if (body?.code === 200 && body.data) return body.data;
      const isBusy = status === 429 || status === 502 || status === 503 || status === 504;
      if (!isBusy || attempt === TRIES)
        throw new AdminError(
          `${target.origin} refused the rows: ${status} ${body?.message ?? response.statusText}`.trim(),
        );
      const seconds = Number(response.headers.get('retry-after')) || 2 ** attempt;
      await wait(1000 * Math.min(MAX_WAIT_SEC, seconds));
    }
  };
}

/** Writes into this installation's database, under the name of the user of the command. */
export const sendHere =
  (source: string): Send =>
  (entity, rows) =>
    importBatch({ entity, rows, source, language: 'en' });

interface ImportReporter {
  /** A row that was refused: `equipment.csv:12 branchCode: …`. */
  refused(text: string): void;
  progress(share: number, step: string): void;
}
export interface ImportSum {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

/**
 * Sends a file in batches, one after the other; one batch is in memory. After an interrupted import the file is sent
 * again: rows that are already stored stay unchanged.
 */
export async function importFile(
  path: string,
  entity: ImportEntity,
  send: Send,
  told: ImportReporter,
): Promise<ImportSum> {
  const { size } = await stat(path).catch(() => {
    throw new AdminError(`There is no file ${path}.`);
  });
  const sum: ImportSum = { created: 0, updated: 0, unchanged: 0, failed: 0 };
  let batch: { line: number; row: Record<string, unknown> }[] = [];
  let bytes = 0;
  let seen = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const part = batch;
    [batch, bytes] = [[], 0];
    const answer = await send(
      entity,
      part.map(({ row }) => row),
    );
    sum.created += answer.created;
    sum.updated += answer.updated;
    sum.unchanged += answer.unchanged;
    sum.failed += answer.failed.length;
    for (const { index, message } of answer.failed) told.refused(`${path}:${part[index]?.line ?? '?'} ${message}`);
    seen += part.length;
  };
  for await (const { line, row, read } of readRows(path)) {
    const weight = Buffer.byteLength(JSON.stringify(row));
    if (batch.length === ROW_LIMIT || bytes + weight > BATCH_BYTES) {
      await flush();
      told.progress(Math.min(0.99, size === 0 ? 1 : read / size), `${entity} ${seen}`);
    }
    batch.push({ line, row });
    bytes += weight;
  }
  await flush();
  told.progress(1, `${entity} ${seen}`);
  return sum;
}

/**
 * The secret is read from a file, so that neither the process list nor the shell history shows it. @throws AdminError
 */
async function secretOf(path: string | undefined): Promise<string> {
  const text = path === undefined ? '' : await readFile(path, 'utf8').catch(() => '');
  if (text.trim() === '') throw new AdminError('An address needs --partner ID and --secret-file FILE with its secret.');
  return text.trim();
}

/** Reads `FILE… [--entity KIND] [--url ADDRESS --partner ID --secret-file FILE]`, imports the files in the order that their kinds need, and prints the counts. */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      entity: { type: 'string' },
      url: { type: 'string' },
      partner: { type: 'string', default: 'import' },
      'secret-file': { type: 'string' },
    },
  });
  const named = values.entity === undefined ? undefined : IMPORT_ENTITIES.find((entity) => entity === values.entity);
  if (values.entity !== undefined && !named)
    throw new AdminError(`"${values.entity}" is no kind of row: ${IMPORT_ENTITIES.join(', ')}.`);
  if (positionals.length === 0) throw new AdminError('Name the files: npm run import -- equipment.csv callback.jsonl');
  const send =
    values.url === undefined
      ? sendHere(values.partner)
      : sendTo(values.url, values.partner, await secretOf(values['secret-file']));
  const files = positionals
    .map((path) => ({ path, entity: named ?? entityOf(path) }))
    .sort((a, b) => IMPORT_ENTITIES.indexOf(a.entity) - IMPORT_ENTITIES.indexOf(b.entity));
  try {
    let failed = 0;
    for (const { path, entity } of files) {
      const sum = await importFile(path, entity, send, {
        refused: (text) => process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${text}\n`),
        progress: makeProgress(process.stdout),
      });
      failed += sum.failed;
      process.stdout.write(
        `${path}: ${sum.created} added, ${sum.updated} changed, ${sum.unchanged} unchanged, ${sum.failed} refused\n`,
      );
    }
    if (failed > 0) process.exitCode = 2;
  } finally {
    if (values.url === undefined) await closeDb();
  }
}
