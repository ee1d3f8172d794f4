import { waitFor } from '@testing-library/react';
import { useUnread } from '@/components/campus/messages/use-unread';
import { answerCalls, answered, renderApp } from '../../support/render';

function Tabs() {
  useUnread('event', 0);
  return null;
}

it('a wall that is left while its messages are being marked as read leaves no error behind', async () => {
  let mark = () => undefined as void;
  const calls = answerCalls(({ path }) =>
    path === 'notification/read'
      ? new Promise((resolve) => (mark = () => resolve({ code: 200 })))
      : { code: 200, data: { event: 1, service: 0, announcement: 0, diagnose: 0 } },
  );
  const { unmount } = renderApp(<Tabs />);
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain('notification/read'), { timeout: 10_000 });
  unmount();
  mark();
  // What nobody catches fails the test.
  await answered();
});
