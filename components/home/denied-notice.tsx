'use client';

import { useTranslations } from 'next-intl';
import { useQueryState } from 'nuqs';
import { useEffect } from 'react';
import { toast } from '@/components/kit/ui/toast';

/** Came here because a page was refused (doc1 §2): error.message403 for 3 seconds, once. */
export function DeniedNotice() {
  const t = useTranslations('error');
  const [denied, setDenied] = useQueryState('denied', { history: 'replace' });
  useEffect(() => {
    if (denied === null) return;
    toast.error(t('message403'), { id: 'denied' });
    // Gone from the address, so that a reload does not repeat it.
    void setDenied(null);
  }, [denied, setDenied, t]);
  return null;
}
