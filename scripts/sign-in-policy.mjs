// `npm run sign-in:policy [-- --verify newBrowser] [--for external=always,internal=never] [--password-days 180|never] [--reset]`:
// says when a password is followed by a code and how long it lives; what is given changes, the rest stays.
import { runAdminProgram } from './lib/admin-program.mjs';
import { exitWith } from './lib/problem.mjs';

runAdminProgram('sign-in-policy').catch(exitWith);
