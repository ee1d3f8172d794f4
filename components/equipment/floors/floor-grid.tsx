'use client';

import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { CloseIcon } from '@/components/kit/ui/icons';
import { FLOORS_PER_GROUP, MAX_LABEL } from '@/lib/features/equipment/shared/floor-mapping';
import styles from './floors.module.css';

interface Props {
  /** From physical floor 1 upwards. */
  readonly labels: readonly string[];
  readonly totalFloors: number;
  /** Index of the floor that continue-fill counts on from. */
  readonly current: number | undefined;
  readonly onCurrent: (index: number) => void;
  readonly onLabel: (index: number, label: string) => void;
  /** Takes the last added floor away. */
  readonly onDelete: () => void;
}

/** Physical floors and what they show, ten per column group (doc2 §2.3). Enter and the arrow keys go from floor to floor. */
export function FloorGrid({ labels, totalFloors, current, onCurrent, onLabel, onDelete }: Props) {
  const t = useTranslations('equipment.floors');
  const groups = Array.from(
    { length: Math.ceil(labels.length / FLOORS_PER_GROUP) },
    (_, group) => group * FLOORS_PER_GROUP,
  );
  const move = (event: React.KeyboardEvent<HTMLInputElement>, index: number) => {
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Enter: index + 1 }[event.key];
    const next =
      target === undefined
        ? null
        : event.currentTarget.closest('[data-floors]')?.querySelector<HTMLInputElement>(`[data-floor="${target}"]`);
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.select();
  };
  return (
    <div className={styles.groups} data-floors>
      {groups.map((start) => (
        <table
          key={start}
          className={styles.group}
          aria-label={t('group', { from: start + 1, to: Math.min(start + FLOORS_PER_GROUP, labels.length) })}
        >
          <thead>
            <tr>
              <th scope="col">{t('physical')}</th>
              <th scope="col">{t('shown')}</th>
            </tr>
          </thead>
          <tbody>
            {labels.slice(start, start + FLOORS_PER_GROUP).map((label, offset) => {
              const index = start + offset;
              const isAdded = index >= totalFloors;
              return (
                <tr key={index} data-current={index === current || undefined}>
                  <th scope="row">{index + 1}</th>
                  <td>
                    <div className={styles.cell}>
                      <input
                        className={styles.input}
                        data-floor={index}
                        value={label}
                        maxLength={MAX_LABEL}
                        autoComplete="off"
                        spellCheck={false}
                        aria-label={t('floor', { floor: index + 1 })}
                        onFocus={() => onCurrent(index)}
                        onChange={(event) => onLabel(index, event.target.value)}
                        onKeyDown={(event) => move(event, index)}
                        onBlur={() => label !== label.trim() && onLabel(index, label.trim())}
                      />
                      {isAdded && index === labels.length - 1 && (
                        <IconButton
                          size="small"
                          className={styles.delete}
                          aria-label={t('action.delete', { floor: index + 1 })}
                          title={t('action.delete', { floor: index + 1 })}
                          onClick={onDelete}
                        >
                          <CloseIcon size={14} />
                        </IconButton>
                      )}
                    </div>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ))}
    </div>
  );
}
