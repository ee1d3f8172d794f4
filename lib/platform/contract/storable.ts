/**
 * What PostgreSQL can store as text or JSON: no NUL and no half of a character (readings 120). The door checks every
 * string of every input, the ingest every message of a box.
 */
export function isStorable(value: unknown): boolean {
  return unstorablePath(value) === null;
}

const isStorableText = (text: string) => text.isWellFormed() && !text.includes('\0');

/** The dotted path of the first string or field name that cannot be stored; null when there is none. Safe to show. */
export function unstorablePath(value: unknown): string | null {
  const found = findUnstorable(value, []);
  return found && found.join('.').toWellFormed().replaceAll('\0', '\ufffd');
}

function findUnstorable(value: unknown, path: readonly string[]): readonly string[] | null {
  if (typeof value === 'string') return isStorableText(value) ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, child] of Object.entries(value)) {
    const place = [...path, name];
    const found = isStorableText(name) ? findUnstorable(child, place) : place;
    if (found) return found;
  }
  return null;
}
