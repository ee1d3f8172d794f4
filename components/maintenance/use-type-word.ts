'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { ListTexts } from '@/components/kit/list/column-kinds';
import { jobTypeOf, maintenanceParts } from '@/lib/features/maintenance/value-sets';

/** A maintenance type in words; a code of another form is shown as it is (silent-screens G1). */
export function typeWord(t: ListTexts, maintenanceType: string): string {
  const parts = maintenanceParts(maintenanceType);
  return parts === undefined
    ? maintenanceType
    : t('type', { machine: t(`machine.${parts.machine}`), kind: t(`kind.${parts.kind}`) });
}

/** A job type in words; what an ERP wrote in its own stays. */
export function jobTypeWord(t: ListTexts, stored: string | null): string | null {
  const type = stored === null ? undefined : jobTypeOf(stored);
  return type === undefined ? stored : t(`jobType.${type}`);
}

export function useTypeWord(): (maintenanceType: string) => string {
  const t = useTranslations('maintenance');
  return useCallback((maintenanceType) => typeWord(t, maintenanceType), [t]);
}
