// jsdom knows no fetch, streams or structured clone; components use them, so Node's own are lent to it. Not
// MessageChannel: React's scheduler would open one per test file, and an open port keeps Jest from ending.
const { TestEnvironment } = require('jest-environment-jsdom');

const LENT = [
  'fetch',
  'Request',
  'Response',
  'Headers',
  'FormData',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'TextEncoder',
  'TextDecoder',
  'TextEncoderStream',
  'TextDecoderStream',
  'structuredClone',
  'BroadcastChannel',
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'Uint8Array',
  'ArrayBuffer',
];

module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of LENT) {
      if (name in globalThis) this.global[name] = globalThis[name];
    }
  }
};
