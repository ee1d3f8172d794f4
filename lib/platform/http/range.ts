import type { ByteRange } from '@/lib/platform/contract/file-answer';

/**
 * The one range of bytes that a Range header asks for (RFC 9110 §14). Undefined: everything is answered, as the standard
 * allows for what is malformed, beyond the end, or more than one range. Pure.
 */
export function rangeOf(header: string | null, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const range =
    first === ''
      ? { from: Math.max(0, size - Number(last)), to: size - 1 }
      : { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  return range.from <= range.to ? range : undefined;
}
