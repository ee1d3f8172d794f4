'use client';

import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { FocusIcon } from '@/components/kit/ui/icons';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { findRoute } from '@/lib/routes';
import { useFocusProjects } from '@/lib/platform/client/hooks';
import { useFocusCheck } from './use-focus-check';
import styles from './focus-button.module.css';

const FocusDialog = later(async () => (await import('./focus-dialog')).FocusDialog, ['header', 'list']);
/** A larger number is shown as "99+". */
const MOST_SHOWN = 99;

/**
 * The button of the focus projects. They can be edited on the pages that they narrow (doc1 §4); elsewhere the button
 * only counts.
 */
export function FocusButton() {
  const t = useTranslations('layout.focus');
  const canEdit = findRoute(usePathname())?.hasFocus ?? false;
  const count = useFocusProjects()?.split(',').length ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  useFocusCheck();
  return (
    <>
      <ToolButton
        label={t('button', { count })}
        hint={canEdit ? t('title') : t('notHere')}
        aria-haspopup="dialog"
        aria-disabled={!canEdit}
        className={canEdit ? undefined : styles.idle}
        onClick={() => canEdit && setIsOpen(true)}
      >
        <FocusIcon />
        <span className={styles.count} data-hidden={count === 0 || undefined}>
          {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
        </span>
      </ToolButton>
      {isOpen && <FocusDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
