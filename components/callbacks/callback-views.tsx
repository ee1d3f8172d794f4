'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';

export const CALLBACK_VIEWS = ['list', 'duty'] as const;
export type CallbackView = (typeof CALLBACK_VIEWS)[number];

interface Props {
  readonly view: CallbackView;
  readonly onView: (view: CallbackView) => void;
}

/** The list of call-outs, and the duty board beside it. */
export function CallbackViews({ view, onView }: Props) {
  const t = useTranslations('callbacks.duty');
  return (
    <Tabs value={view} onChange={(_, next: CallbackView) => onView(next)} aria-label={t('views')}>
      <Tab value="list" label={t('list')} />
      <Tab value="duty" label={t('title')} />
    </Tabs>
  );
}
