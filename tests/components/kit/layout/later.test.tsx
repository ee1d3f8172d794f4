import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider, useTranslations } from 'next-intl';
import { useState, type ComponentType } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { later } from '@/components/kit/layout/later';
import { renderApp } from '../../support/render';

interface Props {
  readonly onClose: () => void;
}

function Dialog({ onClose }: Props) {
  const t = useTranslations('list');
  return (
    <div role="dialog" aria-label={t('filters.label')}>
      <button onClick={onClose}>close</button>
    </div>
  );
}

/** A page of which only the root's words travel, and its button. */
function Page({ Later }: { readonly Later: ComponentType<Props> }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <NextIntlClientProvider
      locale="zh-CN"
      messages={{ error: { chunkFailed: '加载失败' }, common: { state: { loading: '正在加载' } } }}
    >
      <button onClick={() => setIsOpen(true)}>open</button>
      {isOpen && <Later onClose={() => setIsOpen(false)} />}
    </NextIntlClientProvider>
  );
}

const open = () => userEvent.click(screen.getByRole('button', { name: 'open' }));

describe('what opens on a click', () => {
  it('comes with its code and its words, once, and not before it is wanted', async () => {
    const load = jest.fn(() => Promise.resolve(Dialog));
    renderApp(<Page Later={later(load, ['list'])} />);
    expect(load).not.toHaveBeenCalled();
    for (let turn = 0; turn < 2; turn += 1) {
      await open();
      expect(await screen.findByRole('dialog', { name: '筛选条件' })).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'close' }));
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    }
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('says that it did not come, leaves the page as it is, and is tried again at the next click', async () => {
    const said = jest.spyOn(toast, 'error').mockReturnValue('');
    const load = jest.fn(() => Promise.resolve(Dialog)).mockRejectedValueOnce(new Error('Loading chunk 7 failed'));
    renderApp(<Page Later={later(load, ['list'])} />);
    await open();
    await waitFor(() => expect(said).toHaveBeenCalledWith('加载失败'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await open();
    expect(await screen.findByRole('dialog', { name: '筛选条件' })).toBeVisible();
    said.mockRestore();
  });
});
