import { databaseOptions } from './database-options.mjs';
import type { SAMPLERS, EnvironmentSettings } from './environment';
import { readSecretFiles } from './secret-files';
import { readOwnCertificate, readPem, SettingError } from './tls-files.mjs';

/** Parts of the configuration that take more than one setting. */

/** The standard settings of OpenTelemetry, as far as we read them; its library reads the others by itself. */
export interface TracingSettings {
  /** Where spans are posted (OTLP over HTTP). */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly serviceName?: string;
  readonly sampler: (typeof SAMPLERS)[number];
  readonly ratio: number;
}

export function tracing(env: EnvironmentSettings): TracingSettings | undefined {
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

export function filesBucket(env: EnvironmentSettings): FilesBucket | undefined {
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

export function mapConfig(env: EnvironmentSettings): MapConfig {
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

export function secretFiles(environment: Record<string, string | undefined>): Record<string, string> {
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

export const optionsOf = (variable: string, address: string, env: Record<string, unknown>) =>
  read(() => databaseOptions(address, { variable, env: env as Record<string, string | undefined> }));

/** The CA and the certificate of our own that two settings name, for a server of ours elsewhere. */
export function tlsOf(env: EnvironmentSettings): { redisCa?: string; mqtt: MqttTls } {
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
