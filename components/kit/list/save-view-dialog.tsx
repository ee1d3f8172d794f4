'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormSwitch } from '@/components/kit/form/switch-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { toast } from '@/components/kit/ui/toast';
import { saveListView, type ListView, type ViewContent } from '@/lib/features/list-views/contract';
import { MAX_VIEW_NAME } from '@/lib/features/list-views/value-sets';
import { mutateSms } from '@/lib/platform/client/hooks';
import type { NamedViews } from './use-named-views';

interface Props {
  readonly named: Pick<NamedViews, 'list' | 'mayShare' | 'refresh'>;
  /** The own view that gets another name, or is shared. */
  readonly edited?: ListView;
  /** What a new one keeps. */
  readonly content?: ViewContent;
  readonly onSaved?: (viewId: string) => void;
  readonly onClose: () => void;
}

/** The name of a view, and whether colleagues see it too. */
export function SaveViewDialog({ named: { list, mayShare, refresh }, edited, content, onSaved, onClose }: Props) {
  const t = useTranslations('list.views');
  const common = useTranslations('common');
  const schema = useMemo(
    () =>
      z.object({
        name: z.string().trim().min(1, t('nameRequired')).max(MAX_VIEW_NAME, 'tooLong'),
        isShared: z.boolean(),
      }),
    [t],
  );
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name: edited?.name ?? '', isShared: edited?.isShared ?? false },
  });
  return (
    <FormDialog
      isOpen
      title={t(edited ? 'edit' : 'saveAs')}
      form={form}
      width="xs"
      onClose={onClose}
      onSubmit={async (values) => {
        const { viewId } = await mutateSms(saveListView, { viewId: edited?.viewId, list, content, ...values });
        await refresh();
        onSaved?.(viewId);
        toast.success(common('success.operation'));
      }}
    >
      <FormTextField name="name" label={t('name')} required autoFocus slotProps={{ htmlInput: { maxLength: 40 } }} />
      {mayShare && <FormSwitch name="isShared" label={t('share')} helperText={t('shareHint')} />}
    </FormDialog>
  );
}
