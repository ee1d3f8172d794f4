import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { z } from 'zod';
import { ListTabs, useTabCounts } from '@/components/kit/list/list-tabs';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { saveEquipment } from '@/lib/features/equipment/contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { operation } from '@/lib/platform/contract/operation';
import { holder } from '@/tests/support/holder';
import { firstOf, liftList, lifts, queryLifts, show } from './support';

const countLifts = operation({
  ...queryLifts,
  name: 'countLifts',
  path: 'test/count',
  output: z.record(z.string(), z.number()),
});
const TABS = [
  { value: '', label: '全部' },
  { value: 'OPEN', label: '进行中' },
  { value: 'DONE', label: '已关闭', operation: saveEquipment },
];

const FIRST = firstOf(lifts('一号'));

function Screen({ who }: { readonly who: Holder }) {
  const list = useResourceList(liftList, FIRST);
  const counts = useTabCounts(countLifts, list, 'state');
  return <ListTabs list={list} name="state" label="视图" tabs={TABS} holder={who} counts={counts} />;
}

describe('the tabs of a list', () => {
  it('are a filter in the address, with the number of rows of each', async () => {
    const { calls, urls } = show(<Screen who={holder(0, 'EQUIPMENT_WRITE')} />, lifts('一号'), '?page=1');
    expect(await screen.findByRole('tab', { name: '进行中 4' })).toHaveAttribute('aria-selected', 'false');
    expect(screen.getByRole('tab', { name: '全部 9' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.click(screen.getByRole('tab', { name: '进行中 4' }));
    await waitFor(() => expect(urls.at(-1)).toBe('?state=OPEN'));
    expect(screen.getByRole('tab', { name: '进行中 4' })).toHaveAttribute('aria-selected', 'true');
    // The counts are of all tabs: which one is open does not ask for them again.
    expect(calls.filter(({ path }) => path === 'test/count').map(({ body }) => body)).toEqual([{}]);
  });
  it('are only those of the authorities', () => {
    show(<Screen who={holder(0)} />, lifts('一号'));
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['全部', '进行中']);
  });
});
