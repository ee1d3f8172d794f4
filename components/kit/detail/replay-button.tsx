'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { HistoryIcon } from '@/components/kit/ui/icons';

/** The link from an event to its replay. @param href of `replayHref` */
export function ReplayButton({ href }: { readonly href: string }) {
  const t = useTranslations('common');
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<HistoryIcon size={18} />}
      href={href}
      target="_blank"
      rel="noopener"
    >
      {t('replay')}
    </Button>
  );
}
