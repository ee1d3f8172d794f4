// The settings that the scripts themselves need, checked before anything is started. Everything else of the
// environment is passed on and checked by lib/config.ts.
import { fromRoot } from './root.mjs';
import { Problem } from './problem.mjs';

/**
 * @typedef {object} Settings
 * @property {number} port @property {string} host @property {number} gatewayPort @property {number} mqttPort
 * @property {number} pgPort @property {string} dataDir absolute @property {string} buildDir absolute
 * @property {string} nextDistDir relative to the project, as Next wants it @property {string} publicUrl
 * @property {string | undefined} databaseUrl @property {boolean} hasOwnBroker
 * @property {number} stopPatienceMs how long programs may take to end before they are killed
 * @property {boolean} isDemo demo data wanted @property {boolean} hasFleet demo fleet wanted
 */

function port(env, name, fallback) {
  const text = env[name] ?? '';
  if (text === '') return fallback;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > 65_535) {
    throw new Problem(`${name} must be a port number between 1 and 65535, not "${text}".`);
  }
  return number;
}

function url(env, name, protocols) {
  const text = env[name];
  if (text === undefined || text === '') return undefined;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new Problem(
      `${name} must be a URL starting with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    );
  }
  return text;
}

/** A program ends by itself at STOP_SECONDS; who did not set it is at the keyboard and does not want to wait so long. */
const USUAL_PATIENCE_MS = 6000;
const BEYOND_STOP_MS = 5000;

function flag(env, name) {
  const text = env[name] ?? '';
  if (!['', '0', '1'].includes(text)) throw new Problem(`${name} must be 0 or 1, not "${text}".`);
  return text === '' ? undefined : text === '1';
}

function oneOf(env, name, words) {
  if (env[name] && !words.includes(env[name]))
    throw new Problem(`${name} must be one of ${words.join(', ')}, not "${env[name]}".`);
}

function count(env, name, most) {
  const text = env[name] ?? '';
  if (text === '') return undefined;
  if (!/^\d+$/.test(text) || Number(text) > most)
    throw new Problem(`${name} must be a number from 0 to ${most}, not "${text}".`);
  return Number(text);
}

/**
 * Reads and checks the settings.
 * @param {Record<string, string | undefined>} env
 * @returns {Settings}
 * @throws {Problem} one sentence that names the variable
 */
export function readSettings(env) {
  const ports = {
    PORT: port(env, 'PORT', 3000),
    GATEWAY_PORT: port(env, 'GATEWAY_PORT', 3001),
    MQTT_PORT: port(env, 'MQTT_PORT', 1883),
    PG_PORT: port(env, 'PG_PORT', 5433),
  };
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  if (url(env, 'DATABASE_SESSION_URL', ['postgres:', 'postgresql:']) && !databaseUrl)
    throw new Problem('DATABASE_SESSION_URL goes beside DATABASE_URL, which is not set.');
  const hasOwnBroker = url(env, 'MQTT_URL', ['mqtt:', 'mqtts:', 'tcp:', 'ssl:']) === undefined;
  const used = Object.entries(ports).filter(
    ([name]) => (name !== 'PG_PORT' || !databaseUrl) && (name !== 'MQTT_PORT' || hasOwnBroker),
  );
  for (const [name, number] of used) {
    const twin = used.find(([other, otherNumber]) => other !== name && otherNumber === number);
    if (twin) throw new Problem(`${name} and ${twin[0]} are both ${number}; give each its own port.`);
  }
  for (const name of ['PUBLIC_URL', 'GATEWAY_URL', 'SMS_UPSTREAM_URL', 'SMS_UPSTREAM_SOCKET_URL'])
    url(env, name, ['http:', 'https:']);
  url(env, 'REDIS_URL', ['redis:', 'rediss:']);
  for (const name of ['SESSION_SECRET', 'INTERNAL_SECRET']) {
    if (env[name] && env[name].length < 32) throw new Problem(`${name} must have at least 32 characters.`);
  }
  oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'silent']);
  const stopSeconds = count(env, 'STOP_SECONDS', 3600);
  const isDemo = flag(env, 'DEMO') ?? !databaseUrl;
  return {
    port: ports.PORT,
    gatewayPort: ports.GATEWAY_PORT,
    mqttPort: ports.MQTT_PORT,
    pgPort: ports.PG_PORT,
    stopPatienceMs: stopSeconds === undefined ? USUAL_PATIENCE_MS : stopSeconds * 1000 + BEYOND_STOP_MS,
    host: env.HOST || '0.0.0.0',
    dataDir: fromRoot(env.DATA_DIR || '.data'),
    buildDir: fromRoot(env.BUILD_DIR || 'dist'),
    nextDistDir: env.NEXT_DIST_DIR || '.next',
    publicUrl: new URL(env.PUBLIC_URL || `http://localhost:${ports.PORT}`).origin,
    databaseUrl,
    hasOwnBroker,
    isDemo,
    hasFleet: count(env, 'DEMO_FLEET', 5000) !== 0 && isDemo,
  };
}
