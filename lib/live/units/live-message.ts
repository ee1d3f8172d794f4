import type { DisplayType } from './value-sets';

/** Live messages as browsers receive them (api.md §3.4). Ingest validates the values (`lib/live/telemetry`). */

export type ResponseType = 'snapshot' | 'change' | 'keepalive';

/** One entry of `status`: a value and the time of its measurement, epoch ms UTC. */
export interface LiveEntry<V = unknown> {
  value: V;
  at: number;
  secondary?: string[];
  physicalvalue?: number;
  code?: number;
  tracking?: { code?: number; entrap_enable?: boolean };
}

/** Keys of `status` → entry. A key that was never reported is absent, never null. */
export type LiveStatus = Record<string, LiveEntry>;

/** Elevator and escalator message. */
export interface LiveMessage {
  equipmentNo: string;
  equipmentType: string;
  responseType: ResponseType;
  /** Epoch ms UTC; never falls for one equipment. */
  Timestamp: number;
  status: LiveStatus;
}

/** Moving walk: the older shape; members have no time of their own, `At` (ours) has it by the member's name. */
export interface SidewalkMessage {
  equipmentNo: string;
  equipmentType: string;
  responseType: ResponseType;
  Timestamp: number;
  Controllerversion?: string;
  Status: Record<string, unknown>;
  /** Member of `Status` → epoch ms of its measurement; absent where a foreign back end sends. */
  At?: Record<string, number>;
}

export type RtcMessage = LiveMessage | SidewalkMessage;

/** What the ingest tells the realtime side after a commit. */
export interface LiveChange {
  equipmentNo: string;
  equipmentType: string;
  displayType: DisplayType;
  /** Changed keys only, in the ingest's names; `counters` is one key for escalators and walks. */
  changes: LiveStatus;
  /** Keys that a full message made us forget: whoever watches the unit gets a new snapshot. */
  forgotten?: readonly string[];
  /** What stands about the unit itself was edited, or an entrapment of it begins or ends: whoever watches it gets a new snapshot. */
  isEdited?: boolean;
  /** Its online, fault or entrapment status is another one now, so sums over units are. */
  isCounted?: boolean;
  /** Somebody is trapped in it now, or is no more: whoever shows incidents is told at once. */
  isUrgent?: boolean;
  /** Server time of the commit, epoch ms. */
  committedAt: number;
}
