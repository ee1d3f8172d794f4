'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
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
    <Button loading={isRunning} loadingPosition="start" startIcon={<DownloadIcon />} onClick={() => void run()}>
      {t(isRunning ? 'running' : 'label')}
    </Button>
  );
}

function DownloadIcon() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13" />
    </svg>
  );
}
