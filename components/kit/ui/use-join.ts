'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';

/** Joins words as the language writes a list. */
export function useJoin(): (words: readonly string[]) => string {
  const separator = useTranslations('common')('separator');
  return useCallback((words) => words.join(separator), [separator]);
}
