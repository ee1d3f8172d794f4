'use client';

import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { ChevronDownIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import type { KeyboardEvent } from 'react';
import type { RowSelection } from './use-row-selection';

/** The grid takes the space bar for a page further; here it is the control's own. */
const keepSpace = (event: KeyboardEvent) => {
  if (event.key === ' ') event.stopPropagation();
};

interface BoxProps<Row> {
  readonly selection: RowSelection<Row>;
}

/** Chooses a row. */
export function RowBox<Row>({ selection, row, name }: BoxProps<Row> & { readonly row: Row; readonly name: string }) {
  const t = useTranslations('list.selection');
  return (
    <span onKeyDown={keepSpace}>
      <Checkbox
        size="small"
        checked={selection.has(row)}
        disabled={!selection.isSelectable(row)}
        onChange={() => selection.toggle(row)}
        slotProps={{ input: { 'aria-label': t('row', { name }) } }}
      />
    </span>
  );
}

/** Chooses every row of the page that may be chosen, or gives them up. */
export function PageBox<Row>({ selection, rows }: BoxProps<Row> & { readonly rows: readonly Row[] }) {
  const t = useTranslations('list.selection');
  const offered = rows.filter((row) => selection.isSelectable(row));
  const chosen = offered.filter((row) => selection.has(row));
  const isWhole = offered.length > 0 && chosen.length === offered.length;
  return (
    <span onKeyDown={keepSpace}>
      <Checkbox
        size="small"
        checked={isWhole}
        indeterminate={chosen.length > 0 && !isWhole}
        disabled={offered.length === 0}
        onChange={() => selection.set(offered, !isWhole)}
        slotProps={{ input: { 'aria-label': t('page') } }}
      />
    </span>
  );
}

interface ToggleProps {
  readonly name: string;
  readonly isOpen: boolean;
  /** Of the detail, while it is there. */
  readonly detailId: string;
  readonly onToggle: () => void;
}

/** Opens and closes what stands below a row. */
export function DetailToggle({ name, isOpen, detailId, onToggle }: ToggleProps) {
  const t = useTranslations('list.detail');
  const label = t(isOpen ? 'hide' : 'show', { name });
  return (
    <span onKeyDown={keepSpace}>
      <IconButton
        size="small"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        onClick={onToggle}
      >
        {isOpen ? <ChevronDownIcon size={16} /> : <ChevronRightIcon size={16} />}
      </IconButton>
    </span>
  );
}
