// `npm run dev`: like `npm start`, but both processes run from their sources and reload when these change.
const MINIMUM = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  process.stderr.write(`Node.js ${MINIMUM.join('.')} or later is needed, this is ${process.versions.node}.\n`);
  process.exit(1);
}

import('./lib/portal.mjs')
  .then(({ runPortal }) => runPortal({ mode: 'development' }))
  .catch((error) => {
    process.stderr.write(`${process.env.DEBUG === '1' ? error.stack : error.message}\n`);
    process.exit(1);
  });
