'use client';

import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { FocusIcon } from '@/components/kit/ui/icons';
import { findRoute } from '@/lib/routes';
import { useFocusProjects } from '@/lib/platform/client/hooks';
import { FocusDialog } from './focus-dialog';
import { useFocusCheck } from './use-focus-check';
import styles from './focus-button.module.css';

/** The way to the focus projects; they are edited on the pages they narrow (doc1 §4), elsewhere the button only counts. */
export function FocusButton() {
  const t = useTranslations('header.focus');
  const canEdit = findRoute(usePathname())?.hasFocus ?? false;
  const count = useFocusProjects()?.split(',').length ?? 0;
  const [isOpen, setIsOpen] = useState(false);
  useFocusCheck();
  return (
    <>
      <Tooltip title={canEdit ? t('title') : t('notHere')}>
        <IconButton
          aria-label={t('button', { count })}
          aria-haspopup="dialog"
          aria-disabled={!canEdit}
          className={canEdit ? undefined : styles.idle}
          onClick={() => canEdit && setIsOpen(true)}
        >
          <Badge badgeContent={count} max={99} color="primary">
            <FocusIcon />
          </Badge>
        </IconButton>
      </Tooltip>
      {isOpen && <FocusDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
