import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LoginScreen } from '@/components/login/login-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') };
}

/** Sign-in (doc1 §2); `to` is the page to return to. */
export default async function LoginPage({ searchParams }: { readonly searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const { to } = await searchParams;
  return <LoginScreen wantedPath={typeof to === 'string' ? to : undefined} />;
}
