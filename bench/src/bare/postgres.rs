//! Bare PostgreSQL: one statement per table and transaction, fed by arrays and pipelined on one connection.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, NoTls, Statement};

use super::workload::{Entry, Head, Workload};
use crate::failure::Failure;

#[derive(clap::Args)]
pub struct Options {
    /// Database to measure; its schema `countinghouse_bare` is made anew and dropped
    #[arg(long, env = "TEST_DATABASE_URL")]
    url: String,
    /// Entries per transaction
    #[arg(long, default_value_t = 128)]
    batch: usize,
    /// How long to measure
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Days over which the entries spread
    #[arg(long, default_value_t = 28)]
    days: u64,
}

pub async fn run(options: &Options) -> Result<(), Failure> {
    let (mut client, connection) = tokio_postgres::connect(&options.url, NoTls).await?;
    let driver = tokio::spawn(connection);
    require_durable(&client).await?;
    client.batch_execute(TABLES).await?;

    let statements = Statements::prepare(&client).await?;
    let mut workload = Workload::new(options.days)?;
    let mut written = 0_u32;
    let begun = Instant::now();
    let end = begun + Duration::from_secs(options.seconds);
    while Instant::now() < end {
        write_batch(&mut client, &statements, &mut workload, options.batch).await?;
        written += options.batch as u32;
    }
    let rate = f64::from(written) / begun.elapsed().as_secs_f64();

    client.batch_execute("drop schema countinghouse_bare cascade").await?;
    drop(client);
    driver.await??;
    println!("entries_per_second {rate:.0}");
    Ok(())
}

/// A figure from a server that does not wait for its disk would say nothing.
async fn require_durable(client: &Client) -> Result<(), Failure> {
    for setting in ["fsync", "synchronous_commit"] {
        let value: String = client.query_one(&format!("show {setting}"), &[]).await?.get(0);
        if value != "on" {
            return Err(Failure::unusable("this PostgreSQL", format!("{setting} is {value}, it must be on")));
        }
    }
    Ok(())
}

/// References to the given places, as a statement takes its parameters.
macro_rules! parameters {
    ($($place:expr),+) => { [$(&$place as &(dyn ToSql + Sync)),+] };
}

async fn write_batch(
    client: &mut Client,
    statements: &Statements,
    workload: &mut Workload,
    count: usize,
) -> Result<(), Failure> {
    let transaction = client.transaction().await?;
    let row = transaction.query_one(&statements.head, &[]).await?;
    let hash: &[u8] = row.get(1);
    let hash = hash.try_into().map_err(|_| Failure::unusable("table head", "its hash is not 32 bytes long"))?;
    let mut head = Head { seq: row.get(0), hash };
    let rows = Rows::of(workload.next_batch(&mut head, count));

    let entries = parameters![rows.seqs, rows.ids, rows.numbers, rows.days, rows.descriptions, rows.amounts];
    let lines = parameters![rows.line_seqs, rows.line_numbers, rows.line_accounts, rows.line_debits, rows.line_credits];
    let balances = parameters![
        rows.balance_accounts,
        rows.balance_days,
        rows.balance_debits,
        rows.balance_credits,
        rows.balance_first_seqs,
        rows.balance_last_seqs
    ];
    let facts = parameters![rows.seqs, rows.payloads, rows.previous_hashes, rows.hashes];
    let receipts = parameters![rows.receipt_keys, rows.seqs, rows.ids];
    let hash = head.hash.as_slice();
    let moved = parameters![head.seq, hash];
    // Polled together, so that all statements are on their way before the first answers.
    tokio::try_join!(
        transaction.execute(&statements.entries, &entries),
        transaction.execute(&statements.lines, &lines),
        transaction.execute(&statements.balances, &balances),
        transaction.execute(&statements.facts, &facts),
        transaction.execute(&statements.receipts, &receipts),
        transaction.execute(&statements.move_head, &moved),
    )?;
    transaction.commit().await?;
    Ok(())
}

/// The columns of one batch, as the arrays that its statements take.
#[derive(Default)]
struct Rows {
    seqs: Vec<i64>,
    ids: Vec<Vec<u8>>,
    numbers: Vec<String>,
    days: Vec<String>,
    descriptions: Vec<String>,
    amounts: Vec<i64>,
    line_seqs: Vec<i64>,
    line_numbers: Vec<i64>,
    line_accounts: Vec<i64>,
    line_debits: Vec<i64>,
    line_credits: Vec<i64>,
    balance_accounts: Vec<i64>,
    balance_days: Vec<String>,
    balance_debits: Vec<i64>,
    balance_credits: Vec<i64>,
    balance_first_seqs: Vec<i64>,
    balance_last_seqs: Vec<i64>,
    payloads: Vec<Vec<u8>>,
    previous_hashes: Vec<Vec<u8>>,
    hashes: Vec<Vec<u8>>,
    receipt_keys: Vec<Vec<u8>>,
}

impl Rows {
    fn of(entries: Vec<Entry>) -> Self {
        let mut rows = Self::default();
        // `on conflict` may meet a row once per statement only, so balances are added up first.
        let mut balances: BTreeMap<(i64, String), (i64, i64, i64, i64)> = BTreeMap::new();
        for entry in entries {
            let sides = [(entry.debit_account, entry.amount_minor, 0), (entry.credit_account, 0, entry.amount_minor)];
            for (line, (account, debit, credit)) in (1_i64..).zip(sides) {
                rows.line_seqs.push(entry.seq);
                rows.line_numbers.push(line);
                rows.line_accounts.push(account);
                rows.line_debits.push(debit);
                rows.line_credits.push(credit);
                let balance = balances.entry((account, entry.day.clone())).or_insert((0, 0, entry.seq, entry.seq));
                *balance = (balance.0 + debit, balance.1 + credit, balance.2, entry.seq);
            }
            rows.seqs.push(entry.seq);
            rows.ids.push(entry.id.to_vec());
            rows.numbers.push(entry.number);
            rows.days.push(entry.day);
            rows.descriptions.push(entry.description);
            rows.amounts.push(entry.amount_minor);
            rows.payloads.push(entry.payload);
            rows.previous_hashes.push(entry.previous_hash.to_vec());
            rows.hashes.push(entry.hash.to_vec());
            rows.receipt_keys.push(entry.receipt_key.to_vec());
        }
        for ((account, day), (debit, credit, first_seq, last_seq)) in balances {
            rows.balance_accounts.push(account);
            rows.balance_days.push(day);
            rows.balance_debits.push(debit);
            rows.balance_credits.push(credit);
            rows.balance_first_seqs.push(first_seq);
            rows.balance_last_seqs.push(last_seq);
        }
        rows
    }
}

struct Statements {
    head: Statement,
    entries: Statement,
    lines: Statement,
    balances: Statement,
    facts: Statement,
    receipts: Statement,
    move_head: Statement,
}

impl Statements {
    async fn prepare(client: &Client) -> Result<Self, Failure> {
        Ok(Self {
            head: client.prepare("select seq, hash from head for update").await?,
            entries: client.prepare(INSERT_ENTRIES).await?,
            lines: client.prepare(INSERT_LINES).await?,
            balances: client.prepare(UPSERT_BALANCES).await?,
            facts: client.prepare(INSERT_FACTS).await?,
            receipts: client.prepare(INSERT_RECEIPTS).await?,
            move_head: client.prepare("update head set seq = $1, hash = $2").await?,
        })
    }
}

const TABLES: &str = r#"
drop schema if exists countinghouse_bare cascade;
create schema countinghouse_bare;
set search_path to countinghouse_bare;
set plan_cache_mode to force_custom_plan;
create table head (seq bigint not null, hash bytea not null);
insert into head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
create table entry (
  seq bigint primary key, id bytea not null, number text not null, day text collate "C" not null,
  description text not null, amount_minor bigint not null
);
create table line (
  seq bigint not null, line bigint not null, account bigint not null,
  debit_minor bigint not null, credit_minor bigint not null,
  primary key (seq, line)
);
create index line_by_account on line (account, seq);
create table balance (
  account bigint not null, day text collate "C" not null,
  debit_minor bigint not null, credit_minor bigint not null,
  first_seq bigint not null, last_seq bigint not null,
  primary key (account, day)
);
create table fact (seq bigint primary key, payload bytea not null, previous_hash bytea not null, hash bytea not null);
create table receipt (key bytea primary key, seq bigint not null, subject bytea not null);
"#;
const INSERT_ENTRIES: &str = "
insert into entry (seq, id, number, day, description, amount_minor)
select * from unnest($1::bigint[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::bigint[])";
const INSERT_LINES: &str = "
insert into line (seq, line, account, debit_minor, credit_minor)
select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])";
const UPSERT_BALANCES: &str = "
insert into balance (account, day, debit_minor, credit_minor, first_seq, last_seq)
select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
on conflict (account, day) do update set
  debit_minor = balance.debit_minor + excluded.debit_minor,
  credit_minor = balance.credit_minor + excluded.credit_minor,
  last_seq = excluded.last_seq";
const INSERT_FACTS: &str = "
insert into fact (seq, payload, previous_hash, hash)
select * from unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[])";
const INSERT_RECEIPTS: &str = "
insert into receipt (key, seq, subject) select * from unnest($1::bytea[], $2::bigint[], $3::bytea[])";
