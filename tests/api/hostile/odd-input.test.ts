import { createPersonas } from '../../support/personas';
import { bearer, callSms, sessionOf } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** Values that no form sends and that mean something to a database; what every operation makes of such is asked in operators.test. */

useFreshDatabase();

let admin = '';
let customer = '';
beforeAll(async () => {
  await createPersonas();
  admin = await sessionOf('platformAdmin');
  customer = await sessionOf('customerEssence');
});

it.each([
  ['GET', 'apiAccessLog/9223372036854775808'],
  ['GET', 'apiAccessLog/9999999999999999999'],
  ['POST', 'simMessage/resend'],
])('%s %s: an id that no row can have is refused', async (method, path) => {
  const answer = await callSms(method, path, {
    body: method === 'GET' ? undefined : { id: '9223372036854775808' },
    headers: bearer(admin),
  });
  expect([answer.code, answer.error]).toEqual([400, 'validation_failed']);
});

it.each([
  ['keywords with wildcards', 'equipment/query', { key: '%' }, 0],
  ['keywords with a lone backslash', 'equipment/query', { key: '\\' }, 0],
  ['a cube number of wildcards', 'equipment/query', { cubeNo: '_%' }, 0],
  ['a project of wildcards', 'project/getListByUsername', { searchKey: '%%%' }, 0],
  ['a short project of wildcards', 'project/getListByUsername', { searchKey: '_' }, 0],
])('%s find nothing that does not hold them', async (_what, path, body, total) => {
  expect((await callSms<{ total: number }>('POST', path, { body, headers: bearer(admin) })).data.total).toBe(total);
});

it.each([
  ['P-1', ['E-1']],
  ['P-3', []],
  [',', []],
  ['P-3,P-2', ['E-2']],
  [' ', ['E-1', 'E-2']],
  ["P-1' OR true --", []],
])('focus header %j narrows the list, and never opens it', async (projectid, wanted) => {
  const answer = await callSms<{ records: { equipmentNo: string }[] }>('POST', 'equipment/query', {
    body: { sortField: 'equipmentNo', sortOrder: 'asc' },
    headers: { ...bearer(customer), projectid },
  });
  expect(answer.data.records.map(({ equipmentNo }) => equipmentNo)).toEqual(wanted);
});
