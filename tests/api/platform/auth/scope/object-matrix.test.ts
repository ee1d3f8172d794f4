import { readXlsx } from 'hucre/xlsx';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { sessionOfToken } from '@/lib/platform/auth/tokens/token-format';
import { db, pool } from '@/lib/platform/db/client';
import { may } from '@/lib/platform/contract/access';
import type { Operation } from '@/lib/platform/contract/operation';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { handleSms } from '@/lib/platform/door/web-door';
import { resetLimits } from '../../../../support/callers';
import { few, isFull } from '../../../../support/full';
import { PERSONA_NAMES, persona } from '../../../../support/personas';
import type { Persona } from '../../../../support/personas';
import { formOf, PDF, PNG } from '../../../../support/sample-files';
import { bearer, ORIGIN, sessionOf } from '../../../../support/sms-client';
import { useDataDir } from '../../../support/data-dir';
import { useFreshDatabase } from '../../../support/database';
import { ROWS } from '../support/access-rows';
import type { ByKey, Listed, Row, Target } from '../support/access-rows';
import {
  createAccessWorld,
  forbiddenWords,
  openAllAuthorities,
  PLACES,
  REPEATED_OWNERS,
  seesPlace,
  tidy,
} from '../support/access-world';

/**
 * Every operation × every persona × own and foreign branches, projects, accounts, files: by key, in lists, counts and files.
 * Asked of the door itself, which no middleware guards. Each persona comes twice: as it is, and holding every authority there
 * is, so that nothing but the scope of rows stands between it and other people's. Of an operation a seeded few personas
 * ask, others for each; `npm run test:full` asks as everybody.
 */

useFreshDatabase();
useDataDir();
beforeAll(createAccessWorld);
afterAll(closePortal);

const operationOf = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

interface Got {
  code: number;
  text: string;
  data: unknown;
}
let authorization: Record<string, string> = {};

/** One session a persona; what ended it is followed by a new one. */
const sessions = new Map<string, string>();
async function signedInAs(username: string): Promise<Record<string, string>> {
  const held = sessions.get(username);
  const isAlive =
    held !== undefined &&
    (await db().session.count({ where: { id: sessionOfToken('access', held) ?? '', revokedAt: null } })) === 1;
  const token = isAlive ? held : await sessionOf(username);
  sessions.set(username, token);
  return bearer(token);
}

/** The authorities of every persona's role, as they are now. */
async function heldByRole(): Promise<Map<string, Set<string>>> {
  const held = new Map<string, Set<string>>();
  for (const { role, authority } of await db().roleAuthority.findMany())
    held.set(role, (held.get(role) ?? new Set()).add(authority));
  return held;
}

async function ask(
  { method, path, upload }: Operation,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Got> {
  resetLimits();
  const rest = { ...input };
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>).toString()}` : '';
  const isForm = upload !== undefined;
  const body =
    method === 'GET'
      ? undefined
      : isForm
        ? formOf(
            upload.types.includes('pdf') ? { name: 'a.pdf', content: PDF } : { name: 'a.png', content: PNG },
            rest as Record<string, string>,
          )
        : JSON.stringify(rest);
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${target}${query}`, {
      method,
      body,
      headers: {
        'x-forwarded-for': '192.0.2.1',
        ...authorization,
        ...headers,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
    }),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) {
    const text = new TextDecoder().decode(bytes);
    const { code, data } = JSON.parse(text) as { code: number; data: unknown };
    return { code, text, data };
  }
  const text = type.includes('spreadsheet')
    ? JSON.stringify((await readXlsx(bytes)).sheets.map(({ rows }) => rows))
    : '';
  return {
    code: response.status,
    text: `${text} ${decodeURIComponent(response.headers.get('content-disposition') ?? '')}`,
    data: null,
  };
}

/** `self` and `own` in an input stand for the caller's own account, feedback and first unit. */
function forCaller(input: Record<string, unknown>, who: Persona): Record<string, unknown> {
  const unit = PLACES.find((place) => seesPlace(who, place))?.unit ?? 'E-1';
  return JSON.parse(
    JSON.stringify(input)
      .replaceAll('"self"', JSON.stringify(who.username))
      .replaceAll('"F-self"', JSON.stringify(`F-${who.username}`))
      .replaceAll('"own"', JSON.stringify(unit)),
  ) as Record<string, unknown>;
}

const MISSING = [404, 511];

interface Round extends Asker {
  readonly held: ReadonlySet<string>;
  readonly isOpen: boolean;
}

const FOCUSES = [null, ['P-3'], ['P-2', 'P-3'], ['P-1'], ['P-0']];
/**
 * Where nothing but the scope stands before the rows: none, a foreign one, and an own one beside it where they narrow. The
 * authorities that a persona holds change nothing about a focus. All of them in a full run.
 */
function fociOf({ isFocused }: Listed, { isOpen }: Round) {
  if (isFull) return FOCUSES;
  return FOCUSES.slice(0, isOpen ? (isFocused ? 3 : 2) : 1);
}

/**
 * Where nothing but the scope stands before the rows: everybody's, but of accounts of one kind only one, and the caller's own.
 * As it is: the caller's own, one more in scope and one out of it, others for each persona and operation. All in a full run.
 */
function targetsOf({ targets }: ByKey, { name }: Operation, { who, held, isOpen }: Round): readonly Target[] {
  if (isFull) return targets;
  const isSelf = (target: Target) => target.name === who.username;
  const distinct = targets.filter((target) => isSelf(target) || !REPEATED_OWNERS.has(target.name));
  if (isOpen) return distinct;
  const others = distinct.filter((target) => !isSelf(target));
  const seed = `${name} ${who.username}`;
  const picked = new Set(
    [true, false].flatMap((isOwn) =>
      few(
        others.filter(({ sees }) => sees(who, held) === isOwn),
        1,
        seed,
      ),
    ),
  );
  return distinct.filter((target) => isSelf(target) || picked.has(target));
}

/**
 * Of each user type so many, where nothing but the scope stands before the rows: it is built from the type and from what an account
 * is bound to, and head office has none. As it is: one of all.
 */
const MOST_OF_TYPE = { 0: 0, 1: 2, 2: 1 } as const;

interface Asker {
  readonly who: Persona;
  /** What is unknown is so to everybody of a user type: the first one asks for it. */
  readonly asksForUnknown: boolean;
}
/** A few of those who may, others for each operation and round; all of them in a full run. */
function askersAmong(allowed: readonly Persona[], isOpen: boolean, name: string): Asker[] {
  const asking = (people: readonly Persona[], most: number, seed: string) =>
    few(people, most, seed).map((who, index) => ({ who, asksForUnknown: isFull || index === 0 }));
  if (!isOpen) return asking(allowed, 1, name);
  return ([0, 1, 2] as const).flatMap((type) =>
    asking(
      allowed.filter(({ userType }) => userType === type),
      MOST_OF_TYPE[type],
      `${name} ${type}`,
    ),
  );
}

/** What went wrong, in words. */
async function faultsOf(operation: Operation, row: Row, round: Round, forbidden: readonly string[]): Promise<string[]> {
  const { who, asksForUnknown, held, isOpen } = round;
  const faults: string[] = [];
  const asked = async (
    what: string,
    input: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Got> => {
    const got = await ask(operation, forCaller(input, who), headers);
    const told = forbidden.filter(
      (word) =>
        got.text.includes(word) &&
        !JSON.stringify(input).includes(word) &&
        !(row.namesPeople && word.startsWith('nick_of_')),
    );
    if (told.length > 0) faults.push(`${what} tells ${told.join(', ')}`);
    if (got.code === 500) faults.push(`${what}: 500`);
    return got;
  };
  switch (row.kind) {
    case 'elsewhere':
      return [];
    case 'said':
      for (const input of row.inputs) await asked(JSON.stringify(input), input);
      return faults;
    case 'key':
      for (const { name, sees, input } of targetsOf(row, operation, round)) {
        const { code } = await asked(name, await input());
        const isOwn = sees(who, held);
        // 403: a stronger account, an own application, somebody else's without the authority for others'. That is no secret told.
        const isRight = isOwn ? !MISSING.includes(code) : code === row.outOfScope || (code === 403 && !isOpen);
        if (!isRight) faults.push(`${name}: ${code}, ${isOwn ? 'in' : 'out of'} scope`);
      }
      if (row.unknown && asksForUnknown) {
        const { code } = await asked('unknown', row.unknown);
        if (code !== 404 && (code !== 403 || isOpen)) faults.push(`unknown: ${code}`);
      }
      return faults;
    case 'list': {
      const isNarrowed = row.isFocused && who.branchCode !== null;
      for (const focus of fociOf(row, round)) {
        const { code, data } = await asked(
          `focus ${focus}`,
          row.input(who),
          focus === null ? {} : { projectid: focus.join(',') },
        );
        if (row.needs && !held.has(row.needs)) {
          if (code !== 403) faults.push(`focus ${focus}: ${code} without ${row.needs}`);
          continue;
        }
        if (code !== 200) {
          faults.push(`focus ${focus}: ${code}`);
          continue;
        }
        const { keys, total } = row.keys(data as never);
        const expected = [...row.expected(who, isNarrowed ? focus : null, held)].sort();
        if (total !== expected.length || JSON.stringify([...keys].sort()) !== JSON.stringify(expected))
          faults.push(`focus ${focus}: ${total} rows ${[...keys].sort()}, expected ${expected}`);
      }
      return faults;
    }
    case 'file': {
      const { code, text } = await asked('file', row.input);
      const found = row.all.filter((word) => text.includes(word)).sort();
      const expected = [...row.expected(who)].sort();
      if (code !== 200 || JSON.stringify(found) !== JSON.stringify(expected))
        faults.push(`${code}: holds ${found}, expected ${expected}`);
      return faults;
    }
  }
}

it('every operation has a row, and no row is of none', () => {
  expect(Object.keys(ROWS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
});

it('counts and names beside a row are of what the caller may see: an account that reaches into another branch tells nothing of it', async () => {
  authorization = bearer(await sessionOf('branchManager'));
  const read = async (name: string, input: Record<string, unknown>) => {
    const operation = operationOf.get(name);
    if (!operation) throw new Error(`no operation ${name}`);
    return (await ask(operation, input)).data as { records: Record<string, unknown>[] };
  };
  expect((await read('queryUsers', { keyword: 'crossing' })).records).toMatchObject([
    { projectNames: 'project-alpha-only', equipmentTotal: 1 },
  ]);
  expect((await read('queryCampusApply', { key: 'crossing' })).records).toMatchObject([
    { projectTotal: 1, equipmentTotal: 1 },
  ]);
  expect((await read('queryFeedback', { key: 'crossing' })).records).toMatchObject([
    { projectNames: 'project-alpha-only' },
  ]);
  expect((await read('getApproval', { approvalId: 'V-crossing' })) as object).toMatchObject({
    payload: { projects: [{ projectName: 'project-alpha-only' }] },
  });
});

const ASKED = Object.entries(ROWS).filter(([, rows]) => rows.some(({ kind }) => kind !== 'elsewhere'));
/** Lists first: what calls by key write would be among their rows. */
const listsRows = (rows: readonly Row[]) => rows.some(({ kind }) => kind === 'list' || kind === 'file');
const IN_ORDER = [...ASKED.filter(([, rows]) => listsRows(rows)), ...ASKED.filter(([, rows]) => !listsRows(rows))];
const ROUNDS = [
  ['as it is', false],
  ['with every authority', true],
] as const;

describe.each(ROUNDS)('%s', (_round, isOpen) => {
  beforeAll(async () => {
    await tidy();
    if (isOpen) await openAllAuthorities();
    // Whoever was known before has other authorities now.
    sessions.clear();
  });

  it.each(IN_ORDER)(
    '%s shows everybody their own and nothing else',
    async (name, rows) => {
      const operation = operationOf.get(name);
      if (!operation) throw new Error(`no operation ${name}`);
      const faults: string[] = [];
      const heldBy = await heldByRole();
      const heldOf = ({ username }: Persona) => heldBy.get(`role-${username}`) ?? new Set<string>();
      const allowed = PERSONA_NAMES.map(persona).filter((who) =>
        may({ userType: who.userType, authorities: heldOf(who) }, operation),
      );
      for (const asker of askersAmong(allowed, isOpen, name)) {
        const { username } = asker.who;
        authorization = await signedInAs(username);
        // Guessed passwords are counted.
        await pool().query('DELETE FROM rate_counter');
        for (const row of rows)
          faults.push(
            ...(
              await faultsOf(operation, row, { ...asker, held: heldOf(asker.who), isOpen }, forbiddenWords(asker.who))
            ).map((fault) => `${username}: ${fault}`),
          );
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );
});
