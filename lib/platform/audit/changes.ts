import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a service adds to the audit line of its call (silent-screens B5): changes by `noteChange`, and the account of a
 * sign-in by `noteSigner`. The door collects it around the call.
 */

export interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}
export type FieldChanges = Record<string, FieldChange>;

export interface AuditTrail {
  readonly changes: FieldChanges;
  /** The account that proved its identity in a call without a session. */
  signer?: string;
}

const trails = new AsyncLocalStorage<AuditTrail>();

/** Runs a call and collects its notes in `trail`. */
export function withTrail<T>(trail: AuditTrail, work: () => Promise<T>): Promise<T> {
  return trails.run(trail, work);
}

/** Notes the account that signs in, by any name or token. Outside of a call it does nothing. */
export function noteSigner(username: string): void {
  const trail = trails.getStore();
  if (trail) trail.signer = username;
}

type Values = Readonly<Record<string, unknown>>;

const plain = (value: unknown): unknown =>
  value === undefined
    ? null
    : (JSON.parse(
        JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)),
      ) as unknown);

/**
 * Notes the fields of an object that a call changed: only those that `after` names. null before: created; null after:
 * deleted. Secrets and phone numbers are masked when the line is written. Outside of a call it does nothing.
 */
export function noteChange(before: Values | null, after: Values | null): void {
  const changes = trails.getStore()?.changes;
  if (!changes) return;
  for (const name of Object.keys(after ?? before ?? {})) {
    const change = { before: plain(before?.[name]), after: plain(after?.[name]) };
    if (JSON.stringify(change.before) !== JSON.stringify(change.after)) changes[name] = change;
  }
}

/**
 * Notes which names a list lost (before) and gained (after). The others are left out, because a line stores only
 * twenty.
 */
export function noteMembers(name: string, before: readonly string[], after: readonly string[]): void {
  const [old, now] = [new Set(before), new Set(after)];
  noteChange(
    { [name]: [...old].filter((member) => !now.has(member)).sort() },
    { [name]: [...now].filter((member) => !old.has(member)).sort() },
  );
}
