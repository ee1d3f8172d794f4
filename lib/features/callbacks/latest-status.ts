import { CALLBACK_STATUSES, isCallbackOver } from './state';
import type { CallbackStatusCode } from './state';

/** What a history of a call-out says (readings 130, silent-screens.md F3). Pure: portal and import share the rule. */

export interface StatusEntry {
  readonly status: CallbackStatusCode;
  readonly updateTime: Date;
}

export interface ShownStatus {
  readonly status: CallbackStatusCode;
  /** Since when it holds. */
  readonly since: Date;
  /** The first arrival on site; null when that step was skipped. */
  readonly arrivalDate: Date | null;
  /** When it was closed or cancelled; null while it is open. */
  readonly closeDate: Date | null;
}

const rank = (status: CallbackStatusCode) => CALLBACK_STATUSES.indexOf(status);

/**
 * The state shown is the latest by its own time, in whatever order the entries arrived. Two rules stand beside that: what is
 * closed or cancelled stays so, and nothing becomes new again. Skipped steps pass; of one moment the later step counts.
 * @returns undefined for an empty history
 */
export function shownStatus(history: readonly StatusEntry[]): ShownStatus | undefined {
  const steps = [...history].sort(
    (a, b) => a.updateTime.getTime() - b.updateTime.getTime() || rank(a.status) - rank(b.status),
  );
  let shown: StatusEntry | undefined;
  let arrivalDate: Date | null = null;
  for (const step of steps) {
    if (shown && (isCallbackOver(shown.status) || step.status === 'INIT' || step.status === shown.status)) continue;
    shown = step;
    if (step.status === 'SITE') arrivalDate ??= step.updateTime;
  }
  return (
    shown && {
      status: shown.status,
      since: shown.updateTime,
      arrivalDate,
      closeDate: isCallbackOver(shown.status) ? shown.updateTime : null,
    }
  );
}
