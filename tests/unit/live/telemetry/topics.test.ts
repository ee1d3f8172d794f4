import { mayPublish, maySubscribe, parseTopic, PORTAL_FILTERS } from '@/lib/live/telemetry/topics';

describe('topics of a box', () => {
  it.each([
    ['lift/v1/BX1/status', { cubeNo: 'BX1', leaf: 'status' }],
    ['lift/v1/BX-1_a.b/ack', { cubeNo: 'BX-1_a.b', leaf: 'ack' }],
    ['lift/v1/BX1/other', undefined],
    ['lift/v1/BX1/status/more', undefined],
    ['lift/v1//status', undefined],
    ['lift/v2/BX1/status', undefined],
    ['lift/v1/+/status', undefined],
    [`lift/v1/${'x'.repeat(41)}/status`, undefined],
  ])('%s', (topic, expected) => {
    expect(parseTopic(topic)).toEqual(expected);
  });

  const table: [what: string, topic: string, publish: boolean, subscribe: boolean][] = [
    ['own upward leaf', 'lift/v1/BX1/status', true, false],
    ['own upward leaf', 'lift/v1/BX1/counters', true, false],
    ['own upward leaf', 'lift/v1/BX1/event', true, false],
    ['own upward leaf', 'lift/v1/BX1/log', true, false],
    ['own upward leaf', 'lift/v1/BX1/connection', true, false],
    ['own downward leaf', 'lift/v1/BX1/config', false, true],
    ['own downward leaf', 'lift/v1/BX1/reject', false, true],
    ['own downward leaf', 'lift/v1/BX1/ack', false, true],
    ['another box', 'lift/v1/BX2/status', false, false],
    ['another box', 'lift/v1/BX2/ack', false, false],
    ['wildcard', 'lift/v1/BX1/+', false, false],
    ['wildcard', 'lift/v1/BX1/#', false, false],
    ['wildcard', 'lift/v1/+/ack', false, false],
    ['wildcard', '#', false, false],
    ['wildcard', '+/+/+/+', false, false],
    ['shared subscription', '$share/g/lift/v1/BX1/ack', false, false],
    ['shared subscription', '$share/portal/lift/v1/+/status', false, false],
    ['broker topics', '$SYS/#', false, false],
    ['broker topics', '$SYS/broker/clients', false, false],
    ['empty level', 'lift/v1/BX1/ack/', false, false],
    ['leading slash', '/lift/v1/BX1/ack', false, false],
    ['nothing', '', false, false],
  ];
  it.each(table)('%s: box BX1 at %s may publish %s, subscribe %s', (_what, topic, publish, subscribe) => {
    expect([mayPublish('BX1', topic), maySubscribe('BX1', topic)]).toEqual([publish, subscribe]);
  });

  it('the portal account shares data among its processes and hears every connection itself', () => {
    expect(PORTAL_FILTERS).toEqual([
      '$share/portal/lift/v1/+/status',
      '$share/portal/lift/v1/+/counters',
      '$share/portal/lift/v1/+/event',
      '$share/portal/lift/v1/+/log',
      'lift/v1/+/connection',
    ]);
  });
});
