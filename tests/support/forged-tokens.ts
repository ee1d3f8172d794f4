import { createHmac, randomBytes } from 'node:crypto';
import { issueSocketToken } from '@/lib/auth/socket-token';
import { config } from '@/lib/config';

/** Tokens that we never made, for a session that is: by what is wrong with them. */

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function forgedTokens({ sessionId: sid, username }: { sessionId: string; username: string }, other: string): Promise<Record<string, string>> {
  const claims = { sid, sub: username, aud: 'rtc', exp: Math.floor(Date.now() / 1000) + 3600, iat: 1 };
  const signed = (alg: string, key: string) => {
    const body = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
    return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
  };
  const [head = '', body = '', mac = ''] = (await issueSocketToken({ sessionId: sid, username })).token.split('.');
  return {
    'alg none': `${part({ alg: 'none' })}.${part(claims)}.`,
    'alg none over the true claims': `${part({ alg: 'none' })}.${body}.`,
    'alg None with a signature': `${part({ alg: 'None' })}.${part(claims)}.${mac}`,
    'no signature': `${head}.${body}.`,
    'no signature and no dot': `${head}.${body}`,
    'signed with nothing': signed('HS256', ''),
    'signed with the session secret itself': signed('HS256', config().session.secret),
    'the name of another algorithm': signed('RS256', config().session.secret),
    'another user under the same signature': `${head}.${part({ ...claims, sub: other })}.${mac}`,
    'a longer life under the same signature': `${head}.${part({ ...claims, exp: claims.exp + 86_400 })}.${mac}`,
    'a key in the header': `${part({ alg: 'HS256', jwk: { kty: 'oct', k: Buffer.from('k').toString('base64url') } })}.${part(claims)}.${createHmac('sha256', 'k').update(`${part({ alg: 'HS256', jwk: { kty: 'oct', k: Buffer.from('k').toString('base64url') } })}.${part(claims)}`).digest('base64url')}`,
    'a key id that is a path': `${part({ alg: 'HS256', kid: '../../../../dev/null' })}.${part(claims)}.${createHmac('sha256', '').update(`${part({ alg: 'HS256', kid: '../../../../dev/null' })}.${part(claims)}`).digest('base64url')}`,
    'a made-up token': `${sid}.${randomBytes(32).toString('base64url')}.${randomBytes(16).toString('base64url')}`,
    'a session id alone': sid,
    'nothing between the dots': '..',
    'very long': 'a.'.repeat(4000),
  };
}
