'use client';

import { useLocale, useTranslations, type AbstractIntlMessages } from 'next-intl';
import { createContext, useContext, useEffect, useEffectEvent, useState, type ComponentType } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { LaterWait } from '@/components/kit/ui/later-wait';
import { parseLanguage, type Language } from '@/lib/platform/i18n/languages';
import { laterMessages, type LaterNamespace } from '@/lib/platform/i18n/later-messages';
import { MergedTexts } from './merged-texts';

interface Closable {
  readonly onClose: () => void;
}
interface LoadedContent<P> {
  readonly Content: ComponentType<P>;
  readonly messages: AbstractIntlMessages;
}

/** Shown while the code below is loading. */
export const Waiting = createContext<ComponentType>(LaterWait);

/**
 * A dialog whose code and texts are loaded when it is first opened, so that they add nothing to the page. When loading
 * fails it says so and closes; the next click tries again.
 * @param load its component @param namespaces all its texts except those of the root layout; a test checks the list
 */
export function later<P extends Closable>(
  load: () => Promise<ComponentType<P>>,
  namespaces: readonly LaterNamespace[],
): ComponentType<P> {
  const here = new Map<Language, LoadedContent<P>>();
  const fetchParts = async (language: Language) => {
    const [Content, messages] = await Promise.all([load(), laterMessages(language, namespaces)]);
    here.set(language, { Content, messages });
  };
  return function Later(props: P) {
    const t = useTranslations('error');
    const Wait = useContext(Waiting);
    const language = parseLanguage(useLocale());
    const [, setCount] = useState(0);
    const found = here.get(language);
    const isThere = found !== undefined;
    const giveUp = useEffectEvent(() => {
      toast.error(t('chunkFailed'));
      props.onClose();
    });
    useEffect(() => {
      if (isThere) return;
      let isGone = false;
      fetchParts(language).then(
        () => isGone || setCount((count) => count + 1),
        () => isGone || giveUp(),
      );
      return () => {
        isGone = true;
      };
    }, [isThere, language]);
    if (!found) return <Wait />;
    return (
      <MergedTexts messages={found.messages}>
        <Waiting value={LaterWait}>
          <found.Content {...props} />
        </Waiting>
      </MergedTexts>
    );
  };
}
