'use client';

import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { CheckIcon } from '@/components/kit/ui/icons';
import { CAMPUS_SIZES } from '@/lib/features/campus/value-sets';
import type { CampusSize } from '@/lib/features/campus/value-sets';
import { GridIcon } from './icons';

/** How many tiles a page has; kept for the user. */
export function SizeMenu({
  size,
  onChange,
}: {
  readonly size: CampusSize;
  readonly onChange: (size: CampusSize) => Promise<void>;
}) {
  const t = useTranslations('campus.size');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<GridIcon />}
        aria-label={t('label', { size })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {size}
      </Button>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        {CAMPUS_SIZES.map((choice) => (
          <MenuItem
            key={choice}
            role="menuitemradio"
            aria-checked={choice === size}
            selected={choice === size}
            onClick={() => {
              setAnchor(null);
              void onChange(choice);
            }}
          >
            <ListItemText>{t('choice', { size: choice })}</ListItemText>
            <span style={{ width: 20, marginLeft: 16, display: 'grid' }}>
              {choice === size && <CheckIcon size={18} />}
            </span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
