import type { CallbackStatusCode } from '../state';
import { OVER_STATUSES } from '../state';

/** The five steps of the progress bar (doc2 §4.2). Pure. */

const STEPS = [
  ['INIT', ['INIT', 'REQU']],
  ['PAGE', ['PAGE']],
  ['DISP', ['DISP']],
  ['SITE', ['SITE']],
  ['CLSO', OVER_STATUSES],
] as const satisfies readonly (readonly [CallbackStatusCode, readonly CallbackStatusCode[]])[];
const SITE_STEP = 3;

interface ProgressEntry {
  readonly status: CallbackStatusCode;
  readonly updateTime: string;
}

export interface Progress {
  /** With the time when the step was last reached, if it was. */
  readonly steps: readonly { readonly key: CallbackStatusCode; readonly time?: string }[];
  /** Index of the current step. */
  readonly current: number;
}

const stepOf = (status: CallbackStatusCode) =>
  STEPS.findIndex(([, statuses]) => statuses.some((one) => one === status));

/**
 * The step of the last entry. An interruption is not one of the five steps: the last step before it counts, else the
 * one on site (readings 45).
 * @param history oldest first
 */
export function progressOf(history: readonly ProgressEntry[]): Progress {
  const known = history.filter(({ status }) => stepOf(status) >= 0);
  const last = known.at(-1);
  const isOnlyInterrupted = last === undefined && history.length > 0;
  const current = last === undefined ? (isOnlyInterrupted ? SITE_STEP : 0) : stepOf(last.status);
  return {
    current,
    steps: STEPS.map(([key], index) => {
      const time = index <= current ? known.findLast(({ status }) => stepOf(status) === index)?.updateTime : undefined;
      return time === undefined ? { key } : { key, time };
    }),
  };
}
