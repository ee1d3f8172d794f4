/** A wrong setting; the message is one sentence that names the variable. */
export class SettingError extends Error {}

interface Named {
  readonly name: string;
  readonly value: string;
}

/** @throws SettingError */
export function readPem(name: string, path: string, kind: 'certificate' | 'key'): string;

/** @throws SettingError */
export function readOwnCertificate(
  certificate: Named | undefined,
  key: Named | undefined,
  names: string,
): { cert: string; key: string } | undefined;

/** Why TLS failed, where waiting does not help: one sentence. */
export function tlsMistakeOf(error: unknown, server: string, ca: string): string | undefined;
