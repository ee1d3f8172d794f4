import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LinkSignIn } from '@/components/login/link-sign-in';
import { SignInCard } from '@/components/login/sign-in-card';
import { SignInFrame } from '@/components/login/sign-in-frame';
import { withTexts } from '@/components/kit/layout/texts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') };
}

/** Sign-in (doc1 §2); `to` is the page to return to, `fwtoken` a link that signs in by itself. */
async function LoginPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [t, { to, fwtoken }] = await Promise.all([getTranslations('login'), searchParams]);
  const wantedPath = typeof to === 'string' ? to : undefined;
  return (
    <SignInFrame title={t('title')}>
      {typeof fwtoken === 'string' && fwtoken !== '' ? (
        <LinkSignIn kind="link" wantedPath={wantedPath} />
      ) : (
        <SignInCard wantedPath={wantedPath} />
      )}
    </SignInFrame>
  );
}

export default withTexts(['login'], LoginPage);
