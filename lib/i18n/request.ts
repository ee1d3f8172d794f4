import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import type { AbstractIntlMessages } from 'next-intl';
import { TIME_ZONE } from './format';
import { LANGUAGE_COOKIE, parseLanguage, type Language } from './languages';
import { CLIENT_NAMESPACES } from './namespaces';

/** The visitor's language: the cookie of the switch, else Simplified Chinese, whatever the browser asks for (readings 113). */
export async function currentLanguage(): Promise<Language> {
  return parseLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value);
}

/** Every message a page may need in this language. */
async function messagesOf(language: Language): Promise<AbstractIntlMessages> {
  const files = await Promise.all(
    CLIENT_NAMESPACES.map(async (namespace) => {
      const file = (await import(`../../messages/${language}/${namespace}.json`)) as { default: AbstractIntlMessages };
      return [namespace, file.default] as const;
    }),
  );
  return Object.fromEntries(files);
}

export default getRequestConfig(async () => {
  const locale = await currentLanguage();
  return { locale, timeZone: TIME_ZONE, messages: await messagesOf(locale) };
});
