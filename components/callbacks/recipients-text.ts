'use client';

import { useTranslations } from 'next-intl';
import type { DutyStep } from '@/lib/features/escalation/shared/duty-step';

/** Each person told, and by what; of a text message what became of it. */
export function useRecipientsText(): (people: DutyStep['people']) => string {
  const t = useTranslations('callbacks.duty');
  return (people) =>
    people
      .map(({ nickName, channels, smsState }) => {
        const by = channels.map((channel) =>
          channel === 'sms' && smsState !== null
            ? `${t('channel.sms')} ${t(`sms.${smsState}`)}`
            : t(`channel.${channel}`),
        );
        return `${nickName} (${by.join(' · ')})`;
      })
      .join(' / ');
}
