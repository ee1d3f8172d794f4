import { cookies } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import { TIME_ZONE } from './shanghai';
import { LANGUAGE_COOKIE, parseLanguage, type Language } from './languages';
import { messagesOf } from './messages';

/** The visitor's language: the cookie of the switch, else Simplified Chinese, whatever the browser asks for (readings 113). */
export async function currentLanguage(): Promise<Language> {
  return parseLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value);
}

export default getRequestConfig(async () => {
  const locale = await currentLanguage();
  return { locale, timeZone: TIME_ZONE, messages: await messagesOf(locale) };
});
