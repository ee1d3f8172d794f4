import { stepOn, type AheadKind } from '@/lib/features/reminders/steps';

/** Every day from so many days before the date on. @returns `days:step` of what is told */
function year(kind: AheadKind, ownOn: (daysLeft: number) => number, from: number): string[] {
  const sent: number[] = [];
  const told: string[] = [];
  for (let daysLeft = from; daysLeft >= -5; daysLeft -= 1) {
    const step = stepOn(kind, ownOn(daysLeft), daysLeft, sent);
    if (step === undefined) continue;
    sent.push(step);
    told.push(`${daysLeft}:${step}`);
  }
  return told;
}

describe('the steps of a reminder', () => {
  it('are their own number, then 7, 1, 0 for inspections and 30, 7, 0 for contracts, each once in 400 days', () => {
    expect(year('inspection', () => 30, 400)).toEqual(['30:30', '7:7', '1:1', '0:0']);
    expect(year('contract', () => 60, 400)).toEqual(['60:60', '30:30', '7:7', '0:0']);
    expect(year('inspection', () => 3, 400)).toEqual(['3:3', '1:1', '0:0']);
    expect(year('inspection', () => 0, 400)).toEqual(['0:0']);
  });

  it('that enter late give the nearest one only', () => {
    expect(year('inspection', () => 30, 5)).toEqual(['5:7', '1:1', '0:0']);
    expect(year('contract', () => 60, 20)).toEqual(['20:30', '7:7', '0:0']);
  });

  it('are not repeated by a changed own number', () => {
    expect(year('inspection', (daysLeft) => (daysLeft > 20 ? 30 : 40), 60)).toEqual(['30:30', '7:7', '1:1', '0:0']);
  });
});
