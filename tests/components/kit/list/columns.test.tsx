import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { columnKinds, propertiesOf } from '@/components/kit/list/column-kinds';
import { ListScreen } from '@/components/kit/list/list-screen';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { saveEquipment } from '@/lib/features/equipment/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { holder } from '@/tests/support/holder';
import { firstOf, keysAsTexts, liftList, lifts, queryLifts, show, type Lift } from './support';

interface Row {
  readonly name: string | null;
  readonly floors: number;
  readonly kind: 'EV' | 'ES';
  readonly isOld: boolean;
  readonly at: string | null;
}
const row: Row = { name: '', floors: 0, kind: 'ES', isOld: true, at: null };

describe('the columns of a list', () => {
  const { text, count, option, yesNo, time, link, status } = columnKinds<Row>(keysAsTexts);
  it('are headed by the texts of the list, and as wide as what they hold', () => {
    expect(time('at')).toMatchObject({ field: 'at', label: 'column.at' });
    expect(time('at', { minWidth: 200, flex: true })).toMatchObject({ minWidth: 200, flex: true });
    expect(count('floors')).toMatchObject({ align: 'right' });
  });
  it('tell a missing value from a figure of nought', () => {
    expect([text('name'), time('at'), count('floors')].map(({ cell }) => cell(row))).toEqual([null, null, '0']);
  });
  it('say values out of a set in words', () => {
    expect(option('kind').cell(row)).toBe('kind.ES');
    expect(option('kind', { group: 'type' }).cell(row)).toBe('type.ES');
    expect([true, false].map((isOld) => yesNo('isOld', { group: 'age' }).cell({ ...row, isOld }))).toEqual([
      'age.yes',
      'age.no',
    ]);
    expect(status('kind', { EV: 'normal', ES: 'fault' }).cell(row)).toMatchObject({ props: { status: 'fault' } });
  });
  it('lead elsewhere only where there is somewhere to go', () => {
    const to = link('name', { href: ({ floors }) => (floors > 0 ? '/x' : undefined) });
    expect(to.cell({ ...row, name: 'a' })).toBe('a');
    expect(to.cell({ ...row, name: 'a', floors: 1 })).toMatchObject({ props: { href: '/x' } });
  });
  it('are also the detail of a row, without its actions', () => {
    expect(propertiesOf([text('name'), { ...text('name'), field: 'actions' }], { ...row, name: 'a' })).toEqual([
      { key: 'name', label: 'column.name', value: 'a' },
    ]);
  });
});

const TASKS = [
  { kind: 'update', operation: saveEquipment, isOffered: ({ no }: Lift) => no !== 'E2' },
  { kind: 'more', isFurther: true },
] as const;

const FIRST = firstOf(lifts('一号', '二号'));

function Screen({ who }: { readonly who: Holder }) {
  const list = useResourceList(liftList, FIRST);
  const { start, close, on } = useRowTask<Lift>();
  const { text } = columnKinds<Lift>(keysAsTexts);
  return (
    <ListScreen
      t={keysAsTexts}
      list={list}
      file={{ operation: queryLifts, holder: who }}
      columns={[text('name'), ...taskColumn(keysAsTexts, { holder: who, tasks: TASKS, nameOf: ({ no }) => no, start })]}
      filters={null}
    >
      {on('more', ({ no }) => (
        <dialog open aria-label={`more of ${no}`}>
          <button onClick={close}>close</button>
        </dialog>
      ))}
    </ListScreen>
  );
}

describe('the actions of a row', () => {
  it('are there for whoever may call them, and on the rows that they are for', () => {
    show(<Screen who={holder(0, 'EQUIPMENT_READ', 'EQUIPMENT_WRITE')} />, lifts('一号', '二号'));
    expect(screen.getByRole('columnheader', { name: '操作' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'action.updateOf(E1)' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'action.updateOf(E2)' })).toBeNull();
  });
  it('are not there without the authority, nor is the button of the file', () => {
    show(<Screen who={holder(0)} />, lifts('一号'));
    expect(screen.queryByRole('button', { name: /action\.update/ })).toBeNull();
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull();
  });
  it('behind the three dots open the dialog of their row, which closes again', async () => {
    show(<Screen who={holder(0, 'EQUIPMENT_READ')} />, lifts('一号', '二号'));
    await userEvent.click(screen.getByRole('button', { name: 'E2 的更多操作' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'action.more' }));
    const dialog = screen.getByRole('dialog', { name: 'more of E2' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
