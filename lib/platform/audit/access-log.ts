import { pool } from '@/lib/platform/db/client';
import type { Actor } from '@/lib/platform/contract/actor';
import { logger } from '@/lib/platform/system/log';
import type { FieldChanges } from './changes';
import type { Operation } from '@/lib/platform/contract/operation';

/**
 * One audit line per operation (api.md §5.8): buffered, written in batches, bounded. A database that is unavailable
 * costs lines, never answers; when it is back, the log says how many.
 */

const FLUSH_MS = 1000;
const MAX_BUFFERED = 5000;
/**
 * A line is a trace, not a copy: this limits the fields of one object and the characters of all parameters together.
 */
const MAX_FIELDS = 50;
const MAX_PARAMS = 8000;
const SECRET_NAMES = /pass|pwd|token|secret|code$|authorization/i;
const PHONE = /\b(1\d{2})\d{4}(\d{4})\b/g;

export interface AccessLine {
  operation: Operation;
  path: string;
  actor: Actor | null;
  /** The account that proved itself in this call. */
  signer?: string;
  /** The account named by a sign-in, when nobody is signed in yet. */
  username?: string;
  ip: string;
  userAgent: string;
  client: 'Web' | 'App' | 'Partner';
  requestId: string;
  code: number;
  durationMs: number;
  objectId?: string;
  params: Record<string, unknown>;
  /** Fields that the call changed. */
  changes?: FieldChanges;
}

type Row = (string | number | null)[];
const COLUMNS = [
  'create_date',
  'username',
  'branch_code',
  'user_type',
  'ip',
  'module',
  'action',
  'object_id',
  'method',
  'path',
  'operation',
  'code',
  'duration_ms',
  'client',
  'request_id',
  'user_agent',
  'params',
  'diff',
];

const [USERNAME, BRANCH_CODE, USER_TYPE] = [
  COLUMNS.indexOf('username'),
  COLUMNS.indexOf('branch_code'),
  COLUMNS.indexOf('user_type'),
];

let buffer: Row[] = [];
let dropped = 0;
let timer: NodeJS.Timeout | undefined;
let writing: Promise<void> = Promise.resolve();

/**
 * Cuts the text and removes what PostgreSQL refuses (NUL, halves of characters): one such line would fail its whole
 * batch.
 */
const storable = (value: string, max: number) => value.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd');

/** Passwords, tokens and codes become `***`, the middle of phone numbers `****`; long values and long lists are cut. */
export function mask(value: unknown, name = ''): unknown {
  if (SECRET_NAMES.test(name)) return '***';
  if (typeof value === 'string') return storable(value, 200).replace(PHONE, '$1****$2');
  if (Array.isArray(value)) return value.slice(0, 20).map((item) => mask(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_FIELDS)
      .map(([key, child]) => [storable(key, 80), mask(child, key)]),
  );
}

function paramsOf(params: Record<string, unknown>): string {
  const masked = mask(params) as Record<string, unknown>;
  const text = JSON.stringify(masked);
  if (text.length <= MAX_PARAMS) return text;
  // Plain fields say most about the call, so they come first.
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(masked)
        .filter(([, value]) => typeof value !== 'object')
        .slice(0, 20),
    ),
  );
}

/** The changes as stored: masked like the parameters, each cut to what a person can read; null without any. */
function diffOf(changes: FieldChanges): string | null {
  const entries = Object.entries(changes)
    .slice(0, MAX_FIELDS)
    .map(([name, { before, after }]) => [name, { before: mask(before, name), after: mask(after, name) }] as const);
  if (entries.length === 0) return null;
  const text = JSON.stringify(Object.fromEntries(entries));
  return text.length <= MAX_PARAMS
    ? text
    : JSON.stringify(
        Object.fromEntries(
          entries.map(([name, { before, after }]) => [name, { before: shortened(before), after: shortened(after) }]),
        ),
      );
}

const shortened = (value: unknown) => {
  const text = JSON.stringify(value) ?? '';
  return text.length <= 200 ? value : `${text.slice(0, 199).toWellFormed()}…`;
};

function actionOf(operation: Operation, code: number): string {
  if (code === 403 || (code === 511 && operation.audit !== 'signIn')) return 'refused';
  return operation.audit ?? 'view';
}

/** Queues the line; returns at once. */
export function recordAccess(line: AccessLine): void {
  const { operation } = line;
  if (operation.audit === 'none') return;
  if (buffer.length >= MAX_BUFFERED) {
    dropped += 1;
    return;
  }
  buffer.push([
    new Date().toISOString(),
    line.actor?.username ??
      line.signer ??
      (line.username === undefined ? null : storable(String(mask(line.username)), 64)),
    line.actor?.branchCode ?? null,
    line.actor?.userType ?? null,
    line.ip.slice(0, 45),
    operation.path.split('/')[0]?.slice(0, 40) ?? '',
    actionOf(operation, line.code),
    line.objectId === undefined ? null : storable(line.objectId, 80),
    operation.method,
    line.path.slice(0, 300),
    operation.name,
    line.code,
    Math.round(line.durationMs),
    line.client,
    line.requestId,
    storable(line.userAgent, 300),
    paramsOf(line.params),
    diffOf(line.changes ?? {}),
  ]);
  timer ??= setTimeout(() => void flushAccessLog(), FLUSH_MS).unref();
}

/** Writes what is queued and waits until it is written; also called at shutdown and by tests. */
export function flushAccessLog(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const rows = buffer;
  buffer = [];
  writing = writing.then(() => writeRows(rows));
  return writing;
}

/**
 * A sign-in belongs to the account that was named, so that its branch sees it (silent-screens B5). Names without an
 * account are stored as typed, for the head office.
 */
async function nameAccounts(rows: readonly Row[]): Promise<void> {
  const named = rows.filter((row) => row[USER_TYPE] === null && row[USERNAME] !== null);
  if (named.length === 0) return;
  const keyOf = (row: Row) => String(row[USERNAME]).toLowerCase();
  const { rows: accounts } = await pool().query<{
    username: string;
    username_lower: string;
    branch_code: string | null;
    user_type: number;
  }>('SELECT username, username_lower, branch_code, user_type FROM users WHERE username_lower = ANY($1)', [
    [...new Set(named.map(keyOf))],
  ]);
  const byKey = new Map(accounts.map((account) => [account.username_lower, account]));
  for (const row of named) {
    const account = byKey.get(keyOf(row));
    if (account)
      [row[USERNAME], row[BRANCH_CODE], row[USER_TYPE]] = [account.username, account.branch_code, account.user_type];
  }
}

async function writeRows(rows: Row[]): Promise<void> {
  const limit = Math.floor(65_000 / COLUMNS.length);
  try {
    await nameAccounts(rows);
    for (let start = 0; start < rows.length; start += limit) {
      const part = rows.slice(start, start + limit);
      const values = part.map(
        (row, index) => `(${row.map((_, column) => `$${index * COLUMNS.length + column + 1}`).join(',')})`,
      );
      await pool().query(`INSERT INTO api_access_log (${COLUMNS.join(',')}) VALUES ${values.join(',')}`, part.flat());
    }
    if (dropped > 0) logger('access-log').warn({ dropped }, 'access lines were lost while the database was away');
    dropped = 0;
  } catch (error) {
    logger('access-log').error({ err: error, lines: rows.length }, 'access lines could not be written');
    dropped += rows.length;
  }
}
