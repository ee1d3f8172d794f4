import { screen } from '@testing-library/react';
import { FaultList } from '@/components/live/frame/incident-list';
import { LiveFrame } from '@/components/live/frame/live-frame';
import { useLiveUnit } from '@/components/live/frame/use-live-unit';
import type { LiveUnitConnection, LiveUnitData } from '@/components/live/frame/use-live-unit';
import { AlarmBand } from '@/components/live/frame/alarm-band';
import { frameCover } from '@/lib/live/units/cover';
import { stepRun } from '@/lib/live/units/escalator';
import { readText } from '@/lib/live/units/values';
import { openPage } from './support/elevator-harness';

/** The frame of the live pages with another kind than elevators: an escalator is a picture and states, nothing more. */

const KEY_START = 5;

function Escalator({ data, connection }: { data: LiveUnitData; connection?: LiveUnitConnection }) {
  const unit = useLiveUnit(data, connection);
  const { condition, live, link } = unit;
  const steps = stepRun(live, 'ES', condition.hasError);
  const isKeyStart = readText(live.operationmode) === 'KeyStart';
  const cover = frameCover(condition.onlineStatus, link, { behindLink: isKeyStart ? KEY_START : undefined });
  return (
    <LiveFrame
      unit={unit}
      cover={cover}
      run={steps.state}
      pill={<span>{steps.state}</span>}
      alarm={cover === KEY_START && <AlarmBand name="key-start" icon={null} title="key start" text="" facts={[]} />}
      stage={<p data-testid="steps">{steps.speed ?? '--'}</p>}
      left={<p>left</p>}
      right={<FaultList unit={unit} />}
    />
  );
}

const open = () =>
  openPage({
    Page: Escalator,
    equipment: { equipmentType: 'YAE_ESC', displayType: 'ES', equipmentName: '东侧扶梯' },
  });
const SNAPSHOT = {
  onlinestatus: 1,
  connection: 'online',
  direction: 'Up',
  operationmode: 'Continuous',
  stepspeed: 500,
  errorstate: false,
};
const cover = (container: HTMLElement) => container.querySelector('[data-run-icon]')?.getAttribute('data-cover');

describe('the frame of the live pages', () => {
  it('takes an escalator as it takes an elevator: header, freshness, picture, panels and its own states', async () => {
    const page = await open();
    expect(cover(page.container)).toBe('1');
    await page.say(SNAPSHOT, { responseType: 'snapshot' });
    expect(cover(page.container)).toBe('0');
    expect(screen.getByRole('heading', { name: '东侧扶梯' })).toBeInTheDocument();
    expect(screen.getByTestId('freshness')).toHaveTextContent('实时');
    expect(screen.getByTestId('steps')).toHaveTextContent('50');
    expect(screen.getByText('当前没有故障')).toBeInTheDocument();
    await page.say({ ...SNAPSHOT, errorstate: [true, { code: 71 }] });
    expect(page.container.querySelector('[data-run-icon]')).toHaveAttribute('data-run-icon', 'error');
    expect(screen.getByText('控制器上报故障')).toBeInTheDocument();
  });

  it('covers an escalator that is offline, disconnected or not installed before anything of its own', async () => {
    const page = await open();
    await page.say({ ...SNAPSHOT, operationmode: 'KeyStart' }, { responseType: 'snapshot' });
    expect(cover(page.container)).toBe('5');
    expect(screen.getByRole('alert')).toHaveTextContent('key start');
    for (const [onlinestatus, expected] of [
      [0, '6'],
      [3, '7'],
      [4, '8'],
    ]) {
      await page.say({ onlinestatus });
      expect(cover(page.container)).toBe(expected);
      expect(screen.queryByText('key start')).not.toBeInTheDocument();
    }
  });

  it('says of an escalator too that its box lost the link, and that a refused unit may not be seen', async () => {
    const page = await open();
    await page.say({ ...SNAPSHOT, connection: 'offline' }, { responseType: 'snapshot' });
    expect(screen.getByTestId('box-lost')).toBeInTheDocument();
    await page.emit('sms_error', {
      code: 511,
      message: 'no permission',
      checkResult: false,
      equipmentNoList: ['10512345'],
    });
    expect(cover(page.container)).toBe('4');
  });
});
