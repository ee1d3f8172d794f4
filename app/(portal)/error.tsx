'use client';

import { LoadFailure } from '@/components/kit/layout/load-failure';

/** The layout stays; only the content shows that it could not be loaded. */
export default function PortalErrorPage({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return <LoadFailure error={error} onRetry={retry} place="area" />;
}
