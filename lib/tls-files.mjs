// Certificates that settings name, and what is wrong when TLS fails: for PostgreSQL, Redis and an outside broker alike.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A wrong setting; the message is one sentence that names the variable. */
export class SettingError extends Error {
  name = 'SettingError';
}

const CHECKS = { certificate: (text) => new X509Certificate(text), key: (text) => createPrivateKey(text) };

/**
 * The content of a file in PEM form.
 * @param {string} name of the setting @param {string} path @param {'certificate' | 'key'} kind
 * @throws {SettingError} it cannot be read, or is something else
 */
export function readPem(name, path, kind) {
  let text;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingError(`${name} names ${path}, which cannot be read (${error.code ?? error}).`, { cause: error });
  }
  try {
    CHECKS[kind](text);
  } catch (error) {
    throw new SettingError(`${name} names ${path}, which holds no ${kind} in PEM form.`, { cause: error });
  }
  return text;
}

/**
 * A certificate of our own with its key.
 * @param {{ name: string, value: string } | undefined} certificate @param {{ name: string, value: string } | undefined} key
 * @param {string} names what both are called in the sentence that one of them is missing
 * @returns {{ cert: string, key: string } | undefined}
 * @throws {SettingError}
 */
export function readOwnCertificate(certificate, key, names) {
  if (!certificate && !key) return undefined;
  if (!certificate || !key) throw new SettingError(`${names} belong together; set both or none.`);
  const own = {
    cert: readPem(certificate.name, certificate.value, 'certificate'),
    key: readPem(key.name, key.value, 'key'),
  };
  if (!new X509Certificate(own.cert).checkPrivateKey(createPrivateKey(own.key)))
    throw new SettingError(`${key.name} names ${key.value}, which is the key of another certificate.`);
  return own;
}

const UNKNOWN_SIGNER = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE|UNABLE_TO_\w+)$/;

/**
 * Why TLS failed, where waiting does not help.
 * @param {any} error @param {string} server as it stands in a sentence @param {string} ca what names the file of the CA
 * @returns {string | undefined} one sentence
 */
export function tlsMistakeOf(error, server, ca) {
  const { code = '' } = error ?? {};
  if (typeof code !== 'string') return undefined;
  if (UNKNOWN_SIGNER.test(code))
    return `The certificate of ${server} is not signed by a CA that is known here (${code}); ${ca} names the file of the right one.`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate of ${server} is for another name; use that name.`;
  if (/^CERT_/.test(code)) return `The certificate of ${server} is not valid (${code}).`;
  if (/^ERR_(SSL|TLS|OSSL)_/.test(code)) return `TLS with ${server} failed (${code}).`;
  return undefined;
}
