import { CALLBACK_STATUSES, isCallbackOver } from '../state';
import type { CallbackStatusCode } from '../state';

/**
 * What the history of a call-out means (readings 130, silent-screens.md F3). Pure: portal and import share the rule.
 */

/** What a history of a call-out says (readings 130, silent-screens.md F3). Pure: portal and import share the rule. */

export interface CallbackStatusEntry {
  readonly status: CallbackStatusCode;
  readonly updateTime: Date;
}

export interface ShownStatus {
  readonly status: CallbackStatusCode;
  /** Since when this state holds. */
  readonly since: Date;
  /** The first arrival on site; null when that step was skipped. */
  readonly arrivalDate: Date | null;
  /** When it was closed or cancelled; null while it is open. */
  readonly closeDate: Date | null;
}

const rank = (status: CallbackStatusCode) => CALLBACK_STATUSES.indexOf(status);

/**
 * The shown state is the latest by its own time, in any order of arrival. Two more rules: what is closed or cancelled
 * stays so, and nothing becomes new again. Steps may be skipped; of two steps at one moment the later one in the life
 * cycle counts.
 * @returns undefined for an empty history
 */
export function shownStatus(history: readonly CallbackStatusEntry[]): ShownStatus | undefined {
  const steps = [...history].sort(
    (a, b) => a.updateTime.getTime() - b.updateTime.getTime() || rank(a.status) - rank(b.status),
  );
  let shown: CallbackStatusEntry | undefined;
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
