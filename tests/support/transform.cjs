// Next's compiler, with a key of its own for what it made: Jest's has the whole project in it, so that each of our five would
// compile every file anew, on a machine that has compiled none before.
const { createHash } = require('node:crypto');
const { createTransformer } = require('next/dist/build/swc/jest-transformer');
const { version } = require('next/package.json');

/** As Next asks it. */
const isForServer = ({ testEnvironment }) => testEnvironment.includes('jest-environment-node');

module.exports = {
  createTransformer(options) {
    const compiler = createTransformer(options);
    const settings = JSON.stringify([version, process.version, process.env.NODE_ENV, options]);
    return {
      ...compiler,
      getCacheKey: (text, file, { config, instrument }) =>
        createHash('sha1')
          .update([settings, isForServer(config), instrument, file, text].join('\0'))
          .digest('hex'),
    };
  },
};
