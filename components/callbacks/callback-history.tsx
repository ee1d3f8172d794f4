'use client';

import { useTranslations } from 'next-intl';
import { TimeLine, type TimeLineMoment } from '@/components/kit/detail/time-line';
import {
  listCallbackHistory,
  type HistoryActor,
  type HistoryMoment,
  type ToldMoment,
} from '@/lib/features/callback-history/contract';
import type { CallbackDetail } from '@/lib/features/callbacks/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { useRecipientsText } from './recipients-text';

/** As the page: others work on the same call-out. */
const REFRESH_MS = 15_000;

type States = CallbackDetail['statusHistory'];
/** Until the whole history is read: the states that the page knows. */
const knownOf = (states: States): HistoryMoment[] =>
  states
    .map(({ updateTime, ...state }): HistoryMoment => ({
      kind: 'status',
      at: updateTime,
      by: null,
      technician: null,
      ...state,
    }))
    .reverse();

/** What happened, the newest first: the states, who acted, who was told and what became of the messages (readings 270). */
export function CallbackHistory({ detail: { callbackId, statusHistory } }: { readonly detail: CallbackDetail }) {
  const t = useTranslations('callbacks');
  const { data } = useSms(listCallbackHistory, { callbackId }, { refreshInterval: REFRESH_MS });
  const words = useMomentWords();
  // A step that was made in this moment stands in the page's own answer first.
  const isBehind = data && data.filter(({ kind }) => kind === 'status').length < statusHistory.length;
  const moments = data && !isBehind ? data : knownOf(statusHistory);
  return (
    <TimeLine
      label={t('tab.history')}
      moments={moments.map((moment, index) => ({
        key: `${moments.length - index} ${moment.kind}`,
        time: moment.at,
        ...words(moment),
      }))}
    />
  );
}

function useMomentWords(): (moment: HistoryMoment) => Pick<TimeLineMoment, 'title' | 'text'> {
  const t = useTranslations('callbacks');
  const toldWords = useRecipientsText();
  const byWords = (by: HistoryActor | null) =>
    by === null
      ? null
      : by.kind === 'system'
        ? t('history.system')
        : by.kind === 'technician'
          ? t('history.technician', { name: by.name ?? '' }).trim()
          : by.name;
  const joined = (parts: readonly (string | null | undefined)[]) => parts.filter(Boolean).join(' · ');
  const told = ({ why, clock, percent, outcome, people }: ToldMoment) => ({
    title: t('history.told', {
      reason:
        clock === null
          ? t(`history.reason.${why}`)
          : t('duty.step.mark', { clock: t(`sla.${clock}`), level: percent ?? 0 }),
    }),
    text: outcome === 'told' ? toldWords(people) : t(`duty.step.${outcome}`),
  });
  return (moment) => {
    switch (moment.kind) {
      case 'status': {
        const { status, by, reason, expectedReturnDate, technician } = moment;
        const fate = technician?.smsState ? `${t('duty.channel.sms')} ${t(`duty.sms.${technician.smsState}`)}` : null;
        return {
          title: t(`status.${status}`),
          text: joined([
            technician?.name && t('history.sentTo', { name: technician.name }),
            fate,
            byWords(by),
            reason,
            expectedReturnDate && t('expected', { time: expectedReturnDate }),
          ]),
        };
      }
      case 'told':
        return told(moment);
      default:
        return { title: t(`history.${moment.kind}`), text: byWords(moment.by) };
    }
  };
}
