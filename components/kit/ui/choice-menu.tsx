'use client';

import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useId, useState, type ReactNode } from 'react';
import { CheckIcon } from './icons';
import { ToolButton } from './tool-button';
import { useOnceTrue } from './use-once-true';

interface MenuChoice<Value extends string> {
  readonly value: Value;
  readonly text: string;
  readonly icon?: ReactNode;
  /** The language of the text, where it is not the page's. */
  readonly lang?: string;
}

interface Props<Value extends string> {
  readonly label: string;
  readonly hint: string;
  readonly icon: ReactNode;
  readonly choices: readonly MenuChoice<Value>[];
  readonly current: string;
  readonly onChoose: (value: Value) => void;
}

/** A button of the header whose menu chooses one of a few; the menu is there from its first opening on. */
export function ChoiceMenu<Value extends string>({ label, hint, icon, choices, current, onChoose }: Props<Value>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const wasOpen = useOnceTrue(anchor !== null);
  return (
    <>
      <ToolButton
        label={label}
        hint={hint}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {icon}
      </ToolButton>
      {wasOpen && (
        <Menu
          id={id}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          {choices.map(({ value, text, icon: own, lang }) => (
            <MenuItem
              key={value}
              lang={lang}
              role="menuitemradio"
              aria-checked={value === current}
              selected={value === current}
              onClick={() => {
                onChoose(value);
                setAnchor(null);
              }}
            >
              {own}
              <ListItemText>{text}</ListItemText>
              {value === current && <CheckIcon size={16} />}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
