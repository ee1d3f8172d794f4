import { readFileSync } from 'node:fs';

/**
 * Settings that are secrets, and addresses that may hold a password. Each can be given as a file as well: `NAME_FILE`
 * is its path, and its content the value. Scripts that run before anything is compiled do the same for themselves
 * (`scripts/lib/secret-files.mjs`); a test holds the two together.
 */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'SESSION_SECRET',
  'INTERNAL_SECRET',
  'MQTT_URL',
  'MQTT_PASSWORD',
  'REDIS_URL',
  'SMTP_URL',
  'SMS_PROVIDER_TOKEN',
  'SCREEN_SERVICE_SECRET',
  'VIDEO_PLATFORM_TOKEN',
  'MAP_KEY',
  'FILES_S3_ACCESS_KEY',
  'FILES_S3_SECRET_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

type Environment = Record<string, string | undefined>;

/**
 * The values of all `NAME_FILE` that are set, by NAME. One newline at the end of a file is not part of its value.
 * @throws Error with one sentence that names the variable, and the path where the file is to blame
 */
export function readSecretFiles(environment: Environment): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of SECRETS) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name]) throw new Error(`${name} and ${name}_FILE are both set; set one of them.`);
    values[name] = contentOf(`${name}_FILE`, path);
  }
  return values;
}

function contentOf(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${variable} names ${path}, which cannot be read (${code ?? String(error)}).`, { cause: error });
  }
  const value = text.replace(/\r?\n$/, '');
  if (value === '') throw new Error(`${variable} names ${path}, which is empty.`);
  return value;
}
