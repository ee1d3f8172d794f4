'use client';

import type { ReactNode } from 'react';
import { NextIntlClientProvider } from 'next-intl';

export function Texts({ messages, children }: { readonly messages: object; readonly children: ReactNode }) {
  return (
    <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={messages as never}>
      {children}
    </NextIntlClientProvider>
  );
}
