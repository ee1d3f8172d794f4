import { VIDEO_TIMES } from '@/lib/live/video/stream-protocol';

/**
 * The client id of a dialog (doc2 §4.6). The browser keeps it for 5 minutes, so that a reloaded page continues its
 * session and does not take another of the four places. One per unit, and never one that another tab uses.
 */

const STORAGE_KEY = 'videoClients';
interface StoredClientId {
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface ClaimedId {
  readonly id: string;
  /** It was just used: its five minutes start again. */
  keep(): void;
  /** Another tab may take it. */
  release(): void;
}

function readAll(now: number): Record<string, StoredClientId> {
  try {
    const all = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, StoredClientId>;
    return Object.fromEntries(
      Object.entries(all).filter(([, { at }]) => now - at < VIDEO_TIMES.clientIdMs && at <= now),
    );
  } catch {
    return {};
  }
}

function write(equipmentNo: string, id: string): void {
  const now = Date.now();
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readAll(now), [equipmentNo]: { id, at: now } }));
  } catch {
    // When storage is blocked, each dialog has an id of its own.
  }
}

/** @returns a function that releases it; undefined: another tab holds it */
async function hold(id: string): Promise<(() => void) | undefined> {
  if (typeof navigator.locks === 'undefined') return () => undefined;
  return new Promise((resolve) => {
    navigator.locks
      .request(`video ${id}`, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(() => resolve(() => undefined));
  });
}

const make = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The id for a dialog of this unit, until it is released. */
export async function claimClientId(equipmentNo: string): Promise<ClaimedId> {
  const kept = readAll(Date.now())[equipmentNo]?.id;
  const held = kept === undefined ? undefined : await hold(kept);
  const id = held && kept !== undefined ? kept : make();
  const release = held ?? (await hold(id)) ?? (() => undefined);
  const keep = () => write(equipmentNo, id);
  keep();
  return { id, keep, release };
}
