'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { listProjectsByUser } from '@/lib/features/projects/look-up-contract';
import { callSms } from '@/lib/platform/client/client';
import { readFocusLists, saveFocusLists } from '@/lib/platform/focus/focus';
import { reconcile } from './focus-draft';

/**
 * Compares the stored projects with the user's projects once a page load (doc1 §4): lost ones are removed, with a
 * message. When the server does not answer, the lists stay unchanged.
 */
export function useFocusCheck(): void {
  const t = useTranslations('layout.focus');
  useEffect(() => {
    const { collected } = readFocusLists();
    if (collected.length === 0) return;
    const abort = new AbortController();
    const projectIds = collected.map(({ projectId }) => projectId);
    callSms(listProjectsByUser, { projectIds, pageSize: projectIds.length }, { signal: abort.signal }).then(
      ({ total, records }) => {
        saveFocusLists(reconcile(collected, records));
        if (total < projectIds.length) toast.warning(t('changed'));
      },
      () => undefined,
    );
    return () => abort.abort();
  }, [t]);
}
