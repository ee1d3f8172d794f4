/** What other features ask about messages, on the server. */
export { symptomsLeft, tellsEntrapment } from './withheld';
