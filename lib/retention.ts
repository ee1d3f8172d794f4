/**
 * Histories that an operator may keep shorter or longer than api.md §5.1 says (`KEEP_DAYS`): table → bounds in days. The others follow
 * from what pages and reports promise.
 */
export const HISTORIES = {
  /** What units reported, for replays. */
  equipment_trace: { least: 7, most: 400 },
  equipment_log: { least: 90, most: 3660 },
  api_access_log: { least: 30, most: 3660 },
  ingest_reject: { least: 1, most: 90 },
  error_log: { least: 7, most: 3660 },
  sms_log: { least: 90, most: 3660 },
  mail_log: { least: 90, most: 3660 },
  push_log: { least: 90, most: 3660 },
  report_delivery: { least: 90, most: 3660 },
} as const;

export type History = keyof typeof HISTORIES;
/** Of those that are named; the others are kept as long as usual. */
export type KeptDays = Readonly<Partial<Record<History, number>>>;

const isHistory = (name: string): name is History => Object.hasOwn(HISTORIES, name);

/**
 * Reads `sms_log=730, equipment_trace=60`.
 * @throws Error with one sentence: an unknown name, no number, or one out of bounds
 */
export function readKeptDays(items: readonly string[]): KeptDays {
  const kept: Partial<Record<History, number>> = {};
  for (const item of items) {
    const [, name = '', digits = ''] = /^(\w+)\s*=\s*(\d{1,6})$/.exec(item) ?? [];
    if (!isHistory(name))
      throw new Error(`names "${item}"; known are ${Object.keys(HISTORIES).join(', ')}, each with =days`);
    const { least, most } = HISTORIES[name];
    const days = Number(digits);
    if (days < least || days > most) throw new Error(`keeps ${name} for ${days} days; it must be ${least} to ${most}`);
    kept[name] = days;
  }
  return kept;
}
