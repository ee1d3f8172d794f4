import { z } from 'zod';
import type { Access } from '@/lib/platform/contract/operation';

/**
 * What a browser and the relay say to each other beside the `/sms/` contract (api.md §3.8): the HTTP-FLV stream and the
 * WebSocket of a talk. Pure: importable everywhere.
 */

/** Who may look into a unit (api.md §2.10). */
export const WATCH: Access = { kind: 'authority', anyOf: ['MONITOR_READ', 'CAMPUS_VIEW_READ'], orUserTypes: [0] };

/** Samples a second. */
export const TALK_SAMPLE_RATE = 16_000;
/** One binary message: 40 ms of signed 16-bit little-endian mono samples. */
export const TALK_FRAME_SAMPLES = 640;
/** Longer messages close the talk. */
export const TALK_MAX_FRAME_BYTES = 8192;

/** The first message of a browser, within 10 s; later ones renew the token of a long talk. */
export const TalkHello = z.object({ type: z.literal('authorize'), token: z.string().min(1).max(4096) });
export type TalkHello = z.output<typeof TalkHello>;

/** What the relay says: the device listens; how loud it hears the speaker, five times a second while it does. */
export const TalkMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), sampleRate: z.number().int() }),
  z.object({
    type: z.literal('level'),
    /** Root mean square and peak of the last 200 ms at the device, 0..1. */
    rms: z.number(),
    peak: z.number(),
  }),
]);
export type TalkMessage = z.output<typeof TalkMessage>;

/** Why the relay closed a talk: the code of the WebSocket's close. */
export const TALK_CLOSE = {
  /** The other side hung up, or the portal ends. */
  ended: 1000,
  /** No `authorize` in time, or a message that is none. */
  badMessage: 4400,
  /** The token is no good. */
  unauthorized: 4401,
  /** The address belongs to somebody else, is over, or was closed. */
  forbidden: 4403,
  /** The five minutes are over; `startVideo` with talk begins them anew. */
  expired: 4408,
  /** The camera cannot be reached any more. */
  offline: 4410,
} as const;

/** The times of doc2 §4.6 and §9, in milliseconds. */
export const VIDEO_TIMES = {
  /** Without data for so long a camera counts as offline. */
  noDataMs: 5000,
  /** A player that has not started by then says playError 500. */
  playTimeoutMs: 10_000,
  /** A live stream is asked for again so often. */
  requestAgainMs: 15 * 60_000,
  /** The dialog closes itself; a talk begins the time anew. The relay ends the session then too. */
  closeMs: 5 * 60_000,
  /** The client id is kept in the browser so long. */
  clientIdMs: 5 * 60_000,
} as const;

/** Open client ids of one account at a time. */
export const MAX_SESSIONS = 4;

/** Where a stream is fetched from, and a talk is spoken to. */
export const flvPath = (cameraId: string, ticket: string) => `/sms/flv/${cameraId}?ticket=${ticket}`;
export const talkPath = (cameraId: string, ticket: string) => `/sms/talk/${cameraId}?ticket=${ticket}`;
