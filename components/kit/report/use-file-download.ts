'use client';

import { useCallback, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';

/** One download after the other; a failed one says why, and can be tried again. */
export function useFileDownload() {
  const failureText = useFailureText();
  const [isLoading, setIsLoading] = useState(false);
  const download = useCallback(
    async (fetchFile: () => Promise<void>) => {
      setIsLoading(true);
      try {
        await fetchFile();
      } catch (error) {
        toast.error(failureText(error));
      } finally {
        setIsLoading(false);
      }
    },
    [failureText],
  );
  return { download, isLoading };
}
