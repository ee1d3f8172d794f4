'use client';

import { useTranslations } from 'next-intl';
import { useJoin } from '@/components/kit/ui/use-join';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';
import type { StateWord } from '@/lib/features/incidents/shared/incident-state';
import { isQuiet } from './incident-order';

/** `HH:mm` of a time; for a day without a time, the day. */
const hourOf = (time: string) => (time.length > 10 ? time.slice(11, 16) : time);

/**
 * Who knows about it and who is coming: the person who acknowledged, else the persons who were notified, else "not
 * acknowledged".
 */
export function ResponseLine({ row }: { readonly row: IncidentRow }) {
  const t = useTranslations('incidents');
  const { acks, told, callback, callHelp } = row;
  const [ack] = acks;
  const state = incidentState(callback, acks);
  const last = told.find(({ outcome }) => outcome !== 'late');
  const join = useJoin();
  /**
   * Sending is not delivery. The message's state says whether it arrived; when it failed, the line says whom to call
   * (readings 245).
   */
  const stateWord = ({ technicianState, technicianPhone }: NonNullable<IncidentRow['callback']>, word: StateWord) =>
    word === 'PAGE' && technicianState !== 'none'
      ? t(`technician.${technicianState}`, { phone: technicianPhone ?? '' })
      : t(`state.${word}`);
  const parts = [
    ...(callHelp ? [t('help')] : []),
    ...(ack ? [t('ackedBy', { names: join(acks.map(({ nickName }) => nickName)), time: hourOf(ack.ackDate) })] : []),
    ...(last?.outcome === 'told' && !isQuiet(row)
      ? [
          t('told', {
            names: join(
              last.people.map(({ nickName, smsState }) =>
                smsState === null ? nickName : `${nickName} (${t(`sms.${smsState}`)})`,
              ),
            ),
            time: hourOf(last.createDate),
          }),
        ]
      : last?.outcome === 'nobody' && !isQuiet(row)
        ? [t('nobody', { time: hourOf(last.createDate) })]
        : []),
    ...(state.ack === 'nobody' ? [t('notAcked')] : []),
    ...(state.word === null
      ? []
      : [
          callback?.technicianName
            ? t('comes', { name: callback.technicianName, state: stateWord(callback, state.word) })
            : t(`state.${state.word}`),
        ]),
  ];
  return <>{parts.join(' · ')}</>;
}
