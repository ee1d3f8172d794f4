import 'server-only';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { messagesOf } from '@/lib/platform/i18n/messages';
import type { ClientNamespace } from '@/lib/platform/i18n/namespaces';
import { currentLanguage } from '@/lib/platform/i18n/request';
import { MergedTexts } from './merged-texts';

interface Props {
  readonly of: readonly ClientNamespace[];
  readonly children: ReactNode;
}

const chosenOf = async (namespaces: readonly ClientNamespace[]) => {
  const messages = await messagesOf(await currentLanguage());
  return Object.fromEntries(namespaces.map((name) => [name, messages[name]]));
};

/** The texts of the root layout: language and zone for everything below, and these namespaces. */
export async function RootTexts({ of: namespaces, children }: Props) {
  return <NextIntlClientProvider messages={await chosenOf(namespaces)}>{children}</NextIntlClientProvider>;
}

/**
 * Sends these namespaces to the browser for the client components below, in addition to those of the frames around. A
 * test follows the imports of every page and layout and reports missing and unused namespaces.
 */
export async function Texts({ of: namespaces, children }: Props) {
  return <MergedTexts messages={await chosenOf(namespaces)}>{children}</MergedTexts>;
}

/** A page that sends these namespaces to the browser, beside those of its layouts. */
export function withTexts<P extends object>(
  namespaces: readonly ClientNamespace[],
  Page: (props: P) => ReactNode | Promise<ReactNode>,
) {
  return async function PageWithTexts(props: P) {
    const content = await Page(props);
    return <Texts of={namespaces}>{content}</Texts>;
  };
}
