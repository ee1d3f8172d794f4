import { z } from 'zod';
import { readKeptDays } from './retention';

/** Every setting by its name, as it may be written; `lib/config.ts` makes of it what the programs read. */

const port = (fallback: number) =>
  z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65535).default(fallback);
const url = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    error: `must be a URL starting with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  });
const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );
const flag = z
  .enum(['0', '1', ''])
  .optional()
  .transform((value) => value === '1');
/** Web map tiles: `https://{s}.tiles.example/{z}/{x}/{y}.png?key={key}`. */
const tiles = url('http:', 'https:').refine((value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)), {
  error: 'must hold {z}, {x} and {y}',
});
/** Those of the OpenTelemetry specification that need no other server. */
export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export const ROLES = ['ingest', 'realtime', 'jobs'] as const;

/** Every setting by its name. */
export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: port(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: url('http:', 'https:').optional(),
  GATEWAY_PORT: port(3001),
  GATEWAY_HOST: z.string().default('127.0.0.1'),
  GATEWAY_URL: url('http:', 'https:').optional(),
  GATEWAY_ROLES: list,
  DATA_DIR: z.string().default('.data'),
  NEXT_DIST_DIR: z.string().default('.next'),
  DRAIN_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).int().min(0).max(300).default(0),
  STOP_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).int().min(1).max(3600).default(15),
  OVERLOAD_DELAY_MS: z.coerce
    .number({ error: 'must be a number of milliseconds' })
    .int()
    .min(20)
    .max(60_000)
    .default(300),
  OVERLOAD_QUEUE: z.coerce.number({ error: 'must be a number of calls' }).int().min(1).max(100_000).default(200),
  KEEP_DAYS: list.transform((items, context) => {
    try {
      return readKeptDays(items);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  }),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  DATABASE_SESSION_URL: url('postgres:', 'postgresql:').optional(),
  DB_POOL: z.coerce.number().int().min(1).max(200).default(10),
  DB_STATEMENT_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).int().min(0).max(86_400).default(300),
  DB_IDLE_SECONDS: z.coerce.number({ error: 'must be a number of seconds' }).int().min(0).max(86_400).default(120),
  PGSSLMODE: z.string().optional(),
  PGSSLROOTCERT: z.string().optional(),
  PGSSLCERT: z.string().optional(),
  PGSSLKEY: z.string().optional(),
  MQTT_PORT: port(1883),
  MQTT_HOST: z.string().default('127.0.0.1'),
  MQTT_URL: url('mqtt:', 'mqtts:', 'tcp:', 'ssl:').optional(),
  MQTT_USERNAME: z.string().optional(),
  MQTT_PASSWORD: z.string().optional(),
  MQTT_TLS_CERT: z.string().optional(),
  MQTT_TLS_KEY: z.string().optional(),
  MQTT_CA: z.string().optional(),
  MQTT_CLIENT_CERT: z.string().optional(),
  MQTT_CLIENT_KEY: z.string().optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  REDIS_CA: z.string().optional(),
  TRUSTED_PROXIES: list,
  SMS_UPSTREAM_URL: url('http:', 'https:').optional(),
  SMS_UPSTREAM_SOCKET_URL: url('http:', 'https:').optional(),
  SMS_UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(100).max(120_000).default(60_000),
  SMS_UPSTREAM_MAP: z
    .string()
    .default('{}')
    .transform((text, context) => {
      try {
        return z.record(z.string(), z.string().regex(/^(GET|POST|PUT|DELETE) \S+$/)).parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a JSON object of operation name to "METHOD path"' });
        return z.NEVER;
      }
    }),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  INTERNAL_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DEMO: flag,
  DEMO_FLEET: z.coerce.number().int().min(0).max(5000).default(76),
  DEMO_SCALE: z.coerce.number().positive().max(100).default(1),
  DEMO_SEED: z.string().max(40).default('lift-portal'),
  DEMO_DATE: z.iso.date({ error: 'must be a date such as 2026-05-01' }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RECORD_NUMBER: z.string().default(''),
  /** Where record numbers are looked up, and have to lead. */
  RECORD_URL: url('http:', 'https:').default('https://beian.miit.gov.cn/'),
  COPYRIGHT_HOLDER: z.string().default(''),
  AIRPORT_PROJECT_IDS: list,
  VIDEO_RTMP_HOST: z.string().default('127.0.0.1'),
  VIDEO_RTMP_PORT: z.coerce.number({ error: 'must be a port number' }).int().min(1).max(65535).optional(),
  VIDEO_SPECIAL_EQUIPMENT: list,
  VIDEO_PLATFORM_URL: url('http:', 'https:').optional(),
  VIDEO_PLATFORM_TOKEN: z.string().optional(),
  VIDEO_PLATFORM_KINDS: list,
  VIDEO_PLATFORM_ORIGINS: list,
  MAP_TILES_URL: tiles.optional(),
  MAP_TILES_SUBDOMAINS: list,
  MAP_KEY: z.string().default(''),
  MAP_SCRIPT_URL: url('http:', 'https:').optional(),
  MAP_COORDINATES: z.enum(['wgs84', 'gcj02', 'bd09'], { error: 'must be wgs84, gcj02 or bd09' }).default('wgs84'),
  MAP_APPROVAL_NUMBER: z.string().default(''),
  SMS_PROVIDER: z.enum(['outbox', 'http', 'none'], { error: 'must be outbox, http or none' }).optional(),
  SMS_PROVIDER_URL: url('http:', 'https:').optional(),
  SMS_PROVIDER_TOKEN: z.string().optional(),
  SCREEN_SERVICE_URL: url('http:', 'https:').optional(),
  SCREEN_SERVICE_SECRET: z.string().min(16, 'must have 16 characters at least').optional(),
  MAIL_PROVIDER: z.enum(['smtp', 'outbox', 'none'], { error: 'must be smtp, outbox or none' }).optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+$|^[^\r\n<>]*<[^\s@<>]+@[^\s@<>]+>$/, 'must be an address')
    .optional(),
  PUSH_SERVICES: list,
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be mailto:somebody@example.com or an https address')
    .optional(),
  EXPORT_MAX_ROWS: z.coerce
    .number({ error: 'must be a number of rows' })
    .int()
    .min(1)
    .max(1_048_575)
    .default(1_000_000),
  EXPORT_CUSTOMER_TYPE_ROWS: z.coerce.number({ error: 'must be a number of rows' }).int().min(0).default(50_000),
  RATE_LIMIT_SCALE: z.coerce.number().positive().default(1),
  COUNT_MEMORY_MS: z.coerce.number().int().min(0).max(60_000).default(2000),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  FILES_S3_ENDPOINT: url('http:', 'https:').optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  FILES_S3_PREFIX: z
    .string()
    .regex(/^([\w.-]+\/)+$/, 'must end with /, such as lift-portal/uploads/')
    .default('uploads/'),
  FILES_S3_PATH_STYLE: flag,
  FILES_S3_ACCESS_KEY: z.string().optional(),
  FILES_S3_SECRET_KEY: z.string().optional(),
  FILES_S3_CA: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/, 'must be name=value, with commas between several')
    .optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number({ error: 'must be a number from 0 to 1' }).min(0).max(1).default(1),
  OTEL_SDK_DISABLED: z.stringbool().default(false),
});

export type EnvironmentSettings = z.output<typeof Environment>;
