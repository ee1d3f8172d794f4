'use client';

import { useTranslations } from 'next-intl';
import { useJoin } from '@/components/kit/ui/use-join';
import type { IncidentRow } from '@/lib/features/incidents/contract';
import { incidentState } from '@/lib/features/incidents/shared/incident-state';
import { timeOfDay } from '@/lib/platform/i18n/shown-moment';
import { isQuiet } from './incident-order';
import { responseState } from './response-state';

/** How far it is (`response-state.ts`). */
export function useResponseState(): (row: IncidentRow) => string | null {
  const t = useTranslations('incidents');
  return (row) => responseState(t, row);
}

type Told = IncidentRow['told'][number]['people'][number];

/** Whom the text did not reach comes first: where there is little room, the end of the line is cut. */
const unreachedFirst = (people: readonly Told[]): readonly Told[] => {
  const isUnreached = ({ smsState }: Told) => smsState === 'FAILED' || smsState === 'SUPPRESSED';
  return [...people].sort((a, b) => Number(isUnreached(b)) - Number(isUnreached(a)));
};

/**
 * Who is coming and who knows about it: the technician, the person who acknowledged or that nobody has, and the persons who
 * were notified. It follows the state.
 */
export function ResponseLine({ row }: { readonly row: IncidentRow }) {
  const t = useTranslations('incidents');
  const { acks, told, callback, callHelp, condition, title } = row;
  const [ack] = acks;
  const state = incidentState(callback, acks);
  const last = told.find(({ outcome }) => outcome !== 'late');
  const join = useJoin();
  const parts = [
    ...(callback?.technicianName && state.word !== null ? [callback.technicianName] : []),
    ...(callHelp ? [t('help')] : []),
    ...(condition === 'fault' && title !== null ? [title] : []),
    ...(ack ? [t('ackedBy', { names: join(acks.map(({ nickName }) => nickName)), time: timeOfDay(ack.ackDate) })] : []),
    ...(state.ack === 'nobody' && state.word !== null ? [t('notAcked')] : []),
    ...(last?.outcome === 'told' && !isQuiet(row)
      ? [
          t('told', {
            names: join(
              unreachedFirst(last.people).map(({ nickName, smsState }) =>
                smsState === null ? nickName : `${nickName} (${t(`sms.${smsState}`)})`,
              ),
            ),
            time: timeOfDay(last.createDate),
          }),
        ]
      : last?.outcome === 'nobody' && !isQuiet(row)
        ? [t('nobody', { time: timeOfDay(last.createDate) })]
        : []),
  ];
  return <>{parts.join(' · ')}</>;
}
