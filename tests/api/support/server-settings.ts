import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/**
 * Changes what the server of a test goes by while it runs, and puts it back. Other tests of the same worker come after.
 */
export class ServerSettings {
  private hba: { readonly file: string; readonly text: string } | undefined;
  private readonly names: string[] = [];

  private constructor(
    private readonly client: pg.Client,
    private readonly folder: string,
  ) {}

  static async of(databaseUrl: string): Promise<ServerSettings> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
    return new ServerSettings(client, rows[0]?.folder ?? '');
  }

  /** Puts a file into its folder, readable for the server alone. */
  give(name: string, from: string): void {
    const { uid, gid } = statSync(this.folder);
    const to = path.join(this.folder, name);
    writeFileSync(to, readFileSync(from), { mode: 0o600 });
    chownSync(to, uid, gid);
  }

  async set(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      this.names.push(name);
      await this.client.query(`ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(value)}`);
    }
    await this.reload();
  }

  /** Rules that come before those of pg_hba.conf. */
  async admit(...rules: readonly string[]): Promise<void> {
    const { rows } = await this.client.query<{ file: string }>("SELECT current_setting('hba_file') AS file");
    const file = rows[0]?.file ?? '';
    this.hba ??= { file, text: readFileSync(file, 'utf8') };
    writeFileSync(file, [...rules, this.hba.text].join('\n'));
    await this.reload();
  }

  private async reload(): Promise<void> {
    await this.client.query('SELECT pg_reload_conf()');
    // The server reads them a moment later; nothing says when.
    await pause(300);
  }

  async restore(): Promise<void> {
    for (const name of this.names) await this.client.query(`ALTER SYSTEM RESET ${name}`);
    if (this.hba) writeFileSync(this.hba.file, this.hba.text);
    await this.reload();
    await this.client.end();
  }
}
