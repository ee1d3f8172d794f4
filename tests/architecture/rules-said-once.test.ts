import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Rules of the field that one module says and everybody else asks: their literals stand nowhere else in the code. */
interface Rule {
  /** Who says it; what else is listed only keeps the names of the contract. */
  readonly said: readonly string[];
  readonly literal: RegExp;
  /** Copies as people wrote them, each of which the rule has to find. */
  readonly copies: readonly string[];
  /** What looks alike and is none. */
  readonly others?: readonly string[];
}

const RULES: Readonly<Record<string, Rule>> = {
  'which number is which kind of user: USER_TYPE, isHeadOffice, isCustomer, isBranchUser': {
    said: ['lib/platform/auth/accounts/account-types.ts', 'lib/platform/contract/actor.ts'],
    literal: /\buserTypes?\s*(?:[!=]==\s*|:\s*(?:\[|\{ not: )?)\d|\buser_type\s*(?:=|<>|!=)\s*\d/,
    copies: [
      "access: { kind: 'userType', userTypes: [0, 2] }",
      'if (actor.userType === 1) return;',
      'where: { userType: { not: 0 } }',
      'data: { userType: 2 }',
      'AND u.user_type <> 0',
    ],
    others: ['isHeadOffice(actor)', 'userTypes: OFFICE_TYPES', 'u.user_type = ${USER_TYPE.project}'],
  },
  'when a call-out is over: lib/features/callbacks/state.ts': {
    said: ['lib/features/callbacks/state.ts'],
    literal: /'CLSO'[^;:]{0,60}'CLSC'|'CLSC'[^;:]{0,60}'CLSO'/,
    copies: [
      "jobStatus: { notIn: ['CLSO', 'CLSC'] }",
      "status === 'CLSO' || status === 'CLSC'",
      "call.status !== 'CLSC' && call.status !== 'CLSO'",
      "WHERE c.job_status NOT IN ('CLSO', 'CLSC')",
      "['DISP', 'SITE', 'CLSO', 'CLSC'].includes(status)",
    ],
    others: [
      "if (status === 'CLSO') close();\nif (status === 'CLSC') cancel();",
      '{ CLSO: 4, CLSC: 0 }',
      'openCallbackSql',
    ],
  },
  'what the state of a call-out is that is stored: callbackStatusOf': {
    said: ['lib/features/callbacks/state.ts'],
    literal: /CALLBACK_STATUSES\s*\.find\(/,
    copies: ["CALLBACK_STATUSES.find((status) => status === stored) ?? 'INIT'"],
  },
  'when a symptom is over, and who waits for it: lib/live/detector/symptom-state.ts': {
    said: ['lib/live/detector/symptom-state.ts'],
    literal: /'(CLOSED|EXPIRED)', '(?!\1)(CLOSED|EXPIRED)'|'INIT', 'NOT_PROCESSED'/,
    copies: [
      "const GONE = ['CLOSED', 'EXPIRED'];",
      "symptomState: { notIn: ['CLOSED', 'EXPIRED', 'INACTIVE'] }",
      "y.symptom_state NOT IN ('EXPIRED', 'CLOSED')",
      "['INIT', 'NOT_PROCESSED'].includes(symptomState)",
    ],
    others: ["'PUBLISHED', 'EXPIRED', 'WITHDRAWN'"],
  },
  'who holds an authority: hasAuthority, hasAny, holds, isMaster beside may': {
    said: ['lib/platform/contract/authorities.ts'],
    literal: /\bauthorities\.(?:has|includes)\(|hasA(?:ny|uthority)\(\w+, \[?'SUPER_MASTER'\]?\)/,
    copies: ["actor.authorities.has('USER_READ')", "authorities.has('ROLE_READ')", "hasAny(holder, ['SUPER_MASTER'])"],
    others: ["hasAuthority(actor, 'USER_READ')", 'isMaster(actor)'],
  },
  'in which units somebody is trapped: lib/live/scope/trapped-units.ts': {
    said: ['lib/live/scope/trapped-units.ts'],
    literal:
      /\bentrapment_status\s*(?:=|<>|!=)\s*[01]|\bstatus: \{[^}]*entrapmentStatus|\.status\??\.entrapmentStatus\b|\bstatus\.entrapmentStatus\b/,
    copies: [
      'WHEN s.entrapment_status = 1 THEN',
      'coalesce(u.entrapment_status = 1, false)',
      'where: { status: { entrapmentStatus: 1 } }',
      "if (status && status.entrapmentStatus !== 0) return 'trapped';",
      'entrapmentStatus: row.status?.entrapmentStatus ?? 0',
    ],
    others: ['row.entrapmentStatus !== before.entrapmentStatus', 'entrapment_status = v.trapped'],
  },
  'whether a unit has a camera: lib/live/units/camera.ts': {
    said: ['lib/live/units/camera.ts'],
    literal: /\b(?:dhVideo|dh_video)\s*===?\s*'1'|\bdh_video\s*=\s*'1'/,
    copies: ["unit.video === '1' || unit.dhVideo === '1' ? 1 : 0", "e.video = '1' OR e.dh_video = '1' AS has_camera"],
    others: ['hasCamera(unit)', "dhVideo: '0'"],
  },
  'which rows of a log are of accounts in scope: accountRowScope': {
    said: ['lib/platform/auth/scope/scope.ts'],
    literal: /branchCode: \{ in: \[\.\.\.(?:\w+\.)?mappings\.branches\]/,
    copies: ['{ OR: [own, { branchCode: { in: [...actor.mappings.branches] } }] }'],
  },
  'whether a moment says its time of day, or seconds are hidden: tellsTime, timeOfDay': {
    said: ['lib/platform/i18n/shown-moment.ts'],
    literal: /(?<!\bvalue)\.length (?:>|<=|[!=]==) 10\b|\w\.slice\(11, 16\)/,
    copies: [
      'since.length > 10 ? parseWallTime(since) : undefined',
      'at.length === 10 ? at : age(at)',
      'ack.ackDate.slice(11, 16) || ack.ackDate',
    ],
    others: ['value.length > 10', 'moment.slice(5, 16)', 'formatDateTime(at).slice(11, 16)'],
  },
  'when the network of a browser is back: lib/platform/client/network.ts': {
    said: ['lib/platform/client/network.ts'],
    literal: /addEventListener\('(?:online|offline)'/,
    copies: ["window.addEventListener('online', back)", "window.addEventListener('offline', listener)"],
  },
  'how far China is ahead of UTC: lib/platform/i18n/shanghai.ts': {
    said: ['lib/platform/i18n/shanghai.ts'],
    literal: /\bSHANGHAI_(?:OFFSET_)?MS\b|[+-] 8 \* (?:HOUR|3_?600)|(?<!description: )'Asia\/Shanghai'|\+08:?00\b/,
    copies: [
      'const SHANGHAI_MS = 8 * HOUR_MS;',
      'Date.parse(wall) - 8 * 3_600_000',
      'Math.floor((done + 8 * HOUR_MS) / DAY_MS)',
      "new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' })",
      "create_date AT TIME ZONE 'Asia/Shanghai'",
      'new Date(`${day}T12:00:00+08:00`)',
    ],
    others: ["create_date AT TIME ZONE '${TIME_ZONE}'", "description: 'Asia/Shanghai'", 'restore: 8 * HOUR'],
  },
};

const ROOT = join(__dirname, '../..');
const files = ['app', 'components', 'lib', 'prisma/demo']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  .concat('middleware.ts')
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('/generated/'));
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
const sources = files.map((name) => ({ name, text: withoutComments(readFileSync(join(ROOT, name), 'utf8')) }));

it('reads the whole code', () => {
  expect(files.length).toBeGreaterThan(900);
});

describe.each(Object.entries(RULES))('%s', (_name, { said, literal, copies, others = [] }) => {
  it('is known by its literal', () => {
    expect(copies.filter((copy) => !literal.test(copy))).toEqual([]);
    expect(others.filter((other) => literal.test(other))).toEqual([]);
  });

  it('is said by the modules that are named, which are there', () => {
    expect(said.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  it('is said nowhere else', () => {
    const elsewhere = sources.filter(({ name, text }) => !said.includes(name) && literal.test(text));
    expect(elsewhere.map(({ name, text }) => `${name}: ${literal.exec(text)?.[0]}`)).toEqual([]);
  });
});
