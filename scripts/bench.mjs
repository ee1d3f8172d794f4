// `npm run bench`: how fast the portal is, each figure beside a bare baseline of the same run. `npm run bench -- fanout list`
// runs only these cases, `--tiny` makes everything so small that it only proves that it runs.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node.js 20.19 or later is needed, this is ${process.versions.node}.\n`);
  process.exit(1);
}

import('./lib/bench.mjs')
  .then(({ runBench }) => runBench(process.argv.slice(2)))
  .catch((error) => {
    process.stderr.write(`${process.env.DEBUG === '1' ? error.stack : error.message}\n`);
    process.exit(1);
  });
