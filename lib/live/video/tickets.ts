import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey } from '@/lib/platform/secrets/secret-box';

/**
 * The signed part of a stream's address (api.md §3.8): what may be seen, by which sign-in, until when. It opens nothing
 * without a token of that sign-in, and nothing after its video session is closed.
 */

const PURPOSE = 'video-ticket';
const AUDIENCE = 'video';

const TicketClaims = z.object({
  /** The video session's id. */
  jti: z.string(),
  sub: z.string(),
  sid: z.string(),
  camera: z.string(),
  kind: z.enum(['real', 'talk', 'record']),
  /** Of a recording, epoch ms. */
  begin: z.number().optional(),
  end: z.number().optional(),
});
export interface Ticket {
  readonly videoSessionId: string;
  readonly username: string;
  /** The session of the account, which ends when it signs out. */
  readonly sessionId: string;
  readonly cameraId: string;
  readonly kind: 'real' | 'talk' | 'record';
  readonly range?: { readonly begin: number; readonly end: number };
}

/** Long enough for a very long talk. The row of its session really ends a stream. */
const LIFE_SEC = 60 * 60;

export async function signTicket(ticket: Ticket, nowMs: number): Promise<string> {
  const { videoSessionId, username, sessionId, cameraId, kind, range } = ticket;
  const issuedAt = Math.floor(nowMs / 1000);
  return new SignJWT({ sid: sessionId, camera: cameraId, kind, ...range })
    .setProtectedHeader({ alg: 'HS256' })
    .setJti(videoSessionId)
    .setSubject(username)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFE_SEC)
    .sign(deriveKey(PURPOSE));
}

/** null for a text that is not our ticket, or whose time is over. */
export async function readTicket(text: string | null, nowMs: number): Promise<Ticket | null> {
  if (text === null || text.length > 2048) return null;
  try {
    const { payload } = await jwtVerify(text, deriveKey(PURPOSE), {
      audience: AUDIENCE,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub', 'jti'],
      currentDate: new Date(nowMs),
    });
    const { jti, sub, sid, camera, kind, begin, end } = TicketClaims.parse(payload);
    return {
      videoSessionId: jti,
      username: sub,
      sessionId: sid,
      cameraId: camera,
      kind,
      range: begin !== undefined && end !== undefined ? { begin, end } : undefined,
    };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
    throw error;
  }
}
