import 'server-only';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ComponentType } from 'react';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { Operation } from '@/lib/platform/contract/operation';
import type { FilterParsers, ListDefinition } from './list-query';
import type { ListScreenProps } from './list-screen';
import { loadFirstPage } from './load-first-page';

interface PageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The title of a route's page, for `generateMetadata`. */
export const titleOf = (routeKey: string) => async (): Promise<Metadata> => ({
  title: (await getTranslations('routes'))(routeKey),
});

/** The page of a list: lets in who may open the route, loads the first rows and draws the screen. */
export function listPage<T extends Operation, F extends FilterParsers>(
  routeKey: string,
  list: ListDefinition<T, F> | ((holder: Holder) => ListDefinition<T, F>),
  Screen: ComponentType<ListScreenProps<ListDefinition<T, F>>>,
) {
  return async function ResourcePage({ searchParams }: PageProps) {
    const params = await searchParams;
    const holder = holderOf(await requirePage(routeKey, params));
    const definition = typeof list === 'function' ? list(holder) : list;
    return <Screen first={await loadFirstPage(definition, routeKey, params)} holder={holder} />;
  };
}
