/** The two months of the maintenance calendar (doc3 §2.6, §7.4). Pure; days are `yyyy-MM-dd`, months `yyyy-MM`. */

const pad = (value: number) => String(value).padStart(2, '0');

/** The month this many months later. */
export function monthAfter(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + months;
  return `${Math.floor(index / 12)}-${pad((index % 12) + 1)}`;
}

/** From the first day of the month to the same day two months later. */
export const calendarSpan = (month: string) => ({ from: `${month}-01`, to: `${monthAfter(month, 2)}-01` });

/** The weeks of a month, starting on Monday; null for days of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = (Date.parse(`${monthAfter(month, 1)}-01T00:00:00Z`) - first.getTime()) / 86_400_000;
  const before = (first.getUTCDay() + 6) % 7;
  const cells = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: days }, (_, index) => `${month}-${pad(index + 1)}`),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_unused, weekday) => cells[week * 7 + weekday] ?? null),
  );
}
