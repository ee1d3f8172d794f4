'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { CutText } from '@/components/kit/ui/cut-text';

/** A text is cut with a tooltip, a missing value is said to be missing, everything else drawn as it is. */
export function cellOf(content: ReactNode): ReactNode {
  if (content === null || content === undefined) return <Missing />;
  return typeof content === 'string' ? <CutText>{content}</CutText> : content;
}

function Missing() {
  return <CutText>{useTranslations('common')('missing')}</CutText>;
}
