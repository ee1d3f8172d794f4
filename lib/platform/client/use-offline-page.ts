import { useEffect } from 'react';

const AT_REST_MS = 3000;

/** Installs the page that stands where the network has gone (public/service-worker.js), once this page is at rest. */
export function useOfflinePage(): void {
  useEffect(() => {
    // Only over https or on this machine; a development server's pages change too often.
    if (!('serviceWorker' in navigator) || document.documentElement.dataset.version === 'development') return;
    const install = () => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
    const waiting = setTimeout(install, AT_REST_MS);
    return () => clearTimeout(waiting);
  }, []);
}
