import { databaseServer } from './global-setup';

/** Stops the test database unless another test run still uses it. */
export default function globalTeardown(): void {
  databaseServer('stop');
}
