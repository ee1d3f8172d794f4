import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SignDialog } from '@/components/maintenance/shared/sign-dialog';
import { MAX_SIGN_POINTS } from '@/lib/features/maintenance/value-sets';
import { renderList } from '../support/list-screen';

/** The customer's signature, drawn where a pen really was on the screen (readings 92). */

const NAME = '请输入签字人姓名';
const STROKES = '请在签字区签名';
/** Where the field stands on the screen, px; in the stored signature it is 1000 by 600. */
const FIELD = { left: 40, top: 200, width: 500, height: 300 } as DOMRect;
type Place = readonly [x: number, y: number];
interface Extra {
  readonly button?: number;
  readonly pointerId?: number;
  readonly getCoalescedEvents?: () => readonly Event[];
}

const job = {
  jobNo: 'M-1',
  equipmentName: '静安中心1号梯',
  equipmentNo: 'E-1',
  maintenanceType: 'YAE_ELE_BI',
  doneDate: '2028-02-29 10:00:00',
};
const onSigned = jest.fn();
const onClose = jest.fn();
beforeEach(() => jest.clearAllMocks());
afterEach(() => jest.restoreAllMocks());

function show(place: DOMRect = FIELD, answer: { code: number; data?: unknown; message?: string } = { code: 200 }) {
  const { asked } = renderList(<SignDialog job={job} onSigned={onSigned} onClose={onClose} />, {
    'maintenance/sign': () => ({ data: { jobNo: 'M-1' }, ...answer }),
  });
  const field = screen.getByRole('img', { name: '签字区' });
  jest.spyOn(field, 'getBoundingClientRect').mockReturnValue(place);
  const event = (type: string, [clientX, clientY]: Place, { button = 0, ...more }: Extra = {}) =>
    Object.assign(new MouseEvent(type, { bubbles: true, clientX, clientY, button }), { pointerId: 1, ...more });
  const fire = (type: string, at: Place, more?: Extra) => fireEvent(field, event(type, at, more));
  const draw = (first: Place, ...rest: Place[]) => {
    fire('pointerdown', first);
    for (const at of rest) fire('pointermove', at);
    fire('pointerup', rest.at(-1) ?? first);
  };
  /** Places of a stroke as they were sent. */
  const sent = () => {
    const [{ strokes }] = asked('maintenance/sign') as [{ strokes: [number, number, number][][] }];
    return strokes.map((stroke) => stroke.map(([x, y]) => [x, y]));
  };
  return { asked, fire, event, draw, sent };
}
const typeName = (name = '王五') => userEvent.type(screen.getByRole('textbox', { name: /签字人姓名/ }), name);
const submit = () => userEvent.click(screen.getByRole('button', { name: '确认签字' }));
const signed = () => waitFor(() => expect(onSigned).toHaveBeenCalledTimes(1));

it('names the unit, the work and when it was done', () => {
  show();
  expect(
    screen.getByText('静安中心1号梯 (E-1) 的电梯半月保已于 2028-02-29 10:00:00 完成，请确认并签字。'),
  ).toBeVisible();
});

it('strokes are scaled from the field on the screen to 1000 by 600, and end at its edge', async () => {
  const { draw, sent } = show();
  draw([40, 200], [290, 350], [540, 500]);
  draw([140, 260], [10, 100], [900, 900]);
  await typeName();
  await submit();
  await signed();
  expect(sent()).toEqual([
    [
      [0, 0],
      [500, 300],
      [1000, 600],
    ],
    [
      [200, 120],
      [0, 0],
      [1000, 600],
    ],
  ]);
});

it('a point nearer than two units to the last one is left out', async () => {
  const { draw, sent } = show({ left: 0, top: 0, width: 1000, height: 600 } as DOMRect);
  draw([100, 100], [101, 100], [101, 101], [102, 100], [103, 101], [104, 101], [104, 99]);
  draw([300, 300], [300, 301], [300, 420]);
  await typeName();
  await submit();
  await signed();
  expect(sent()).toEqual([
    [
      [100, 100],
      [102, 100],
      [104, 101],
      [104, 99],
    ],
    [
      [300, 300],
      [300, 420],
    ],
  ]);
});

it('takes every place that the browser has gathered in one event, 4000 in all, and no stroke beyond', async () => {
  const { draw, fire, event, sent } = show({ left: 0, top: 0, width: 1000, height: 600 } as DOMRect);
  const zigzag = (index: number): Place => [(index * 3) % 1000, index % 2 === 0 ? 100 : 500];
  draw([500, 300], [600, 300]);
  fire('pointerdown', [0, 300]);
  fire('pointermove', [10, 10], {
    getCoalescedEvents: () => Array.from({ length: 5000 }, (_, index) => event('pointermove', zigzag(index))),
  });
  fire('pointerup', [10, 10]);
  draw([700, 100], [800, 100]);
  await typeName();
  await submit();
  await signed();
  const strokes = sent();
  expect(strokes).toHaveLength(2);
  expect(strokes.flat()).toHaveLength(MAX_SIGN_POINTS);
  expect(strokes[1]?.slice(0, 3)).toEqual([
    [0, 300],
    [0, 100],
    [3, 500],
  ]);
});

it('one pen draws at a time, and not with the second button', async () => {
  const { fire, sent } = show();
  fire('pointerdown', [40, 200], { button: 2 });
  fire('pointermove', [290, 350]);
  fire('pointerdown', [40, 200]);
  fire('pointerdown', [90, 400], { pointerId: 2 });
  fire('pointermove', [140, 450], { pointerId: 2 });
  fire('pointermove', [540, 500]);
  fire('pointerup', [540, 500]);
  fire('pointermove', [60, 210]);
  await typeName();
  await submit();
  await signed();
  expect(sent()).toEqual([
    [
      [0, 0],
      [1000, 600],
    ],
  ]);
});

it('an empty signature and a missing name are refused, each with its message, and nothing is sent', async () => {
  const { asked, draw } = show();
  await submit();
  expect(await screen.findByText(NAME)).toBeVisible();
  expect(screen.getByText(STROKES)).toBeVisible();

  draw([60, 220], [300, 400]);
  expect(screen.queryByText(STROKES)).toBeNull();
  await typeName('  ');
  await submit();
  expect(await screen.findByText(NAME)).toBeVisible();

  await userEvent.click(screen.getByRole('button', { name: '清除' }));
  await typeName('王五');
  await submit();
  expect(await screen.findByText(STROKES)).toBeVisible();
  expect(screen.queryByText(NAME)).toBeNull();
  expect(asked('maintenance/sign')).toEqual([]);

  draw([60, 220], [300, 400]);
  await submit();
  await signed();
  expect(asked('maintenance/sign')).toMatchObject([{ jobNo: 'M-1', name: '王五' }]);
});

it('what the server refuses keeps name and strokes, so that nobody has to sign again', async () => {
  const { draw } = show(FIELD, { code: 409, message: '状态已变更，请刷新' });
  draw([60, 220], [300, 400]);
  await typeName();
  await submit();
  expect(await screen.findByText('状态已变更，请刷新')).toBeVisible();
  expect(onSigned).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: /签字人姓名/ })).toHaveValue('王五');
  expect(screen.getByRole('img', { name: '签字区' }).querySelectorAll('path')).toHaveLength(1);
});
