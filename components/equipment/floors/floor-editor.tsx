'use client';

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { toast } from '@/components/kit/ui/toast';
import type { Holder } from '@/lib/platform/contract/authorities';
import { saveFloorMapping, type FloorMappingRead } from '@/lib/features/equipment/floors-contract';
import {
  continueFrom,
  FLOORS_PER_GROUP,
  isCleared,
  isFilled,
  isNatural,
  labelsOf,
  mappingOf,
  MAX_ADDED,
  parseMapping,
} from '@/lib/features/equipment/shared/floor-mapping';
import { mutateSms } from '@/lib/platform/client/hooks';
import { FloorGrid } from './floor-grid';
import { ReuseDialog } from './reuse-dialog';
import styles from './floors.module.css';

interface Props {
  readonly title: string;
  readonly floors: FloorMappingRead;
  readonly totalFloors: number;
  readonly holder: Holder;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Width of the dialog by column groups. */
const WIDTHS = ['xs', 'sm', 'md'] as const;

/** The labels of all floors with the helpers of doc2 §2.3 and their rules (doc2 §5). */
export function FloorEditor({ title, floors, totalFloors, holder, onSaved, onClose }: Props) {
  const t = useTranslations('equipment.floors');
  const common = useTranslations('common');
  const form = useForm({ defaultValues: { labels: labelsOf(parseMapping(floors.floorMapping) ?? {}, totalFloors) } });
  const { field, fieldState } = useController({
    control: form.control,
    name: 'labels',
    rules: { validate: (labels: string[]) => isCleared(labels) || isFilled(labels) || t('problem.incomplete') },
  });
  const labels = field.value;
  const grid = useRef<HTMLDivElement>(null);
  const focus = (index: number) => grid.current?.querySelector<HTMLInputElement>(`[data-floor="${index}"]`)?.focus();
  const [current, setCurrent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [isReusing, setIsReusing] = useState(false);

  const change = (next: string[]) => {
    setProblem(undefined);
    field.onChange(next);
  };
  const fill = () => {
    const label = current === undefined ? undefined : labels[current];
    if (current === undefined || label === undefined) return setProblem(t('problem.chooseFloor'));
    if (!isNatural(label)) {
      setProblem(t('problem.natural'));
      return focus(current);
    }
    change(continueFrom(labels, current));
  };
  const reuse = () => {
    if (form.formState.isDirty) return setProblem(t('problem.saveFirst'));
    if (!isFilled(labels)) return setProblem(t('problem.fillFirst'));
    setProblem(undefined);
    setIsReusing(true);
  };
  const text = problem ?? fieldState.error?.message;

  return (
    <>
      <FormDialog
        isOpen
        title={title}
        form={form}
        onClose={onClose}
        submitLabel={common('action.ok')}
        width={WIDTHS[Math.ceil(labels.length / FLOORS_PER_GROUP) - 1] ?? 'lg'}
        onSubmit={async (values) => {
          await mutateSms(saveFloorMapping, {
            equipmentNo: floors.equipmentNo,
            floorMappingJson: JSON.stringify(mappingOf(values.labels)),
          });
          onSaved();
          toast.success(common('success.floorsSaved'));
        }}
      >
        <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
          <Button size="small" onClick={fill}>
            {t('action.fill')}
          </Button>
          <Button size="small" onClick={() => change(labels.map(() => ''))}>
            {common('action.clear')}
          </Button>
          <Button size="small" onClick={reuse}>
            {t('action.reuse')}
          </Button>
          <Button
            size="small"
            disabled={labels.length >= totalFloors + MAX_ADDED}
            onClick={() => change([...labels, ''])}
          >
            {t('action.add')}
          </Button>
        </div>
        {text && (
          <Alert severity="warning" variant="outlined" className={styles.problem}>
            {text}
          </Alert>
        )}
        <div
          ref={(element) => {
            grid.current = element;
            // Where a refused save leads: to the first floor that has no label.
            field.ref({ focus: () => focus(labels.findIndex((label) => label.trim() === '')) });
          }}
        >
          <FloorGrid
            labels={labels}
            totalFloors={totalFloors}
            current={current}
            onCurrent={setCurrent}
            onLabel={(index, label) => change(labels.map((before, at) => (at === index ? label : before)))}
            onDelete={() => {
              change(labels.slice(0, -1));
              setCurrent(undefined);
            }}
          />
        </div>
      </FormDialog>
      {isReusing && (
        <ReuseDialog source={floors} holder={holder} onReused={onSaved} onClose={() => setIsReusing(false)} />
      )}
    </>
  );
}
