import { Aedes, type PublishPacket } from 'aedes';
import { lookUpRetained, type RetainedStore } from '@/lib/programs/gateway/retained';

describe('retained messages of the embedded broker', () => {
  let broker: Aedes;
  let store: RetainedStore;
  beforeEach(async () => {
    broker = await Aedes.createBroker();
    store = (broker as unknown as { persistence: RetainedStore }).persistence;
    lookUpRetained(store);
  });
  afterEach(() => new Promise<void>((resolve) => broker.close(() => resolve())));

  const publish = (topic: string, payload: string) =>
    new Promise<void>((resolve, reject) =>
      broker.publish({ cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false }, (error) =>
        error ? reject(error) : resolve(),
      ),
    );
  const retainedOf = async (...topics: string[]) =>
    ((await store.createRetainedStreamCombi(topics).toArray()) as PublishPacket[]).map(
      ({ topic, payload }) => `${topic} ${payload.toString()}`,
    );

  it('are those of the topic, the last one of each', async () => {
    await publish('lift/v1/A/config', 'first');
    await publish('lift/v1/A/config', 'second');
    await publish('lift/v1/B/config', 'of another box');
    expect(await retainedOf('lift/v1/A/config', 'lift/v1/A/ack')).toEqual(['lift/v1/A/config second']);
  });

  it('end with an empty one', async () => {
    await publish('lift/v1/A/config', 'first');
    await publish('lift/v1/A/config', '');
    expect(await retainedOf('lift/v1/A/config')).toEqual([]);
  });

  it('are looked up, not searched: a filter with wildcards, which no box may have, finds none', async () => {
    await publish('lift/v1/A/config', 'first');
    expect(await retainedOf('lift/v1/+/config', 'lift/#')).toEqual([]);
  });
});
