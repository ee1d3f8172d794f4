import { shownSymptomTitle } from '@/lib/live/units/symptom-title';

describe('the title of a symptom', () => {
  it.each([
    ['B01-Fault stop', 'Fault stop'],
    ['B04-Door - landing side', 'Door - landing side'],
    ['X-1-2', '1-2'],
    ['No hyphen', 'No hyphen'],
    ['-begins with one', 'begins with one'],
  ])('%s reads %s without the part before the first hyphen', (title, shown) => {
    expect(shownSymptomTitle(title, { isWhole: false })).toBe(shown);
    expect(shownSymptomTitle(title, { isWhole: true })).toBe(title);
  });
  it('takes the words of the interface by the rule, before it is cut', () => {
    const words = (rule: string) => (rule === 'B01' ? 'Fault stop' : undefined);
    expect(shownSymptomTitle('B01-\u6545\u969c', { isWhole: false, words })).toBe('Fault stop');
    expect(shownSymptomTitle('B01-\u6545\u969c', { isWhole: true, words })).toBe('B01-Fault stop');
    expect(shownSymptomTitle('Z99-\u6545\u969c', { isWhole: false, words })).toBe('\u6545\u969c');
  });
});
