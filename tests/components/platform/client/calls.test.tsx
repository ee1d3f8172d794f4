import { screen } from '@testing-library/react';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { queryEquipment } from '@/lib/features/equipment/contract';
import { callSms } from '@/lib/platform/client/client';
import { useSms } from '@/lib/platform/client/hooks';
import { renderApp } from '../../support/render';

afterEach(() => jest.restoreAllMocks());

const PAGE = { total: 7, pages: 1, size: 15, current: 1, records: [] };

/** What tables and tabs are made of: data, or the failure. */
function Total() {
  const { data, error } = useSms(queryEquipment, {});
  if (error) return <ErrorState text={error.message} />;
  return data ? <p>total {data.total}</p> : <LoadingState />;
}

function answer(status: number, envelope: object) {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response(JSON.stringify(envelope), { status, headers: { 'content-type': 'application/json' } }),
    );
}

it('[CONV-002] a table or tab acts on code 200 only, whatever the HTTP status says', async () => {
  answer(200, { code: 500, message: '系统异常，请稍后重试', data: PAGE, error: 'server_error' });
  const { unmount } = renderApp(<Total />);
  expect(await screen.findByText('系统异常，请稍后重试')).toBeVisible();
  expect(screen.queryByText('total 7')).toBeNull();
  unmount();
  answer(200, { code: 200, message: 'success', data: PAGE });
  renderApp(<Total />);
  expect(await screen.findByText('total 7')).toBeVisible();
});

it('[CONV-004] a request that is not answered in 60 s ends as a time-out', async () => {
  const clock = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  jest.spyOn(globalThis, 'fetch').mockImplementation(
    (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      }),
  );
  const call = callSms(queryEquipment, {});
  clock.abort();
  await expect(call).rejects.toMatchObject({ code: 504, error: 'gateway_timeout' });
  expect(timeout).toHaveBeenCalledWith(60_000);
});
