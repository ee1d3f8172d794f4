// `npm test`: everything that has to hold before a change lands. `npm test -- unit e2e` runs only these stages, and
// `npm test -- unit -- tests/ops` hands what follows to the runners. It has its own ports, data and build folders, so
// that it runs beside a running `npm start`. The last line is the sum over all runners.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node.js 20.19 or later is needed, this is ${process.versions.node}.\n`);
  process.exit(1);
}

import('./lib/test-stages.mjs')
  .then(({ runTests }) => runTests(process.argv.slice(2)))
  .catch((error) => {
    process.stderr.write(`${process.env.DEBUG === '1' ? error.stack : error.message}\n`);
    process.exit(1);
  });
