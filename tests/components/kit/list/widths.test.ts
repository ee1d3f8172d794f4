import { inTwoLines } from '@/components/kit/list/head-words';
import { shareWidths, shortOf, tracksOf } from '@/components/kit/list/widths';
import { cutInTwo } from '@/components/kit/ui/cut-in-two';

const words = (natural: number) => ({ natural });
const name = (natural: number, least = 100) => ({ natural, least });

describe('the columns of a list share its width', () => {
  it('each is as wide as its words, and what is left goes to the names', () => {
    expect(shareWidths([words(80), name(150), words(120)], 500)).toEqual([80, 300, 120]);
  });
  it('names are whole before a long text takes the room', () => {
    expect(shareWidths([name(160), name(2600), words(100)], 700)).toEqual([160, 440, 100]);
  });
  it('where the room is scarce names keep their least width and nothing else gives way', () => {
    expect(shareWidths([words(300), name(240), words(250)], 600)).toEqual([300, 100, 250]);
  });
  it('the sum is the room to the pixel, so that nothing has to be scrolled', () => {
    const widths = shareWidths([words(81), name(200), name(200), name(200)], 1000);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(1000);
    expect(widths.every(Number.isInteger)).toBe(true);
  });
  it('the plain table says the same to the style sheet, and a width that a person drew stands', () => {
    const columns = [
      { field: 'state', label: 'State' },
      { field: 'name', label: 'Name', flex: true, minWidth: 140 },
      { field: 'remark', label: 'Remark', flex: true },
    ];
    expect(tracksOf(columns, { remark: 300 })).toEqual(['max-content', 'minmax(140px, auto)', '300px']);
  });
  it('a name never keeps less than the head of its column needs', () => {
    const columns = [{ field: 'nickName', label: 'Display name', flex: true, minWidth: 96 }];
    expect(tracksOf(columns, {})).toEqual(['minmax(130px, auto)']);
  });
  it('without a name the words themselves take what is left, and the actions do not', () => {
    expect(
      tracksOf(
        [
          { field: 'no', label: 'No.' },
          { field: 'actions', label: '' },
        ],
        {},
      ),
    ).toEqual(['minmax(max-content, auto)', 'max-content']);
  });
  it('words of later rows that are longer are found', () => {
    const cell = document.createElement('div');
    cell.dataset.field = 'state';
    cell.append(document.createElement('span'));
    Object.defineProperties(cell.firstElementChild, { scrollWidth: { value: 130 }, clientWidth: { value: 90 } });
    expect([...shortOf([cell])]).toEqual([['state', 40]]);
  });
});

describe('a text without room', () => {
  it('loses its middle, and its end stays', () => {
    expect(cutInTwo('上海虹桥国际机场T2航站楼 3#')).toEqual(['上海虹桥国际机场T2航', '站楼 3#']);
  });
  it('is never told twice where it is short', () => {
    for (const text of ['', '3#', '东塔', '王晓明']) expect(cutInTwo(text).join('')).toBe(text);
  });
});

describe('the head of a column', () => {
  it('takes two lines of about the same length where it is long', () => {
    expect(inTwoLines('Floor mapping configured')).toEqual(['Floor mapping', 'configured']);
    expect(inTwoLines('Last data')).toEqual(['Last data']);
    expect(inTwoLines('设备运行状态及楼层配置情况')).toEqual(['设备运行状态及楼层配置情况']);
  });
});
