import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { MailScreen } from '@/components/subscriptions/mail-screen';
import { SubscriptionsScreen } from '@/components/subscriptions/subscriptions-screen';
import { PushCard } from '@/components/web-push/push-card';
import { withTexts } from '@/components/kit/layout/texts';
import { currentActor } from '@/lib/platform/auth/pages/page-guard';
import { maskAddress, readOptOutToken } from '@/lib/platform/mail/opt-out-link';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('unsubscribe'), robots: { index: false }, referrer: 'no-referrer' };
}

/**
 * Subscriptions of the signed-in user. Visitors, and users who come by the link of a report e-mail, get the form that
 * ends these e-mails (readings 10). The page is public: the channel decides what a user may do with streams
 * (silent-screens B9).
 */
async function UnsubscribePage({ searchParams }: { readonly searchParams: SearchParams }) {
  const [{ token }, actor] = await Promise.all([searchParams, currentActor()]);
  if (actor && token === undefined) return <SubscriptionsScreen holder={holderOf(actor)} above={<PushCard />} />;
  const link = typeof token === 'string' ? token : '';
  const address = readOptOutToken(link);
  return <MailScreen token={link} address={address && maskAddress(address)} isInLayout={actor !== null} />;
}

export default withTexts(['list', 'subscriptions', 'webPush'], UnsubscribePage);
