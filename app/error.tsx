'use client';

import { LoadFailure } from '@/components/kit/layout/load-failure';

export default function ErrorPage({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  return <LoadFailure error={error} onRetry={retry} />;
}
