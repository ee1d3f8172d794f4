import { join } from 'node:path';

/** Bundled by the global setup of the API tests (tests/api/support/bundle-programs.mjs). */
export const PROGRAMS_FOLDER = '.tmp/test/programs';

/** The file of a program of ours, as production starts it. */
export const programFile = (name: 'gateway' | 'paper' | 'admin-create' | 'sign-in-policy' | 'sms-outbox'): string =>
  join(__dirname, '../..', PROGRAMS_FOLDER, `${name}.mjs`);
