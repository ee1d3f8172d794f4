import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen } from '@/components/kit/list/list-screen';
import { useRowTask } from '@/components/kit/list/row-tasks';
// The screen loads it when the browser is idle; here nobody waits for that.
import '@/components/kit/list/grid-table';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { answered } from '../../support/render';
import { firstOf, keysAsTexts, liftList, lifts, show, type Lift } from './support';

/** What a click on a list draws again: the rows are most of what it costs, so a click that changes none may draw none. */

const mockDrawn = jest.fn<void, [string]>();
const mockApi = { current: null };
jest.mock('@mui/x-data-grid', () => ({
  useGridApiRef: () => mockApi,
  DataGrid: ({ rows }: { readonly rows: readonly { readonly row: Lift }[] }) => {
    const first = String(rows[0]?.row.name);
    mockDrawn(first);
    return <div role="grid" aria-label={`from ${first}`} />;
  },
}));

/** More than one page of them, so that there is a next one. */
const named = (name: string) => lifts(...Array.from({ length: 60 }, (_, index) => `${name} ${index + 1}`));
const OLD = firstOf(named('old'));
const COLUMNS = [columnKinds<Lift>(keysAsTexts).text('name')];

/** @param isCareless its columns are others each time it is drawn */
function Screen({ isCareless = false }: { readonly isCareless?: boolean }) {
  const list = useResourceList(liftList, OLD);
  const { start, close, on } = useRowTask<Lift, 'edit'>();
  return (
    <ListScreen
      t={keysAsTexts}
      list={list}
      columns={isCareless ? [...COLUMNS] : COLUMNS}
      filters={<FilterText name="state" />}
      actions={<button onClick={() => start('edit', { no: 'E1', name: 'old 1' })}>edit</button>}
    >
      {on('edit', ({ no }) => (
        <dialog open aria-label={no}>
          <button onClick={close}>close</button>
        </dialog>
      ))}
    </ListScreen>
  );
}

const before = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (query) => ({ ...before(query), matches: query.includes('min-width') });
});
afterEach(() => {
  window.matchMedia = before;
  jest.restoreAllMocks();
});

async function showGrid(ui = <Screen />) {
  const { calls } = show(ui, named('new'));
  await screen.findByRole('grid', { name: 'from old 1' });
  // The widths of its words are measured in the next picture.
  await act(() => new Promise(requestAnimationFrame));
  mockDrawn.mockClear();
  return calls;
}

describe('a list in the grid of wide screens', () => {
  it('draws no row again when the dialog of a row opens and closes', async () => {
    await showGrid(<Screen isCareless />);
    await userEvent.click(screen.getByRole('button', { name: 'edit' }));
    await userEvent.click(await screen.findByRole('button', { name: 'close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(mockDrawn).not.toHaveBeenCalled();
  });

  it('draws its rows again when those of the next page are there, no sooner', async () => {
    const calls = await showGrid();
    await userEvent.click(screen.getByRole('button', { name: '下一页' }));
    await waitFor(() => expect(calls.some(({ path }) => path === 'test/lifts')).toBe(true));
    await screen.findByRole('grid', { name: 'from new 1' });
    await answered();
    expect(new Set(mockDrawn.mock.calls.map(([first]) => first))).toEqual(new Set(['new 1']));
  });
});
