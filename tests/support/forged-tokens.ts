import { createHmac, randomBytes } from 'node:crypto';
import { issueSocketToken } from '@/lib/platform/auth/tokens/socket-token';
import { deriveKey } from '@/lib/platform/secrets/secret-box';
import { config } from '@/lib/config';

/** Tokens that we never made, for a session that is: by what is wrong with them. */

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function forgedTokens(
  { sessionId: sid, username }: { sessionId: string; username: string },
  other: string,
): Promise<Record<string, string>> {
  const claims = { sid, sub: username, aud: 'rtc', exp: Math.floor(Date.now() / 1000) + 3600, iat: 1 };
  const signed = (alg: string, key: string | Buffer, content: object = claims, hash = 'sha256') => {
    const body = `${part({ alg, typ: 'JWT' })}.${part(content)}`;
    return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`;
  };
  /** The true key, for what it never signs. */
  const ours = deriveKey('socket-token');
  const { exp: _end, ...endless } = claims;
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
    'our own key for another door': signed('HS256', ours, { ...claims, aud: 'portal' }),
    'our own key for no door': signed('HS256', ours, { ...claims, aud: undefined }),
    'our own key without an end': signed('HS256', ours, endless),
    'our own key, outdated': signed('HS256', ours, { ...claims, exp: claims.iat + 1 }),
    'our own key for another user': signed('HS256', ours, { ...claims, sub: other }),
    'our own key for nobody': signed('HS256', ours, { ...claims, sub: undefined }),
    'our own key for a session that is not': signed('HS256', ours, { ...claims, sid: 'x'.repeat(22) }),
    'our own key by another algorithm': signed('HS512', ours, claims, 'sha512'),
    'a key in the header': `${part({ alg: 'HS256', jwk: { kty: 'oct', k: Buffer.from('k').toString('base64url') } })}.${part(claims)}.${createHmac(
      'sha256',
      'k',
    )
      .update(
        `${part({ alg: 'HS256', jwk: { kty: 'oct', k: Buffer.from('k').toString('base64url') } })}.${part(claims)}`,
      )
      .digest('base64url')}`,
    'a key id that is a path': `${part({ alg: 'HS256', kid: '../../../../dev/null' })}.${part(claims)}.${createHmac(
      'sha256',
      '',
    )
      .update(`${part({ alg: 'HS256', kid: '../../../../dev/null' })}.${part(claims)}`)
      .digest('base64url')}`,
    'a made-up token': `${sid}.${randomBytes(32).toString('base64url')}.${randomBytes(16).toString('base64url')}`,
    'a session id alone': sid,
    'nothing between the dots': '..',
    'very long': 'a.'.repeat(4000),
  };
}
