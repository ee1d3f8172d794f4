'use client';

import { useTranslations } from 'next-intl';
import { MenuButton } from '@/components/kit/ui/menu-button';

const REPORT_WAYS = ['preview', 'download', 'mail'] as const;
export type ReportWay = (typeof REPORT_WAYS)[number];

interface Props {
  readonly isLoading: boolean;
  readonly onChoose: (way: ReportWay) => void;
}

/** What may be done with the reports that are chosen in a list: preview, download, e-mail. */
export function ReportMenu(props: Props) {
  const t = useTranslations('report');
  return <MenuButton {...props} label={t('menu')} choices={REPORT_WAYS.map((key) => ({ key, label: t(key) }))} />;
}
