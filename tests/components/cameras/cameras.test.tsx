import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { cameraList } from '@/components/cameras/camera-list';
import { CameraListScreen } from '@/components/cameras/camera-list-screen';
import type { CameraRow } from '@/lib/features/cameras/contract';
import { holder } from '@/tests/support/holder';
import { actionsOf, firstOf, pageOf, renderList } from '../support/list-screen';
import { answered } from '../support/render';

const rowOf = (equipmentNo: string, rest: Partial<CameraRow> = {}): CameraRow => ({
  cameraId: `C-${equipmentNo}`,
  equipmentNo,
  equipmentName: `大堂${equipmentNo}`,
  buildingName: '一号楼',
  branchName: '上海分公司',
  platform: 'video',
  source: 'rtmp',
  deviceId: `D-${equipmentNo}`,
  channelId: 1,
  position: 'car',
  streamType: 'main',
  protoType: 'rtmp',
  encryptMode: null,
  enabled: true,
  recorded: false,
  hasKey: false,
  isPlayable: true,
  video_status: '02',
  lastOnlineDate: '2026-11-23 09:00:00',
  remark: null,
  updateBy: 'admin1',
  updateDate: '2026-11-22 10:00:00',
  createDate: '2026-11-20 10:00:00',
  ...rest,
});
const ROWS = [
  rowOf('EV1'),
  rowOf('EV2', { platform: 'dhVideo', source: 'platform', isPlayable: false, video_status: '01' }),
  rowOf('EV3', { enabled: false, position: 'machineRoom', video_status: '00', source: 'demo', hasKey: true }),
];
const WRITER = holder(0, 'CAMERA_WRITE', 'EQUIPMENT_READ');

afterEach(() => jest.restoreAllMocks());

const show = (who = WRITER, answers: Parameters<typeof renderList>[1] = {}, rows = ROWS) =>
  renderList(<CameraListScreen first={firstOf(cameraList, rows)} holder={who} />, {
    'camera/query': () => ({ code: 200, data: pageOf(rows) }),
    'equipment/query': () => ({
      code: 200,
      data: pageOf([{ equipmentNo: 'EV9', equipmentName: '观光梯', buildingName: '塔楼' }]),
    }),
    ...answers,
  });
const said = (name: RegExp) => screen.getByRole('row', { name }).textContent ?? '';

describe('the cameras', () => {
  it('say unit, place, state, platform and device, and where no platform is configured', async () => {
    show();
    await answered();
    for (const word of ['EV1', '大堂EV1', '轿厢', '在线', '启用', '视频', 'D-EV1', '一号楼', '上海分公司'])
      expect(said(/EV1/)).toContain(word);
    for (const word of ['视频平台未配置', '大华视频']) expect(said(/EV2/)).toContain(word);
    for (const word of ['机房', '未安装', '停用']) expect(said(/EV3/)).toContain(word);
  });

  it('say that there is none yet', () => {
    show(WRITER, {}, []);
    expect(screen.getByText('暂无摄像头')).toBeInTheDocument();
  });

  it('are played by every reader, and changed by writers alone', async () => {
    show();
    await answered();
    expect(actionsOf(/EV1/)).toEqual(['试播', '编辑']);
    expect(screen.getByRole('button', { name: '试播：EV1 D-EV1/1' })).toBeEnabled();
    expect(screen.getByRole('button', { name: '试播：EV2 D-EV2/1' })).toBeDisabled();
    expect(screen.getByRole('button', { name: '试播：EV3 D-EV3/1' })).toBeDisabled();
    expect(screen.getByRole('button', { name: '新增' })).toBeInTheDocument();
  });

  it('are only played without the right to write', async () => {
    show(holder(0));
    await answered();
    expect(actionsOf(/EV1/)).toEqual(['试播']);
    expect(screen.queryByRole('button', { name: '新增' })).toBeNull();
  });

  it('test play opens the dialog with that camera', async () => {
    const { asked } = show(WRITER, { 'video/getUrl': () => ({ code: 409, message: '同时打开的视频不能超过4个' }) });
    await answered();
    await userEvent.click(screen.getByRole('button', { name: '试播：EV1 D-EV1/1' }));
    expect(await screen.findByText('同时打开的视频不能超过4个')).toBeInTheDocument();
    expect(asked('video/getUrl')).toEqual([
      expect.objectContaining({ equipmentNo: 'EV1', cameraId: 'C-EV1', openedFrom: 'cameraList' }),
    ]);
  });
});

describe('a camera', () => {
  const choose = async (label: RegExp, option: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };

  it('needs unit, platform, device and place, and a channel from 0 to 999', async () => {
    const { asked } = show();
    await userEvent.click(screen.getByRole('button', { name: '新增' }));
    const dialog = within(await screen.findByRole('dialog', { name: '新增摄像头' }));
    await userEvent.clear(dialog.getByRole('textbox', { name: /通道/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /通道/ }), '1.5');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    for (const text of ['请选择设备号', '请选择平台', '请填写设备ID', '请选择安装位置'])
      expect(await dialog.findByText(text)).toBeInTheDocument();
    expect(dialog.getByRole('textbox', { name: /通道/ })).toBeInvalid();
    expect(asked('camera/saveOrUpdate')).toEqual([]);
  });

  it('is added with what was typed; a channel that is taken is said', async () => {
    let answer = { code: 409, message: '该通道已被设备EV7占用', error: 'conflict' } as {
      code: number;
      message?: string;
    };
    const { asked } = show(WRITER, { 'camera/saveOrUpdate': () => answer });
    await userEvent.click(screen.getByRole('button', { name: '新增' }));
    const dialog = within(await screen.findByRole('dialog', { name: '新增摄像头' }));
    await userEvent.click(dialog.getByRole('combobox', { name: /设备号/ }));
    await userEvent.click(await screen.findByRole('option', { name: /EV9/ }));
    await choose(/^平台/, '视频');
    await choose(/^安装位置/, '轿厢');
    await userEvent.type(dialog.getByRole('textbox', { name: /设备ID/ }), 'D9');
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('该通道已被设备EV7占用')).toBeInTheDocument();
    answer = { code: 200 };
    await userEvent.click(dialog.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const saved = asked('camera/saveOrUpdate').at(-1);
    expect(saved).toMatchObject({
      equipmentNo: 'EV9',
      platform: 'video',
      position: 'car',
      deviceId: 'D9',
      channelId: 0,
      enabled: true,
      recorded: false,
    });
    expect(saved).not.toHaveProperty('cameraId');
  });

  it('is turned off with everything else as it was', async () => {
    const { asked } = show();
    await answered();
    await userEvent.click(screen.getByRole('button', { name: 'EV1 D-EV1/1 的更多操作' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /停用/ }));
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '确定' }));
    await waitFor(() =>
      expect(asked('camera/saveOrUpdate')).toEqual([
        expect.objectContaining({
          cameraId: 'C-EV1',
          equipmentNo: 'EV1',
          deviceId: 'D-EV1',
          source: 'rtmp',
          enabled: false,
        }),
      ]),
    );
  });

  it('gets a publishing key, which is told once', async () => {
    show(WRITER, {
      'camera/resetKey': () => ({
        code: 200,
        data: { key: 'K', publishUrl: 'rtmp://h/live/C?key=K', server: 'rtmp://h/live', streamKey: 'C?key=K' },
      }),
    });
    await answered();
    await userEvent.click(screen.getByRole('button', { name: 'EV1 D-EV1/1 的更多操作' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /推流密钥/ }));
    const asking = screen.getByRole('alertdialog');
    expect(asking).toHaveTextContent('密钥只显示一次');
    await userEvent.click(within(asking).getByRole('button', { name: '确定' }));
    expect(await screen.findByText('rtmp://h/live/C?key=K')).toBeInTheDocument();
  });
});
