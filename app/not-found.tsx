import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { HomeButton, PreviousButton } from '@/components/kit/layout/error-actions';
import { ErrorScreen } from '@/components/kit/layout/error-screen';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('error'))('notFound.title') };
}

/** Unknown path (silent-screens B11). */
export default function NotFound() {
  return (
    <ErrorScreen
      kind="notFound"
      actions={
        <>
          <HomeButton />
          <PreviousButton />
        </>
      }
    />
  );
}
