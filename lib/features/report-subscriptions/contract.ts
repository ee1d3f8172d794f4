import { z } from 'zod';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import {
  dateOut,
  dateTimeOut,
  int,
  key,
  noInput,
  none,
  optionalKey,
  pageOf,
  paging,
} from '@/lib/platform/contract/schemas';
import { LANGUAGES } from '@/lib/platform/i18n/languages';
import { MAIL_STATES, mailAddress } from '@/lib/platform/mail/contract';
import { END_REASONS, LAST_DAY, SUBSCRIPTION_KINDS } from './value-sets';

/** Reports that are sent by themselves (api.md §2.15, readings 100, 225): everybody keeps their own. */

const READERS = anyOf('HEALTHREPORT_READ', 'CBM_MODEL_A_VIEW_READ');
const kind = z.enum(SUBSCRIPTION_KINDS, { error: 'badValue' });
const language = z.enum(LANGUAGES, { error: 'badValue' });

/** Those of its e-mail, or nothing was sent. */
export const DELIVERY_STATES = [...MAIL_STATES, 'NOT_SENT'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

const SubscriptionKind = z.object({
  kind,
  /** The day of the month is chosen; else the days of biweekly reports. */
  isByDay: z.boolean(),
});

export const ReportSubscription = z.object({
  subscriptionId: z.string(),
  kind,
  /** Those that the caller may still see. */
  projects: z.array(z.object({ projectId: z.string(), projectName: z.string() })),
  emailAddress: z.string(),
  language,
  day: z.number().int().nullable(),
  enabled: z.boolean(),
  nextDate: dateOut.nullable(),
  endReason: z.enum(END_REASONS).nullable(),
  endDate: dateTimeOut.nullable(),
  lastDate: dateOut.nullable(),
  lastState: z.enum(DELIVERY_STATES).nullable(),
  lastReason: z.string().nullable(),
  createDate: dateTimeOut,
});
export type ReportSubscription = z.output<typeof ReportSubscription>;

export const ReportDelivery = z.object({
  id: z.string(),
  dueDate: dateOut,
  state: z.enum(DELIVERY_STATES),
  /** Why it was not sent or did not arrive, in the caller's language. */
  reason: z.string().nullable(),
  createDate: dateTimeOut,
  sentDate: dateTimeOut.nullable(),
  files: z.array(z.string()),
});
export type ReportDelivery = z.output<typeof ReportDelivery>;

export const queryReportSubscriptions = operation({
  name: 'queryReportSubscriptions',
  method: 'POST',
  path: 'report/subscription/query',
  access: READERS,
  scope: 'self',
  input: noInput,
  output: z.object({
    kinds: z.array(SubscriptionKind),
    maxSubscriptions: z.number().int(),
    records: z.array(ReportSubscription),
  }),
  summary: 'The caller’s own report subscriptions (api.md §2.15)',
  isLocal: true,
  audit: 'view',
});

/**
 * Keeps a subscription; one that had ended begins anew where it is switched on. Errors: validation_failed (M17, M18, no
 * day, an address that opted out), access_denied, not_found, no_object_permission, too_many_equipment, conflict (20).
 */
export const saveReportSubscription = operation({
  name: 'saveReportSubscription',
  method: 'POST',
  path: 'report/subscription/save',
  access: READERS,
  scope: 'self',
  input: z.object({
    subscriptionId: optionalKey,
    kind,
    projectIds: z.array(key, 'required').min(1, 'required').max(100, 'tooMany'),
    emailAddress: mailAddress,
    language,
    day: int(1, LAST_DAY).nullish(),
    enabled: z.boolean({ error: 'badValue' }),
  }),
  output: z.object({ subscriptionId: z.string() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Keeps an own report subscription (api.md §2.15)',
  isLocal: true,
  audit: 'update',
});

/** Errors: not_found, no_object_permission. */
export const deleteReportSubscription = operation({
  name: 'deleteReportSubscription',
  method: 'DELETE',
  path: 'report/subscription/{subscriptionId}',
  access: READERS,
  scope: 'self',
  input: z.object({ subscriptionId: key }),
  output: none,
  summary: 'Deletes an own report subscription (api.md §2.15)',
  isLocal: true,
  audit: 'delete',
});

/** What became of its due dates, the latest first. Errors: not_found, no_object_permission. */
export const queryReportDeliveries = operation({
  name: 'queryReportDeliveries',
  method: 'POST',
  path: 'report/subscription/deliveries',
  access: READERS,
  scope: 'self',
  input: paging(['dueDate']).extend({ subscriptionId: key }),
  output: pageOf(ReportDelivery),
  summary: 'What became of the due dates of an own subscription (api.md §2.15)',
  isLocal: true,
  audit: 'view',
});

export const reportSubscriptionOperations = [
  queryReportSubscriptions,
  saveReportSubscription,
  deleteReportSubscription,
  queryReportDeliveries,
];
