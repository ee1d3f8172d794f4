import {
  choiceFilter,
  dayFilter,
  DEFAULT_SORT,
  defineList,
  filterInput,
  listInput,
  PAGE_SIZES,
  readListState,
  resetFilters,
  textFilter,
} from '@/components/kit/list/list-query';
import { equipmentList, presetParams } from '@/components/equipment/equipment-list';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { validate } from '@/lib/platform/contract/validate';

const list = defineList({
  name: 'test',
  rowKey: 'equipmentNo',
  operation: queryEquipment,
  filters: { key: textFilter(), onlineStatus: choiceFilter() },
  sortFields: ['equipmentNo'],
  choices: { onlineStatus: [1, 2] },
});
const read = (params: Record<string, string>) => readListState(list, params);

describe('the URL of a list', () => {
  it('[CONV-008] [CONV-009] [CONV-010] says nothing: first page of 15, oldest first, no filter', () => {
    expect(PAGE_SIZES).toEqual([15, 30, 50, 100, 200]);
    expect(read({})).toEqual({ page: 1, size: 15, sort: DEFAULT_SORT, filters: { key: '', onlineStatus: -1 } });
    expect(listInput(list, read({}))).toEqual({
      pageIndex: 1,
      pageSize: 15,
      sortField: 'CreatedTime',
      sortOrder: 'asc',
    });
  });
  it('[CONV-006] becomes the input of the call: pageIndex from 1, pageSize, filters by their own names', () => {
    expect(
      listInput(
        list,
        read({ page: '3', size: '30', sort: 'equipmentNo', order: 'desc', key: ' 滨江 ', onlineStatus: '2' }),
      ),
    ).toEqual({
      pageIndex: 3,
      pageSize: 30,
      sortField: 'equipmentNo',
      sortOrder: 'desc',
      key: '滨江',
      onlineStatus: 2,
    });
  });
  it.each([
    { page: '0' },
    { page: '-3' },
    { page: 'x' },
    { page: '100001' },
    { size: '17' },
    { size: 'all' },
    { sort: 'passwordHash' },
    { onlineStatus: '7' },
    { onlineStatus: 'x' },
    { order: 'up' },
    { what: 'ever' },
  ])('is read tolerantly: %j is the first page of all', (params) => {
    expect(read(params as unknown as Record<string, string>)).toEqual(read({}));
  });
  it('[CONV-015] [CONV-017] cuts and trims what was typed', () => {
    expect(read({ key: ` ${'长'.repeat(300)}` }).filters.key).toBe('长'.repeat(200));
  });
  it('leaves out of the call what narrows nothing', () => {
    expect(filterInput(list, { key: '', onlineStatus: -1 })).toEqual({});
  });
});

describe('a list with words, days and an order of its own', () => {
  const log = defineList({
    name: 'log',
    rowKey: 'equipmentNo',
    operation: queryEquipment,
    filters: { state: textFilter(), startDate: dayFilter(), endDate: dayFilter() },
    sortFields: ['createDate'],
    choices: { state: ['NEW', 'CLOSED'] },
    defaults: () => ({ startDate: '2026-11-01', endDate: '2026-11-07' }),
    defaultSort: { field: 'createDate', order: 'desc' },
  });
  const own = { state: '', startDate: '2026-11-01', endDate: '2026-11-07' };

  it('starts with its own days and order, and reset leads back there', () => {
    expect(readListState(log, {})).toMatchObject({ sort: log.defaultSort, filters: own });
    expect(resetFilters(log)).toEqual(own);
  });
  it('takes the words it knows and real days', () => {
    expect(readListState(log, { state: 'CLOSED', startDate: '2026-10-01', endDate: '2026-10-02' }).filters).toEqual({
      state: 'CLOSED',
      startDate: '2026-10-01',
      endDate: '2026-10-02',
    });
    expect(readListState(log, { state: 'closed', startDate: '2026-13-01', endDate: 'today' }).filters).toEqual(own);
  });
});

describe('the URL of the equipment list', () => {
  it.each([
    ['1', { onlineStatus: 2 }],
    ['2', { onlineStatus: 4 }],
    ['3', { errorStatus: 0 }],
    ['4', { errorStatus: 1 }],
  ])('[EQUIP-007] type=%s is a preset', (type, filter) => {
    const preset = presetParams({ type, page: '2' });
    expect(preset).toEqual({ page: '2', ...filter });
    expect(
      readListState(
        equipmentList,
        Object.fromEntries(Object.entries(preset ?? {}).map(([name, value]) => [name, String(value)])),
      ).filters,
    ).toMatchObject(filter);
  });
  it('an unknown preset is none', () => {
    expect(presetParams({ type: '9' })).toEqual({});
    expect(presetParams({ type: 'constructor' })).toEqual({});
    expect(presetParams({ onlineStatus: '1' })).toBeUndefined();
  });
  it('asks for nothing that the server would refuse', () => {
    for (const params of [
      {},
      {
        equipmentType: '1',
        onlineStatus: '4',
        errorStatus: '2',
        floorMappingConfiged: '3',
        sort: 'onlineStatus',
        order: 'desc',
      },
      { equipmentType: '3', errorStatus: '-5' },
    ]) {
      expect(() =>
        validate(
          queryEquipment.input,
          listInput(equipmentList, readListState(equipmentList, params as Record<string, string>)),
        ),
      ).not.toThrow();
    }
  });
});
