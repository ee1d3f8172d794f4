'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';

export const SYMPTOM_VIEWS = ['list', 'rules'] as const;
type SymptomView = (typeof SYMPTOM_VIEWS)[number];

interface Props {
  readonly view: SymptomView;
  readonly onView: (view: SymptomView) => void;
}

/** The list of symptoms, and the rules that find them beside it. */
export function SymptomViews({ view, onView }: Props) {
  const t = useTranslations('symptoms.rules');
  return (
    <Tabs value={view} onChange={(_, next: SymptomView) => onView(next)} aria-label={t('views')}>
      <Tab value="list" label={t('list')} />
      <Tab value="rules" label={t('title')} />
    </Tabs>
  );
}
