// `npm run admin:create [-- --username NAME]`: a first administrator for a database without demo data. Prints a
// one-time password, once. Works on DATABASE_URL, on a running portal's embedded database, and on a stopped one.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

runAdminProgram('admin-create').catch(exitWith);
