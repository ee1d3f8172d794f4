import { screen } from '@testing-library/react';
import { reportProblemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { renderApp } from '../../support/render';

it.each([
  [400, '开始月和结束月不能大于12个月'],
  [404, '该日没有双周报'],
])(
  '[MONTH-005] a report that there is none of says why, not that its unit or project does not exist: %s',
  (code, message) => {
    renderApp(<DetailMessage kind={reportProblemOf(code)} message={message} id="P-1" />);
    expect(screen.getByText(message)).toBeVisible();
    expect(screen.queryByText(/P-1/)).toBeNull();
  },
);
