import { randomUUID } from 'node:crypto';
import { deviceOf } from '@/lib/platform/auth/sessions/device-cookie';
import type { Caller } from '@/lib/platform/auth/sessions/request';
import { sessionOfToken } from '@/lib/platform/auth/tokens/token-format';
import type { AuditTrail } from '@/lib/platform/audit/changes';
import type { ReceivedFile } from '@/lib/platform/contract/received-file';
import type { CallContext } from '@/lib/platform/contract/serve';
import type { Visitor, HeaderReader } from '@/lib/platform/http/exchange';
import type { Language } from '@/lib/platform/i18n/languages';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import type { Match } from './match';

/** The state of a call that the steps of the door fill, one after the other. */

const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

export interface DoorCall extends Visitor {
  readonly startedAt: number;
  readonly requestId: string;
  readonly language: Language;
  /** Set by our own server in `x-forwarded-for`. */
  readonly ip: string;
  readonly userAgent: string;
  /** Browser mode (api.md §1.4). */
  readonly isBrowser: boolean;
  /** Does its method allow it to change something? */
  readonly isChanging: boolean;
  /** Below `/sms/`, for the audit line. */
  readonly path: string;
  client: 'Web' | 'App' | 'Partner';
  match?: Match;
  caller?: Caller;
  /** The input as sent, trimmed; the audit line shows it. */
  input: Record<string, unknown>;
  upload?: ReceivedFile;
  readonly trail: AuditTrail;
  /** The session for the answer's cookie; null clears it. */
  session?: { readonly id: string | null };
  device?: string;
  endExport?: () => void;
}

export interface RequestHead {
  readonly headers: HeaderReader;
  readonly method: string;
  readonly path: string;
}

/** A call of which only the head is known. */
export function beginCall({ headers, method, path }: RequestHead): DoorCall {
  const givenId = headers.get('x-request-id') ?? '';
  return {
    headers,
    startedAt: performance.now(),
    requestId: REQUEST_ID.test(givenId) ? givenId : randomUUID(),
    language: parseLanguage(headers.get('accept-language')),
    ip: headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '',
    userAgent: headers.get('user-agent') ?? '',
    isBrowser: headers.get('x-session') === 'cookie',
    isChanging: method !== 'GET' && method !== 'HEAD',
    path,
    client: 'App',
    input: {},
    trail: { changes: {} },
  };
}

/** What a service gets of the call besides its input. */
export function contextOf(call: DoorCall): CallContext {
  const { requestId, language, ip, userAgent, client, isBrowser, caller, headers } = call;
  return {
    requestId,
    language,
    ip,
    userAgent,
    client,
    isBrowser,
    cookieSessionId: caller?.via === 'cookie' ? caller.sessionId : null,
    tokenSessionId: sessionOfToken('access', headers.get('authorization')?.replace(/^Bearer +/i, '') ?? ''),
    setSession: (id) => {
      call.session = { id };
    },
    deviceId: deviceOf(call),
    setDevice: (deviceId) => {
      call.device = deviceId;
    },
  };
}
