import { AppError } from '@/lib/platform/contract/errors';
import { asAppError } from '@/lib/platform/door/refusal';
import { readTyped } from '@/lib/platform/door/read-input';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { signIn } from '@/lib/features/session/contract';

describe('what went wrong in a call', () => {
  it('is said as it was meant when a rule refused', () => {
    const refusal = new AppError('conflict');
    expect(asAppError(refusal, 'id')).toBe(refusal);
  });

  it.each([
    [{ code: 'ECONNREFUSED' }],
    [{ code: '57P01' }],
    [{ code: 'P1001' }],
    // No transaction could be begun in time.
    [{ code: 'P2028' }],
    [{ cause: { code: 'ETIMEDOUT' } }],
    [{ code: '25006' }],
    [{ code: 'P2039', meta: { driverAdapterError: { cause: { originalCode: '57P03' } } } }],
    [new Error('Connection terminated unexpectedly')],
    [new Error('timeout expired')],
  ])('is 503 that says when to come back, while the database is away: %j', (error) => {
    const { id, headers } = asAppError(error, 'id');
    expect([id, headers]).toEqual(['unavailable', { 'Retry-After': '5' }]);
  });

  it.each([
    [{ code: 'ENOSPC' }],
    [{ code: '53100' }],
    [{ code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '53100' } } } }],
  ])('is 503 that says so, when there is no room on a disk: %j', (error) => {
    const { id, headers, messageKey } = asAppError(error, 'id');
    expect([id, headers, messageKey]).toEqual(['unavailable', { 'Retry-After': '5' }, 'noRoom']);
  });

  it('is 500 without a word of its inside, whatever else', () => {
    const { id, headers, data, messageKey } = asAppError(new Error('relation "users" does not exist'), 'id');
    expect([id, headers, data, messageKey]).toEqual(['server_error', {}, null, 'server_error']);
  });
});

describe('an input that comes typed', () => {
  const read = (input: unknown, operation: typeof queryEquipment | typeof signIn = queryEquipment) =>
    readTyped(input, { operation, keys: {} }).values;

  it('is trimmed as any other, but for passwords, and holds nothing that was not given', () => {
    expect(read({ key: ' a ', cubeNo: undefined })).toEqual({ key: 'a' });
    expect(read({ username: ' a ', password: ' b ' }, signIn)).toEqual({ username: 'a', password: ' b ' });
    expect(read(undefined)).toEqual({});
  });

  it('may hold no text that no row can hold, at any depth', () => {
    expect(() => read({ other: [{ name: 'a\0b' }] })).toThrow(expect.objectContaining({ id: 'validation_failed' }));
  });

  it('has the keys of its path as texts', () => {
    expect(readTyped({ equipmentNo: 5 }, { operation: queryEquipment, keys: { equipmentNo: '5' } }).values).toEqual({
      equipmentNo: '5',
    });
  });
});
