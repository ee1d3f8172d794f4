import { main } from './create-admin';
import { runProgram } from './run-program';

runProgram(main);
