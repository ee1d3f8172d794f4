import { useEffect } from 'react';
import { hrefOf } from '@/lib/routes';

const WORKER = '/screen-worker.js';

/** Has this page and its build kept, so that a screen that begins without a network shows what it showed last. */
export function useKeptPage(): void {
  useEffect(() => {
    // Only over https or on this machine; a development server's pages change too often.
    if (!('serviceWorker' in navigator) || document.documentElement.dataset.version === 'development') return;
    const keep = async () => {
      await navigator.serviceWorker.register(WORKER, { scope: hrefOf('screen') });
      (await navigator.serviceWorker.ready).active?.postMessage('keep');
    };
    void keep().catch(() => undefined);
  }, []);
}
