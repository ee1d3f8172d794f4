/** The regular work on fault episodes. */
export { keepStrips } from './kept-strips';
