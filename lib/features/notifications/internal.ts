/** What other features use of messages on the server. */
export { ACKS, ackItems } from './ack-items';
export type { StoredAck } from './ack-items';
export { recordAcks } from './acknowledge';
export { acknowledgeable } from './readable-notifications';
export { endIncidentNotices, openIncidentNotice } from './incident-notice';
export { audienceFrom } from './ranks';
export type { Rank } from './ranks';
export { channelReceiversOf, holds, textReceiver, textReceivers } from './receivers';
export type { ReceiverUnit } from './receivers';
export { visibleSymptoms, tellsEntrapment, TRAPPED_SYMPTOMS } from './notification-limits';
export { noticeTexts, symptomWord, wordedColumns, wordIn } from './words';
export type { NoticeWord, NoticeWords } from './words';
