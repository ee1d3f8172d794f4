import { DrawBeat } from '@/components/campus/draw-beat';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('draws a hundred changes of a moment together, each once, a tenth of a second after the first', () => {
  const beat = new DrawBeat();
  const drawn: number[] = [];
  const tiles = Array.from({ length: 100 }, (_, index) => () => void drawn.push(index));
  for (const tile of [...tiles, ...tiles]) beat.ask(tile);
  jest.advanceTimersByTime(99);
  expect(drawn).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(drawn).toHaveLength(100);
  jest.advanceTimersByTime(1000);
  expect(drawn).toHaveLength(100);
});

it('a change that comes while it draws waits for the next beat; what is gone is not drawn', () => {
  const beat = new DrawBeat();
  const drawn: string[] = [];
  const late = () => void drawn.push('late');
  const gone = () => void drawn.push('gone');
  beat.ask(() => {
    drawn.push('first');
    beat.ask(late);
  });
  beat.ask(gone);
  beat.forget(gone);
  jest.advanceTimersByTime(100);
  expect(drawn).toEqual(['first']);
  jest.advanceTimersByTime(100);
  expect(drawn).toEqual(['first', 'late']);
});
