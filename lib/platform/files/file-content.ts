import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { FileType } from '@/lib/platform/contract/received-file';

/**
 * Does a file have the type of its ending (api.md §1.8: by ending and leading bytes together)? Its first and last bytes
 * are compared with the format, so that a file that is two things at once (an image that is also an archive, a page or
 * a program) is refused.
 */

/** As many of the first bytes as any type detection reads. */
const HEAD = 64 * 1024;
/** The longest end record of a ZIP archive: 22 bytes and its comment. */
const TAIL = 22 + 0xffff;
/** PDF readers find the header in the first kilobyte, the end in the last. */
const KILOBYTE = 1024;

const JPG = Buffer.from([0xff, 0xd8, 0xff]);
const JPG_END = Buffer.from([0xff, 0xd9]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_FIRST_CHUNK = Buffer.from([0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52]);
const PNG_END = Buffer.from([0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
/** Every Outlook message has streams of this name; a Word or Excel file with macros has none. */
const OUTLOOK_STREAM = Buffer.from('__substg1.0_', 'utf16le');
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);

const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php)[\s>/]/i;
const MAIL_HEADER = /^[!-9;-~]+:/;
const MAIL_KNOWN = /^(?:from|to|subject|date|received|message-id|mime-version|return-path|x-[a-z-]+):/im;

/** Spaces that cameras and programs append are ignored. */
function withoutPadding(tail: Buffer): Buffer {
  let end = tail.length;
  while (end > 0 && (tail[end - 1] === 0 || tail[end - 1] === 0x0a || tail[end - 1] === 0x0d)) end -= 1;
  return tail.subarray(0, end);
}

const startsWith = (bytes: Buffer, signature: Buffer, at = 0) =>
  bytes.subarray(at, at + signature.length).equals(signature);
const endsWith = (bytes: Buffer, signature: Buffer) =>
  bytes.length >= signature.length && bytes.subarray(-signature.length).equals(signature);

/**
 * Would a program open it as an archive? Programs search for the end record, whose comment reaches to the last byte.
 */
function isArchive(tail: Buffer): boolean {
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(ZIP_END, at - 1)) {
    if (at + 22 <= tail.length && at + 22 + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
}

/** Would something run it as a page, a program or a document of another kind, because of its first bytes? */
function isOtherKind(head: Buffer, type: FileType): boolean {
  // A mail may contain a page or a document below its header lines.
  if (type === 'eml') return false;
  const beginning = head.subarray(0, KILOBYTE).toString('latin1');
  return MARKUP.test(beginning) || (type !== 'pdf' && beginning.includes('%PDF-'));
}

/**
 * Is it a mail: only header lines up to the first empty one, at least one of them a usual one, and text without NUL?
 */
function isMail(head: Buffer): boolean {
  if (head.includes(0)) return false;
  const text = head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const [headers = ''] = text.split(/\r?\n\r?\n/, 1);
  const lines = headers.split(/\r?\n/);
  return (
    MAIL_HEADER.test(text) &&
    MAIL_KNOWN.test(headers) &&
    lines.every((line) => line === '' || /^[ \t]/.test(line) || MAIL_HEADER.test(line))
  );
}

async function contains(file: FileHandle, wanted: Buffer): Promise<boolean> {
  let rest = Buffer.alloc(0);
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    const bytes = Buffer.concat([rest, chunk as Buffer]);
    if (bytes.includes(wanted)) return true;
    rest = bytes.subarray(-(wanted.length - 1));
  }
  return false;
}

async function fits(file: FileHandle, type: FileType, head: Buffer, tail: Buffer): Promise<boolean> {
  switch (type) {
    case 'jpg':
      return startsWith(head, JPG) && endsWith(withoutPadding(tail), JPG_END);
    case 'png':
      return startsWith(head, PNG) && startsWith(head, PNG_FIRST_CHUNK, PNG.length) && endsWith(tail, PNG_END);
    case 'pdf':
      return startsWith(head, Buffer.from('%PDF-')) && tail.subarray(-KILOBYTE).includes('%%EOF');
    case 'eml':
      return isMail(head);
    case 'msg':
      return startsWith(head, OLE) && (await contains(file, OUTLOOK_STREAM));
  }
}

/** Do the bytes of the file at `path` (of `size` bytes) match the type that its name claims, and only that one? */
export async function isTrueToType(path: string, size: number, type: FileType): Promise<boolean> {
  if (size === 0) return false;
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(Math.min(size, HEAD));
    const tail = Buffer.alloc(Math.min(size, TAIL));
    await file.read(head, 0, head.length, 0);
    await file.read(tail, 0, tail.length, size - tail.length);
    return !isOtherKind(head, type) && !isArchive(tail) && (await fits(file, type, head, tail));
  } finally {
    await file.close();
  }
}
