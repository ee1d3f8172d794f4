import { z } from 'zod';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { codeOut, dateTimeOut, int, pageOf } from '@/lib/platform/contract/schemas';
import { NOTICE_PAGE_SIZE } from './value-sets';

/** Messages: the lists of the wall and what the message channel sends (api.md §2.12, §3.6); shapes of api.md §2.28. */

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

/** A fault or event of a unit as it is put on a card. */
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
  /** Somebody is trapped: the card stays until acknowledged (readings 43). */
  entrapment: z.boolean(),
});

/** One message of the channel's instant part. */
export const InstantMessage = z.object({
  type: z.enum(['equipment', 'service', 'announcement']),
  notificationId: z.string(),
  subType: z.string().optional(),
  objectId: z.string().optional(),
  title: z.string(),
  message: z.string(),
  notificationDate: dateTimeOut,
  gbError: ToastEvent.optional(),
  /** It is older than the subscription; absent where a back end does not say. */
  replay: z.boolean().optional(),
});

export type NoticeItem = z.output<typeof NoticeItem>;
export type ToastEvent = z.output<typeof ToastEvent>;
export type InstantMessage = z.output<typeof InstantMessage>;

const noticePage = { pageIndex: int(1, 500).default(1), pageSize: int(1, 200).default(NOTICE_PAGE_SIZE) };

/** Cut where the data strategy leaves less than is kept. */
const NoticePage = pageOf(NoticeItem).extend(CutHistory.shape);

/** Callbacks and symptoms of the last 90 days, newest first, each kind with its own authority (readings 41). */
export const listDiagnoseNotices = operation({
  name: 'listDiagnoseNotices', method: 'POST', path: 'notification/webDiagnose/list', access: anyOf('CAMPUS_VIEW_CALLBACK_READ', 'SYMPTOM_READ'), scope: 'eq',
  input: z.object(noticePage), output: NoticePage, summary: 'Callback and symptom messages, newest first (api.md §2.12)',
});

export const notificationOperations = [listDiagnoseNotices];
