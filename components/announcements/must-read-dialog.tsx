'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReadDialog } from './read-dialog';

interface Props {
  /** The oldest first. */
  readonly ids: readonly string[];
  readonly onClose: () => void;
}

/** Shows the announcements that must be read, one after the other (silent-screens C). */
export function MustReadDialog({ ids, onClose }: Props) {
  const t = useTranslations('announcements.must');
  const [index, setIndex] = useState(0);
  const id = ids[index];
  if (id === undefined) return null;
  const isLast = index === ids.length - 1;
  return (
    <ReadDialog
      key={id}
      id={id}
      onClose={onClose}
      actions={
        !isLast && (
          <Button variant="contained" color="primary" onClick={() => setIndex(index + 1)}>
            {t('next', { n: index + 1, total: ids.length })}
          </Button>
        )
      }
    />
  );
}
