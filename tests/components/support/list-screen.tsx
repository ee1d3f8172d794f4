import { screen, within } from '@testing-library/react';
import { NuqsTestingAdapter, type UrlUpdateEvent } from 'nuqs/adapters/testing';
import type { ReactNode } from 'react';
import type { Language } from '@/lib/platform/i18n/languages';
import {
  firstPage,
  listInput,
  readListState,
  type FirstPage,
  type ListDefinition,
} from '@/components/kit/list/list-query';
import { toast } from '@/components/kit/ui/toast';
import { ToastHost } from '@/components/kit/ui/toast-host';
import { answerCalls, renderApp } from './render';

/** Toasts outlive the host that showed them: the next test's would show them again. */
afterEach(() => void toast.dismiss());

/** `Page<X>` of these rows. */
export const pageOf = (records: readonly unknown[]) => ({
  total: records.length,
  pages: 1,
  size: 15,
  current: 1,
  records,
});

/** What the server rendered of a list that nobody has narrowed. */
export const firstOf = <Row,>(definition: ListDefinition, rows: readonly Row[]): FirstPage<Row> =>
  firstPage(listInput(definition, readListState(definition, {})), { total: rows.length, records: rows });

type Answers = Readonly<Record<string, Parameters<typeof answerCalls>[0]>>;

/**
 * A list screen under an address, with the place where toasts appear.
 * @param answers by path; a path that is not named answers 200 without data
 */
export function renderList(ui: ReactNode, answers: Answers = {}, searchParams = '', language?: Language) {
  const calls = answerCalls((call) => answers[call.path]?.(call) ?? { code: 200, data: null });
  const urls: string[] = [];
  renderApp(
    <NuqsTestingAdapter
      hasMemory
      searchParams={searchParams}
      onUrlUpdate={({ queryString }: UrlUpdateEvent) => {
        urls.push(queryString);
      }}
    >
      {ui}
      <ToastHost />
    </NuqsTestingAdapter>,
    language,
  );
  return { calls, urls, asked: (path: string) => calls.filter((call) => call.path === path).map(({ body }) => body) };
}

/** The words of the actions that stand in a row. */
export const actionsOf = (rowName: RegExp) =>
  within(screen.getByRole('row', { name: rowName }))
    .getAllByRole('button')
    .map((button) => button.textContent)
    // The dots have a menu of their own.
    .filter((text) => text !== '');
