'use client';

import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { StatusKind } from '@/components/kit/ui/status';
import { EmptyState } from '@/components/kit/ui/states';
import {
  ABNORMAL,
  ITEM_RESULTS,
  RESULT_NAMES,
  resultName,
  type ResultName,
} from '@/lib/features/maintenance/value-sets';
import type { MaintenanceDetail, MaintenanceItem } from '@/lib/features/maintenance/work-contract';
import { ItemPhotoPicker, ItemPhotos } from './item-photos';
import type { ItemDraft } from './use-item-drafts';
import type { PhotoDrafts } from './use-photo-drafts';
import styles from './check-items.module.css';

const LOOKS: Readonly<Record<ResultName, StatusKind>> = {
  normal: 'normal',
  adjusted: 'service',
  replaced: 'inspection',
  absent: 'unknown',
  abnormal: 'fault',
};
/** Results that should have a remark. */
const WITH_WORDS: readonly ResultName[] = ['abnormal', 'adjusted', 'replaced'];

interface WorkProps {
  readonly items: readonly MaintenanceItem[];
  readonly valueOf: (no: number) => ItemDraft;
  readonly onChange: (no: number, change: Partial<ItemDraft>) => void;
  readonly jobNo: string;
  readonly photoDrafts: PhotoDrafts;
  /** A photo went. */
  readonly onPhoto: (detail: MaintenanceDetail) => void;
}

/** The check items of a job in progress: one tap an item, within reach of the thumb (silent-screens E1). */
export function WorkItems({ items, valueOf, onChange, jobNo, photoDrafts, onPhoto }: WorkProps) {
  const t = useTranslations('maintenance');
  if (items.length === 0) return <EmptyState size="row" title={t('items.none')} />;
  return (
    <ol className={styles.items} aria-label={t('sections.items')}>
      {items.map(({ no, item, requirement, photos }) => {
        const { result, remark } = valueOf(no);
        return (
          <li key={no} className={styles.item} data-item={no} data-done={result !== null || undefined}>
            <p className={styles.name}>
              <span className={styles.no}>{no}</span>
              {item}
            </p>
            {requirement && <p className={styles.requirement}>{requirement}</p>}
            <div className={styles.results} role="group" aria-label={`${no} ${item}`}>
              {ITEM_RESULTS.map((value, index) => (
                <button
                  key={value}
                  type="button"
                  className={styles.result}
                  data-abnormal={value === ABNORMAL || undefined}
                  aria-pressed={result === value}
                  onClick={() => onChange(no, { result: result === value ? null : value })}
                >
                  {t(`result.${RESULT_NAMES[index] ?? 'normal'}`)}
                </button>
              ))}
            </div>
            {((result !== null && WITH_WORDS.includes(RESULT_NAMES[ITEM_RESULTS.indexOf(result)] ?? 'normal')) ||
              remark !== '') && (
              <RemarkField
                label={t('field.remark', { no })}
                isRequired={result === ABNORMAL}
                value={remark}
                onChange={(next) => onChange(no, { remark: next })}
              />
            )}
            <ItemPhotoPicker jobNo={jobNo} no={no} photos={photos} drafts={photoDrafts} onChange={onPhoto} />
          </li>
        );
      })}
    </ol>
  );
}

interface RemarkProps {
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Saved when the field loses the focus, not with every letter. */
function RemarkField({ label, isRequired, value, onChange }: RemarkProps) {
  const [typed, setTyped] = useState(value);
  return (
    <TextField
      size="small"
      fullWidth
      multiline
      label={label}
      required={isRequired}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed.trim() !== value) onChange(typed.trim());
      }}
      slotProps={{ htmlInput: { maxLength: 200 } }}
    />
  );
}

/** The items with their results. */
export function FoundItems({ items }: { readonly items: readonly MaintenanceItem[] }) {
  const t = useTranslations('maintenance');
  if (items.length === 0) return <EmptyState size="row" title={t('items.none')} />;
  return (
    <ol className={styles.found} aria-label={t('sections.items')}>
      {items.map(({ no, item, requirement, result, remark, photos }) => (
        <li key={no} className={styles.row}>
          <span className={styles.no}>{no}</span>
          <span className={styles.what}>
            <span>{item}</span>
            {requirement && <span className={styles.requirement}>{requirement}</span>}
            {remark && <span className={styles.remark}>{remark}</span>}
            <ItemPhotos no={no} photos={photos} />
          </span>
          <Found result={result} />
        </li>
      ))}
    </ol>
  );
}

function Found({ result }: { readonly result: string | null }) {
  const t = useTranslations('maintenance.result');
  if (!result) return <span className={styles.requirement}>--</span>;
  const name = resultName(result);
  return (
    <StatusPill status={name ? LOOKS[name] : 'unknown'} look="plain">
      {name ? t(name) : result}
    </StatusPill>
  );
}
