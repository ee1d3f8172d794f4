import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { LinkSignIn } from '@/components/login/link-sign-in';
import { SignInFrame } from '@/components/login/sign-in-frame';
import { withTexts } from '@/components/kit/layout/texts';
import { hrefOf } from '@/lib/routes';

export async function generateMetadata(): Promise<Metadata> {
  // The address holds a token until the page has removed it, so no referrer may be sent.
  return { title: (await getTranslations('login'))('title'), referrer: 'no-referrer', robots: { index: false } };
}

/** `/3rd/<page>?token=`: sign-in by a partner's one-time token (doc1 §2, readings 60); without a token to the sign-in page. */
async function ThirdPartyPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [t, { token }] = await Promise.all([getTranslations('login'), searchParams]);
  if (typeof token !== 'string' || token === '') redirect(hrefOf('login'));
  return (
    <SignInFrame title={t('title')}>
      <LinkSignIn kind="third" />
    </SignInFrame>
  );
}

export default withTexts(['login'], ThirdPartyPage);
