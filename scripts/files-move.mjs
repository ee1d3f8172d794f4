// `npm run files:move -- --to bucket [--remove]` brings the files of DATA_DIR into the bucket of FILES_S3_…, `--to disk` back.
// In the image: `node dist/files-move.mjs`. docs/backup.md.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

runAdminProgram('files-move', { migrates: false }).catch(exitWith);
