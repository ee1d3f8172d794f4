'use client';

import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon } from '@/components/kit/ui/icons';
import { queryCampusMapping } from '@/lib/features/campus/contract';
import { clampPlace, groupPlace, MAX_WALL_UNITS } from '@/lib/features/campus/value-sets';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { moveTo } from './settings-form';
import type { SettingsForm } from './settings-form';
import styles from './settings-dialog.module.css';

const FOUND = 15;
/** Chosen units are shown in groups of 40, as the wall counts them (readings 39). */
const GROUP = 40;

/** Which units are on the wall, under which name and in which order. */
export function EquipmentChoice() {
  const t = useTranslations('campus.settings');
  const { control } = useFormContext<SettingsForm>();
  const { field } = useController({ control, name: 'equipmentList' });
  return (
    <div className={styles.choice}>
      <Search list={field.value} onChange={field.onChange} />
      <Chosen list={field.value} onChange={field.onChange} />
      {field.value.length >= MAX_WALL_UNITS && (
        <p className={styles.hint} role="status">
          {t('full', { max: MAX_WALL_UNITS })}
        </p>
      )}
    </div>
  );
}

interface ChoiceListProps {
  readonly list: SettingsForm['equipmentList'];
  readonly onChange: (list: SettingsForm['equipmentList']) => void;
}

function Search({ list, onChange }: ChoiceListProps) {
  const t = useTranslations('campus.settings');
  const [typed, setTyped] = useState('');
  const [query, setQuery] = useState({ key: '', pageIndex: 1 });
  const { data, error, isLoading, refresh } = useHeldSms(queryCampusMapping, { ...query, pageSize: FOUND });
  const chosen = new Set(list.map(({ equipmentNo }) => equipmentNo));
  const search = () => setQuery({ key: typed.trim(), pageIndex: 1 });
  return (
    <section className={styles.column} aria-label={t('available')}>
      <div className={styles.searchRow}>
        <TextField
          size="small"
          label={t('search')}
          value={typed}
          fullWidth
          onChange={(event) => setTyped(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 200 } }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter searches; it must not save the dialog.
            event.preventDefault();
            search();
          }}
        />
        <Button variant="outlined" onClick={search}>
          {t('find')}
        </Button>
      </div>
      {error ? (
        <p className={styles.hint} role="alert">
          {t('failed')}{' '}
          <Button size="small" onClick={refresh}>
            {t('retry')}
          </Button>
        </p>
      ) : (
        <ul className={styles.units} aria-busy={isLoading} data-testid="available">
          {data?.records.map((unit) => (
            <li key={unit.equipmentNo}>
              <label className={styles.unit}>
                <Checkbox
                  size="small"
                  checked={chosen.has(unit.equipmentNo)}
                  disabled={!chosen.has(unit.equipmentNo) && list.length >= MAX_WALL_UNITS}
                  onChange={(_, isChosen) =>
                    onChange(
                      isChosen
                        ? [
                            ...list,
                            {
                              equipmentNo: unit.equipmentNo,
                              equipmentNickName: unit.equipmentNickName,
                              equipmentType: unit.equipmentType,
                              companyCode: unit.companyCode,
                              position: list.length,
                            },
                          ]
                        : list.filter(({ equipmentNo }) => equipmentNo !== unit.equipmentNo),
                    )
                  }
                />
                <span className={styles.name} title={unit.equipmentNickName}>
                  {unit.equipmentNickName}
                </span>
                <span className={styles.number}>{unit.equipmentNo}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {data?.records.length === 0 && <p className={styles.hint}>{t('none')}</p>}
      {data && data.pages > 1 && (
        <Turner page={query.pageIndex} pages={data.pages} onTurn={(pageIndex) => setQuery({ ...query, pageIndex })} />
      )}
    </section>
  );
}

function Chosen({ list, onChange }: ChoiceListProps) {
  const t = useTranslations('campus.settings');
  const [wanted, setWanted] = useState(1);
  const pages = Math.max(1, Math.ceil(list.length / GROUP));
  const group = Math.min(wanted, pages);
  const first = (group - 1) * GROUP;
  return (
    <section className={styles.column} aria-label={t('chosen', { n: list.length })}>
      <h3 className={styles.label}>{t('chosen', { n: list.length })}</h3>
      {list.length === 0 ? (
        <p className={styles.hint}>{t('nothingChosen')}</p>
      ) : (
        <ol className={styles.units} data-testid="chosen">
          {list.slice(first, first + GROUP).map((unit, offset) => {
            const index = first + offset;
            return (
              <li key={unit.equipmentNo} className={styles.chosen} data-chosen={unit.equipmentNo}>
                <span className={styles.place} title={t('place')}>
                  {groupPlace(index)}
                </span>
                <TextField
                  size="small"
                  variant="standard"
                  fullWidth
                  value={unit.equipmentNickName}
                  onChange={(event) =>
                    onChange(
                      list.map((entry, at) =>
                        at === index ? { ...entry, equipmentNickName: event.target.value } : entry,
                      ),
                    )
                  }
                  slotProps={{ htmlInput: { maxLength: 200, 'aria-label': t('nickName', { no: unit.equipmentNo }) } }}
                />
                <OrderField
                  index={index}
                  count={list.length}
                  label={t('order', { no: unit.equipmentNo })}
                  onMove={(place) => onChange(moveTo(list, index, place))}
                />
                <IconButton
                  size="small"
                  aria-label={t('takeAway', { name: unit.equipmentNickName })}
                  onClick={() => onChange(list.filter((_, at) => at !== index))}
                >
                  <CloseIcon size={16} />
                </IconButton>
              </li>
            );
          })}
        </ol>
      )}
      {pages > 1 && <Turner page={group} pages={pages} onTurn={setWanted} />}
    </section>
  );
}

/** The place of a unit in the whole list. A typed number is clamped when the field loses the focus. */
function OrderField({
  index,
  count,
  label,
  onMove,
}: {
  readonly index: number;
  readonly count: number;
  readonly label: string;
  readonly onMove: (place: number) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const place = clampPlace(Number(typed === '' ? index + 1 : typed), count);
    if (place !== index + 1) onMove(place);
  };
  return (
    <TextField
      size="small"
      variant="standard"
      className={styles.order}
      value={typed ?? String(index + 1)}
      onChange={(event) => setTyped(event.target.value.replace(/[^\d-]/g, '').slice(0, 6))}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        leave();
      }}
      slotProps={{ htmlInput: { inputMode: 'numeric', 'aria-label': label } }}
    />
  );
}

function Turner({
  page,
  pages,
  onTurn,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onTurn: (page: number) => void;
}) {
  const t = useTranslations('campus.page');
  return (
    <div className={styles.turner}>
      <IconButton size="small" aria-label={t('previous')} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <ChevronLeftIcon />
      </IconButton>
      <span>
        {page} / {pages}
      </span>
      <IconButton size="small" aria-label={t('next')} disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        <ChevronRightIcon />
      </IconButton>
    </div>
  );
}
