'use client';

import { useTranslations } from 'next-intl';
import { StepBar } from '@/components/kit/detail/step-bar';
import type { StatusHistoryEntry } from '@/lib/features/callbacks/contract';
import { isCallbackOver, type CallbackStatusCode } from '@/lib/features/callbacks/state';
import { progressOf } from '@/lib/features/callbacks/shared/progress';

interface Props {
  readonly detail: {
    readonly jobStatus: CallbackStatusCode;
    readonly statusHistory: readonly Pick<StatusHistoryEntry, 'status' | 'updateTime'>[];
  };
  /** How a step's moment is written; whole unless the page has no room for it. */
  readonly timeOf?: (moment: string) => string;
}

/** The five steps (doc2 §4.2): the last one is called as the call-out stands. */
export function CallbackProgress({ detail: { jobStatus, statusHistory }, timeOf = (moment) => moment }: Props) {
  const t = useTranslations('callbacks');
  const { steps, current } = progressOf(statusHistory);
  return (
    <StepBar
      label={t('sections.progress')}
      current={current}
      isOver={isCallbackOver(jobStatus)}
      note={jobStatus === 'INTR' ? t('interrupted') : undefined}
      steps={steps.map(({ key, time }, index) => ({
        key,
        label: index === steps.length - 1 && isCallbackOver(jobStatus) ? t(`status.${jobStatus}`) : t(`step.${key}`),
        time: time && timeOf(time),
      }))}
    />
  );
}
