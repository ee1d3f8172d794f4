import { db } from '@/lib/platform/db/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { clockedCallback, factsOf } from '../clock-facts';
import type { CallbackDetail } from '../contract';
import { readCallbackSettings } from './callback-settings';
import { toClock, toHistory } from '../shape';
import { slaClocks } from '../sla-clocks';

/**
 * Clocks and states of a call-out for the technician who works on it (readings 245): to the second, whatever a data
 * strategy hides from accounts.
 */
export async function workOf(callbackId: string): Promise<Pick<CallbackDetail, 'sla' | 'statusHistory'>> {
  const [row, { limits }] = await Promise.all([clockedCallback(db(), callbackId), readCallbackSettings()]);
  if (!row) return { sla: [], statusHistory: [] };
  const now = Date.now();
  const readings = slaClocks(await factsOf(db(), row), limits, now);
  return {
    sla: readings.map((reading) => toClock(reading, formatDateTime, true, now)),
    statusHistory: toHistory(
      row.statuses.map((one) => ({ ...one, reason: null, expectedReturnDate: null })),
      formatDateTime,
    ),
  };
}
