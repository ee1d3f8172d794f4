import { z } from 'zod';
import { databaseOptions, type DatabaseOptions } from './database-options.mjs';
import { readKeptDays } from './retention';
import type { KeptDays } from './retention';
import { readSecretFiles } from './secret-files';
import { readOwnCertificate, readPem, SettingError } from './tls-files.mjs';

/**
 * The environment, read once, checked and typed. Lazy: `next build` imports modules without a database or secrets,
 * so nothing here may throw before `config()` is called.
 */

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
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const ROLES = ['ingest', 'realtime', 'jobs'] as const;

/** Name of the session cookie. Cookies ignore the port, so a copy on another port needs another name (readings 58). */
export function sessionCookieName(publicUrl: string): string {
  const { port } = new URL(publicUrl);
  return port === '' || port === '3000' ? 'sms_session' : `sms_session_${port}`;
}

/** One gateway process may carry all roles or some of them (design §1). */
export type GatewayRole = (typeof ROLES)[number];

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

/** Those of Chrome and Edge, Firefox, Safari, and Edge on Windows. */
const PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

export interface Config {
  mode: 'development' | 'production' | 'test';
  port: number;
  host: string;
  /** Origin that people use, without a trailing slash: own-origin checks, links and cookies follow it. */
  publicUrl: string;
  gateway: { port: number; host: string; url: string; roles: ReadonlySet<GatewayRole> };
  dataDir: string;
  nextDistDir: string;
  /** An orderly end: time in which sockets move, and after which whatever still runs is cut off. */
  stop: { drainMs: number; timeoutMs: number };
  /** Beyond these a web process refuses what can wait (`lib/platform/system/load.ts`). */
  overload: { delayMs: number; waiting: number };
  /** Histories that are kept for another time than usual. */
  keptDays: KeptDays;
  databaseUrl: string;
  /** The same as what `pg` is told, TLS included. */
  database: DatabaseOptions;
  /** The same of the connections that need a session of their own. */
  sessionDatabase: DatabaseOptions;
  /** A pooler in transaction mode stands behind DATABASE_URL. */
  isDatabasePooled: boolean;
  databasePool: number;
  /** How long a statement may take, and a transaction may wait for its program; 0: for ever. */
  databaseLimits: { statementMs: number; idleMs: number };
  /** `url` is set when an outside broker is used; otherwise the gateway runs its own on `host:port`. */
  mqtt: {
    host: string;
    port: number;
    url?: string;
    username?: string;
    password?: string;
    tlsCert?: string;
    tlsKey?: string;
    client?: MqttTls;
  };
  redisUrl?: string;
  /** The CA of its certificate, as text. */
  redisCa?: string;
  trustedProxies: string[];
  upstream?: { url: string; socketUrl?: string; timeoutMs: number; map: Record<string, string> };
  session: { secret: string; cookieName: string; isSecure: boolean };
  internalSecret: string;
  isDemo: boolean;
  /** Demo data and fleet: units that move, multiple of the data set, seed, and the day the history ends before (today). */
  demo: { fleet: number; scale: number; seed: string; date?: string };
  logLevel: string;
  footer: { recordNumber: string; recordUrl: string; copyrightHolder: string };
  airportProjectIds: string[];
  /** The built-in relay: where cameras publish to, and the units with the wide dialog (doc2 §4.6). */
  video: {
    /** `isChosen`: somebody set the port, so that one that is taken is an error; the usual one may be another copy's. */
    rtmp: { host: string; port: number; isChosen: boolean };
    specialEquipment: string[];
    /** The outside platform: whose cameras it has, and the origins of its streams, which pages may then read. */
    platform?: { url: string; token?: string; kinds: readonly ('video' | 'dhVideo')[] };
    origins: string[];
  };
  /** The provider of the map (readings 102); without one the portal's own outlines are drawn. */
  map: MapConfig;
  /** Text messages (silent-screens B7): who carries them. `outbox` keeps them in our own table. */
  texting: { provider: 'outbox' | 'http' | 'none'; url?: string; token?: string };
  /** A screen control service of a third party that is told what its screens should show (api.md §2.26). */
  screenService?: { url: string; secret: string };
  /** E-mails (readings 99): who carries them, and from whom they are. `outbox` keeps them in our own table. */
  mail: { provider: 'smtp' | 'outbox' | 'none'; url?: string; from: string };
  /** Notices to closed browsers (decision 021): origins of the push services we send to, and whom these may write to. */
  push: { services: readonly string[]; contact: string };
  /** Most rows of one export (readings 53). */
  exportMaxRows: number;
  /** Most rows of the user equipment export without a customer type (readings 53). */
  exportCustomerTypeRows: number;
  /** Multiplies the limits of api.md §1.9; 1 in production, larger in load tests. */
  rateLimitScale: number;
  /** How long the total of a list serves everybody with the same question, ms (`lib/platform/db/shared-counts.ts`). */
  countMemoryMs: number;
  /** The bucket that keeps files; without one they stand in DATA_DIR (decision 024). */
  filesBucket?: FilesBucket;
  /** Where traces are sent to (decision 025); undefined: nothing is traced, and nothing of it loaded. */
  tracing?: TracingSettings;
}

/** The standard settings of OpenTelemetry, as far as we read them; its library reads the others by itself. */
export interface TracingSettings {
  /** Where spans are posted (OTLP over HTTP). */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly serviceName?: string;
  readonly sampler: (typeof SAMPLERS)[number];
  readonly ratio: number;
}

function tracing(env: z.output<typeof Environment>): TracingSettings | undefined {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  const address = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, '')}/v1/traces`);
  if (!address || env.OTEL_SDK_DISABLED) return undefined;
  const pairs = env.OTEL_EXPORTER_OTLP_HEADERS?.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1).trim())] as const;
  });
  return {
    url: address,
    headers: pairs && Object.fromEntries(pairs),
    serviceName: env.OTEL_SERVICE_NAME,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** A bucket of an S3-compatible object store. */
export interface FilesBucket {
  readonly name: string;
  /** Undefined: the one of AWS in this region. */
  readonly endpoint?: string;
  readonly region: string;
  /** What every key begins with. */
  readonly prefix: string;
  /** The bucket stands in the path instead of the host name. */
  readonly isPathStyle: boolean;
  readonly keys?: { readonly id: string; readonly secret: string };
  /** Path of the certificate (PEM) that the store's is signed with. */
  readonly ca?: string;
}

function filesBucket(env: z.output<typeof Environment>): FilesBucket | undefined {
  const { FILES_S3_ACCESS_KEY: id, FILES_S3_SECRET_KEY: secret } = env;
  if (!id !== !secret) throw new ConfigError('FILES_S3_ACCESS_KEY and FILES_S3_SECRET_KEY need each other.');
  if (env.FILES_S3_BUCKET === undefined) {
    if (env.FILES_S3_ENDPOINT) throw new ConfigError('FILES_S3_ENDPOINT is set, so FILES_S3_BUCKET must be set.');
    return undefined;
  }
  return {
    name: env.FILES_S3_BUCKET,
    endpoint: env.FILES_S3_ENDPOINT,
    region: env.FILES_S3_REGION,
    prefix: env.FILES_S3_PREFIX,
    isPathStyle: env.FILES_S3_PATH_STYLE,
    keys: id && secret ? { id, secret } : undefined,
    ca: env.FILES_S3_CA,
  };
}

/** What TLS with an outside broker goes by, as text: its CA, and a certificate of our own. */
export interface MqttTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

export interface MapConfig {
  /** Address of a tile with `{s}`, `{z}`, `{x}`, `{y}`; the key is in it, as every browser sends it. */
  readonly tiles?: { readonly url: string; readonly subdomains: readonly string[] };
  /** Its script, which may bring finer boundaries (deploy/README.md). */
  readonly script?: string;
  readonly coordinates: 'wgs84' | 'gcj02' | 'bd09';
  /** Official approval number of its map. */
  readonly approvalNumber: string;
  /** What pages may load: exactly these. */
  readonly tileOrigins: readonly string[];
  readonly scriptOrigins: readonly string[];
}

function mapConfig(env: z.output<typeof Environment>): MapConfig {
  const withKey = (address: string) => address.replaceAll('{key}', encodeURIComponent(env.MAP_KEY));
  const address = env.MAP_TILES_URL && withKey(env.MAP_TILES_URL);
  if (address?.includes('{s}') && env.MAP_TILES_SUBDOMAINS.length === 0)
    throw new ConfigError('MAP_TILES_URL holds {s}, so MAP_TILES_SUBDOMAINS must be set.');
  const script = env.MAP_SCRIPT_URL && withKey(env.MAP_SCRIPT_URL);
  const hosts = address?.includes('{s}')
    ? env.MAP_TILES_SUBDOMAINS.map((one) => address.replaceAll('{s}', one))
    : [address];
  return {
    tiles: address ? { url: address, subdomains: env.MAP_TILES_SUBDOMAINS } : undefined,
    script,
    coordinates: env.MAP_COORDINATES,
    approvalNumber: env.MAP_APPROVAL_NUMBER,
    tileOrigins: [...new Set(hosts.flatMap((one) => (one ? [new URL(one).origin] : [])))],
    scriptOrigins: script ? [new URL(script).origin] : [],
  };
}

/** A wrong setting: `message` is one sentence that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

function secretFiles(environment: Record<string, string | undefined>): Record<string, string> {
  try {
    return readSecretFiles(environment);
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Certificates are read once, when the settings are. */
function read<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof SettingError ? new ConfigError(error.message, { cause: error }) : error;
  }
}

const optionsOf = (variable: string, address: string, env: Record<string, unknown>) =>
  read(() => databaseOptions(address, { variable, env: env as Record<string, string | undefined> }));

/** The CA and the certificate of our own that two settings name, for a server of ours elsewhere. */
function tlsOf(env: z.output<typeof Environment>): { redisCa?: string; mqtt: MqttTls } {
  const named = (name: 'MQTT_CLIENT_CERT' | 'MQTT_CLIENT_KEY') =>
    env[name] === undefined ? undefined : { name, value: env[name] };
  const ca = (name: 'REDIS_CA' | 'MQTT_CA') =>
    env[name] === undefined ? undefined : readPem(name, env[name], 'certificate');
  return read(() => ({
    redisCa: ca('REDIS_CA'),
    mqtt: {
      ca: ca('MQTT_CA'),
      ...readOwnCertificate(
        named('MQTT_CLIENT_CERT'),
        named('MQTT_CLIENT_KEY'),
        'MQTT_CLIENT_CERT and MQTT_CLIENT_KEY',
      ),
    },
  }));
}

/** Parses an environment. @throws ConfigError with one sentence a mistake. */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const present = Object.fromEntries(
    Object.entries({ ...environment, ...secretFiles(environment) }).filter(
      ([, value]) => value !== undefined && value !== '',
    ),
  );
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join(' '));
  }
  const env = parsed.data;
  const roles = env.GATEWAY_ROLES.length > 0 ? env.GATEWAY_ROLES : [...ROLES];
  const unknownRole = roles.find((role) => !ROLES.some((known) => known === role));
  if (unknownRole)
    throw new ConfigError(`GATEWAY_ROLES names the unknown role "${unknownRole}"; known are ${ROLES.join(', ')}.`);
  if (env.DRAIN_SECONDS >= env.STOP_SECONDS)
    throw new ConfigError(
      `DRAIN_SECONDS is ${env.DRAIN_SECONDS} and must be less than STOP_SECONDS (${env.STOP_SECONDS}): what still runs then has to end in between.`,
    );
  if (env.SMS_PROVIDER === 'http' && !env.SMS_PROVIDER_URL)
    throw new ConfigError('SMS_PROVIDER is http, so SMS_PROVIDER_URL must be set.');
  if (!env.SCREEN_SERVICE_URL !== !env.SCREEN_SERVICE_SECRET)
    throw new ConfigError('SCREEN_SERVICE_URL and SCREEN_SERVICE_SECRET need each other.');
  const kinds = (env.VIDEO_PLATFORM_KINDS.length > 0 ? env.VIDEO_PLATFORM_KINDS : ['dhVideo']).map((kind) => {
    if (kind !== 'video' && kind !== 'dhVideo')
      throw new ConfigError(`VIDEO_PLATFORM_KINDS names the unknown kind "${kind}"; known are video, dhVideo.`);
    return kind;
  });
  const origins = env.VIDEO_PLATFORM_ORIGINS.map((origin) => {
    if (!URL.canParse(origin) || !/^(https?|wss?):$/.test(new URL(origin).protocol))
      throw new ConfigError(
        `VIDEO_PLATFORM_ORIGINS names "${origin}", which is no origin such as https://video.example.`,
      );
    return `${new URL(origin).protocol}//${new URL(origin).host}`;
  });
  if (env.MAIL_PROVIDER === 'smtp' && !env.SMTP_URL)
    throw new ConfigError('MAIL_PROVIDER is smtp, so SMTP_URL must be set.');
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin;
  const required = (name: 'DATABASE_URL' | 'SESSION_SECRET' | 'INTERNAL_SECRET') => {
    const value = env[name];
    if (value === undefined)
      throw new ConfigError(
        `${name} is not set; \`npm start\` sets it for the embedded installation, elsewhere set it in the environment.`,
      );
    return value;
  };
  for (const [name, address, scheme] of [
    ['REDIS_CA', env.REDIS_URL, /^rediss:/],
    ['MQTT_CA', env.MQTT_URL, /^(mqtts|ssl):/],
    ['MQTT_CLIENT_CERT', env.MQTT_URL, /^(mqtts|ssl):/],
  ] as const)
    if (env[name] !== undefined && !scheme.test(address ?? ''))
      throw new ConfigError(
        `${name} is for TLS, so ${name === 'REDIS_CA' ? 'REDIS_URL has to start with rediss://' : 'MQTT_URL has to start with mqtts://'}.`,
      );
  const tls = tlsOf(env);
  const ofAddress = (name: 'DATABASE_URL' | 'DATABASE_SESSION_URL') =>
    env[name] === undefined ? undefined : optionsOf(name, env[name], env);
  const [database, session] = [ofAddress('DATABASE_URL'), ofAddress('DATABASE_SESSION_URL')];
  return {
    mode: env.NODE_ENV,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    gateway: {
      port: env.GATEWAY_PORT,
      host: env.GATEWAY_HOST,
      url: env.GATEWAY_URL ?? `http://127.0.0.1:${env.GATEWAY_PORT}`,
      roles: new Set(ROLES.filter((role) => roles.includes(role))),
    },
    dataDir: env.DATA_DIR,
    nextDistDir: env.NEXT_DIST_DIR,
    stop: { drainMs: env.DRAIN_SECONDS * 1000, timeoutMs: env.STOP_SECONDS * 1000 },
    overload: { delayMs: env.OVERLOAD_DELAY_MS, waiting: env.OVERLOAD_QUEUE },
    keptDays: env.KEEP_DAYS,
    get databaseUrl() {
      return required('DATABASE_URL');
    },
    get database() {
      return database ?? optionsOf('DATABASE_URL', required('DATABASE_URL'), env);
    },
    get sessionDatabase() {
      return session ?? this.database;
    },
    isDatabasePooled: session !== undefined,
    databasePool: env.DB_POOL,
    databaseLimits: { statementMs: env.DB_STATEMENT_SECONDS * 1000, idleMs: env.DB_IDLE_SECONDS * 1000 },
    mqtt: {
      host: env.MQTT_HOST,
      port: env.MQTT_PORT,
      url: env.MQTT_URL,
      username: env.MQTT_USERNAME,
      password: env.MQTT_PASSWORD,
      tlsCert: env.MQTT_TLS_CERT,
      tlsKey: env.MQTT_TLS_KEY,
      client: tls.mqtt,
    },
    redisUrl: env.REDIS_URL,
    redisCa: tls.redisCa,
    trustedProxies: env.TRUSTED_PROXIES,
    upstream: env.SMS_UPSTREAM_URL
      ? {
          url: env.SMS_UPSTREAM_URL.replace(/\/+$/, ''),
          socketUrl: env.SMS_UPSTREAM_SOCKET_URL,
          timeoutMs: env.SMS_UPSTREAM_TIMEOUT_MS,
          map: env.SMS_UPSTREAM_MAP,
        }
      : undefined,
    session: {
      get secret() {
        return required('SESSION_SECRET');
      },
      cookieName: sessionCookieName(publicUrl),
      isSecure: publicUrl.startsWith('https:'),
    },
    get internalSecret() {
      return required('INTERNAL_SECRET');
    },
    isDemo: env.DEMO,
    demo: { fleet: env.DEMO_FLEET, scale: env.DEMO_SCALE, seed: env.DEMO_SEED, date: env.DEMO_DATE },
    logLevel: env.LOG_LEVEL,
    footer: { recordNumber: env.RECORD_NUMBER, recordUrl: env.RECORD_URL, copyrightHolder: env.COPYRIGHT_HOLDER },
    airportProjectIds: env.AIRPORT_PROJECT_IDS,
    video: {
      rtmp: {
        host: env.VIDEO_RTMP_HOST,
        port: env.VIDEO_RTMP_PORT ?? 1935,
        isChosen: env.VIDEO_RTMP_PORT !== undefined,
      },
      specialEquipment: env.VIDEO_SPECIAL_EQUIPMENT,
      platform: env.VIDEO_PLATFORM_URL
        ? { url: env.VIDEO_PLATFORM_URL.replace(/\/+$/, ''), token: env.VIDEO_PLATFORM_TOKEN, kinds }
        : undefined,
      origins,
    },
    map: mapConfig(env),
    texting: {
      // In production nobody reads an outbox: without a provider a message is written down as not sent.
      provider:
        env.SMS_PROVIDER ??
        (env.SMS_PROVIDER_URL ? 'http' : env.DEMO || env.NODE_ENV !== 'production' ? 'outbox' : 'none'),
      url: env.SMS_PROVIDER_URL,
      token: env.SMS_PROVIDER_TOKEN,
    },
    screenService:
      env.SCREEN_SERVICE_URL && env.SCREEN_SERVICE_SECRET
        ? { url: env.SCREEN_SERVICE_URL, secret: env.SCREEN_SERVICE_SECRET }
        : undefined,
    mail: {
      provider:
        env.MAIL_PROVIDER ?? (env.SMTP_URL ? 'smtp' : env.DEMO || env.NODE_ENV !== 'production' ? 'outbox' : 'none'),
      url: env.SMTP_URL,
      from: env.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    },
    push: {
      services: env.PUSH_SERVICES.length > 0 ? env.PUSH_SERVICES : PUSH_SERVICES,
      contact: env.PUSH_CONTACT ?? `mailto:no-reply@${new URL(publicUrl).hostname}`,
    },
    exportMaxRows: env.EXPORT_MAX_ROWS,
    exportCustomerTypeRows: env.EXPORT_CUSTOMER_TYPE_ROWS,
    rateLimitScale: env.RATE_LIMIT_SCALE,
    countMemoryMs: env.COUNT_MEMORY_MS,
    filesBucket: filesBucket(env),
    tracing: tracing(env),
  };
}

let current: Config | undefined;

/** The configuration of this process. @throws ConfigError at the first call when a setting is wrong. */
export function config(): Config {
  current ??= parseConfig(process.env);
  return current;
}

/** Forgets the parsed environment; tests call it after changing a variable. */
export function resetConfig(): void {
  current = undefined;
}

/** next-auth reads its own address from the environment only, and takes http://localhost:3000 without one. */
export function tellNextAuthAddress(): void {
  process.env.NEXTAUTH_URL = config().publicUrl;
}

/** Next takes a built configuration from the environment only, where its own standalone server puts it. */
export function tellNextConfig(json: string): void {
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = json;
}
