import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { ResetForm } from '@/components/login/reset-form';
import { SignInFrame } from '@/components/login/sign-in-frame';
import { withTexts } from '@/components/kit/layout/texts';
import { hrefOf } from '@/lib/routes';

const MAX_USERNAME = 64;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login.reset'))('forcedTitle') };
}

/**
 * The reset that a sign-in requires, for the account in `username`; `from` says how the account is verified (doc1 §2,
 * silent-screens B10).
 */
async function ForcedResetPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [t, { username, from }] = await Promise.all([getTranslations('login.reset'), searchParams]);
  if (typeof username !== 'string' || username.trim() === '' || username.length > MAX_USERNAME)
    redirect(hrefOf('login'));
  return (
    <SignInFrame title={t('forcedTitle')}>
      <ResetForm username={username.trim()} proof={from === 'password' ? 'password' : 'code'} />
    </SignInFrame>
  );
}

export default withTexts(['login'], ForcedResetPage);
