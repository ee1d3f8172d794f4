import { nextStop } from '@/lib/programs/simulator/collective';

const calls = (car: number[], up: number[], down: number[]) => ({
  car: new Set(car),
  up: new Set(up),
  down: new Set(down),
});

describe('collective control', () => {
  it('serves everything on the way up before it turns', () => {
    expect(nextStop(3, 'Up', calls([9], [5], [1]))).toEqual({ floor: 5, direction: 'Up' });
    expect(nextStop(5, 'Up', calls([9], [], [7, 1]))).toEqual({ floor: 9, direction: 'Up' });
    expect(nextStop(9, 'Up', calls([], [], [7, 1]))).toEqual({ floor: 7, direction: 'Down' });
  });

  it('goes first to the highest landing that wants down', () => {
    expect(nextStop(0, 'Both', calls([], [], [4, 8, 6]))).toEqual({ floor: 8, direction: 'Up' });
  });

  it('stays where it is without calls', () => {
    expect(nextStop(4, 'Both', calls([], [], []))).toBeUndefined();
  });
});
