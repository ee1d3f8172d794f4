'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { ListTexts } from '@/components/kit/list/column-kinds';
import { maintenanceParts } from '@/lib/features/maintenance/value-sets';

/** A maintenance type in words; a code of another form is shown as it is (silent-screens G1). */
export function typeWord(t: ListTexts, maintenanceType: string): string {
  const parts = maintenanceParts(maintenanceType);
  return parts === undefined
    ? maintenanceType
    : t('type', { machine: t(`machine.${parts.machine}`), kind: t(`kind.${parts.kind}`) });
}

export function useTypeWord(): (maintenanceType: string) => string {
  const t = useTranslations('maintenance');
  return useCallback((maintenanceType) => typeWord(t, maintenanceType), [t]);
}
