'use client';

import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { useTranslations } from 'next-intl';
import { useId, useState, type FormEvent, type ReactNode, type Ref } from 'react';
import { FilterIcon } from '@/components/kit/ui/icons';
import styles from './filter-sheet.module.css';

interface Props {
  readonly label: string;
  /** Filters that narrow the list now. */
  readonly count: number;
  readonly form: Ref<HTMLFormElement>;
  /** @returns whether the list asks with them; the sheet stays open where it does not */
  readonly onSubmit: (event: FormEvent) => boolean;
  readonly onReset: () => void;
  /** Closed without applying: what was typed is given up. */
  readonly onDiscard: () => void;
  readonly children: ReactNode;
}

/** The filters of a phone: a button that says how many are in use, and a sheet from below with all of them. */
export function FilterSheet({ label, count, form, onSubmit, onReset, onDiscard, children }: Props) {
  const t = useTranslations();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.folded}>
      <Button
        fullWidth
        startIcon={<FilterIcon size={16} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        {count > 0 ? t('list.filters.openWith', { count }) : t('list.filters.open')}
      </Button>
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={() => {
          setIsOpen(false);
          onDiscard();
        }}
        slotProps={{ paper: { className: styles.sheet, role: 'dialog', 'aria-modal': true, 'aria-labelledby': id } }}
      >
        <h2 id={id} className={styles.title}>
          {label}
        </h2>
        <form
          ref={form}
          className={styles.form}
          role="search"
          aria-label={label}
          onSubmit={(event) => {
            if (onSubmit(event)) setIsOpen(false);
          }}
        >
          <div className={styles.fields}>{children}</div>
          <div className={styles.buttons}>
            <Button
              onClick={() => {
                onReset();
                setIsOpen(false);
              }}
            >
              {t('common.action.reset')}
            </Button>
            <Button type="submit" variant="contained" color="primary">
              {t('list.filters.apply')}
            </Button>
          </div>
        </form>
      </Drawer>
    </div>
  );
}
