//! Bare SQLite: one prepared statement per row, `batch` entries per durable transaction.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction, params};

use super::workload::{Entry, Head, Workload};
use crate::failure::Failure;

#[derive(clap::Args)]
pub struct Options {
    /// Entries per transaction
    #[arg(long, default_value_t = 128)]
    batch: usize,
    /// How long to measure
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Folder for the database, on the disk to measure
    #[arg(long, default_value = "/var/tmp")]
    dir: PathBuf,
    /// Days over which the entries spread
    #[arg(long, default_value_t = 28)]
    days: u64,
    /// Pages in the write-ahead log at which SQLite checkpoints
    #[arg(long, default_value_t = 4_000)]
    checkpoint_pages: u32,
}

pub fn run(options: &Options) -> Result<(), Failure> {
    let path = options.dir.join(format!("countinghouse-bare-{}.sqlite", std::process::id()));
    let measured = measure(options, &path);
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.clone().into_os_string();
        name.push(suffix);
        // Closing the database removes the last two itself.
        let _ = std::fs::remove_file(name);
    }
    println!("entries_per_second {:.0}", measured?);
    Ok(())
}

fn measure(options: &Options, path: &PathBuf) -> Result<f64, Failure> {
    let mut connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", options.checkpoint_pages)?;
    connection.pragma_update(None, "cache_size", -65_536)?;
    connection.set_prepared_statement_cache_capacity(32);
    connection.execute_batch(TABLES)?;

    let mut workload = Workload::new(options.days)?;
    let mut written = 0_u32;
    let begun = Instant::now();
    let end = begun + Duration::from_secs(options.seconds);
    while Instant::now() < end {
        let transaction = connection.transaction()?;
        let mut head = load_head(&transaction)?;
        for entry in workload.next_batch(&mut head, options.batch) {
            save(&transaction, &entry)?;
        }
        transaction.prepare_cached("update head set seq = ?1, hash = ?2")?.execute(params![head.seq, head.hash])?;
        transaction.commit()?;
        written += options.batch as u32;
    }
    Ok(f64::from(written) / begun.elapsed().as_secs_f64())
}

fn load_head(transaction: &Transaction<'_>) -> Result<Head, Failure> {
    Ok(transaction
        .prepare_cached("select seq, hash from head")?
        .query_row([], |row| Ok(Head { seq: row.get(0)?, hash: row.get(1)? }))?)
}

fn save(transaction: &Transaction<'_>, entry: &Entry) -> Result<(), Failure> {
    transaction.prepare_cached(INSERT_ENTRY)?.execute(params![
        entry.seq,
        entry.id,
        entry.number,
        entry.day,
        entry.description,
        entry.amount_minor,
    ])?;
    let sides = [(entry.debit_account, entry.amount_minor, 0), (entry.credit_account, 0, entry.amount_minor)];
    for (line, (account, debit, credit)) in (1_i64..).zip(sides) {
        transaction.prepare_cached(INSERT_LINE)?.execute(params![entry.seq, line, account, debit, credit])?;
        transaction.prepare_cached(UPSERT_BALANCE)?.execute(params![account, entry.day, debit, credit, entry.seq])?;
    }
    transaction.prepare_cached(INSERT_FACT)?.execute(params![
        entry.seq,
        entry.payload,
        entry.previous_hash,
        entry.hash
    ])?;
    transaction.prepare_cached(INSERT_RECEIPT)?.execute(params![entry.receipt_key, entry.seq, entry.id])?;
    Ok(())
}

const TABLES: &str = "
create table head (seq integer not null, hash blob not null);
insert into head (seq, hash) values (0, zeroblob(32));
create table entry (
  seq integer primary key, id blob not null, number text not null, day text not null,
  description text not null, amount_minor integer not null
);
create table line (
  seq integer not null, line integer not null, account integer not null,
  debit_minor integer not null, credit_minor integer not null,
  primary key (seq, line)
) without rowid;
create index line_by_account on line (account, seq);
create table balance (
  account integer not null, day text not null,
  debit_minor integer not null, credit_minor integer not null,
  first_seq integer not null, last_seq integer not null,
  primary key (account, day)
) without rowid;
create table fact (seq integer primary key, payload blob not null, previous_hash blob not null, hash blob not null);
create table receipt (key blob primary key, seq integer not null, subject blob not null) without rowid;
";
const INSERT_ENTRY: &str = "
insert into entry (seq, id, number, day, description, amount_minor) values (?1, ?2, ?3, ?4, ?5, ?6)";
const INSERT_LINE: &str = "
insert into line (seq, line, account, debit_minor, credit_minor) values (?1, ?2, ?3, ?4, ?5)";
const UPSERT_BALANCE: &str = "
insert into balance (account, day, debit_minor, credit_minor, first_seq, last_seq) values (?1, ?2, ?3, ?4, ?5, ?5)
on conflict (account, day) do update set
  debit_minor = debit_minor + excluded.debit_minor,
  credit_minor = credit_minor + excluded.credit_minor,
  last_seq = excluded.last_seq";
const INSERT_FACT: &str = "insert into fact (seq, payload, previous_hash, hash) values (?1, ?2, ?3, ?4)";
const INSERT_RECEIPT: &str = "insert into receipt (key, seq, subject) values (?1, ?2, ?3)";
