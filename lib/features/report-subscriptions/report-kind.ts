import type { Actor } from '@/lib/platform/contract/actor';
import type { Guarded } from '@/lib/platform/contract/access';
import type { FileToKeep } from '@/lib/platform/files/made-files';
import type { Language } from '@/lib/platform/i18n/languages';
import type { MailKind } from '@/lib/platform/mail/contract';

/** What a report has to be able to do in order to be subscribed to. */

export interface DueQuestion {
  /** In whose name: rights, scope and data strategy are his of this moment. */
  readonly actor: Actor;
  /** At least one; all in his scope. */
  readonly projectIds: readonly string[];
  /** `yyyy-MM-dd`; the report is the latest that there is on this day. */
  readonly dueDate: string;
  readonly now: number;
}

export interface MadeReport {
  readonly subject: string;
  readonly text: string;
  /** At least one, at most 20. */
  readonly files: readonly FileToKeep[];
}

export interface ReportKind {
  /** Who may call it may subscribe. */
  readonly operation: Guarded;
  /** The day of the month is chosen; else it is sent on the days of biweekly reports. */
  readonly isByDay: boolean;
  readonly mailKind: MailKind;
  /** Refuses projects that no such report can be about. @throws AppError */
  check(question: DueQuestion): Promise<void>;
  /**
   * @throws AppError: what forbids it now stands in the delivery log and nothing is sent; `unavailable` is tried again
   */
  make(question: DueQuestion & { readonly language: Language }): Promise<MadeReport>;
}
