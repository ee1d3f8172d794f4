import { main } from './create-partner';
import { runProgram } from './run-program';

runProgram(main);
