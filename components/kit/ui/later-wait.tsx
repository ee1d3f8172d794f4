import { LoadingState } from './states';
import styles from './later-wait.module.css';

/** Over the page while what was asked for is on its way; quick arrivals show nothing of it. */
export function LaterWait() {
  return (
    <div className={styles.wait}>
      <LoadingState />
    </div>
  );
}
