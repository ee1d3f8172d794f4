import type { ConnectionOptions } from 'node:tls';

/** What `pg` is told of an address. */
export interface DatabaseOptions {
  readonly connectionString: string;
  readonly ssl: false | ConnectionOptions;
  /** What the address itself wants to be set in every session (`?options=-c …`). */
  readonly options: string;
}

/** Where it leads, without account and password. */
export function addressOf(url: string, variable?: string): string;

/** @throws SettingError (tls-files.mjs) */
export function databaseOptions(
  url: string,
  options?: { readonly variable?: string; readonly env?: Readonly<Record<string, string | undefined>> },
): DatabaseOptions;

/** Why a connection failed, where a setting is to blame and waiting does not help: one sentence. */
export function mistakeOf(error: unknown, url: string, variable?: string): string | undefined;
