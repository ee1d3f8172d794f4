import { db } from '@/lib/platform/db/client';

/** What an account wants to receive: switches and delay (api.md §3.6), cached for at most 5 s. */

export interface Preferences {
  /** Types that are switched off. */
  readonly off: ReadonlySet<string>;
  readonly delayMs: number;
}

const KEPT_MS = 5000;

export class PreferenceCache {
  readonly #known = new Map<string, { at: number; value: Promise<Preferences> }>();

  of(username: string, now = Date.now()): Promise<Preferences> {
    const known = this.#known.get(username);
    if (known && now - known.at < KEPT_MS) return known.value;
    const value = readPreferences(username);
    this.#known.set(username, { at: now, value });
    value.catch(() => this.#known.delete(username));
    if (this.#known.size > 5000) this.#known.clear();
    return value;
  }
}

async function readPreferences(username: string): Promise<Preferences> {
  const [user, switches] = await Promise.all([
    db().user.findUnique({ where: { username }, select: { noticeDelay: true } }),
    db().notificationSwitch.findMany({ where: { username, enable: false }, select: { notificationType: true } }),
  ]);
  return {
    off: new Set(switches.map(({ notificationType }) => notificationType)),
    delayMs: (user?.noticeDelay ?? 0) * 60_000,
  };
}
