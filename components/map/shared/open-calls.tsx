'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { EntryLink } from '@/components/kit/charts/entry-link';
import type { Counted } from './map-rows';

interface Props {
  readonly counted: Counted;
  /** The list of these call-outs. */
  readonly href: string | undefined;
}

/** Units with open call-outs. Where some have several, the call-outs are counted beside them: their list has as many rows. */
export function OpenCalls({ counted: { malfunction, openCallbacks }, href }: Props) {
  const t = useTranslations('map');
  const format = useFormatter();
  if (malfunction === null) return '-';
  const isSame = malfunction === openCallbacks;
  return (
    <>
      <EntryLink href={isSame ? href : undefined}>{format.number(malfunction)}</EntryLink>
      {!isSame && openCallbacks !== null && (
        <small>
          {' '}
          <EntryLink href={href}>{t('openCallbacks', { count: openCallbacks })}</EntryLink>
        </small>
      )}
    </>
  );
}
