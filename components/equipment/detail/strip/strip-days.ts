import { isCallbackOver } from '@/lib/features/callbacks/state';
import type { StripDay } from './strip-model';
import type { StripMark } from './strip-marks';

/** What the marks of a day are, worst first. Pure. */

const isCancelled = (jobStatus: string) => jobStatus === 'CLSC';

/** The loudest of a day's call-outs. */
export function callbackMark(callbacks: StripDay['callbacks']): StripMark | undefined {
  if (callbacks.length === 0) return undefined;
  if (callbacks.some(({ personTrapped }) => personTrapped)) return 'trapped';
  if (callbacks.some(({ jobStatus }) => !isCallbackOver(jobStatus))) return 'open';
  return callbacks.every(({ jobStatus }) => isCancelled(jobStatus)) ? 'cancelled' : 'closed';
}

export function maintenanceMark(maintenance: StripDay['maintenance']): StripMark | undefined {
  if (maintenance.length === 0) return undefined;
  return maintenance.some(({ jobStatus }) => jobStatus === 'DONE' || jobStatus === 'CONFIRM') ? 'done' : 'planned';
}
