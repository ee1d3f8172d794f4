import type { useTranslations } from 'next-intl';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';

/**
 * How far help is, in words, the same on the server and in the browser: the state of the call-out; without one, that
 * nobody has acknowledged it. Sending is not delivery: the message's state says whether it arrived, and when it
 * failed, the line says whom to call (readings 245).
 */
export function responseState(
  t: ReturnType<typeof useTranslations<'incidents'>>,
  { callback, acks }: Pick<IncidentRow, 'callback' | 'acks'>,
): string | null {
  const { ack, word } = incidentState(callback, acks);
  if (word === null) return ack === 'nobody' ? t('notAcked') : null;
  return callback && word === 'PAGE' && callback.technicianState !== 'none'
    ? t(`technician.${callback.technicianState}`, { phone: callback.technicianPhone ?? '' })
    : t(`state.${word}`);
}
