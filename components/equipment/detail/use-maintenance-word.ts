'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { maintenanceKind } from '@/lib/features/maintenance/value-sets';

/** A maintenance type in words; a code of another form is shown as it is (silent-screens G1). */
export function useMaintenanceWord(): (maintenanceType: string) => string {
  const t = useTranslations('equipmentDetail.maintenance.kind');
  return useCallback(
    (maintenanceType) => {
      const kind = maintenanceKind(maintenanceType);
      return kind === undefined ? maintenanceType : t(kind);
    },
    [t],
  );
}
