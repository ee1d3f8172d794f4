import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { SignInAgainButton } from '@/components/kit/layout/error-actions';
import { ErrorScreen } from '@/components/kit/layout/error-screen';
import { safeReturnPath } from '@/lib/platform/auth/pages/return-path';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('error'))('loginExpired.title') };
}

/** Login expired and no page to stay on (silent-screens B11); `to` is the page to return to. */
export default async function LoginExpiredPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { to } = await searchParams;
  return (
    <ErrorScreen
      kind="loginExpired"
      actions={<SignInAgainButton to={safeReturnPath(typeof to === 'string' ? to : null) ?? undefined} />}
    />
  );
}
