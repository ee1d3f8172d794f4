/**
 * The way from the wall into a list: some choices are made, in the address as any other (readings 44, 83).
 */

type Params = Readonly<Record<string, string | string[] | undefined>>;
const textOf = (value: string | string[] | undefined): string => [value].flat().join(',');

/** Does `fromCampus` say so: any value but empty, 0 and false (readings 83)? */
export const isFromCampus = (value: string): boolean => !['', '0', 'false'].includes(value.trim().toLowerCase());

/**
 * The query that the entry leads to.
 * @param preset what is chosen, by filter
 * @returns undefined when it is not that entry, or somebody has chosen one of these filters already
 */
export function campusEntry(
  { fromCampus, ...params }: Params,
  preset: Readonly<Record<string, readonly string[]>>,
): Record<string, string> | undefined {
  if (!isFromCampus(textOf(fromCampus)) || Object.keys(preset).some((name) => params[name])) return undefined;
  const kept = Object.entries(params).map(([name, value]) => [name, textOf(value)]);
  const chosen = Object.entries(preset).map(([name, values]) => [name, values.join(',')]);
  return Object.fromEntries([...kept, ...chosen]) as Record<string, string>;
}
