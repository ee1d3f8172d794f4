import { z } from 'zod';
import { key, text } from '@/lib/platform/contract/schemas';
import { parseTime } from '@/lib/platform/i18n/format';

/**
 * Rows from SAP, by `integration/upsert` or by CSV (api.md §2.27, fields of §5.3). Absent: unchanged; null: cleared.
 */

/** Plausible times of a source system; PostgreSQL and ISO 8601 allow fewer than JavaScript. */
const EARLIEST = Date.UTC(1900, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1);

/** `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai, or ISO 8601. Years 1900 to 9999. */
export const sourceTime = z.string().transform((value, context) => {
  const at = parseTime(value);
  if (at !== undefined && at >= EARLIEST && at < LATEST) return new Date(at);
  context.addIssue({ code: 'custom', message: 'badValue' });
  return z.NEVER;
});

const cleared = <T extends z.ZodType<string>>(value: T) => value.or(z.literal('').transform(() => null)).nullish();

export const ProjectImport = z.object({
  projectId: key,
  branchCode: key,
  projectName: text().min(1, 'required'),
  tplnr: cleared(text(40)),
  parentId: cleared(key),
  mobile: cleared(z.string().regex(/^1\d{10}$/, 'badPhone')),
  email: cleared(z.email('badEmail').max(200, 'tooLong')),
  address: cleared(text()),
  isMessage: z.enum(['0', '1'], { error: 'badValue' }).nullish(),
  kaId: cleared(key),
  headerconttracts: cleared(text()),
  updatedAt: sourceTime.nullish(),
  deletedAt: sourceTime.nullish(),
});
export type ProjectImport = z.output<typeof ProjectImport>;

export const ProjectEquipmentImport = z.object({
  projectId: key,
  equipmentNo: key,
  /** The unit has left the project. */
  deletedAt: sourceTime.nullish(),
});
export type ProjectEquipmentImport = z.output<typeof ProjectEquipmentImport>;

export const InvoiceCustomerImport = z.object({
  taxId: key,
  projectId: key,
  customerName: text().min(1, 'required'),
  updatedAt: sourceTime.nullish(),
});
export type InvoiceCustomerImport = z.output<typeof InvoiceCustomerImport>;

/** What happened to a row. */
export type ImportOutcome =
  | 'created'
  | 'updated'
  | 'unchanged'
  | { readonly messageKey: string; readonly params?: Record<string, string>; readonly field?: string };

export const refused = (messageKey: string, params?: Record<string, string>): ImportOutcome => ({ messageKey, params });
