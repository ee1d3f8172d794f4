import type { IncomingMessage } from 'node:http';
import {
  FORWARDED_PROOF_HEADER,
  forwardedProof,
  replaceForwarded,
  trustedPeers,
} from '@/lib/platform/system/forwarded';
import { forwardTarget } from '@/lib/programs/web/gateway-paths';

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ socket: { remoteAddress }, headers: { host: 'portal.test', ...headers } }) as unknown as IncomingMessage;

describe('true client addresses', () => {
  it('replaces every forged header of an untrusted peer', () => {
    const forged = request('203.0.113.9', {
      'x-forwarded-for': '10.0.0.1',
      'x-real-ip': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      'x-nonce': 'a',
      'x-middleware-subrequest': 'middleware',
    });
    expect(replaceForwarded(forged, trustedPeers([]))).toBe('203.0.113.9');
    expect(forged.headers).toEqual({
      host: 'portal.test',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'portal.test',
      'x-forwarded-proto': 'http',
    });
  });

  it('believes a trusted proxy, and of its chain only what trusted proxies added', () => {
    const chained = request('::ffff:10.1.2.3', {
      'x-forwarded-for': '1.1.1.1, 198.51.100.7, 10.1.9.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'lift.example',
    });
    expect(replaceForwarded(chained, trustedPeers(['10.1.0.0/16']))).toBe('198.51.100.7');
    expect(chained.headers['x-forwarded-proto']).toBe('https');
    expect(chained.headers['x-forwarded-host']).toBe('lift.example');
  });

  it('falls back to the proxy itself when its chain is empty or nonsense', () => {
    expect(
      replaceForwarded(request('10.1.2.3', { 'x-forwarded-for': 'unknown, <script>' }), trustedPeers(['10.1.2.3'])),
    ).toBe('10.1.2.3');
  });

  it('takes our own web process at its word, and nobody else who has not its proof', () => {
    const secret = 's'.repeat(40);
    const claim = (proof: string) =>
      request('203.0.113.9', { 'x-forwarded-for': '198.51.100.7', [FORWARDED_PROOF_HEADER]: proof });
    const honest = claim(forwardedProof(secret));
    expect(replaceForwarded(honest, trustedPeers([]), secret)).toBe('198.51.100.7');
    expect(honest.headers).not.toHaveProperty(FORWARDED_PROOF_HEADER);
    for (const forged of ['', 'x', secret, forwardedProof('t'.repeat(40))])
      expect(replaceForwarded(claim(forged), trustedPeers([]), secret)).toBe('203.0.113.9');
    // In front of the web process nobody proves anything.
    expect(replaceForwarded(claim(forwardedProof(secret)), trustedPeers([]))).toBe('203.0.113.9');
  });

  it('names the entry of TRUSTED_PROXIES that is wrong', () => {
    expect(() => trustedPeers(['10.0.0.0/8', 'proxy.local'])).toThrow('"proxy.local" is neither');
  });
});

describe('paths of the gateway', () => {
  const gateway = { port: 3001, host: '127.0.0.1', url: 'http://127.0.0.1:3001', roles: new Set<never>() };
  it('go to the gateway of the running configuration, and nothing else does', () => {
    expect(forwardTarget('/sms/socket.io/', { gateway, upstream: undefined })).toBe(gateway.url);
    expect(
      forwardTarget('/sms/ingest/v1/a/status', {
        gateway: { ...gateway, url: 'http://127.0.0.1:9' },
        upstream: undefined,
      }),
    ).toBe('http://127.0.0.1:9');
    expect(forwardTarget('/sms/socket.iox', { gateway, upstream: undefined })).toBeUndefined();
    expect(forwardTarget('/sms/equipment/query', { gateway, upstream: undefined })).toBeUndefined();
  });

  it('send sockets to the upstream when one is configured', () => {
    const upstream = { url: 'https://back.example/sms', timeoutMs: 1, map: {} };
    expect(forwardTarget('/sms/socket.io/', { gateway, upstream })).toBe('https://back.example');
    expect(
      forwardTarget('/sms/socket.io/', { gateway, upstream: { ...upstream, socketUrl: 'https://rtc.example' } }),
    ).toBe('https://rtc.example');
    expect(forwardTarget('/sms/ingest/v1/a/status', { gateway, upstream })).toBe(gateway.url);
  });
});
