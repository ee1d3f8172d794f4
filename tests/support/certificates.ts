import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A CA, another one that signed nothing, and what the first one signed: valid for a day, made by `openssl`. */
export interface Certificates {
  readonly folder: string;
  readonly ca: string;
  readonly otherCa: string;
  /** For the name `localhost` alone. */
  readonly server: { readonly cert: string; readonly key: string };
  /** For the account `certified`. */
  readonly client: { readonly cert: string; readonly key: string };
  remove(): void;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

export function makeCertificates(): Certificates {
  const folder = mkdtempSync(path.join(tmpdir(), 'lift-certificates-'));
  const at = (name: string) => path.join(folder, name);
  const make = (name: string, more: readonly string[]) => {
    const [cert, key] = [at(`${name}.pem`), at(`${name}.key`)];
    const made = spawnSync('openssl', ['req', '-x509', ...KEY, '-days', '1', '-keyout', key, '-out', cert, ...more], {
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(made.stderr);
    return { cert, key };
  };
  const ca = make('ca', ['-subj', '/CN=CA of the test']);
  const signed = ['-CA', ca.cert, '-CAkey', ca.key, '-addext', 'basicConstraints=critical,CA:FALSE'];
  return {
    folder,
    ca: ca.cert,
    otherCa: make('other-ca', ['-subj', '/CN=CA of somebody else']).cert,
    server: make('server', [...signed, '-subj', '/CN=server', '-addext', 'subjectAltName=DNS:localhost']),
    client: make('client', [...signed, '-subj', '/CN=certified']),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
