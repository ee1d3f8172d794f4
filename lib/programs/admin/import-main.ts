import { main } from './import-files';
import { runProgram } from './run-program';

runProgram(main);
