import { z } from 'zod';

/**
 * Files that users upload (api.md §1.8 Uploads). Pure: contracts declare what they accept; the door and
 * `stored-files.ts` do the work.
 */

/** Types by ending; each is also recognised by its bytes (`file-content.ts`). */
export const FILE_MIMES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
} as const;
export type FileType = keyof typeof FILE_MIMES;

/** What an operation accepts as its one file, in the form field `file`. */
export interface UploadRule {
  readonly types: readonly FileType[];
  /** The file must be smaller than this, in bytes. */
  readonly below: number;
  /** Keys of `errors` for a file that is too large, or whose type differs from its ending or the rule. */
  readonly tooLarge: string;
  readonly badType: string;
  /** Key of `errors` when receiving the file failed on our side. */
  readonly failed: string;
}

/**
 * A file that arrived completely and has the type of its ending. It is still in the waiting room: `keepFile` stores it,
 * otherwise the door removes it.
 */
export class ReceivedFile {
  constructor(
    /** The sender's name for it, made safe. */
    readonly name: string,
    readonly type: FileType,
    /** In bytes. */
    readonly size: number,
    readonly sha256: string,
    /** Where it waits; the path contains no name from the sender. */
    readonly waitingPath: string,
  ) {}

  /** For the audit line. */
  toLog(): Record<string, unknown> {
    return { name: this.name, size: this.size, sha256: this.sha256 };
  }
}

/** The `file` of an upload operation's input. */
export const receivedFile = z.instanceof(ReceivedFile, { error: 'fileRequired' });

const ALIASES: Readonly<Record<string, FileType>> = { jpeg: 'jpg' };

/** The type that a name's ending claims; undefined for endings that no upload accepts. */
export function typeOfName(name: string): FileType | undefined {
  const ending = /\.([A-Za-z]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(FILE_MIMES, ending)) return ending as FileType;
  return Object.hasOwn(ALIASES, ending) ? ALIASES[ending] : undefined;
}

/** Endings for an `<input accept>`: `.jpg,.jpeg,.pdf`. */
export function acceptOf({ types }: Pick<UploadRule, 'types'>): string {
  return [...types, ...Object.keys(ALIASES).filter((alias) => types.some((type) => type === ALIASES[alias]))]
    .map((ending) => `.${ending}`)
    .join(',');
}

/**
 * What is wrong with a file before it is sent: a key of `errors`, or null. The server checks again, by the bytes too.
 */
export function fileFault(
  { types, below, tooLarge, badType }: UploadRule,
  { name, size }: { readonly name: string; readonly size: number },
): string | null {
  const type = typeOfName(name);
  if (!type || !types.includes(type)) return badType;
  return size >= below ? tooLarge : null;
}
