import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import { safeFilenameOf } from '@/lib/platform/files/filename';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';

/** A customer's file bears his name, everybody else's the first project and that there are more (doc3 §6, §9); Chinese in every language (readings 52). */
export function healthFilename(actor: Pick<Actor, 'userType' | 'nickName'>, names: readonly string[]): string {
  const named = (key: string, about: string) =>
    safeFilenameOf(about, (name) => translateServer(DEFAULT_LANGUAGE, 'healthReport', `file.${key}`, { name }));
  const [first = ''] = names;
  if (isCustomer(actor)) return named('one', actor.nickName);
  return named(names.length > 1 ? 'several' : 'one', first);
}
