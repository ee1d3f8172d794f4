'use client';

import { useTranslations } from 'next-intl';
import { DeleteDialog } from '@/components/kit/ui/confirm-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';

interface Props<T extends Operation> {
  /** Names the row (doc1 §5). */
  readonly name: string;
  readonly operation: T;
  readonly input: InputOf<T>;
  /** Cached reads that are no longer true afterwards. */
  readonly stale?: readonly Operation[];
  /** After a success; usually `list.refresh`. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Asks, deletes and says what came of it: the result or the server's refusal as a toast. */
export function RowDeletion<T extends Operation>({ name, operation, input, stale, onDone, onClose }: Props<T>) {
  const t = useTranslations('common.success');
  const failureText = useFailureText();
  const remove = async () => {
    try {
      await mutateSms(operation, input, stale);
      toast.success(t('operation'));
      onDone();
    } catch (error) {
      toast.error(failureText(error));
    }
    onClose();
  };
  return <DeleteDialog isOpen name={name} onConfirm={remove} onClose={onClose} />;
}
