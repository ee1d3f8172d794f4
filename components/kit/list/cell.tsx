'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { MiddleText } from '@/components/kit/ui/middle-text';

/** A text that has no room loses its middle and stands whole in a tooltip, a missing value is said to be missing, everything else drawn as it is. */
export function cellOf(content: ReactNode): ReactNode {
  if (content === null || content === undefined) return <Missing />;
  return typeof content === 'string' ? <MiddleText>{content}</MiddleText> : content;
}

function Missing() {
  return <span>{useTranslations('common')('missing')}</span>;
}
