import { isOwnOrigin } from '@/lib/platform/auth/sessions/csrf';
import { takeCall } from '@/lib/platform/auth/limits/rate-limits';
import { authenticatePartner, resolveCaller } from '@/lib/platform/auth/sessions/request';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { Operation } from '@/lib/platform/contract/operation';
import type { Visitor } from '@/lib/platform/http/exchange';
import { authenticateCube } from '@/lib/live/telemetry/cube-auth';
import { requireInternal } from './access';
import type { DoorCall } from './call-state';
import type { Match } from './match';

/**
 * Who may call: boxes, partners and our own processes by their secret, people by session, origin, rate and authority.
 */

/** What an admitted caller brings into the service's context. */
export type Grant = { actor?: Actor | null; cubeNo?: string; partnerId?: string };

/** Admits or refuses a call, before its body is read. @throws AppError */
export async function admit(call: DoorCall, { operation, keys }: Match): Promise<Grant> {
  const { access } = operation;
  switch (access.kind) {
    case 'cube':
      call.client = 'Partner';
      return { cubeNo: await admitCube(call, keys.cubeNo) };
    case 'partner':
      call.client = 'Partner';
      return { partnerId: await authenticatePartner(call, access.scope) };
    case 'internal':
      requireInternal(call);
      return {};
    default:
      return { actor: await admitPerson(call, operation) };
  }
}

function basicCredentials({ headers }: Visitor): { user: string; secret: string } {
  const value = headers.get('authorization') ?? '';
  if (!value.startsWith('Basic ')) throw new AppError('invalid_token');
  const [user, ...rest] = Buffer.from(value.slice(6), 'base64').toString('utf8').split(':');
  return { user: user ?? '', secret: rest.join(':') };
}

/** A box may only act for itself. @throws invalid_token, rate_limited, access_denied */
async function admitCube(call: DoorCall, claimedNo: string | undefined): Promise<string> {
  const { user, secret } = basicCredentials(call);
  // The boxes of a site share an address; the ingest itself limits what each may send (api.md §4.2).
  if (!(await authenticateCube(user, secret))) {
    await takeCall({ ip: call.ip, username: null });
    throw new AppError('invalid_token');
  }
  if (claimedNo !== undefined && claimedNo !== user) throw new AppError('access_denied');
  return user;
}

/**
 * A person, or nobody for public operations. @throws invalid_token, token_expired, rate_limited, csrf_failed,
 * access_denied
 */
async function admitPerson(call: DoorCall, operation: Operation): Promise<Actor | null> {
  const caller = await findCaller(call, operation);
  call.caller = caller;
  const { actor } = caller;
  if (caller.via === 'cookie' || call.isBrowser) call.client = 'Web';
  if (operation.audit !== 'none') await takeCall({ ip: call.ip, username: actor?.username ?? null });
  requireOwnOrigin(call);
  // A token of the upstream does not count for operations that we answer ourselves.
  if (caller.via !== 'upstream' || operation.isLocal) requireAuthority(actor, operation);
  if (caller.rewriteCookie && caller.sessionId) call.session = { id: caller.sessionId };
  return actor;
}

/** Calls with wrong credentials count for the address, like calls without any. */
function findCaller(call: DoorCall, { access, audit }: Operation) {
  return resolveCaller(call, { isOptional: access.kind === 'public' }).catch(async (error: unknown) => {
    if (error instanceof AppError && audit !== 'none') await takeCall({ ip: call.ip, username: null });
    throw error;
  });
}

/** A browser may change something only from one of our pages (api.md §1.4 CSRF). */
function requireOwnOrigin(call: DoorCall): void {
  const isByBrowser = call.caller?.via === 'cookie' || call.isBrowser;
  if (call.isChanging && isByBrowser && !isOwnOrigin(call)) throw new AppError('csrf_failed');
}

function requireAuthority(actor: Actor | null, operation: Operation): void {
  if (!actor && operation.access.kind !== 'public') throw new AppError('invalid_token');
  if (!may(actor, operation)) throw new AppError('access_denied');
}
