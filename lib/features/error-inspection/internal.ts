/** What the clock does with fault episodes. */
export { keepStrips } from './kept-strips';
