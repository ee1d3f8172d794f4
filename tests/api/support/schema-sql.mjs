// Prints the SQL of prisma/schema for an empty database, without anything written by hand.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { diffSchemas } from '../../../scripts/lib/schema-engine.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../prisma/schema');
const files = readdirSync(folder)
  .sort()
  .map((name) => ({ path: name, content: readFileSync(path.join(folder, name), 'utf8') }));
process.stdout.write(await diffSchemas([], files));
