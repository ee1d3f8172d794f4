import type { LiveChange, LiveStatus, ResponseType, RtcMessage } from '@/lib/live/units/live-message';
import { isNewer, isNewerThan, mergeStatus } from '@/lib/live/realtime/shared/merge';
import type { Subscriber } from './subscriber';
import type { WalkContext, WireHead } from './browser-messages';
import { toWire } from './browser-messages';

/** What a process keeps of one equipment while somebody here watches it. */
export class UnitTopic {
  /** How many sockets of this process watch it. */
  watchers = 0;
  /** Subscribers that wait for a snapshot or cannot take more at the moment: not in the room. */
  readonly held = new Set<Subscriber>();
  /** Changes that came since the last message. */
  pending: LiveStatus | null = null;
  /** When the last change left, epoch ms; decides when the next one may. */
  lastChangeAt = -Infinity;
  #timestamp = 0;
  /** Newest entries of the keys that other messages need: keepalives, a walk's unit of speed. */
  #known: LiveStatus = {};
  /** `at` of what left last, by key: with several ingest processes changes may arrive shuffled. */
  readonly #sentAt = new Map<string, number>();
  #head: WireHead;

  constructor(readonly equipmentNo: string) {
    this.#head = { equipmentNo, equipmentType: '', displayType: 'OTHER' };
  }

  get equipmentType(): string {
    return this.#head.equipmentType;
  }

  /** Takes type and current values from a read of the database. */
  learn(head: WireHead, status: LiveStatus): void {
    this.#head = head;
    mergeStatus(this.#known, keepalivePart(status));
    // What waits here and was overtaken by the read goes out as it was read, so that a reader who has
    // the snapshot never sees an older value after it.
    for (const [key, entry] of Object.entries(this.pending ?? {})) {
      const read = status[key];
      if (this.pending && read && read.at > entry.at) this.pending[key] = read;
    }
  }

  add(change: LiveChange): void {
    const { equipmentNo, equipmentType, displayType } = change;
    this.#head = { equipmentNo, equipmentType, displayType };
    this.pending ??= {};
    mergeStatus(this.pending, change.changes);
  }

  /** Empties `pending`. Entries that arrived after a newer one had left are dropped. */
  take(): LiveStatus {
    const taken = Object.fromEntries(
      Object.entries(this.pending ?? {}).filter(([key, entry]) => isNewerThan(key, entry.at, this.#sentAt.get(key))),
    );
    this.pending = null;
    for (const [key, { at }] of Object.entries(taken)) this.#sentAt.set(key, at);
    mergeStatus(this.#known, keepalivePart(taken));
    return taken;
  }

  /** A message of this equipment. `Timestamp` never falls (api.md §3.1). */
  message(responseType: ResponseType, status: LiveStatus, now: number): RtcMessage | null {
    this.#timestamp = Math.max(this.#timestamp, now);
    return toWire(this.#head, responseType, this.#timestamp, status, this.#known as WalkContext);
  }

  keepalive(now: number): RtcMessage | null {
    const { onlinestatus, connection } = this.#known;
    return this.message(
      'keepalive',
      { ...(onlinestatus ? { onlinestatus } : {}), ...(connection ? { connection } : {}) },
      now,
    );
  }
}

const KEPT = ['onlinestatus', 'connection', 'controllerversion', 'stepspeed'] as const;

function keepalivePart(status: LiveStatus): LiveStatus {
  const kept: LiveStatus = {};
  for (const key of KEPT) {
    const entry = status[key];
    if (entry) kept[key] = entry;
  }
  return kept;
}

/** The part of later changes that is not older than what the reader already has. */
export function notOlder(changes: LiveStatus, had: LiveStatus): LiveStatus {
  return Object.fromEntries(Object.entries(changes).filter(([key, entry]) => isNewer(key, entry, had[key])));
}
