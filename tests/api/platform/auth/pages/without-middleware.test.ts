import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { sessionCookieHeader } from '@/lib/platform/auth/sessions/request';
import { createSession } from '@/lib/platform/auth/tokens/tokens';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { ROUTES } from '@/lib/routes';
import type { Route } from '@/lib/routes';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { expectedAt, mayCall } from '../../../../support/expected-access';
import { isFull } from '../../../../support/full';
import type { PageOutcome } from '../../../../support/page-outcome';
import { AIRPORT_PROJECT, PERSONA_NAMES, persona } from '../../../../support/personas';
import type { Persona } from '../../../../support/personas';
import { Browser } from '../../../../support/sms-client';
import { useDataDir } from '../../../support/data-dir';
import { useFreshDatabase } from '../../../support/database';
import { createAccessWorld, forbiddenWords, openAllAuthorities, OWNERS, PLACES, words } from '../support/access-world';
import { startWithoutMiddleware } from '../support/portal-without-middleware';
import type { Portal } from '../support/portal-without-middleware';

/**
 * The middleware protects nothing by itself: a portal built without it is asked over HTTP for every page and every
 * operation, by everybody and nobody, and tells nobody what is not theirs. It builds the portal, so it runs when it is asked for:
 * `npm run test:full -- api -- tests/api/platform/auth/pages/without-middleware`, and in every `npm run test:full`.
 */
const whenAsked = isFull ? describe : describe.skip;

const WHO: readonly (Persona | null)[] = [null, ...PERSONA_NAMES.map(persona)];
const nameOf = (who: Persona | null) => who?.username ?? 'visitor';
/** Has no rows at all, so that every word is somebody else's. */
const STRANGER: Persona = {
  username: 'stranger',
  userType: 1,
  customerType: 2,
  branchCode: null,
  projects: [],
  branches: [],
  authorities: [],
};
const EVERY_WORD = forbiddenWords(STRANGER);
/** The header of a page says to everybody who they are. */
const ownNick = (who: Persona | null) => OWNERS.filter(({ username }) => username === who?.username).map(words.nick);

/** As a browser opens a page, as the portal's own links load it, and as they load it ahead. */
const WAYS: Readonly<Record<string, Record<string, string>>> = {
  document: { accept: 'text/html' },
  'part of a page': { rsc: '1' },
  'part ahead of time': { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
};
/** Every page; those about one unit for every unit, and lists as long as they get. */
const addressesOf = ({ path, isBuilt }: Route) =>
  isBuilt
    ? [
        path,
        `${path}?pageSize=200`,
        ...(path.startsWith('/monitor/') ? PLACES.map(({ unit }) => `${path}?equipmentNo=${unit}`) : []),
      ]
    : [path];

interface Shown {
  readonly status: number;
  readonly outcome: PageOutcome | 'nothing';
  readonly text: string;
}

whenAsked('a portal without its middleware', () => {
  useFreshDatabase();
  useDataDir();
  let portal: Portal;
  beforeAll(async () => {
    process.env.AIRPORT_PROJECT_IDS = AIRPORT_PROJECT;
    resetConfig();
    await createAccessWorld();
    portal = await startWithoutMiddleware((url) => {
      process.env.PUBLIC_URL = url;
      resetConfig();
    });
  }, 900_000);
  afterAll(async () => {
    await portal?.stop();
    await closePortal();
    for (const name of ['AIRPORT_PROJECT_IDS', 'PUBLIC_URL']) Reflect.deleteProperty(process.env, name);
  });

  async function cookieOf(who: Persona | null): Promise<string> {
    if (!who) return '';
    const { sessionId } = await db().$transaction((sql) =>
      createSession(sql, { username: who.username, ip: '192.0.2.1', userAgent: 'test' }),
    );
    const browser = new Browser();
    const headers = new Headers();
    for (const line of await sessionCookieHeader(sessionId, { headers: new Headers() }))
      headers.append('set-cookie', line);
    browser.take(headers);
    return browser.header();
  }

  /** Where an answer leads: by its status, or inside a page that had begun already. */
  function outcomeOf(status: number, location: string | null, text: string): Shown['outcome'] {
    const to =
      location ??
      /NEXT_REDIRECT;(?:replace|push);([^;]+);/.exec(text)?.[1] ??
      /http-equiv="refresh" content="\d+;url=([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    if (to) {
      const { pathname, search } = new URL(to, portal.url);
      return `to ${pathname}${search}`;
    }
    if (status === 403 || text.includes('NEXT_HTTP_ERROR_FALLBACK;403')) return 'no permission';
    return status === 404 || text.includes('NEXT_HTTP_ERROR_FALLBACK;404') ? 'nothing' : 'page';
  }

  async function open(address: string, cookie: string, way: Record<string, string>): Promise<Shown> {
    const response = await fetch(`${portal.url}${address}`, {
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...way },
    });
    const [text, location] = [await response.text(), response.headers.get('location')];
    // A part of a page is named anew by what was asked of it.
    if (location !== null && !address.includes('_rsc') && /[?&]_rsc\b/.test(location)) {
      const { pathname, search } = new URL(location, portal.url);
      return open(`${pathname}${search}`, cookie, way);
    }
    return { status: response.status, outcome: outcomeOf(response.status, location, text), text };
  }

  const placeOf = (outcome: string) => outcome.replace(/\?.*/, '');
  const told = (text: string, forbidden: readonly string[]) => forbidden.filter((word) => text.includes(word));

  /** What is wrong with a page for somebody, in words. */
  async function faultsAt(
    target: Route,
    who: Persona | null,
    cookie: string,
  ): Promise<{ faults: string[]; text: string }> {
    const faults: string[] = [];
    let seen = '';
    for (const address of addressesOf(target)) {
      const query = address.slice(target.path.length);
      for (const [way, headers] of Object.entries(WAYS)) {
        const { outcome, status, text } = await open(address, cookie, headers);
        const expected = target.isBuilt ? expectedAt(target, who, true) : 'nothing';
        // A page loaded ahead may be its outline only; whoever signed in already is led on from a public page by the middleware alone.
        const isAsked = way !== 'part ahead of time' && target.place !== 'public';
        if (isAsked && placeOf(outcome) !== placeOf(expected))
          faults.push(`${address}, ${way}: ${outcome} (${status}) instead of ${expected}`);
        if (status >= 500) faults.push(`${address}, ${way}: ${status}`);
        const forbidden =
          expected === 'page' && who ? forbiddenWords(who) : EVERY_WORD.filter((word) => !ownNick(who).includes(word));
        const words = told(text, forbidden);
        if (words.length > 0) faults.push(`${address}, ${way}: tells ${words.join(', ')}`);
        seen += expected === 'page' && query !== '' ? text : '';
      }
    }
    return { faults, text: seen };
  }

  async function walk(who: Persona | null): Promise<string> {
    const cookie = await cookieOf(who);
    const faults: string[] = [];
    let text = '';
    for (const target of ROUTES) {
      const found = await faultsAt(target, who, cookie);
      faults.push(...found.faults);
      text += found.text;
    }
    expect(faults).toEqual([]);
    return text;
  }

  it('is one: pages come without what the middleware adds, and an address in another spelling is none', async () => {
    const response = await fetch(`${portal.url}/login`);
    // The thin server's policy stands on every answer; the middleware's has a nonce for the scripts of the page.
    const policy = response.headers.get('content-security-policy') ?? '';
    expect([response.status, policy.includes("default-src 'none'"), policy.includes('nonce-')]).toEqual([
      200,
      true,
      false,
    ]);
    expect((await open('/Login', '', {})).outcome).toBe('nothing');
  });

  it.each(WHO.map((who) => [nameOf(who), who] as const))(
    'shows %s no page that is not theirs, and on the others nothing that is not',
    async (_name, who) => {
      const text = await walk(who);
      // Pages do show something: the head office everything that lists hold.
      if (who?.username === 'platformAdmin')
        expect(
          PLACES.flatMap((place) => [words.unit(place), words.project(place)]).filter((word) => !text.includes(word)),
        ).toEqual([]);
    },
    600_000,
  );

  it.each(WHO.map((who) => [nameOf(who), who] as const))(
    'answers no operation to %s without the authority',
    async (_name, who) => {
      const cookie = await cookieOf(who);
      const faults: string[] = [];
      for (const operation of OPERATIONS) {
        const expected = mayCall(operation, who);
        // Boxes and brokers are answered by the gateway, which has no pages.
        if (expected === 'yes' || operation.access.kind === 'cube' || operation.access.kind === 'internal') continue;
        const path = operation.path.replace(/\{\w+\}/g, 'E-1');
        const response = await fetch(`${portal.url}/sms/${path}`, {
          method: operation.method,
          headers: { cookie, origin: portal.url, 'content-type': 'application/json' },
          ...(operation.method === 'GET'
            ? {}
            : { body: '{"pageSize":200,"equipmentNo":"E-1","username":"customerLite","projectId":"P-1"}' }),
        });
        const text = await response.text();
        if (response.status !== (expected === 'no' ? 403 : 401) || told(text, EVERY_WORD).length > 0)
          faults.push(`${operation.name}: ${response.status} ${text.slice(0, 80)}`);
      }
      expect(faults).toEqual([]);
    },
    120_000,
  );

  it.each(WHO.filter((who) => who !== null).map((who) => [who.username, who] as const))(
    'shows %s with every authority only their own rows',
    async (_name, who) => {
      await openAllAuthorities();
      await walk({ ...who, authorities: AUTHORITIES });
    },
    600_000,
  );
});
