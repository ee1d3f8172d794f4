import { act, render } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { SWRConfig } from 'swr';
import { ThemeProvider as MuiThemeProvider } from '@mui/material/styles';
import { muiTheme } from '@/components/kit/theme/mui-theme';
import type { Language } from '@/lib/platform/i18n/languages';
import { CLIENT_NAMESPACES } from '@/lib/platform/i18n/namespaces';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';

/** The messages a page gets in the browser. */
export function messagesOf(language: Language): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    CLIENT_NAMESPACES.map((namespace) => [
      namespace,
      jest.requireActual<Record<string, unknown>>(`@/messages/${language}/${namespace}.json`),
    ]),
  );
}

export function Texts({
  children,
  language = 'zh-CN',
}: {
  readonly children: ReactNode;
  readonly language?: Language;
}) {
  return (
    <NextIntlClientProvider locale={language} messages={messagesOf(language) as never} timeZone={TIME_ZONE}>
      {children}
    </NextIntlClientProvider>
  );
}

export function App({ children, language }: { readonly children: ReactNode; readonly language?: Language }) {
  return (
    <Texts language={language}>
      <MuiThemeProvider theme={muiTheme}>
        <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>{children}</SWRConfig>
      </MuiThemeProvider>
    </Texts>
  );
}

/** Renders as a page would: texts, colours and an empty call cache. */
export function renderApp(ui: ReactNode, language?: Language) {
  return render(<App language={language}>{ui}</App>);
}

export interface Call {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

type Answer = { code: number; message?: string; data?: unknown; error?: string };

let underway: Promise<unknown>[] = [];

const { setTimeout: soon } = globalThis;
const READS_AT_ONCE = Number(process.versions.node.split('.')[0]) >= 24;

/** Its body comes after it, as from a network; Node.js 24 reads it within the same turn, before a short test is over. */
function answerOf(envelope: Answer): Response {
  const response = new Response(JSON.stringify(envelope), {
    status: envelope.code,
    headers: { 'content-type': 'application/json' },
  });
  const read = response.json.bind(response);
  response.json = async () => {
    // Where the clock is the test's own, it turns it itself.
    if (READS_AT_ONCE && globalThis.setTimeout === soon) await new Promise((resolve) => soon(resolve));
    return read() as Promise<unknown>;
  };
  return response;
}

/** Answers calls of `/sms/` at the network; returns what was asked, in order. Restore with `jest.restoreAllMocks()`. */
export function answerCalls(answer: (call: Call) => Answer | Promise<Answer>): Call[] {
  const calls: Call[] = [];
  const respond = async (input: RequestInfo | URL, init?: RequestInit) => {
    const call = {
      path: String(input).replace(/^\/sms\//, ''),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {},
      headers: new Headers(init?.headers),
    };
    calls.push(call);
    const envelope = { message: '', data: null, ...(await answer(call)) };
    return answerOf(envelope);
  };
  underway = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const response = respond(input, init);
    underway.push(response);
    return response;
  });
  return calls;
}

/** Waits until everything asked for so far is answered and drawn: what comes after a test would be drawn outside of it. */
export const answered = () =>
  act(async () => {
    await Promise.all(underway);
    // The body of an answer is read after it has come.
    await new Promise((resolve) => setTimeout(resolve));
  });
