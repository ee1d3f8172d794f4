'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DownloadIcon } from '@/components/kit/ui/icons';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { downloadSms } from '@/lib/platform/client/client';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';

/** Fetches the list as a file, with the filters that it shows. A refusal is a toast, and the button is free again (doc3 §8). */
export function ExportButton<T extends Operation>({
  operation,
  input,
  isReady,
}: {
  readonly operation: T;
  /** Of a list: its filters and its order. */
  readonly input: Readonly<Record<string, string | number>>;
  /** False: something is missing, and was said; no file is asked for. */
  readonly isReady?: () => boolean;
}) {
  const t = useTranslations('list.export');
  const failureText = useFailureText();
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    if (isReady && !isReady()) return;
    setIsRunning(true);
    try {
      await downloadSms(operation, input as InputOf<T>);
      toast.success(t('done'));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Button
      loading={isRunning}
      loadingPosition="start"
      startIcon={<DownloadIcon size={16} />}
      onClick={() => void run()}
    >
      {t(isRunning ? 'running' : 'label')}
    </Button>
  );
}
