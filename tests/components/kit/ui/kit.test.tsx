import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Age } from '@/components/kit/ui/age';
import { DeleteDialog } from '@/components/kit/ui/confirm-dialog';
import { Cover } from '@/components/kit/ui/cover';
import { CutText } from '@/components/kit/ui/cut-text';
import { STATUS_KINDS, STATUS_LOOK } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { EmptyState, ErrorState } from '@/components/kit/ui/states';
import { renderApp } from '../../support/render';

describe('a state', () => {
  it.each(STATUS_KINDS)('%s is told by a word and a shape, not by colour alone', (status) => {
    const { container } = renderApp(<StatusPill status={status} />);
    expect(container.textContent).toMatch(/[\u4e00-\u9fff]/);
    expect(container.querySelector('svg')?.innerHTML).not.toBe('');
  });

  it('gives what is loud a shape of its own', () => {
    const loud = (['fault', 'trapped', 'disconnected', 'offline', 'inspection', 'service', 'running'] as const).map(
      (status) => STATUS_LOOK[status].shape,
    );
    expect(new Set(loud).size).toBe(loud.length);
  });

  it('may carry the words of the page instead', () => {
    renderApp(<StatusPill status="running">上行</StatusPill>, 'en');
    expect(screen.getByText('上行')).toBeInTheDocument();
  });
});

describe('[CONV-026] the age of a value', () => {
  beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-21T06:00:00Z') }));
  afterEach(() => jest.useRealTimers());

  it('keeps itself true while time passes, and says when it is stale', () => {
    renderApp(<Age at={Date.now() - 58_000} staleAfterMs={120_000} />);
    expect(screen.getByText('刚刚')).toHaveAttribute('title', '2026-11-21 13:59:02');
    act(() => void jest.advanceTimersByTime(3000));
    expect(screen.getByText('1 分钟前')).not.toHaveAttribute('data-stale');
    act(() => void jest.advanceTimersByTime(60_000));
    expect(screen.getByText('2 分钟前')).toHaveAttribute('data-stale');
    expect(screen.getByText('数据已过时')).toBeInTheDocument();
  });

  it('counts seconds where they matter, in both languages', () => {
    renderApp(<Age at={Date.now() - 4200} isPrecise wrap={(age) => `<${age}>`} />, 'en');
    expect(screen.getByText('<4 s ago>')).toBeInTheDocument();
  });

  it('admits that there is no value yet', () => {
    renderApp(<Age at={undefined} />);
    expect(screen.getByText('尚无数据')).toBeInTheDocument();
  });
});

describe('[CONV-018] deleting', () => {
  it('asks first and names the thing; the safe answer has the focus', async () => {
    const onConfirm = jest.fn();
    const onClose = jest.fn();
    renderApp(<DeleteDialog isOpen name="滨江国际中心" onConfirm={onConfirm} onClose={onClose} />);
    expect(screen.getByRole('alertdialog')).toHaveTextContent('确定删除“滨江国际中心”吗？');
    expect(screen.getByRole('button', { name: '取消' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: '删除' }));
    expect(onConfirm).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('covers and states', () => {
  it('interrupt for a fault and only mention that something is offline', () => {
    renderApp(
      <>
        <Cover tone="fault" title="A" />
        <Cover tone="offline" title="B" name="cover-3" />
      </>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('A');
    expect(screen.getByRole('status')).toHaveAttribute('data-cover', 'cover-3');
  });

  it('[CONV-025] say 暂无数据 where nothing is', () => {
    renderApp(<EmptyState />);
    expect(screen.getByRole('status')).toHaveTextContent('暂无数据');
  });

  it('offer to repeat a failed load in its place (readings 23)', async () => {
    const onRetry = jest.fn();
    renderApp(<ErrorState onRetry={onRetry} requestId="r-1" />);
    expect(screen.getByRole('alert')).toHaveTextContent('r-1');
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});

describe('a cut text', () => {
  it('shows as many characters as agreed and the rest on demand, by keyboard too', async () => {
    jest.useFakeTimers();
    renderApp(<CutText limit={10}>项目一、项目二、项目三、项目四</CutText>);
    const cut = screen.getByText('项目一、项目二、项…');
    expect(cut).toHaveAttribute('tabindex', '0');
    fireEvent.mouseOver(cut);
    act(() => void jest.advanceTimersByTime(500));
    expect(screen.getByRole('tooltip')).toHaveTextContent('项目一、项目二、项目三、项目四');
    jest.useRealTimers();
  });
});
