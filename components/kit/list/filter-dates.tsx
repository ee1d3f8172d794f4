'use client';

import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslations } from 'next-intl';
import { useCallback, useId, useState } from 'react';
import { DayField } from '@/components/kit/form/day-field';
import { ChevronDownIcon } from '@/components/kit/ui/icons';
import { useOnceTrue } from '@/components/kit/ui/use-once-true';
import { DATE_PRESETS, presetDays, spanOf } from './date-presets';
import { useFilterCheck, useFilterDraft, useFilterLabel } from './filter-bar';
import styles from './filter-bar.module.css';

interface Props {
  /** What the range is of, for those who cannot see that the two belong together; `filter.dates` where nothing is said. */
  readonly label?: string;
  readonly startName?: string;
  readonly endName?: string;
  /** No search without a range. */
  readonly isRequired?: boolean;
  /** As the contract has it; presets that are longer are not offered. */
  readonly maxDays?: number;
  /** The last day that can be asked for, `yyyy-MM-dd`. */
  readonly max?: string;
}

/** A range of days: both ends or none (silent-screens R9), the first before the last. The usual ranges are two clicks away. */
export function FilterDates({
  label: given,
  startName = 'startDate',
  endName = 'endDate',
  isRequired = false,
  maxDays,
  max,
}: Props) {
  const t = useTranslations('list.dates');
  const label = useFilterLabel('dates', given);
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wasOpen = useOnceTrue(anchor !== null);
  const [start, setStart] = useFilterDraft(startName);
  const [end, setEnd] = useFilterDraft(endName);
  const problem = useFilterCheck(
    startName,
    useCallback(
      (values) => {
        const [from, to] = [String(values[startName] ?? ''), String(values[endName] ?? '')];
        if (!from && !to) return isRequired ? t('both') : undefined;
        if (!from || !to) return t('both');
        if (from > to) return t('order');
        if (max !== undefined && to > max) return t('future');
        const days = spanOf({ startDate: from, endDate: to });
        return maxDays !== undefined && days > maxDays ? t('span', { days: maxDays }) : undefined;
      },
      [startName, endName, isRequired, maxDays, max, t],
    ),
  );
  const presets = anchor
    ? DATE_PRESETS.map((name) => ({ name, days: presetDays(name) })).filter(
        ({ days }) => maxDays === undefined || spanOf(days) <= maxDays,
      )
    : [];
  return (
    <div className={styles.dates} role="group" aria-label={label}>
      <DayField
        label={t('start')}
        value={String(start)}
        onChange={setStart}
        max={max}
        problem={problem}
        isClearable={!isRequired}
      />
      <DayField label={t('end')} value={String(end)} onChange={setEnd} max={max} isClearable={!isRequired} />
      <IconButton
        className={styles.presets}
        size="small"
        aria-label={t('presets')}
        title={t('presets')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <ChevronDownIcon size={16} />
      </IconButton>
      {wasOpen && (
        <Menu
          id={id}
          anchorEl={anchor}
          open={anchor !== null}
          onClose={() => setAnchor(null)}
          slotProps={{ list: { 'aria-label': t('presets'), dense: true } }}
        >
          {presets.map(({ name, days: { startDate, endDate } }) => (
            <MenuItem
              key={name}
              selected={start === startDate && end === endDate}
              onClick={() => {
                setStart(startDate);
                setEnd(endDate);
                setAnchor(null);
              }}
            >
              {t(`preset.${name}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
