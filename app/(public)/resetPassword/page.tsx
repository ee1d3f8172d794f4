import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ResetForm } from '@/components/login/reset-form';
import { SignInFrame } from '@/components/login/sign-in-frame';
import { withTexts } from '@/components/kit/layout/texts';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login.reset'))('title') };
}

/** Resets a forgotten password by the registered phone (silent-screens B10). */
async function ResetPasswordPage() {
  const t = await getTranslations('login.reset');
  return (
    <SignInFrame title={t('title')}>
      <ResetForm />
    </SignInFrame>
  );
}

export default withTexts(['login'], ResetPasswordPage);
