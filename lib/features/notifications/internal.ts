/** What other features ask about messages, on the server. */
export { ACKS, ackItems } from './ack-items';
export type { StoredAck } from './ack-items';
export { recordAcks } from './acknowledge';
export { acknowledgeable } from './readable';
export { endIncidentNotices, openIncidentNotice } from './incident-notice';
export { audienceFrom } from './ranks';
export type { Rank } from './ranks';
export { hearersOf, holds, textReceiver, textReceivers } from './receivers';
export type { ReceiverUnit } from './receivers';
export { symptomsLeft, tellsEntrapment, TRAPPED_SYMPTOMS } from './withheld';
export { symptomWord, wordedColumns } from './words';
export type { NoticeWord, NoticeWords } from './words';
