'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { toast } from '@/components/kit/ui/toast';

/** Shown after a page was refused (doc1 §2): error.message403 for 3 seconds, once. */
export function DeniedNotice() {
  const t = useTranslations('error');
  const [denied, setDenied] = useQueryState('denied', { history: 'replace' });
  useEffect(() => {
    if (denied === null) return;
    toast.error(t('message403'), { id: 'denied' });
    // Removed from the address, so that a reload does not show it again.
    void setDenied(null);
  }, [denied, setDenied, t]);
  return null;
}
