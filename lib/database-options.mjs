// How every program connects to PostgreSQL: what an address and libpq's own variables say about TLS, in one place for the
// programs and for the scripts that run before anything is compiled. `pg` understands these words differently from libpq
// (it takes `require` for `verify-full`, and reads certificates when it likes), so it is told the outcome.
import { checkServerIdentity } from 'node:tls';
import { SettingError, readOwnCertificate, readPem, tlsMistakeOf } from './tls-files.mjs';

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** Words of `pg` for the same, which addresses in use may hold. */
const OTHER_WORDS = { 'no-verify': 'require', true: 'verify-full', 1: 'verify-full', false: 'disable', 0: 'disable' };
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'uselibpqcompat'];

/** Where it leads, without account and password. */
export function addressOf(url, variable = 'DATABASE_URL') {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url);
    return `${searchParams.get('host') || hostname}:${searchParams.get('port') || port || 5432}${pathname}`;
  } catch {
    return variable;
  }
}

/** @returns {{ name: string, value: string } | undefined} a parameter of the address, else libpq's variable */
function wordOf(name, parameters, variable, env) {
  const own = parameters.get(name);
  if (own) return { name: `${name} of ${variable}`, value: own };
  const common = env[`PG${name.toUpperCase()}`];
  return common ? { name: `PG${name.toUpperCase()}`, value: common } : undefined;
}

function modeOf(parameters, variable, env) {
  const word =
    wordOf('sslmode', parameters, variable, {}) ??
    wordOf('ssl', parameters, variable, {}) ??
    wordOf('sslmode', parameters, variable, env);
  if (word === undefined) return { name: 'sslmode', value: 'disable' };
  const value = OTHER_WORDS[word.value] ?? word.value;
  if (!MODES.includes(value))
    throw new SettingError(`${word.name} is "${word.value}"; it has to be disable, require, verify-ca or verify-full.`);
  return { name: word.name, value };
}

/** @returns {false | import('node:tls').ConnectionOptions} */
function tlsOf(url, parameters, variable, env) {
  const mode = modeOf(parameters, variable, env);
  if (mode.value === 'disable') return false;
  const [root, certificate, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) =>
    wordOf(name, parameters, variable, env),
  );
  const ca = root && root.value !== 'system' ? readPem(root.name, root.value, 'certificate') : undefined;
  if (mode.value === 'verify-ca' && !ca)
    throw new SettingError(`${mode.name} is verify-ca, so sslrootcert has to name the file of the CA.`);
  const own = readOwnCertificate(certificate, key, `sslcert and sslkey of ${variable}`);
  const host = parameters.get('host') || url.hostname.replace(/^\[(.+)\]$/, '$1');
  return {
    ...(ca ? { ca } : {}),
    ...own,
    // As in libpq: `require` with a CA is `verify-ca`.
    rejectUnauthorized: mode.value === 'verify-full' || ca !== undefined,
    checkServerIdentity: (_name, peer) => (mode.value === 'verify-full' ? checkServerIdentity(host, peer) : undefined),
  };
}

/**
 * What `pg` is told of an address.
 * @param {string} text of the variable
 * @param {{ variable?: string, env?: Record<string, string | undefined> }} [options] env: where PGSSLMODE and the like stand
 * @returns {{ connectionString: string, ssl: false | import('node:tls').ConnectionOptions, options: string }} options: what
 *   the address itself wants to be set in every session
 * @throws {SettingError}
 */
export function databaseOptions(text, { variable = 'DATABASE_URL', env = {} } = {}) {
  const url = new URL(text);
  const parameters = new URLSearchParams(url.searchParams);
  const ssl = tlsOf(url, parameters, variable, env);
  const options = parameters.get('options') ?? '';
  const ours = [...PARAMETERS, 'options'].filter((name) => url.searchParams.has(name));
  for (const name of ours) url.searchParams.delete(name);
  return { connectionString: ours.length > 0 ? url.href : text, ssl, options };
}

/**
 * Why a connection failed, where a setting is to blame and waiting does not help.
 * @param {any} error of `pg` @param {string} url @param {string} [variable]
 * @returns {string | undefined} one sentence that names the variable
 */
export function mistakeOf(error, url, variable = 'DATABASE_URL') {
  if (error instanceof SettingError) return error.message;
  const { code = '', message = '' } = error ?? {};
  const server = `the database at ${addressOf(url, variable)} (${variable})`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${server} is for another name; use that name, or sslmode=verify-ca, which compares none.`;
  if (/does not support SSL|establishing an SSL connection/.test(message))
    return `TLS is asked for, and ${server} does not speak it; sslmode=disable does without.`;
  if (/unsupported startup parameter/.test(message))
    return `A pooler stands before ${server}, so DATABASE_SESSION_URL has to lead past it, to the server itself.`;
  if (code === '28000' && /certificate|encryption|SSL/i.test(message))
    return `${server[0].toUpperCase()}${server.slice(1)} refuses the connection: ${message}.`;
  return tlsMistakeOf(error, server, 'sslrootcert');
}
