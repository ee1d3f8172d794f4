// `npm run import -- FILE… [--entity KIND]`: rows of CSV or JSON lines into this installation's database.
// `npm run import -- FILE… --url https://portal.example --partner ID --secret-file FILE`: the same through a portal's interface.
// docs/importing.md says what goes into the files.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

const isRemote = process.argv.some((argument) => argument === '--url' || argument.startsWith('--url='));
runAdminProgram('import', { hasDatabase: !isRemote }).catch(exitWith);
