import { main } from './sign-in-policy';
import { runProgram } from './run-program';

runProgram(main);
