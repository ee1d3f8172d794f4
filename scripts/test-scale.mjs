// `npm run test:scale`: are the list queries answered by the indexes made for them when the data are large? Loads the demo
// data DEMO_SCALE times (35: 100,000 units; the load takes long) into a database of its own and keeps it for the next run.
// `npm run test:scale -- records` runs one test; RECORDS_SCALE makes more accounts and log rows than DEMO_SCALE says.
// SCALE_DATA_DIR chooses where; SCALE_DATABASE_URL uses a database that is there already, filled or empty.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`Node.js 20.19 or later is needed, this is ${process.versions.node}.\n`);
  process.exit(1);
}

import('./lib/bench-scale.mjs')
  .then(({ runScale }) => runScale(process.argv.slice(2)))
  .catch((error) => {
    process.stderr.write(`${process.env.DEBUG === '1' ? error.stack : error.message}\n`);
    process.exit(1);
  });
