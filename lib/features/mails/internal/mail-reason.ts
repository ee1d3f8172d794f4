import type { MailLog } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';

/** Why an e-mail was not sent: our own reason as a text, a server's answer as it came. */
export function mailReason({ state, error }: Pick<MailLog, 'state' | 'error'>, language: Language): string | null {
  if (!error) return null;
  return state === 'SUPPRESSED' && hasServerMessage(language, 'mailLog', `reason.${error}`)
    ? translateServer(language, 'mailLog', `reason.${error}`)
    : error;
}
