import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { NoPermissionActions } from '@/components/kit/layout/error-actions';
import { ErrorScreen } from '@/components/kit/layout/error-screen';
import { currentActor } from '@/lib/platform/auth/pages/page-guard';
import { mayOpen, routeOf } from '@/lib/routes';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('error'))('noPermission.title') };
}

/** No permission, with status 403 (silent-screens B11): says so for 3 seconds and leads home (readings 109). */
export default async function Forbidden() {
  const actor = await currentActor();
  return (
    <ErrorScreen
      kind="noPermission"
      actions={<NoPermissionActions canGoHome={actor !== null && mayOpen(actor, routeOf('home'))} />}
    />
  );
}
