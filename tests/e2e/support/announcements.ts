import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PNG } from '../../support/sample-files';

/** Calls about announcements, as the page makes them. */

interface Answer<T> {
  readonly code: number;
  readonly data: T;
}
/** A call as the page makes it. */
export const call = <T>(page: Page, method: string, path: string, body?: object): Promise<Answer<T>> =>
  page.evaluate(
    async ([verb, target, content]) => {
      const response = await fetch(`/sms/${target}`, {
        method: verb,
        headers: { 'Content-Type': 'application/json', 'X-Session': 'cookie' },
        ...(content === null ? {} : { body: content }),
      });
      return (await response.json()) as never;
    },
    [method, path, body ? JSON.stringify(body) : null] as const,
  );
/** @returns the address of a picture that was sent in for an announcement */
export const upload = (page: Page): Promise<string> =>
  page.evaluate(
    async (bytes) => {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' }));
      const response = await fetch('/sms/file/upload/sms/announcement', {
        method: 'POST',
        headers: { 'X-Session': 'cookie' },
        body: form,
      });
      return `/sms/file/view/${((await response.json()) as Answer<{ path: string }>).data.path}`;
    },
    [...PNG],
  );
/** Saves a draft, for head office where the form names nobody else. @returns its id */
export const save = async (page: Page, form: object): Promise<string> => {
  const { code, data } = await call<{ id: string }>(page, 'POST', 'announcement/saveOrUpdate', {
    title: '公告',
    message: '<p>x</p>',
    receivingMethod: 1,
    audience: { kind: 'userType', values: ['0'] },
    ...form,
  });
  expect(code).toBe(200);
  return data.id;
};
