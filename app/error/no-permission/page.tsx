import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { forbidden } from 'next/navigation';

/** The page's own: Next asks the page that forbids for it, not the screen that is shown. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('error'))('noPermission.title') };
}

/** The middleware shows this in the place of a page that is forbidden: same screen, same status 403. */
export default function NoPermissionPage() {
  forbidden();
}
