'use client';

import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState } from 'react';
import { ChevronDownIcon } from './icons';

interface Props<K extends string> {
  readonly label: string;
  /** What stands on the button while it loads; absent: its label. */
  readonly loadingLabel?: string;
  readonly isLoading: boolean;
  readonly choices: readonly { readonly key: K; readonly label: string }[];
  readonly onChoose: (key: K) => void;
}

/** A button that opens a menu; what is chosen there runs while the button loads. */
export function MenuButton<K extends string>({ label, loadingLabel = label, isLoading, choices, onChoose }: Props<K>) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        loading={isLoading}
        loadingPosition="end"
        endIcon={<ChevronDownIcon size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {isLoading ? loadingLabel : label}
      </Button>
      <Menu
        id={id}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': label, dense: true } }}
      >
        {choices.map((choice) => (
          <MenuItem
            key={choice.key}
            onClick={() => {
              setAnchor(null);
              onChoose(choice.key);
            }}
          >
            {choice.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
