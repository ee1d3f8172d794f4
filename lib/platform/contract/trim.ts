/** Trims every string of a value, except below the named fields: passwords and tokens stay as typed (readings 66). */
export function trimValues<T>(value: T, untrimmed: readonly string[] = []): T {
  if (typeof value === 'string') return value.trim() as T;
  if (Array.isArray(value)) return value.map((item: unknown) => trimValues(item, untrimmed)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      untrimmed.includes(name) ? (child as unknown) : trimValues(child as unknown, untrimmed),
    ]),
  ) as T;
}
