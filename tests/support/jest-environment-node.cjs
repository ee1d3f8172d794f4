// Node, with what a worker keeps from one test file to the next. Next compiles for the server where this file's name says so.
require('./kept-code.cjs');
const { TestEnvironment } = require('jest-environment-node');

module.exports = TestEnvironment;
