/** Text messages: value sets of the SMS log (api.md §2.28 SmsLogRow, silent-screens B7). Importable everywhere. */

export const SMS_TYPES = [
  'code',
  'entrapment',
  'error',
  'callback',
  'technician',
  'inspection',
  'contract',
  'maintenance',
  'account',
  'other',
] as const;
/** Their text holds a secret: masked in the log, and never sent again from there. */
export const SECRET_TYPES: readonly SmsType[] = ['code', 'technician'];
export type SmsType = (typeof SMS_TYPES)[number];

export const SMS_STATES = ['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SUPPRESSED'] as const;
export type SmsState = (typeof SMS_STATES)[number];

/** Why a message was not sent, or was called off before it left; what `SmsLog.error` of a SUPPRESSED row holds. */
export const SUPPRESS_REASONS = [
  'projectOff',
  'switchOff',
  'dailyCap',
  'quietHours',
  'noPhone',
  'serviceStopped',
  'noProvider',
  'acknowledged',
  'clockStopped',
  'linkEnded',
  'released',
] as const;
export type SuppressReason = (typeof SUPPRESS_REASONS)[number];
