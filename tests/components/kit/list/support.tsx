import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import { z } from 'zod';
import type { ListTexts } from '@/components/kit/list/column-kinds';
import { defineList, firstPage, listInput, readListState, textFilter } from '@/components/kit/list/list-query';
import type { RowOf } from '@/components/kit/list/list-query';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { filterText, pageOf, paging } from '@/lib/platform/contract/schemas';
import { answerCalls, renderApp } from '../../support/render';
import type { Call } from '../../support/render';

/** A list of lifts that exists only here. */
export const queryLifts = operation({
  name: 'queryLifts',
  method: 'POST',
  path: 'test/lifts',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  audit: 'view',
  input: paging(['no']).extend({ state: filterText() }),
  output: pageOf(z.object({ no: z.string(), name: z.string().nullable() })),
  summary: 'test',
});
export type Lift = RowOf<typeof queryLifts>;

export const liftList = defineList({
  name: 'lifts',
  rowKey: 'no',
  operation: queryLifts,
  filters: { state: textFilter() },
  sortFields: ['no'],
});

export const lifts = (...names: string[]): Lift[] => names.map((name, index) => ({ no: `E${index + 1}`, name }));

/** What the server rendered of these rows. */
export const firstOf = (rows: readonly Lift[], params: Record<string, string> = {}) =>
  firstPage(listInput(liftList, readListState(liftList, params)), { total: rows.length, records: rows });

/** Texts that say their own key. */
export const keysAsTexts: ListTexts = Object.assign(
  (key: string, values?: Record<string, string | number>) =>
    values ? `${key}(${Object.values(values).join(' ')})` : key,
  { has: (key: string) => key === 'action.updateOf' },
);

/** Draws under an address; every call answers these rows. */
export function show(ui: React.ReactNode, rows: readonly Lift[], searchParams = '') {
  const urls: string[] = [];
  const calls = answerCalls((call: Call) => ({
    code: 200,
    data: call.path === 'test/lifts' ? { total: rows.length, records: rows } : { '': 9, OPEN: 4 },
  }));
  renderApp(
    <NuqsTestingAdapter
      hasMemory
      searchParams={searchParams}
      onUrlUpdate={({ queryString }: UrlUpdateEvent) => {
        urls.push(queryString);
      }}
    >
      {ui}
    </NuqsTestingAdapter>,
  );
  return { calls, urls };
}
