import type { Actor } from './actor';
import type { Language } from '@/lib/platform/i18n/languages';
import type { Operation, ParsedOf } from './operation';
import type { z } from 'zod';

/** What a service knows of the call besides its input. Services never see HTTP. */
export interface CallContext {
  readonly requestId: string;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  readonly client: 'Web' | 'App' | 'Partner';
  /** Browser mode: the answer carries a cookie instead of tokens (api.md §1.4). */
  readonly isBrowser: boolean;
  /** Session id of the cookie, for calls that are public but use it (refreshToken, signOut). */
  readonly cookieSessionId: string | null;
  /** Session id of the access token in the header, outdated or not: a sign-out ends its session, too. */
  readonly tokenSessionId: string | null;
  /** The mark that this browser got at its first sign-in; null for programs and new browsers. */
  readonly deviceId: string | null;
  /** Stores this mark in the browser with the answer. */
  setDevice(deviceId: string): void;
  /** Sets the session cookie to this session with the answer, or clears it. */
  setSession(sessionId: string | null): void;
}

/** A signed-in call. */
export interface ActorContext extends CallContext {
  readonly actor: Actor;
}

/** A call by a box: the cube number that authenticated. */
export interface CubeContext extends CallContext {
  readonly cubeNo: string;
}

/** The context that an operation's access grants. */
export type ContextOf<T extends Operation> = T['access']['kind'] extends 'public' | 'internal'
  ? CallContext & { readonly actor: Actor | null }
  : T['access']['kind'] extends 'cube'
    ? CubeContext
    : T['access']['kind'] extends 'partner'
      ? CallContext & { readonly partnerId: string }
      : ActorContext;

export interface Service {
  readonly operation: Operation;
  readonly handle: (context: never, input: never) => Promise<unknown>;
}

/** Binds a handler to its operation. The answer must match the operation's output; tests check it. */
export function serve<T extends Operation>(
  operation: T,
  handle: (context: ContextOf<T>, input: ParsedOf<T>) => Promise<z.input<T['output']>>,
): Service {
  return { operation, handle: handle as Service['handle'] };
}
