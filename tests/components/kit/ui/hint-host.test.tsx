import { act, fireEvent, screen } from '@testing-library/react';
import { CutText } from '@/components/kit/ui/cut-text';
import { HintHost } from '@/components/kit/ui/hint-host';
import { ToolButton } from '@/components/kit/ui/tool-button';
import { renderApp } from '../../support/render';

const show = () =>
  renderApp(
    <>
      <ToolButton label="theme" hint="Theme" />
      <ToolButton label="language" hint="Language" />
      <ToolButton label="menu" />
      <HintHost />
    </>,
  );
const over = (name: string, pointerType = 'mouse') => {
  // jsdom has no PointerEvent of its own.
  const event = Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType });
  fireEvent(screen.getByRole('button', { name }), event);
};
const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('the hint of a button', () => {
  it('stands there after a moment under the pointer, follows it to the next button, and goes with Escape', async () => {
    show();
    over('theme');
    await wait(300);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    await wait(100);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Theme');
    over('language');
    await wait(600);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Language');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await wait(600);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('is none where nothing is said, and none that flashes under a pointer passing by', async () => {
    show();
    over('theme');
    await wait(100);
    over('menu');
    await wait(1000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  });

  it('comes to a finger that stays, not to one that taps', async () => {
    show();
    const button = screen.getByRole('button', { name: 'theme' });
    over('theme', 'touch');
    fireEvent.touchStart(button);
    await wait(200);
    fireEvent.touchEnd(button);
    await wait(1000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    fireEvent.touchStart(button);
    await wait(800);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Theme');
  });
});

describe('a text that fills its box', () => {
  const draw = (scrollWidth: number) => {
    renderApp(
      <>
        <CutText>滨江中心1号楼东侧乘客电梯</CutText>
        <HintHost />
      </>,
    );
    const text = screen.getByText('滨江中心1号楼东侧乘客电梯');
    Object.defineProperties(text, { scrollWidth: { value: scrollWidth }, clientWidth: { value: 100 } });
    fireEvent(text, Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType: 'mouse' }));
    return text;
  };

  it('stands whole in the hint where the box cuts it, and can be reached by keyboard then', async () => {
    const text = draw(200);
    await wait(400);
    expect(screen.getByRole('tooltip')).toHaveTextContent('滨江中心1号楼东侧乘客电梯');
    expect(text).toHaveAttribute('tabindex', '0');
  });

  it('has no hint where it fits', async () => {
    const text = draw(100);
    await wait(1000);
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
    expect(text).not.toHaveAttribute('tabindex');
  });
});
