import { figureAbove } from '@/components/kit/charts/bars-plot';

describe('the figure above a bar', () => {
  it('has its full size where there is room', () => {
    expect(figureAbove('1,253', 40)).toEqual({ words: '1,253', fontSize: 15 });
    expect(figureAbove('7', 21)).toEqual({ words: '7', fontSize: 15 });
  });

  it('is smaller on a narrow bar, and never wider than the share of the axis that its bar has', () => {
    expect(figureAbove('1,253', 29)).toEqual({ words: '1,253', fontSize: 12 });
  });

  it('loses its separator before it becomes too small to read', () => {
    expect(figureAbove('1,253', 21)).toEqual({ words: '1253', fontSize: 11 });
    expect(figureAbove('-', 1)).toEqual({ words: '-', fontSize: 8 });
  });
});
