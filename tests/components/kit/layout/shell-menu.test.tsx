import { renderToString } from 'react-dom/server';
import { Shell } from '@/components/kit/layout/shell';
import { shellMenuOf, shellTitleOf } from '@/components/kit/layout/shell-menu';
import { ROUTES, type Route } from '@/lib/routes';
import { App } from '../../support/render';
import { titleIn } from '../../support/titles';

jest.mock('next/navigation', () => ({ usePathname: () => '/', useRouter: () => ({}) }));

const title = titleIn('zh-CN');
const BUILT = ROUTES.filter(({ isBuilt }) => isBuilt);
const FORTY: readonly Route[] = Array.from({ length: 40 }, (_, index) => ({
  path: `/another${index}`,
  key: `another${index}`,
  place: 'portal',
  read: ['REPORT_READ'],
  menu: { group: 'equipment' },
  isBuilt: true,
}));
const titleOfAny = (key: string) => (key.startsWith('another') ? `又一个页面 ${key}` : title(key));
const holder = (...authorities: string[]) => ({ userType: 1 as const, authorities: new Set(authorities) });
const bytes = (text: string) => Buffer.byteLength(text);

/** What the frame of a page sends for a menu: its HTML, and the menu once more as data. */
function cost(menu: ReturnType<typeof shellMenuOf>): number {
  const html = renderToString(
    <App>
      <Shell tools={null} menu={menu} isInitiallyFolded={false} footer={null}>
        content
      </Shell>
    </App>,
  );
  return bytes(html) + bytes(JSON.stringify(menu));
}

describe('the menu that a page carries', () => {
  it('is the same after forty more screens for somebody who may open none of them', () => {
    const of = (routes: readonly Route[]) => shellMenuOf(holder('EQUIPMENT_READ'), titleOfAny, routes);
    expect(of([...BUILT, ...FORTY])).toEqual(of(BUILT));
    expect(of(BUILT).groups.flatMap(({ entries }) => entries.map(({ href }) => href))).toEqual([
      '/equipmentlist',
      '/saptdContract',
      '/anualInspection',
    ]);
  });

  it('grows by no more than 350 bytes for each screen that stands in it', () => {
    const all = holder('EQUIPMENT_READ', 'REPORT_READ');
    const more = cost(shellMenuOf(all, titleOfAny, [...BUILT, ...FORTY])) - cost(shellMenuOf(all, titleOfAny, BUILT));
    expect(more).toBeGreaterThan(0);
    expect(more / FORTY.length).toBeLessThan(350);
  });

  it('knows the title of every page of the layout that the person may open, with its group, and of no other', () => {
    const menu = shellMenuOf(holder('EQUIPMENT_READ'), title, BUILT);
    expect(shellTitleOf(menu, '/equipmentlist')).toEqual({ label: '设备列表', group: '设备管理' });
    expect(shellTitleOf(menu, '/campus')).toEqual({ label: '综合监控', group: '监控' });
    expect(shellTitleOf(menu, '/locallog')).toEqual({ label: '本地日志' });
    expect(shellTitleOf(menu, '/unsubscribe')).toEqual({ label: title('unsubscribe') });
    expect(shellTitleOf(menu, '/')).toEqual({ label: '首页' });
    expect(shellTitleOf(menu, '/roleList')).toBeUndefined();
    expect(JSON.stringify(menu)).not.toContain(title('roleList'));
  });
});
