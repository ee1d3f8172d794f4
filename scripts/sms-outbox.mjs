// `npm run sms:outbox [-- --phone 13800000000] [--limit 20] [--json]`: the text messages of the embedded outbox, newest
// first, codes in clear. Needs the installation's own SESSION_SECRET, which an embedded one keeps in DATA_DIR.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

runAdminProgram('sms-outbox').catch(exitWith);
