'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { MiddleText } from '@/components/kit/ui/middle-text';
import type { Column } from './columns';

/** A text that has no room loses its middle and stands whole in a tooltip, a missing value is said to be missing, everything else drawn as it is. */
export function cellOf<Row>({ cell, isSentence }: Pick<Column<Row>, 'cell' | 'isSentence'>, row: Row): ReactNode {
  const content = cell(row);
  if (content === null || content === undefined) return <Missing />;
  return typeof content === 'string' ? <MiddleText isSentence={isSentence}>{content}</MiddleText> : content;
}

function Missing() {
  return <span>{useTranslations('common')('missing')}</span>;
}
