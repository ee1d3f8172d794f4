import { CommitUnknown, inTransaction } from '../../scripts/lib/backup/connection.mjs';

/** A connection whose COMMIT fails. */
function failing(error) {
  const said = [];
  return {
    said,
    query: async (text) => {
      said.push(text);
      if (text === 'COMMIT') throw Object.assign(new Error('x'), error);
    },
  };
}

const outcome = (client) => inTransaction(client, 'BEGIN', async () => 1).catch((error) => error);

describe('the end of a restore', () => {
  it('is known where the server refuses the commit: nothing is there', async () => {
    const client = failing({ severity: 'ERROR', code: '23503' });
    expect(await outcome(client)).not.toBeInstanceOf(CommitUnknown);
    expect(client.said).toEqual(['BEGIN', 'COMMIT', 'ROLLBACK']);
  });

  it.each([
    ['the connection is lost', { code: 'ECONNRESET' }],
    ['the server goes away', { severity: 'FATAL', code: '57P01' }],
  ])('is not known where %s before the answer: rows may be there', async (_how, error) => {
    expect(await outcome(failing(error))).toBeInstanceOf(CommitUnknown);
  });
});
