import { z } from 'zod';
import { key, text } from '@/lib/platform/contract/schemas';

/**
 * Fields of imported rows, from JSON or from the cells of a CSV file (api.md §2.27). Absent: unchanged; null and '':
 * cleared.
 */

const isNothing = (value: unknown) => value === '' || value === null;

/** May be cleared. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish());
/** Cannot be cleared: an empty value counts as absent. */
export const given = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isNothing(value) ? undefined : value), schema.optional());

export const words = (max = 200) => clearable(text(max));
/** A text that every row must have. */
export const needed = (max = 200) => text(max, 'required').min(1, 'required');
export const optionalKey = clearable(key);

const number = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
const wholeNumber = (min: number, max: number) =>
  z.preprocess(number, z.number('badValue').int('badValue').min(min, 'badValue').max(max, 'badValue'));
/** An integer, cleared by null. */
export const whole = (min: number, max: number) => clearable(wholeNumber(min, max));
/** An integer that a row may leave out but not clear. */
export const count = (max = 2_147_483_647) => given(wholeNumber(0, max));
export const neededWhole = (min: number, max: number) => wholeNumber(min, max);
const decimalNumber = (min: number, max: number) =>
  z.preprocess(number, z.number('badValue').min(min, 'badValue').max(max, 'badValue'));
export const decimal = (min: number, max: number) => clearable(decimalNumber(min, max));
export const neededDecimal = decimalNumber;

const YES: readonly unknown[] = ['true', '1', 1];
const NO: readonly unknown[] = ['false', '0', 0];
/** true and false, also as words and as 1 and 0. */
const truth = z.preprocess(
  (value) => (YES.includes(value) ? true : NO.includes(value) ? false : value),
  z.boolean('badValue'),
);
export const flag = given(truth);
export const clearableFlag = clearable(truth);

const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[ T].*)?$/;
/** `yyyy-MM-dd`; a time after it is cut off (api.md §1.7). Years 1900 to 9999. */
export const neededDay = z.string('required').transform((value, context) => {
  const [, year, month, date] = DAY.exec(value) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  const iso = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10);
  if (iso === `${year}-${month}-${date}` && Number(year) >= 1900) return iso;
  context.addIssue({ code: 'custom', message: 'badValue' });
  return z.NEVER;
});
export const day = clearable(neededDay);

/** In a CSV file, lists and objects are JSON text in the cell. */
export const structure = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => {
    if (isNothing(value)) return undefined;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, schema.optional());
