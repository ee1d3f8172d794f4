'use client';

import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Popover from '@mui/material/Popover';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { AdjustIcon } from '@/components/kit/ui/icons';
import { ColumnPanel } from './column-panel';
import { ROW_HEIGHTS, type Density, type TableView } from './columns';
import styles from './view-menu.module.css';

interface Props {
  /** Columns that may be hidden and moved, as they stand now. */
  readonly columns: readonly { readonly field: string; readonly label: string }[];
  readonly view: TableView;
  readonly onChange: (change: Partial<TableView>) => void;
  readonly onReset: () => void;
}

const DENSITIES = Object.keys(ROW_HEIGHTS) as Density[];

/** Which columns are shown, in which order, and how high the rows are. */
export function ViewMenu({ columns, view, onChange, onReset }: Props) {
  const t = useTranslations('list.view');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        variant="text"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        startIcon={<AdjustIcon size={16} />}
      >
        {t('label')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { className: styles.paper, role: 'dialog', 'aria-label': t('label') } }}
      >
        <ColumnPanel columns={columns} view={view} onChange={onChange} />
        <fieldset className={styles.group}>
          <legend className={styles.legend} id={id}>
            {t('density')}
          </legend>
          <RadioGroup
            row
            aria-labelledby={id}
            value={view.density}
            onChange={(_, density) => onChange({ density: density as Density })}
          >
            {DENSITIES.map((density) => (
              <FormControlLabel
                key={density}
                className={styles.line}
                value={density}
                label={t(density)}
                control={<Radio size="small" />}
              />
            ))}
          </RadioGroup>
        </fieldset>
        <Button size="small" fullWidth onClick={onReset}>
          {t('reset')}
        </Button>
      </Popover>
    </>
  );
}
