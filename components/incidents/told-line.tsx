'use client';

import { useTranslations } from 'next-intl';
import { useJoin } from '@/components/kit/ui/use-join';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { isQuiet } from './incident-order';

/** `HH:mm` of a shown time; of a day alone the day. */
const hourOf = (time: string) => (time.length > 10 ? time.slice(11, 16) : time);

/** Who knows of it and who comes: acknowledged by whom, else whom the portal has told, else that nobody has acknowledged. */
export function ToldLine({ row }: { readonly row: IncidentRow }) {
  const t = useTranslations('incidents');
  const { acks, told, callback, callHelp } = row;
  const [ack] = acks;
  const last = told.find(({ outcome }) => outcome !== 'late');
  const join = useJoin();
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
    ...(ack ? [] : [t('notAcked')]),
    ...(callback
      ? [
          callback.technicianName
            ? t('comes', { name: callback.technicianName, state: t(`state.${callback.status}`) })
            : t(`state.${callback.status}`),
        ]
      : []),
  ];
  return <>{parts.join(' · ')}</>;
}
