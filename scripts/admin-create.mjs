// `npm run admin:create [-- --username NAME]`: creates the first administrator of a database without demo data and
// prints a one-time password, once. It works on DATABASE_URL, and on an embedded database whether its portal runs or
// not.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

runAdminProgram('admin-create').catch(exitWith);
