import { parseConfig, sessionCookieName } from '@/lib/config';
import { ConfigError } from '@/lib/config-parts';

const refusal = (environment: Record<string, string>) => {
  try {
    parseConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('configuration', () => {
  it('has defaults for everything but secrets, which are asked for at use', () => {
    const settings = parseConfig({});
    expect(settings).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      gateway: { port: 3001, url: 'http://127.0.0.1:3001' },
      mqtt: { port: 1883 },
    });
    expect([...settings.gateway.roles]).toEqual(['ingest', 'realtime', 'jobs']);
    expect(() => settings.databaseUrl).toThrow('DATABASE_URL is not set');
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port number.'],
    [{ PUBLIC_URL: 'portal.example' }, 'PUBLIC_URL must be a URL starting with http:// or https://.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL starting with postgres:// or postgresql://.'],
    [
      { GATEWAY_ROLES: 'ingest,coffee' },
      'GATEWAY_ROLES names the unknown role "coffee"; known are ingest, realtime, jobs.',
    ],
    [
      { DRAIN_SECONDS: '30', STOP_SECONDS: '30' },
      'DRAIN_SECONDS is 30 and must be less than STOP_SECONDS (30): what still runs then has to end in between.',
    ],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters.'],
    [{ SMS_UPSTREAM_MAP: '{"a":1}' }, 'SMS_UPSTREAM_MAP must be a JSON object of operation name to "METHOD path".'],
    [{ MAP_TILES_URL: 'https://tiles.example/{z}' }, 'MAP_TILES_URL must hold {z}, {x} and {y}.'],
    [
      { MAP_TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}' },
      'MAP_TILES_URL holds {s}, so MAP_TILES_SUBDOMAINS must be set.',
    ],
    [{ MAP_COORDINATES: 'utm' }, 'MAP_COORDINATES must be wgs84, gcj02 or bd09.'],
    [
      { REDIS_URL: 'redis://redis', REDIS_CA: '/ca.pem' },
      'REDIS_CA is for TLS, so REDIS_URL has to start with rediss://.',
    ],
    [{ MQTT_URL: 'mqtt://broker', MQTT_CA: '/ca.pem' }, 'MQTT_CA is for TLS, so MQTT_URL has to start with mqtts://.'],
    [{ MQTT_URL: 'mqtts://broker', MQTT_CA: '/none.pem' }, 'MQTT_CA names /none.pem, which cannot be read (ENOENT).'],
    [
      { MQTT_URL: 'mqtts://broker', MQTT_CLIENT_KEY: '/none.pem' },
      'MQTT_CLIENT_CERT and MQTT_CLIENT_KEY belong together; set both or none.',
    ],
  ])('%j is refused in one sentence', (environment, sentence) => {
    expect(refusal(environment as Record<string, string>)).toBe(sentence);
  });

  it('[MAP-007] a map provider’s key stands in its addresses, and pages may load from its origins alone', () => {
    const { map } = parseConfig({
      MAP_TILES_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png?key={key}',
      MAP_TILES_SUBDOMAINS: 'a, b',
      MAP_SCRIPT_URL: 'https://api.map.example:8443/load.js?key={key}',
      MAP_KEY: 'k 1',
      MAP_COORDINATES: 'gcj02',
      MAP_APPROVAL_NUMBER: 'GS(2024)0000号',
    });
    expect(map).toEqual({
      tiles: { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png?key=k%201', subdomains: ['a', 'b'] },
      script: 'https://api.map.example:8443/load.js?key=k%201',
      coordinates: 'gcj02',
      approvalNumber: 'GS(2024)0000号',
      tileOrigins: ['https://a.tiles.example', 'https://b.tiles.example'],
      scriptOrigins: ['https://api.map.example:8443'],
    });
    expect(parseConfig({}).map).toEqual({
      coordinates: 'wgs84',
      approvalNumber: '',
      tileOrigins: [],
      scriptOrigins: [],
    });
  });

  it('takes an empty variable as absent and PUBLIC_URL as an origin', () => {
    expect(parseConfig({ PORT: '', PUBLIC_URL: 'https://lift.example/' })).toMatchObject({
      port: 3000,
      publicUrl: 'https://lift.example',
      session: { isSecure: true, cookieName: 'sms_session' },
    });
  });

  it('gives two copies on one host different session cookies', () => {
    expect(sessionCookieName('http://localhost:3000')).toBe('sms_session');
    expect(sessionCookieName('https://lift.example')).toBe('sms_session');
    expect(sessionCookieName('http://localhost:3100')).toBe('sms_session_3100');
  });
});
