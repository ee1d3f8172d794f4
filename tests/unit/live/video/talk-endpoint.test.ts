import { EventEmitter } from 'node:events';
import { ConnectedDevice } from '@/lib/live/video/talk-devices';
import { TalkEndpoint } from '@/lib/live/video/talk-endpoint';

/** What may not end a gateway, nor the talk of somebody else. */

it.each(['//', '', undefined, 'talk', '/sms/flv/C1'])('%j is no talk, and no fault', (url) => {
  const endpoint = new TalkEndpoint({} as never, {} as never, () => 0);
  expect(endpoint.upgrade({ url } as never, null as never, Buffer.alloc(0))).toBe(false);
});

it('the end of an old talk takes nothing from the one that came after', () => {
  const socket = new EventEmitter();
  const device = new ConnectedDevice(socket as never);
  const heard: string[] = [];
  const [old, next] = [device.talk(), device.talk()];
  old.listen(
    () => heard.push('old'),
    () => heard.push('old gone'),
  );
  next.listen(
    () => heard.push('next'),
    () => heard.push('next gone'),
  );
  old.close();
  socket.emit('message', Buffer.alloc(2), true);
  socket.emit('close');
  expect(heard).toEqual(['next', 'next gone']);
  next.close();
  socket.emit('message', Buffer.alloc(2), true);
  expect(heard).toHaveLength(2);
});
