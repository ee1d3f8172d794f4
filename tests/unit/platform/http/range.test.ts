import { rangeOf } from '@/lib/platform/http/range';

it.each([
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=95-1000', { from: 95, to: 99 }],
  ['bytes=0-0', { from: 0, to: 0 }],
])('of 100 bytes %s asks for a part', (header, range) => {
  expect(rangeOf(header, 100)).toEqual(range);
});

it.each([
  null,
  '',
  'bytes=-',
  'bytes=5-2',
  'bytes=100-',
  'bytes=-0',
  'bytes=0-1,5-6',
  'items=0-1',
  'bytes=x-1',
  'bytes=0x1-2',
])('%p asks for all of it', (header) => {
  expect(rangeOf(header, 100)).toBeUndefined();
});
