'use client';

import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useState, type DragEvent } from 'react';
import { ArrowDownIcon, ArrowUpIcon, GripIcon } from '@/components/kit/ui/icons';
import { movedTo, type TableView } from './columns';
import styles from './view-menu.module.css';

interface Props {
  /** Columns that may be hidden and moved, as they stand now. */
  readonly columns: readonly { readonly field: string; readonly label: string }[];
  readonly view: Pick<TableView, 'hidden'>;
  readonly onChange: (change: Partial<TableView>) => void;
}

/** Which columns are shown and in which order: dragged by their lines, or moved by the buttons. */
export function ColumnPanel({ columns, view, onChange }: Props) {
  const t = useTranslations('list.view');
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const fields = columns.map(({ field }) => field);
  const move = (field: string, to: number) => onChange({ order: movedTo(fields, field, to) });
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (dragged !== undefined) move(dragged, at);
    end();
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('columns')}</legend>
      {columns.map(({ field, label }, index) => (
        <div
          key={field}
          className={styles.column}
          data-column={field}
          data-over={(over === field && dragged !== undefined && dragged !== field) || undefined}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', field);
            setDragged(field);
          }}
          onDragOver={(event) => {
            if (dragged === undefined) return;
            event.preventDefault();
            setOver(field);
          }}
          onDrop={(event) => drop(event, index)}
          onDragEnd={end}
        >
          <span className={styles.grip}>
            <GripIcon size={14} />
          </span>
          <FormControlLabel
            className={styles.line}
            label={label}
            control={
              <Checkbox
                size="small"
                checked={!view.hidden.includes(field)}
                onChange={(_, isShown) =>
                  onChange({
                    hidden: isShown ? view.hidden.filter((hidden) => hidden !== field) : [...view.hidden, field],
                  })
                }
              />
            }
          />
          <IconButton
            size="small"
            aria-label={t('moveLeft', { column: label })}
            title={t('moveLeft', { column: label })}
            disabled={index === 0}
            onClick={() => move(field, index - 1)}
          >
            <ArrowUpIcon size={14} />
          </IconButton>
          <IconButton
            size="small"
            aria-label={t('moveRight', { column: label })}
            title={t('moveRight', { column: label })}
            disabled={index === columns.length - 1}
            onClick={() => move(field, index + 1)}
          >
            <ArrowDownIcon size={14} />
          </IconButton>
        </div>
      ))}
      <p className={styles.hint}>{t('keys')}</p>
    </fieldset>
  );
}
