import type { NotificationAcknowledged, ChannelType, InstantMessage, NoticeItem, RowKind } from './notices';
import type { RtcMessage } from '@/lib/live/units/live-message';

/** The typed event map of the namespaces `/rtc` and `/notification` (api.md §3.2, §3.3, §3.6, §3.7). */

export interface AuthorizeAnswer {
  code: number;
  message: string;
}

export interface SubscriptionRequest {
  equipmentNo: string;
  equipmentType?: string;
  companyCode?: string;
}

export interface RtcAnswer {
  code: number;
  message: string;
  data?: { subscribed: number };
}

export interface RealtimeError {
  code: number;
  message: string;
  checkResult?: boolean;
  equipmentNoList?: string[];
}

export interface SubscriptionRow {
  equipmentNo: string;
  equipmentType: string;
  /** Number of distinct users. */
  clientSize: number;
  /** `since`: epoch ms. `user` is null for an account outside the caller's scope. */
  client: { user: string | null; clientId: string; since: number }[];
}

export interface ListAnswer {
  code: number;
  message: string;
  data?: SubscriptionRow[];
}
export interface UnsubscribeItem {
  equipmentNo: string;
  equipmentType?: string;
  refresh?: boolean;
}
export interface UnsubscribeAnswer {
  code: number;
  message: string;
  data?: { removed: number };
}

/** Sent to the sockets whose streams an administrator ended. */
export interface StreamsEnded {
  equipmentNoList: string[];
}

/** Sums over the units of the caller have changed; `at`: epoch ms. */
export interface CountsChanged {
  at: number;
}
/** Incidents in scope have changed; `urgent`: somebody is trapped, or is no more. */
export interface IncidentsChanged extends CountsChanged {
  urgent?: true;
}
/** Call-outs or symptoms in scope have changed. */
export interface RowsChanged extends CountsChanged {
  kind: RowKind;
}
export interface NoticeAnswer {
  code: number;
  message: string;
  data?: { types: ChannelType[] };
}

export interface ClientEvents {
  authorize: (token: string | { token: string }, ack?: (answer: AuthorizeAnswer) => void) => void;
  rtc: (list: SubscriptionRequest[], ack?: (answer: RtcAnswer) => void) => void;
  list: (filter: { equipmentNo: string }[], ack?: (answer: ListAnswer) => void) => void;
  unsubscribe: (items: UnsubscribeItem[], ack?: (answer: UnsubscribeAnswer) => void) => void;
}

export interface ServerEvents {
  authorize: (answer: AuthorizeAnswer) => void;
  rtc: (message: RtcMessage | RtcAnswer) => void;
  list: (answer: ListAnswer) => void;
  unsubscribe: (message: StreamsEnded | UnsubscribeAnswer) => void;
  /** A callback or symptom; `replay`: it is older than the subscription. */
  notification: (item: (NoticeItem & { replay: boolean }) | NoticeAnswer) => void;
  instantMessage: (message: InstantMessage) => void;
  counts: (news: CountsChanged) => void;
  /** What is known of incidents in scope may have changed (readings 135). */
  incidents: (news: IncidentsChanged) => void;
  /** Pages that show such rows read anew (readings 264). */
  rows: (news: RowsChanged) => void;
  /** The account's read state has changed elsewhere. */
  unread: (news: CountsChanged) => void;
  acknowledged: (news: NotificationAcknowledged) => void;
  sms_error: (error: RealtimeError) => void;
}

/** Default socket path (api.md §3.1); same origin. */
export const SOCKET_PATH = '/sms/socket.io';
export const RTC_NAMESPACE = '/rtc';
export const NOTICE_NAMESPACE = '/notification';
/** Most numbers in one `rtc` event. */
export const MAX_SUBSCRIPTIONS = 200;
/** Most rows of a `list` answer. */
export const LIST_ROWS = 1000;
/** The two messages that clients act on, to the letter (api.md §3.2). */
export const TOKEN_EXPIRED = 'Token expired!';
export const TOKEN_INVALID = 'Token invalid!';
export const ACCOUNT_DISABLED = 'Account disabled!';
/** Room of one equipment. */
export const equipmentRoom = (equipmentNo: string) => `eq:${equipmentNo}`;
