'use client';

import { NextIntlClientProvider, useLocale, useMessages, type AbstractIntlMessages } from 'next-intl';
import { useMemo, type ReactNode } from 'react';

interface Props {
  /** Namespace → its messages. */
  readonly messages: AbstractIntlMessages;
  readonly children: ReactNode;
}

/** Adds texts to those of the frame around it; another provider would replace them. */
export function MergedTexts({ messages, children }: Props) {
  const outer = useMessages();
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
