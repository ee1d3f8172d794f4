import type { ReactNode } from 'react';
import { PublicHead } from '@/components/kit/layout/public-head';
import styles from './assignment.module.css';

/** The frame of a technician's page. */
export function AssignmentFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <PublicHead />
      </div>
      {children}
    </div>
  );
}
