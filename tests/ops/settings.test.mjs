import { readSettings } from '../../scripts/lib/settings.mjs';

describe('settings of npm start', () => {
  it('have defaults that need nothing set', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      gatewayPort: 3001,
      mqttPort: 1883,
      pgPort: 5433,
      publicUrl: 'http://localhost:3000',
      isDemo: true,
      hasFleet: true,
      nextDistDir: '.next',
    });
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port number between 1 and 65535, not "abc".'],
    [{ GATEWAY_PORT: '70000' }, 'GATEWAY_PORT must be a port number between 1 and 65535, not "70000".'],
    [{ PORT: '3001' }, 'PORT and GATEWAY_PORT are both 3001; give each its own port.'],
    [{ PUBLIC_URL: 'portal.example.org' }, 'PUBLIC_URL must be a URL starting with http:// or https://.'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL starting with postgres:// or postgresql://.'],
    [{ DEMO: 'yes' }, 'DEMO must be 0 or 1, not "yes".'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug, info, warn, error, silent, not "loud".'],
    [{ SESSION_SECRET: 'short' }, 'SESSION_SECRET must have at least 32 characters.'],
  ])('say in one sentence what is wrong: %j', (env, sentence) => {
    expect(() => readSettings(env)).toThrow(sentence);
  });

  it('bring no demo data to a database of somebody else unless asked', () => {
    const DATABASE_URL = 'postgresql://db.example.org/portal';
    expect(readSettings({ DATABASE_URL })).toMatchObject({ isDemo: false, hasFleet: false });
    expect(readSettings({ DATABASE_URL, DEMO: '1' })).toMatchObject({ isDemo: true, hasFleet: true });
    expect(readSettings({ DEMO_FLEET: '0' })).toMatchObject({ isDemo: true, hasFleet: false });
    expect(readSettings({ DEMO_FLEET: '25' })).toMatchObject({ isDemo: true, hasFleet: true });
    expect(() => readSettings({ DEMO_FLEET: 'many' })).toThrow(
      'DEMO_FLEET must be a number from 0 to 5000, not "many".',
    );
  });

  it('give programs as long to end as they were told they have', () => {
    expect([{}, { STOP_SECONDS: '60' }].map((env) => readSettings(env).stopPatienceMs)).toEqual([6000, 65_000]);
  });

  it('let a port be shared with a part that is not started', () => {
    expect(() => readSettings({ PG_PORT: '3000', DATABASE_URL: 'postgres://db/x' })).not.toThrow();
    expect(() => readSettings({ MQTT_PORT: '3000', MQTT_URL: 'mqtts://broker' })).not.toThrow();
  });
});
