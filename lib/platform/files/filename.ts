import { fileStamp } from '@/lib/platform/i18n/format';

/** Names of files (api.md §1.8). */

const MAX_BASE = 120;

/** Characters that no file system or header likes become `_`; the part before the ending is at most 120 characters long. */
export function safeFilename(name: string): string {
  const clean = name.toWellFormed().replace(/[\\/:*?"<>|\u0000-\u001f\u007f]/g, '_');
  const dot = clean.lastIndexOf('.');
  const [base, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
  return `${Array.from(base).slice(0, MAX_BASE).join('') || '_'}${ending}`;
}

/** The name of a file about something: where there is no room for both, what it is about is cut and the words around it stay. */
export function safeFilenameOf(subject: string, wordsOf: (subject: string) => string): string {
  const words = wordsOf('');
  const room = MAX_BASE - Array.from(words.slice(0, words.lastIndexOf('.'))).length;
  const letters = Array.from(subject);
  return safeFilename(wordsOf(letters.length > room ? `${letters.slice(0, room - 1).join('')}…` : subject));
}

/** `{name}-{yyyyMMddhhmmss}.xlsx`, 24-hour clock of Asia/Shanghai (readings 20, 53). */
export function stampedName(name: string, at: number): string {
  return `${name}-${fileStamp(at)}.xlsx`;
}

/** Content-Disposition of a file: an ASCII name for old clients and the true one for all others. */
export function disposition(name: string, isInline = false): string {
  const safe = safeFilename(name);
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isInline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
