'use client';

import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { CloseIcon, SearchIcon } from './icons';
import styles from './search-box.module.css';

const WAIT_MS = 350;

/** Finds while typing, also with an input method: half-composed characters are not searched for. */
export function SearchBox({
  value,
  label,
  hasFocus = false,
  onSearch,
}: {
  readonly value: string;
  readonly label: string;
  /** The focus stands here when it appears, as the first thing of a dialog. */
  readonly hasFocus?: boolean;
  readonly onSearch: (key: string) => void;
}) {
  const t = useTranslations('common.action');
  const [text, setText] = useState(value);
  // Cleared or changed from elsewhere (the URL, "clear filters"): the box follows.
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (text.trim() !== value) setText(value);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isComposing = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (next: string, waitMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (next.trim() !== value) onSearch(next.trim());
    }, waitMs);
  };
  return (
    // No form of its own: it may stand in one, which Enter would send.
    <div className={styles.search} role="search">
      <TextField
        value={text}
        placeholder={label}
        autoFocus={hasFocus}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          search(text, 0);
        }}
        onChange={(event) => {
          setText(event.target.value);
          if (!isComposing.current) search(event.target.value, WAIT_MS);
        }}
        slotProps={{
          htmlInput: {
            'aria-label': label,
            maxLength: 200,
            enterKeyHint: 'search',
            autoComplete: 'off',
            onCompositionStart: () => {
              isComposing.current = true;
            },
            onCompositionEnd: (event: React.CompositionEvent<HTMLInputElement>) => {
              isComposing.current = false;
              search(event.currentTarget.value, WAIT_MS);
            },
          },
          input: {
            startAdornment: (
              <InputAdornment position="start">
                <SearchIcon size={18} />
              </InputAdornment>
            ),
            endAdornment: text !== '' && (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={t('clear')}
                  onClick={() => {
                    setText('');
                    search('', 0);
                  }}
                >
                  <CloseIcon size={16} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
    </div>
  );
}
