import type { DatabaseOptions } from './database-options.mjs';
import {
  ConfigError,
  filesBucket,
  mapConfig,
  optionsOf,
  secretFiles,
  tlsOf,
  tracing,
  type FilesBucket,
  type MapConfig,
  type MqttTls,
  type TracingSettings,
} from './config-parts';
import { Environment, ROLES } from './environment';
import type { KeptDays } from './retention';

/**
 * The environment, read once, checked and typed. Lazy: `next build` imports modules without a database or secrets,
 * so nothing here may throw before `config()` is called.
 */

/** Name of the session cookie. Cookies ignore the port, so a copy on another port needs another name (readings 58). */
export function sessionCookieName(publicUrl: string): string {
  const { port } = new URL(publicUrl);
  return port === '' || port === '3000' ? 'sms_session' : `sms_session_${port}`;
}

/** One gateway process may carry all roles or some of them. */
export type GatewayRole = (typeof ROLES)[number];
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
