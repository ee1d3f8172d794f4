import { z } from 'zod';

/** Files that people send in (api.md §1.8 Uploads). Pure: contracts declare what they take, the door and `stored-files.ts` do the work. */

/** Types by ending; each is also known by its bytes (`file-content.ts`). */
export const FILE_MIMES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  eml: 'message/rfc822',
  msg: 'application/vnd.ms-outlook',
} as const;
export type FileType = keyof typeof FILE_MIMES;

/** What an operation takes as its one file, in the form field `file`. */
export interface UploadRule {
  readonly types: readonly FileType[];
  /** The file must be smaller than this, in bytes. */
  readonly below: number;
  /** Keys of `errors` for a file that is too large, or of another type than its ending or the rule say. */
  readonly tooLarge: string;
  readonly badType: string;
  /** Key of `errors` when taking the file failed for a reason of ours. */
  readonly failed: string;
}

/** A file that arrived whole and is what its ending says, still in the waiting room: `keepFile` keeps it, else the door removes it. */
export class ReceivedFile {
  constructor(
    /** As the sender called it, made safe. */
    readonly name: string,
    readonly type: FileType,
    /** In bytes. */
    readonly size: number,
    readonly sha256: string,
    /** Where it waits; no name of the sender's is in it. */
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

/** The type that a name's ending claims; undefined for endings that no upload takes. */
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

/** What is wrong with a file before it is sent: a key of `errors`, or null. The server judges again, by the bytes too. */
export function fileFault(
  { types, below, tooLarge, badType }: UploadRule,
  { name, size }: { readonly name: string; readonly size: number },
): string | null {
  const type = typeOfName(name);
  if (!type || !types.includes(type)) return badType;
  return size >= below ? tooLarge : null;
}
