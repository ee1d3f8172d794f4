import { z } from 'zod';
import { codeOut, dateTimeOut } from '@/lib/platform/contract/schemas';

/** The messages of the channel `/notification` (api.md §3.6); shapes of api.md §2.28. */

/** Messages that the channel sends by default (api.md §3.6). */
export const MESSAGE_TYPES = ['callback', 'symptom', 'instant'] as const;
/** What a client can ask for. `counts`: sums over units changed; `incidents`: incidents may have changed. */
export const CHANNEL_TYPES = [...MESSAGE_TYPES, 'counts', 'incidents'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];
/** Rows whose pages stay current. A client that asks for `incidents` learns that some rows changed, never which. */
export const ROW_KINDS = ['callback', 'symptom'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** A callback or symptom as it stands in a message list. */
export const NoticeItem = z.object({
  /** The same for every state of one callback or symptom. */
  key: z.string(),
  type: z.enum(['CBK', 'SYMPTOM']),
  /** jobStatus or symptomState (api.md §1.11). */
  status: z.string(),
  time: dateTimeOut,
  equipmentName: z.string(),
  equipmentNo: z.string(),
  technician: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  message: z.string(),
  /** callbackId or symptomId. */
  objectId: z.string(),
});

/** Somebody has acknowledged a message (readings 84). */
export const NoticeAck = z.object({
  nickName: z.string(),
  ackDate: dateTimeOut,
  /** The reader acknowledged it. */
  own: z.boolean(),
  /** Somebody in charge acknowledged it: nobody else is asked any more. */
  inCharge: z.boolean(),
});

/** A fault or event of a unit as a card shows it. */
export const ToastEvent = z.object({
  guid: z.string(),
  /** 'true' while it lasts. */
  objectStatus: z.enum(['true', 'false']),
  subType: z.enum(['error', 'event']),
  title: z.string(),
  message: z.string(),
  equipmentName: z.string(),
  equipmentNo: z.string(),
  equipmentType: z.string(),
  eventDate: dateTimeOut,
  notificationDate: dateTimeOut,
  /** 1: the unit has a camera. */
  camera: codeOut([0, 1]),
  /** Somebody is trapped: the card stays until it is acknowledged (readings 43). */
  entrapment: z.boolean(),
  acks: z.array(NoticeAck).optional(),
});

/** One message of the channel's instant part. */
export const InstantMessage = z.object({
  type: z.enum(['equipment', 'service', 'announcement']),
  notificationId: z.string(),
  subType: z.string().optional(),
  objectId: z.string().optional(),
  /** An incident notice is about this symptom, not about a call-out. */
  symptomId: z.string().optional(),
  title: z.string(),
  message: z.string(),
  notificationDate: dateTimeOut,
  gbError: ToastEvent.optional(),
  /** It is older than the subscription; absent when a back end does not say. */
  replay: z.boolean().optional(),
});

/** Everybody who has acknowledged a message so far. */
export const NotificationAcknowledged = z.object({
  notificationId: z.string(),
  guid: z.string(),
  acks: z.array(NoticeAck),
});

export type NoticeAck = z.output<typeof NoticeAck>;
export type NotificationAcknowledged = z.output<typeof NotificationAcknowledged>;
export type NoticeItem = z.output<typeof NoticeItem>;
export type ToastEvent = z.output<typeof ToastEvent>;
export type InstantMessage = z.output<typeof InstantMessage>;
