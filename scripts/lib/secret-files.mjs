// Secrets as files, for scripts that need one before anything is compiled: the rule of lib/secret-files.ts once more in
// plain JavaScript. tests/ops/secret-files.test.mjs asks both the same.
import { readFileSync } from 'node:fs';
import { Problem } from './problem.mjs';

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
];

/**
 * Puts the content of every `NAME_FILE` into NAME and forgets the path, so that this process and those that it starts
 * find the value.
 * @param {Record<string, string | undefined>} env is changed
 * @throws {Problem} one sentence that names the variable
 */
export function takeSecretFiles(env) {
  for (const name of SECRETS) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) throw new Problem(`${name} and ${name}_FILE are both set; set one of them.`);
    let text;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      throw new Problem(`${name}_FILE names ${path}, which cannot be read (${error.code ?? error}).`, { cause: error });
    }
    const value = text.replace(/\r?\n$/, '');
    if (value === '') throw new Problem(`${name}_FILE names ${path}, which is empty.`);
    env[name] = value;
    delete env[`${name}_FILE`];
  }
}
