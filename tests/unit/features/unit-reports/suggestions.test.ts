import { unitSuggestions } from '@/lib/features/unit-reports/suggestions';

/** What a report on one unit advises (readings 97). */

const NOTHING = { A: 0, B: 0, D: 0 };
const quiet = { symptoms: NOTHING, years: 3, tripsPerDay: 400, hoursPerDay: 5, isElevator: true };

it('says that all is well where nothing is to be said', () => {
  expect(unitSuggestions(quiet)).toEqual([{ kind: 'none', count: 0 }]);
  expect(unitSuggestions({ ...quiet, years: null, tripsPerDay: null, hoursPerDay: null })).toEqual([
    { kind: 'none', count: 0 },
  ]);
});

it('goes in the order A, B, D, age, use, with its figures', () => {
  expect(
    unitSuggestions({ ...quiet, symptoms: { A: 1, B: 2, D: 3 }, years: 12.6, tripsPerDay: 1200.4 }).map(
      ({ kind, count }) => [kind, count],
    ),
  ).toEqual([
    ['A', 1],
    ['B', 2],
    ['D', 3],
    ['age', 12],
    ['use', 1200],
  ]);
});

it.each([
  ['8 years', { years: 8 }, []],
  ['more than 8 years', { years: 8.1 }, ['age']],
  ['1,000 trips a day', { tripsPerDay: 1000 }, []],
  ['more than 1,000 trips a day', { tripsPerDay: 1001 }, ['use']],
  ['9 hours a day of an escalator', { isElevator: false, hoursPerDay: 9 }, []],
  ['more than 9 hours a day of an escalator', { isElevator: false, hoursPerDay: 9.1 }, ['use']],
  ['many hours a day of an elevator', { hoursPerDay: 20 }, []],
])('of %s', (_, more, kinds) => {
  const said = unitSuggestions({ ...quiet, ...more }).map(({ kind }) => kind);
  expect(said).toEqual(kinds.length > 0 ? kinds : ['none']);
});

it('never says that all is well to a reader who may not know of symptoms', () => {
  expect(unitSuggestions({ ...quiet, symptoms: null })).toEqual([]);
  expect(unitSuggestions({ ...quiet, symptoms: null, years: 9 })).toEqual([{ kind: 'age', count: 9 }]);
});
