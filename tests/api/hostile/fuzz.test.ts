import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { resetErrorLimits } from '@/lib/features/error-log/service';
import type { Operation } from '@/lib/platform/contract/operation';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { resetLimits } from '../../support/callers';
import { isFull } from '../../support/full';
import { inputOf } from '../../support/fuzz-input';
import { createPersonas } from '../../support/personas';
import { bearer, callSms, sessionOf } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';
import { isWordFromElsewhere } from './support/elsewhere';

/**
 * Every operation under inputs made from its own schema: answered or refused, never a fault of ours. `FUZZ=200` makes so many
 * inputs an operation. What lands is asked the same each time; `npm run test:full` asks something new, and the number to repeat a
 * run by (`FUZZ_SEED`) stands with every failure.
 */

useFreshDatabase();

const RUNS = Number(process.env.FUZZ ?? (isFull ? '4' : '2'));
const SEED = Number(process.env.FUZZ_SEED ?? (isFull ? randomInt(2 ** 31) : 2026));
const CALLERS = ['platformAdmin', 'customerEssence'];

beforeAll(createPersonas);

// A form with a file is attacked in uploads.test, what boxes and partners send in tests of their own; health asks a gateway.
const tried = OPERATIONS.filter(
  ({ upload, audit, access }) =>
    !upload && audit !== 'none' && ['public', 'signedIn', 'authority', 'userType'].includes(access.kind),
);

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The call as a program makes it: keys in the path, the rest as a query or a body. */
function callOf({ method, path }: Operation, input: Record<string, unknown>) {
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(input[name] ?? 'E-1').toWellFormed()),
  );
  const rest = Object.entries(input).filter(([name, value]) => !keys.includes(name) && value !== undefined);
  if (method !== 'GET') return { target, body: Object.fromEntries(rest) };
  const query = new URLSearchParams(rest.map(([name, value]) => [name, textOf(value)]));
  return { target: `${target}?${query.toString()}`, body: undefined };
}

const signedIn = () => Promise.all(CALLERS.map(sessionOf));

it.each(tried.map((operation) => [operation.name, operation] as const))(
  '%s never fails, whatever it is given',
  async (name, operation) => {
    const inputs = fc.sample(inputOf(operation.input), { numRuns: RUNS, seed: SEED });
    const faults: string[] = [];
    let tokens = await signedIn();
    for (const [index, input] of inputs.entries()) {
      resetLimits();
      resetErrorLimits();
      for (const token of tokens) {
        const { target, body } = callOf(operation, input as Record<string, unknown>);
        const answer = await callSms(operation.method, target, { body, headers: bearer(token) });
        if (answer.code >= 500 && answer.code !== 511 && !isWordFromElsewhere(name, answer.code))
          faults.push(
            `${answer.code} for input ${index}: ${operation.method} ${target.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 600) ?? ''}`,
          );
        // Signing out, changing a password and the like end what the next call needs.
        if (answer.code === 401) tokens = await signedIn();
      }
    }
    if (faults.length > 0)
      throw new Error(
        `FUZZ_SEED=${SEED} FUZZ=${RUNS}: ${name} failed ${faults.length} times\n${faults.slice(0, 3).join('\n')}`,
      );
  },
  600_000,
);
