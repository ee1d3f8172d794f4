// `npm run chaos -- 300` kills gateway, web and PostgreSQL of its own portal with -9 at random moments, this many
// times in total, while boxes publish events until they are acknowledged; `--parts` does other harm (docs/running.md). Exits
// with 1 when an event was lost or doubled.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node.js 20.19 or later is needed, this is ${process.versions.node}.\n`);
  process.exit(1);
}

import('./lib/chaos.mjs')
  .then(({ runChaosProgram }) => runChaosProgram(process.argv.slice(2)))
  .catch((error) => {
    process.stderr.write(`${process.env.DEBUG === '1' ? error.stack : error.message}\n`);
    process.exit(1);
  });
