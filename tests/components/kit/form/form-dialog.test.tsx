import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Toaster } from 'sonner';
import { z } from 'zod';
import { FormAutocomplete } from '@/components/kit/form/autocomplete-field';
import { FormDialog } from '@/components/kit/form/form-dialog';
import { FormPasswordField } from '@/components/kit/form/password-field';
import { FormTextField } from '@/components/kit/form/text-field';
import { SmsError } from '@/lib/platform/client/client';
import { renderApp } from '../../support/render';

const Person = z.object({
  user: z.object({ name: z.string().min(1, '请输入名称').max(200, 'tooLong') }),
  branch: z.string().nullable(),
  password: z.string(),
});
type Person = z.infer<typeof Person>;

function Example({ onSubmit, onClose }: { onSubmit: (values: Person) => Promise<void>; onClose: () => void }) {
  const form = useForm<Person>({
    resolver: zodResolver(Person),
    defaultValues: { user: { name: '' }, branch: null, password: '' },
  });
  return (
    <FormDialog isOpen title="编辑" form={form} onSubmit={onSubmit} onClose={onClose}>
      <FormTextField<Person> name="user.name" label="名称" />
      <FormAutocomplete<Person>
        name="branch"
        label="分公司"
        choices={[
          { value: 'SH', label: '上海' },
          { value: 'BJ', label: '北京' },
        ]}
      />
      <FormPasswordField<Person> name="password" label="密码" />
    </FormDialog>
  );
}

function open(onSubmit: (values: Person) => Promise<void> = () => Promise.resolve()) {
  const onClose = jest.fn();
  renderApp(
    <>
      <Example onSubmit={onSubmit} onClose={onClose} />
      <Toaster />
    </>,
  );
  return { onClose, name: screen.getByLabelText('名称'), save: screen.getByRole('button', { name: '保存' }) };
}

describe('a form in a dialog', () => {
  it('asks before the page is reloaded or a link is followed, once something is typed', async () => {
    const { name } = open();
    const link = document.body.appendChild(document.createElement('a'));
    link.href = '/elsewhere';
    const leaves = (event: Event, target: EventTarget = window) => target.dispatchEvent(event);
    const unload = () => new Event('beforeunload', { cancelable: true });
    const click = () => new MouseEvent('click', { cancelable: true, bubbles: true });
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    // jsdom follows no link: who keeps the page is what counts.
    link.addEventListener('click', (event) => event.preventDefault());
    const reached = jest.fn();
    link.addEventListener('click', reached);
    expect(leaves(unload())).toBe(true);
    await userEvent.type(name, '陈');
    expect(leaves(unload())).toBe(false);
    leaves(click(), link);
    expect(confirm).toHaveBeenCalledWith('当前内容尚未保存，关闭后将丢失。');
    expect(reached).not.toHaveBeenCalled();
    confirm.mockReturnValue(true);
    leaves(click(), link);
    expect(reached).toHaveBeenCalledTimes(1);
    expect(leaves(unload())).toBe(true);
    confirm.mockRestore();
    link.remove();
  });

  it('asks before the browser’s back button leaves the page, once something is typed', async () => {
    const navigation = new EventTarget();
    Object.defineProperty(window, 'navigation', { value: navigation, configurable: true });
    const { name } = open();
    const goes = (url: string, navigationType = 'traverse', sameDocument = true) =>
      navigation.dispatchEvent(
        Object.assign(new Event('navigate', { cancelable: true }), {
          navigationType,
          destination: { url: new URL(url, location.href).href, sameDocument },
        }),
      );
    const confirm = jest.spyOn(window, 'confirm').mockReturnValue(false);
    expect(goes('/elsewhere')).toBe(true);
    await userEvent.type(name, '陈');
    expect(goes('/elsewhere')).toBe(false);
    expect(confirm).toHaveBeenCalledTimes(1);
    // Another document asks by itself, and a place on this page is no way out.
    expect(goes('/elsewhere', 'traverse', false)).toBe(true);
    expect(goes('#below')).toBe(true);
    expect(goes('/elsewhere', 'push')).toBe(true);
    expect(confirm).toHaveBeenCalledTimes(1);
    confirm.mockReturnValue(true);
    expect(goes('/elsewhere')).toBe(true);
    confirm.mockRestore();
    Reflect.deleteProperty(window, 'navigation');
  });

  it('shows the first rule that is broken under its field and sends nothing', async () => {
    const onSubmit = jest.fn();
    const { save, name } = open(onSubmit);
    await userEvent.click(save);
    expect(await screen.findByText('请输入名称')).toBeInTheDocument();
    expect(name).toHaveAttribute('aria-invalid', 'true');
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('[CONV-015] takes at most 200 characters, [CONV-016] trims them, but never a password', async () => {
    const onSubmit = jest.fn().mockResolvedValue(undefined);
    const { save, name, onClose } = open(onSubmit);
    expect(name).toHaveAttribute('maxlength', '200');
    await userEvent.type(name, '  陈敏 ');
    await userEvent.type(screen.getByLabelText('密码'), ' Geheim 1 ');
    await userEvent.click(screen.getByLabelText('分公司'));
    await userEvent.click(await screen.findByRole('option', { name: '北京' }));
    await userEvent.click(save);
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(onSubmit).toHaveBeenCalledWith({ user: { name: '陈敏' }, branch: 'BJ', password: ' Geheim 1 ' });
  });

  it('is locked while saving', async () => {
    let finish = () => {};
    const { save, name, onClose } = open(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await userEvent.type(name, '陈敏');
    await userEvent.click(save);
    await waitFor(() => expect(name).toBeDisabled());
    expect(screen.getByRole('button', { name: '取消' })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    finish();
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  it('puts what the server refuses under the field and stays open', async () => {
    const refusal = new SmsError(400, '昵称只能包含中英文、数字和下划线', 'validation_failed', {
      fieldErrors: { 'user.name': '昵称只能包含中英文、数字和下划线' },
    });
    const { save, name, onClose } = open(() => Promise.reject(refusal));
    await userEvent.type(name, '?');
    await userEvent.click(save);
    expect(await screen.findByText('昵称只能包含中英文、数字和下划线')).toBeInTheDocument();
    await waitFor(() => expect(name).toHaveFocus());
    expect(onClose).not.toHaveBeenCalled();
  });

  it("[CONV-020] shows any other refusal as a toast with the server's words and stays open", async () => {
    const { save, name, onClose } = open(() => Promise.reject(new SmsError(409, '角色A已存在', 'conflict', null)));
    await userEvent.type(name, 'x');
    await userEvent.click(save);
    expect(await screen.findByText('角色A已存在')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('asks before unsaved changes are lost', async () => {
    const { name, onClose } = open();
    await userEvent.type(name, 'x');
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: '继续编辑' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: '取消' }));
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('closes at once when nothing was changed', async () => {
    const { onClose } = open();
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('shows and hides a password on demand', async () => {
    open();
    const password = screen.getByLabelText('密码');
    expect(password).toHaveAttribute('type', 'password');
    await userEvent.click(screen.getByRole('button', { name: '显示密码' }));
    expect(password).toHaveAttribute('type', 'text');
  });
});
