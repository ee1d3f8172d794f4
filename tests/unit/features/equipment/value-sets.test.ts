import { displayTypeOf, errorWord, onlineWord } from '@/lib/live/units/value-sets';

it('[EQUIP-024] equipment type codes are elevators (EV), escalators (ES) or others', () => {
  expect(['YAE_ELT', 'YAE_ELG', 'YAE_ELH', 'YAE_GAR', 'YAE_OTH', 'YAE_PLT'].map(displayTypeOf)).toEqual(
    Array(6).fill('EV'),
  );
  expect(displayTypeOf('YAE_ESC')).toBe('ES');
  expect(['YAE_TEL', 'YAE_IEE'].map(displayTypeOf)).toEqual(['OTHER', 'OTHER']);
  expect(displayTypeOf('SOMETHING_ELSE')).toBe('OTHER');
});

it('every known state has a word, an unknown one none', () => {
  expect([0, 1, 3, 4, 2, 9].map(onlineWord)).toEqual([
    'offline',
    'online',
    'disconnected',
    'notInstalled',
    undefined,
    undefined,
  ]);
  expect([0, 1, 2].map(errorWord)).toEqual(['normal', 'fault', undefined]);
});
