import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ItemPhotoPicker } from '@/components/maintenance/item-photos';
import { usePhotoDrafts } from '@/components/maintenance/use-photo-drafts';
import { ToastHost } from '@/components/kit/ui/toast-host';
import type { MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { answerCalls, answered, renderApp } from '../support/render';

/** Photos of a check item on a phone: taken, kept while there is no signal, sent, taken away (readings 251). */

jest.mock('@/components/maintenance/small-photo', () => ({
  smallPhoto: async (file: File) => {
    if (file.name === 'broken.jpg') throw new Error('no picture');
    return new File([`small ${file.name}`], 'photo.jpg', { type: 'image/jpeg' });
  },
}));

const detail = (photos: string[]) => ({ items: [{ no: 3, photos }] }) as unknown as MaintenanceDetail;

function Item({ kept }: { readonly kept: string[] }) {
  const [photos, setPhotos] = useState<readonly string[]>(kept);
  const show = (next: MaintenanceDetail) => setPhotos(next.items[0]?.photos ?? []);
  const drafts = usePhotoDrafts('M-1', true, show);
  return (
    <>
      <ToastHost />
      <p role="status">{drafts.pending}</p>
      <ItemPhotoPicker jobNo="M-1" no={3} photos={photos} drafts={drafts} onChange={show} />
    </>
  );
}

let isOnline = true;
const show = (kept: string[] = []) => {
  const stored = [...kept];
  const calls = answerCalls(({ path, body }) => {
    if (!isOnline) return { code: 503, message: '服务暂不可用', error: 'unavailable' };
    if (path === 'maintenance/photo/remove') stored.splice(stored.indexOf(String(body.path)), 1);
    else if (stored.length === 6) return { code: 400, message: '最多6张照片', error: 'validation_failed' };
    else stored.push(`new-${stored.length}.jpg`);
    return { code: 200, data: detail([...stored]) };
  });
  renderApp(<Item kept={kept} />);
  const take = (...names: string[]) => {
    const input = screen.getByLabelText('第3项照片', { selector: 'input' });
    for (const name of names) fireEvent.change(input, { target: { files: [new File(['x'], name)] } });
  };
  return { calls, take, group: within(screen.getByRole('group', { name: '第3项照片' })) };
};
const pending = () => screen.getAllByRole('status')[0]?.textContent;

beforeEach(() => {
  isOnline = true;
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => jest.restoreAllMocks());

it('a photo is sent at once, shown with its number, and taken away again', async () => {
  const { calls, take, group } = show(['a.jpg']);
  expect(group.getByRole('button', { name: '添加照片（还可5张）' })).toBeEnabled();
  take('one.jpg');
  expect(await group.findByRole('img', { name: '第3项照片2' })).toHaveAttribute('src', '/sms/file/view/new-1.jpg');
  expect(pending()).toBe('0');
  await userEvent.click(group.getByRole('button', { name: '删除第3项照片1' }));
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ jobNo: 'M-1', no: 3, path: 'a.jpg' }));
  await waitFor(() => expect(group.getAllByRole('img')).toHaveLength(1));
});

it('without a signal they wait in their order and go with the next connection', async () => {
  isOnline = false;
  const { calls, take, group } = show();
  take('one.jpg', 'two.jpg');
  expect(await group.findByRole('img', { name: '第3项照片2，尚未上传' })).toBeInTheDocument();
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(pending()).toBe('2');
  expect(group.getByRole('button', { name: '添加照片（还可4张）' })).toBeEnabled();
  // One that is not wanted any more never goes.
  await userEvent.click(group.getByRole('button', { name: '删除第3项照片1' }));
  expect(pending()).toBe('1');
  isOnline = true;
  fireEvent(window, new Event('online'));
  expect(await group.findByRole('img', { name: '第3项照片1' })).toBeInTheDocument();
  expect(pending()).toBe('0');
});

it('one that the server refuses says why and does not stay', async () => {
  const { take } = show(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg']);
  take('six.jpg', 'seven.jpg');
  expect(await screen.findByText('最多6张照片')).toBeInTheDocument();
  expect(pending()).toBe('0');
});

it('a file that is no picture says so', async () => {
  const { take, calls } = show(['1.jpg']);
  take('broken.jpg');
  expect(await screen.findByText('无法读取该图片')).toBeInTheDocument();
  expect(calls).toEqual([]);
});

it('with six photos there is no button for another one', async () => {
  const { group } = show(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg']);
  await answered();
  expect(group.queryByRole('button', { name: /添加照片/ })).toBeNull();
});
