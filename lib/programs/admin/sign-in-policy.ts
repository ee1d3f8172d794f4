import { parseArgs } from 'node:util';
import { closeDb, db } from '@/lib/platform/db/client';
import { parsePolicy, SIGN_IN_POLICY_KEY, StoredPolicy, VERIFY_RULES } from '@/lib/features/session/policy';
import type { VerifyRule } from '@/lib/features/session/policy';
import { AdminError } from './create-admin';

/**
 * `npm run sign-in:policy`: when a password sign-in also needs a code, and how long a password is valid. It is a
 * command and not a screen: a screen could lock out everybody, its user included; the operator of the installation can
 * always correct it.
 */

/** customerType of an account (readings 14). */
const KINDS = { branch: '0', internal: '1', external: '2' } as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as Kind[];

export interface PolicyChange {
  /** For accounts whose kind has no rule of its own. */
  readonly verify?: string;
  /** Kind → rule; `default`: the rule for all. */
  readonly kinds?: Readonly<Record<string, string>>;
  /** Days, or `never`. */
  readonly passwordDays?: string;
}

const oneOf = (names: readonly string[]) => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

function ruleOf(text: string): VerifyRule {
  const rule = VERIFY_RULES.find((name) => name === text);
  if (!rule) throw new AdminError(`"${text}" is no rule: ${oneOf(VERIFY_RULES)}.`);
  return rule;
}

function daysOf(text: string): number | null {
  if (text === 'never') return null;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new AdminError(`"${text}" is no number of days: 1 to 9999, or never.`);
  return Number(text);
}

function kindsOf(
  before: StoredPolicy['verifyByCustomerType'],
  changes: Readonly<Record<string, string>>,
): StoredPolicy['verifyByCustomerType'] {
  const rules = { ...before };
  for (const [name, rule] of Object.entries(changes)) {
    const kind = KIND_NAMES.find((known) => known === name);
    if (!kind) throw new AdminError(`"${name}" is no kind of account: ${oneOf(KIND_NAMES)}.`);
    if (rule === 'default') delete rules[KINDS[kind]];
    else rules[KINDS[kind]] = ruleOf(rule);
  }
  return rules;
}

async function readPolicy(): Promise<StoredPolicy> {
  const stored = await db().setting.findUnique({ where: { key: SIGN_IN_POLICY_KEY }, select: { value: true } });
  const parsed = StoredPolicy.safeParse(stored?.value ?? {});
  if (!parsed.success)
    throw new AdminError(
      'The policy that is stored cannot be read, so every sign-in asks for a code. --reset takes it away.',
    );
  return parsed.data;
}

/**
 * Changes the given settings and keeps the others.
 * @returns the policy after the change
 * @throws AdminError for unknown rules, kinds and days, and when the stored policy cannot be read
 */
export async function changePolicy({ verify, kinds, passwordDays }: PolicyChange): Promise<StoredPolicy> {
  const before = await readPolicy();
  const value: StoredPolicy = {
    ...before,
    ...(verify === undefined ? {} : { verify: ruleOf(verify) }),
    verifyByCustomerType: kindsOf(before.verifyByCustomerType, kinds ?? {}),
    ...(passwordDays === undefined ? {} : { passwordMaxAgeDays: daysOf(passwordDays) }),
  };
  if (verify === undefined && kinds === undefined && passwordDays === undefined) return value;
  const by = { value, updateBy: 'sign-in:policy' };
  await db().setting.upsert({
    where: { key: SIGN_IN_POLICY_KEY },
    create: { key: SIGN_IN_POLICY_KEY, ...by },
    update: by,
  });
  return value;
}

/** No code is needed, and passwords do not expire. */
export async function resetPolicy(): Promise<void> {
  await db().setting.deleteMany({ where: { key: SIGN_IN_POLICY_KEY } });
}

/** Accounts that the policy locks out: they need a code and have no phone. */
export async function countLockedOut(value: StoredPolicy): Promise<number> {
  const policy = parsePolicy(value);
  const groups = await db().user.groupBy({
    by: ['customerType'],
    _count: { _all: true },
    where: { enabled: true, deletedAt: null, OR: [{ phone: null }, { phone: '' }] },
  });
  return groups.reduce(
    (sum, { customerType, _count }) => (policy.verifyRule(customerType) === 'never' ? sum : sum + _count._all),
    0,
  );
}

function linesOf(value: StoredPolicy): string {
  const { verifyByCustomerType: rules, verify } = value;
  const { passwordMaxAgeDays } = parsePolicy(value);
  return [
    ...KIND_NAMES.map(
      (kind) => `${`A code for ${kind} accounts`.padEnd(30)}${rules[KINDS[kind]] ?? `${verify} (as everybody)`}`,
    ),
    `${'A code for everybody else'.padEnd(30)}${verify}`,
    `${'A password lives'.padEnd(30)}${passwordMaxAgeDays === null ? 'for ever' : `${passwordMaxAgeDays} days`}`,
  ].join('\n');
}

const pairsOf = (text: string) =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [kind = '', rule = ''] = pair.split('=');
        return [kind.trim(), rule.trim()];
      }),
  );

/**
 * Reads `[--verify RULE] [--for KIND=RULE,…] [--password-days N|never] [--reset]`, changes the given settings and
 * prints the policy.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      verify: { type: 'string' },
      for: { type: 'string' },
      'password-days': { type: 'string' },
      reset: { type: 'boolean', default: false },
    },
  });
  try {
    if (values.reset) await resetPolicy();
    const policy = await changePolicy({
      verify: values.verify,
      kinds: values.for === undefined ? undefined : pairsOf(values.for),
      passwordDays: values['password-days'],
    });
    const locked = await countLockedOut(policy);
    process.stdout.write(
      `${linesOf(policy)}\n${locked === 0 ? '' : `\n${locked} accounts have no phone that a code could be sent to: whenever they are asked for one they are refused.\n`}`,
    );
  } finally {
    await closeDb();
  }
}
