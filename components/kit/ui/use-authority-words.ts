'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { authorityGroup } from '@/lib/platform/contract/authority-groups';

export interface AuthorityWords {
  /** What an authority lets one do; undefined for one that is none of the product's. */
  readonly nameOf: (authority: string) => string | undefined;
  /** The subject it belongs to. */
  readonly groupOf: (authority: string) => string;
}

/** Authorities in words of the page's language. */
export function useAuthorityWords(): AuthorityWords {
  const t = useTranslations('authorityNames');
  return useMemo(
    () => ({
      nameOf: (authority) => (authorityGroup(authority) ? t(`name.${authority}`) : undefined),
      groupOf: (authority) => t(`group.${authorityGroup(authority) ?? 'other'}`),
    }),
    [t],
  );
}
