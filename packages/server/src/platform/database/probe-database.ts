import type pg from 'pg';

// An update of a row that is there needs no new block and would succeed on a full disk: the temporary table takes two new
// blocks each time and gives them back at the commit, without a trace in the catalogue. The message is a row of the log
// alone: with it the commit has to reach the disk.
const WRITE = `
create temporary table if not exists write_probe (line bigint) on commit delete rows;
insert into write_probe select generate_series(1, 300);
select pg_logical_emit_message(true, 'otvet', 'ready')`;

/** One small committed write that needs room on the disk; throws what the database answers. */
export async function probeDatabase(pool: pg.Pool): Promise<void> {
  await pool.query(WRITE);
}
