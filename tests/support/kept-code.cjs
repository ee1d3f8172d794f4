// What a worker keeps from one test file to the next. Jest gives every file modules of its own, and so compiles the same texts
// again for each of a few hundred files; what V8 made of a text the first time is handed to it the second time.
const vm = require('node:vm');

/** @type {Map<string, { text: string, made: Buffer }>} by file name; the text stays what Jest holds of it anyway */
const kept = new Map();
const { compileFunction } = vm;

vm.compileFunction = (text, parameters, options) => {
  const { filename = '' } = options ?? {};
  const known = kept.get(filename);
  if (known?.text === text) {
    const compiled = compileFunction(text, parameters, { ...options, cachedData: known.made });
    if (compiled.cachedDataRejected !== true) return compiled;
  }
  const compiled = compileFunction(text, parameters, { ...options, produceCachedData: true });
  if (compiled.cachedData) kept.set(filename, { text, made: compiled.cachedData });
  return compiled;
};
