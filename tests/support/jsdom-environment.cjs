// jsdom knows no fetch, streams or structured clone; components use them, so Node's own are lent to it. Not
// MessageChannel: React's scheduler would open one per test file, and an open port keeps Jest from ending.
require('./kept-code.cjs');
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

  /** What an answer changes on a page after its test has ended concerns nobody; before, React complains of it (jsdom-setup.ts). */
  handleTestEvent({ name }) {
    if (name === 'test_fn_start') this.global.IS_REACT_ACT_ENVIRONMENT = true;
    if (name === 'test_fn_success' || name === 'test_fn_failure') this.global.IS_REACT_ACT_ENVIRONMENT = false;
  }
};
