// `npm run partner:create -- --id ID [--scope import,token] [--name NAME] [--users a,b]`: a system that may call `integration/upsert`
// (import) or sign these users in once (token). Prints its secret, once; run again, it gets a new one.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

runAdminProgram('partner-create').catch(exitWith);
