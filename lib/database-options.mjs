// How every program connects to PostgreSQL: what an address and libpq's own variables say about TLS, in one place for the
// programs and for the scripts that run before anything is compiled. `pg` understands these words differently from libpq
// (it takes `require` for `verify-full`, and reads certificates when it likes), so it is told the outcome.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { checkServerIdentity } from 'node:tls';

const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
/** Words of `pg` for the same, which addresses in use may hold. */
const OTHER_WORDS = { 'no-verify': 'require', true: 'verify-full', 1: 'verify-full', false: 'disable', 0: 'disable' };
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'ssl', 'uselibpqcompat'];

/** A wrong setting; the message is one sentence that names the variable. */
export class DatabaseSettingError extends Error {
  name = 'DatabaseSettingError';
}

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

function pemOf({ name, value }, check) {
  let text;
  try {
    text = readFileSync(value, 'utf8');
  } catch (error) {
    throw new DatabaseSettingError(`${name} names ${value}, which cannot be read (${error.code ?? error}).`, {
      cause: error,
    });
  }
  try {
    check(text);
  } catch (error) {
    throw new DatabaseSettingError(`${name} names ${value}, which is not what it should be in PEM form.`, {
      cause: error,
    });
  }
  return text;
}
const certificateOf = (word) => pemOf(word, (text) => new X509Certificate(text));

function modeOf(parameters, variable, env) {
  const word = wordOf('sslmode', parameters, variable, env) ?? {
    name: `ssl of ${variable}`,
    value: parameters.get('ssl') || '',
  };
  if (word.value === '') return { name: word.name, value: 'disable' };
  const value = OTHER_WORDS[word.value] ?? word.value;
  if (!MODES.includes(value))
    throw new DatabaseSettingError(
      `${word.name} is "${word.value}"; it has to be disable, require, verify-ca or verify-full.`,
    );
  return { name: word.name, value };
}

/** @returns {false | import('node:tls').ConnectionOptions} */
function tlsOf(url, parameters, variable, env) {
  const mode = modeOf(parameters, variable, env);
  if (mode.value === 'disable') return false;
  const [root, certificate, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) =>
    wordOf(name, parameters, variable, env),
  );
  const ca = root && root.value !== 'system' ? certificateOf(root) : undefined;
  if (mode.value === 'verify-ca' && !ca)
    throw new DatabaseSettingError(`${mode.name} is verify-ca, so sslrootcert has to name the file of the CA.`);
  if (!certificate !== !key)
    throw new DatabaseSettingError(`sslcert and sslkey of ${variable} belong together; set both or none.`);
  const own = certificate && key ? { cert: certificateOf(certificate), key: pemOf(key, createPrivateKey) } : undefined;
  if (own && !new X509Certificate(own.cert).checkPrivateKey(createPrivateKey(own.key)))
    throw new DatabaseSettingError(`${key.name} names ${key.value}, which is the key of another certificate.`);
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
 * @throws {DatabaseSettingError}
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

const UNKNOWN_SIGNER = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE|UNABLE_TO_\w+)$/;

/**
 * Why a connection failed, where a setting is to blame and waiting does not help.
 * @param {any} error of `pg` @param {string} url @param {string} [variable]
 * @returns {string | undefined} one sentence that names the variable
 */
export function mistakeOf(error, url, variable = 'DATABASE_URL') {
  if (error instanceof DatabaseSettingError) return error.message;
  const { code = '', message = '' } = error ?? {};
  const server = `the database at ${addressOf(url, variable)} (${variable})`;
  if (UNKNOWN_SIGNER.test(code))
    return `The certificate of ${server} is not signed by a CA that is known here (${code}); sslrootcert names the file of the right one.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${server} is for another name; use that name, or sslmode=verify-ca, which compares none.`;
  if (/^CERT_/.test(code)) return `The certificate of ${server} is not valid (${code}).`;
  if (/does not support SSL|establishing an SSL connection/.test(message))
    return `TLS is asked for, and ${server} does not speak it; sslmode=disable does without.`;
  if (/^ERR_(SSL|TLS|OSSL)_/.test(code)) return `TLS with ${server} failed (${code}).`;
  if (code === '28000' && /certificate|encryption|SSL/i.test(message))
    return `${server[0].toUpperCase()}${server.slice(1)} refuses the connection: ${message}.`;
  return undefined;
}
