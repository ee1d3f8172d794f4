// The same for tests on a database. Prisma compiles every query in WebAssembly; V8 throws away what it made of that code when the
// modules of a test file go, and begins anew with the slow version of it in the next one. It keeps it as long as somebody holds
// a module of the same bytes.
const { wasm } = require('@prisma/client/runtime/query_compiler_fast_bg.postgresql.wasm-base64.js');

const held = new WebAssembly.Module(Buffer.from(wasm, 'base64'));

module.exports = class EnvironmentWithDatabase extends require('./jest-environment-node.cjs') {
  /** Holds the module as long as the worker lives. */
  static held = held;
};
