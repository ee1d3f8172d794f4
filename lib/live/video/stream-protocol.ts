import { z } from 'zod';
import type { Access } from '@/lib/platform/contract/operation';

/**
 * What a browser and the relay exchange beside the `/sms/` contract (api.md §3.8): the HTTP-FLV stream and the
 * WebSocket of a talk. Pure; may be imported everywhere.
 */

/** Who may watch a unit (api.md §2.10). */
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

/** Messages of the relay: the device listens; how loud it hears the speaker, five times a second while it does. */
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

/** Why the relay closed a talk: the close code of the WebSocket. */
export const TALK_CLOSE = {
  /** The other side hung up, or the gateway stops. */
  ended: 1000,
  /** No `authorize` in time, or an invalid message. */
  badMessage: 4400,
  /** The token is not valid. */
  unauthorized: 4401,
  /** The address belongs to somebody else, or its session is over or closed. */
  forbidden: 4403,
  /** The five minutes are over; `startVideo` with talk starts them again. */
  expired: 4408,
  /** The camera cannot be reached any more. */
  offline: 4410,
} as const;

/** The times of doc2 §4.6 and §9, in milliseconds. */
export const VIDEO_TIMES = {
  /** Without data for this long a camera counts as offline. */
  noDataMs: 5000,
  /** A player that has not started after this time reports playError 500. */
  playTimeoutMs: 10_000,
  /** A live stream is requested again after this time. */
  requestAgainMs: 15 * 60_000,
  /** The dialog closes itself after this time, and the relay ends the session; a talk starts the time again. */
  closeMs: 5 * 60_000,
  /** The browser keeps the client id for this long. */
  clientIdMs: 5 * 60_000,
} as const;

/** Open client ids of one account at a time. */
export const MAX_SESSIONS = 4;

/** Where a stream is fetched, and where a talk connects. */
export const flvPath = (cameraId: string, ticket: string) => `/sms/flv/${cameraId}?ticket=${ticket}`;
export const talkPath = (cameraId: string, ticket: string) => `/sms/talk/${cameraId}?ticket=${ticket}`;
