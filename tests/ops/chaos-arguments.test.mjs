import { readChaosArguments } from '../../scripts/lib/chaos-arguments.mjs';

/** What `npm run chaos` is asked for. */

it('a number alone is how often programs are killed, 300 times without one', () => {
  expect(readChaosArguments(['30'])).toMatchObject({ parts: ['kill'], kills: 30 });
  expect(readChaosArguments([])).toMatchObject({ parts: ['kill'], kills: 300 });
});

it('parts are named, each done once unless told otherwise', () => {
  expect(readChaosArguments(['--parts', 'network, disk'])).toEqual({
    parts: ['network', 'disk'],
    kills: 300,
    times: 1,
    cuts: [1, 30],
    only: [],
    rate: 50,
  });
  expect(
    readChaosArguments(['--parts', 'network', '--times', '3', '--cuts', '1,300', '--only', 'broker']),
  ).toMatchObject({ times: 3, cuts: [1, 300], only: ['broker'] });
});

it.each([
  [['many'], 'How often?'],
  [['0'], 'How often?'],
  [['30', '40'], 'How often?'],
  [['--parts', 'earthquake'], 'There is no part "earthquake"'],
  [['--cuts', 'long'], 'For how long'],
  [['--only', 'mail'], 'There is no server "mail"'],
  [['--rate', 'fast'], 'How many calls'],
  [['--wrong'], 'wrong'],
])('%j is answered with one sentence', (args, sentence) => {
  expect(() => readChaosArguments(args)).toThrow(sentence);
});
