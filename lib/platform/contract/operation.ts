import type { z } from 'zod';
import type { Authority } from './authorities';
import type { UploadRule } from './received-file';

/**
 * One operation of the `/sms/` contract, declared once next to its feature and used by the server (door, services),
 * the browser (hooks), the OpenAPI document and the tests. Pure data: importable everywhere.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may call (api.md §1.4). There is no default: an operation without access does not compile. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'signedIn' }
  | {
      readonly kind: 'authority';
      readonly anyOf: readonly Authority[];
      readonly allOf?: readonly Authority[];
      readonly userTypes?: readonly number[];
      /** Users of these types need none of the authorities. */
      readonly orUserTypes?: readonly number[];
    }
  | { readonly kind: 'userType'; readonly userTypes: readonly number[] }
  | { readonly kind: 'partner'; readonly scope: 'token' | 'import' | 'mail' }
  | { readonly kind: 'cube' }
  | { readonly kind: 'internal' };

/** Which rows it touches (api.md §1.5); the service builds the `where`, tests walk the table. */
export type RowScope = 'eq' | 'prj' | 'br' | 'usr' | 'self' | '-';

/** How the audit line describes a call (api.md §5.7); `none`: no line, and the call counts for no limit. */
export type Audit = 'view' | 'create' | 'update' | 'delete' | 'export' | 'signIn' | 'signOut' | 'video' | 'none';

/**
 * Operations that may change something declare their kind of line, also queries by POST; a GET is a view unless it
 * declares another kind.
 */
type Verb =
  | { readonly method: 'GET'; readonly audit?: Audit }
  | { readonly method: Exclude<Method, 'GET'>; readonly audit: Audit };

interface Declaration<I extends z.ZodType, O extends z.ZodType> {
  /** Stable identifier (api.md §1.2 Names). */
  readonly name: string;
  /** Below `/sms/`, without slashes at the ends; `{key}` marks a key in the last segment. */
  readonly path: string;
  readonly access: Access;
  readonly scope: RowScope;
  readonly input: I;
  readonly output: O;
  /** One line for the OpenAPI document, with the spec line. */
  readonly summary: string;
  /** Envelope message of a success when the spec gives one (messages `success.<key>`). */
  readonly successKey?: string;
  /** Body limit in bytes, 16 KiB when absent. */
  readonly maxBytes?: number;
  /** Fields and list items of a body, all levels together; 4000 when absent. */
  readonly maxMembers?: number;
  /** The field that stands for a body that is a plain array. */
  readonly arrayAs?: string;
  /**
   * Fields whose rows are stored or refused one by one: a text that cannot be stored is the row's error, not the
   * call's.
   */
  readonly judgedByItself?: readonly string[];
  /** Takes `multipart/form-data` instead of JSON: its one file arrives as `file` of the input (`receivedFile`). */
  readonly upload?: UploadRule;
  /** Fields that are not trimmed: passwords and tokens (readings 66). */
  readonly untrimmed?: readonly string[];
  /**
   * Sent to an upstream by GET, with the input as the query, when the documents describe a write that way (readings
   * 28).
   */
  readonly isUpstreamGet?: boolean;
  /** Where it runs with an upstream configured: forwarded (default), or always here (health, ingest, internal). */
  readonly isLocal?: boolean;
}

export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Declaration<I, O> & Verb;

/** `maxBytes` of an operation that takes lists of keys, 1000 of 40 characters each, or a text of a few pages. */
export const KEY_LIST_BYTES = 128 * 1024;
/** `maxBytes` of the largest forms. */
export const FORM_BYTES = 1024 * 1024;
/** `maxMembers` of a form with lists of 1000 or 2000 rows. */
export const FORM_MEMBERS = 20_000;

export const PUBLIC = { kind: 'public' } as const satisfies Access;
export const SIGNED_IN = { kind: 'signedIn' } as const satisfies Access;

/** Access by one of some authorities. */
export function anyOf(...authorities: Authority[]): Access {
  return { kind: 'authority', anyOf: authorities };
}

/** Declares an operation; keeps the literal types. */
export function operation<const T extends Operation>(spec: T): T {
  return spec;
}

/** What a caller passes, before defaults and coercion. */
export type InputOf<T extends Operation> = z.input<T['input']>;
/** What a service gets. */
export type ParsedOf<T extends Operation> = z.output<T['input']>;
/** What a caller gets as `data`. */
export type OutputOf<T extends Operation> = z.output<T['output']>;

/** The name of the key in the path, if there is one: `project/{projectId}` → `projectId`. */
export function keyOf(path: string): string | undefined {
  return /\{(\w+)\}$/.exec(path)?.[1];
}
