import { fireEvent, screen } from '@testing-library/react';
import { MiddleText } from '@/components/kit/ui/middle-text';
import { renderApp } from '../../support/render';

const NAME = '上海虹桥国际机场T2航站楼 3#';
const heightsOf = (element: HTMLElement, scrollHeight: number, clientHeight: number) =>
  Object.defineProperties(element, {
    scrollHeight: { value: scrollHeight, configurable: true },
    clientHeight: { value: clientHeight, configurable: true },
  });

describe('a name that may lose its middle', () => {
  it('stands whole in the page once, for whoever reads or copies it', () => {
    renderApp(<MiddleText>{NAME}</MiddleText>);
    expect(screen.getByText(NAME)).toBeInTheDocument();
    expect(document.body.textContent).toContain(NAME);
    expect(document.body.textContent?.split('3#')).toHaveLength(2);
  });
  it('says its whole by pointer and keyboard where it is cut, and only there', () => {
    renderApp(<MiddleText>{NAME}</MiddleText>);
    const line = screen.getByText(NAME).parentElement as HTMLElement;
    fireEvent.mouseEnter(heightsOf(line, 20, 20));
    expect(line).not.toHaveAttribute('data-hint');
    fireEvent.mouseEnter(heightsOf(line, 40, 20));
    expect(line).toHaveAttribute('data-hint', NAME);
    expect(line.tabIndex).toBe(0);
  });
  it('a sentence has two lines, and says its whole where it needs a third', () => {
    renderApp(<MiddleText isSentence>{NAME}</MiddleText>);
    const lines = screen.getByText(NAME).parentElement as HTMLElement;
    expect(lines).toHaveAttribute('data-sentence');
    fireEvent.mouseEnter(heightsOf(lines, 35, 35));
    expect(lines).not.toHaveAttribute('data-hint');
    fireEvent.mouseEnter(heightsOf(lines, 52, 35));
    expect(lines).toHaveAttribute('data-hint', NAME);
  });
});
