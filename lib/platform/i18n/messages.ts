import 'server-only';
import type { AbstractIntlMessages } from 'next-intl';
import type { Language } from './languages';
import { NAMESPACES, type Namespace } from './namespaces';

const loaded = new Map<Language, Promise<Record<Namespace, AbstractIntlMessages>>>();

async function load(language: Language): Promise<Record<Namespace, AbstractIntlMessages>> {
  const files = await Promise.all(
    NAMESPACES.map(async (namespace) => {
      const file = (await import(`../../../messages/${language}/${namespace}.json`)) as {
        default: AbstractIntlMessages;
      };
      return [namespace, file.default] as const;
    }),
  );
  return Object.fromEntries(files) as Record<Namespace, AbstractIntlMessages>;
}

/**
 * All messages of a language, read once a process. For the server: the browser gets only what its page names (`Texts`).
 */
export function messagesOf(language: Language): Promise<Record<Namespace, AbstractIntlMessages>> {
  const found = loaded.get(language) ?? load(language);
  loaded.set(language, found);
  return found;
}
