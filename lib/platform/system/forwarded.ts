import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { TRACE_HEADER } from './traced-request';

/**
 * Determines where a request really comes from. Next passes a client's own `X-Forwarded-*` on, so any client could
 * choose the address in rate limits and audit lines. These headers are therefore replaced before Next reads them, and
 * kept only from a peer in `TRUSTED_PROXIES`. The web process passes its result to the gateway with a proof
 * that the gateway accepts, on any machine.
 */

/** Header of the web process's proof to the gateway; never accepted from or sent to anybody else. */
export const FORWARDED_PROOF_HEADER = 'x-forwarded-proof';

/** The proof: its writer knows the internal secret. It is not the secret itself, which opens more. */
export function forwardedProof(internalSecret: string): string {
  return createHmac('sha256', internalSecret).update('x-forwarded').digest('base64url');
}

function isProven(headers: IncomingMessage['headers'], internalSecret: string | undefined): boolean {
  const given = headers[FORWARDED_PROOF_HEADER];
  if (internalSecret === undefined || typeof given !== 'string') return false;
  const [left, right] = [Buffer.from(given), Buffer.from(forwardedProof(internalSecret))];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Headers that say where a request came from, or that only our own processes may set. */
const CLAIMS = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-real-ip',
  'x-nonce',
  'x-middleware-subrequest',
  FORWARDED_PROOF_HEADER,
];

/** Parses `TRUSTED_PROXIES`: addresses and CIDR blocks. @throws Error naming the entry that is neither. */
export function trustedPeers(entries: readonly string[]): BlockList {
  const peers = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address);
    if (family === 0) throw new Error(`TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR block.`);
    const type = family === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) peers.addAddress(address, type);
    else peers.addSubnet(address, Number(prefix), type);
  }
  return peers;
}

/** `::ffff:10.0.0.1` and `10.0.0.1` are one address. */
export function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function isTrusted(peers: BlockList, address: string): boolean {
  const family = isIP(address);
  return family !== 0 && peers.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim();

/**
 * Replaces every claim in `request.headers` by the truth.
 * @param internalSecret given by the gateway: claims with the proof of our own web process stand as they are
 * @returns the client's address
 */
export function replaceForwarded(request: IncomingMessage, peers: BlockList, internalSecret?: string): string {
  const peer = plainAddress(request.socket.remoteAddress);
  const { headers } = request;
  let client = peer;
  let host = headers.host ?? '';
  let protocol = 'encrypted' in request.socket && request.socket.encrypted === true ? 'https' : 'http';
  if (isProven(headers, internalSecret)) {
    client = first(headers['x-forwarded-for']) ?? peer;
    host = first(headers['x-forwarded-host']) ?? host;
    protocol = first(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  } else if (isTrusted(peers, peer)) {
    const chain = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((item) => plainAddress(item.trim()))
      .filter((item) => isIP(item) !== 0);
    // The rightmost address that no trusted proxy added itself: everything left of it is the client's word.
    client = chain.reverse().find((address) => !isTrusted(peers, address)) ?? chain.at(-1) ?? peer;
    host = first(headers['x-forwarded-host']) ?? host;
    protocol = first(headers['x-forwarded-proto']) === 'https' ? 'https' : protocol;
  } else Reflect.deleteProperty(headers, TRACE_HEADER);
  for (const name of CLAIMS) Reflect.deleteProperty(headers, name);
  headers['x-forwarded-for'] = client;
  headers['x-forwarded-host'] = host;
  headers['x-forwarded-proto'] = protocol;
  return client;
}
