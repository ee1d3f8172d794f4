// Bundles the programs that API tests start as processes of their own, into the folder that is given: a bundle is up in a
// third of the time that its source takes.
//   node tests/api/support/bundle-programs.mjs .tmp/test/programs
import { bundlePrograms } from '../../../scripts/lib/bundles.mjs';
import { inRoot } from '../../../scripts/lib/root.mjs';

const only = ['gateway', 'paper', 'admin-create', 'sign-in-policy', 'sms-outbox'];
await bundlePrograms({ outDir: inRoot(process.argv[2]), only });
