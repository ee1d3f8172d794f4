// `npm run doctor`: looks at an installation and says what is wrong, changes nothing, and ends with 1 where something is. In the
// image: `node dist/doctor.mjs`.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

runAdminProgram('doctor', { migrates: false }).catch(exitWith);
