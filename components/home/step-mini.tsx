import { progressOf } from '@/lib/features/callbacks/shared/progress';
import type { CallbackStatusCode } from '@/lib/features/callbacks/state';
import styles from './step-mini.module.css';

/** The five steps of a call-out as five marks; the current one is highlighted. @param label says the step in words */
export function StepMini({ status, label }: { readonly status: CallbackStatusCode; readonly label: string }) {
  const { steps, current } = progressOf([{ status, updateTime: '' }]);
  return (
    <span className={styles.mini} role="img" aria-label={label}>
      {steps.map(({ key }, index) => (
        <i key={key} data-state={index < current ? 'done' : index === current ? 'current' : 'todo'} />
      ))}
    </span>
  );
}
