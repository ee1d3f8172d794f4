'use client';

import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listAuthoritiesByRole } from '@/lib/features/authorities/contract';
import { useSms } from '@/lib/platform/client/hooks';
import styles from './role-authorities.module.css';

/** What a role opens, below its row. */
export function RoleAuthorities({ role }: { readonly role: string }) {
  const failureText = useFailureText();
  const { data, error, mutate, isValidating } = useSms(listAuthoritiesByRole, { role });
  if (error)
    return <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />;
  if (!data) return <LoadingState size="row" />;
  return (
    <ul className={styles.authorities}>
      {data.map(({ authority, description }) => (
        <li key={authority}>
          <span>{authority}</span>
          {description && <span className={styles.faint}>{description}</span>}
        </li>
      ))}
    </ul>
  );
}
