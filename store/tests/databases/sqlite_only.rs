//! Tests for a file only: the lock, the savepoint, the backup, the reader next to the writer.

use std::time::Duration;

use domain::book::Query;
use domain::rows::Account;
use domain::value::id::AccountId;
use domain::value::{Cell, CellKind};
use store::sqlite::lock::WriterLock;
use store::sqlite::{Options, Writer};
use store::{Database, Fault};

use crate::books::{self, Commit, ORGANIZATION, OTHER};
use crate::place::{Folder, sqlite};

#[tokio::test]
async fn a_second_writer_is_refused_with_the_holders_process() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    let second = Writer::open(&folder.file(), &Options::default());
    let pid = std::process::id();
    assert!(matches!(&second, Err(Fault::Busy(text)) if text.contains(&pid.to_string())), "{second:?}");
    assert_eq!(WriterLock::holder(folder.path()), Some(pid));
    database.close().await.unwrap();
    assert_eq!(WriterLock::holder(folder.path()), None);
    sqlite(&folder).close().await.unwrap();
}

#[tokio::test]
async fn one_organization_is_undone_and_the_other_kept() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    let (good, bad) = (
        books::foundation().changes(),
        Commit::default().insert(&[books::line(1, 1, AccountId([10; 16]), 1, 0)]).changes(),
    );
    let done = database.sqlite_writer().unwrap().run(move |writer| {
        writer.begin()?;
        writer.savepoint()?;
        let refused = writer.save(OTHER, &bad);
        assert!(matches!(refused, Err(Fault::Constraint(_))), "{refused:?}");
        writer.rollback_to_savepoint()?;
        writer.savepoint()?;
        writer.save(ORGANIZATION, &good)?;
        writer.release_savepoint()?;
        writer.commit()
    });
    done.await.unwrap().unwrap();
    let mut snapshot = database.snapshot().await.unwrap();
    let counts = snapshot.load(ORGANIZATION, &[Query::all::<Account>().count()]).await.unwrap();
    assert_eq!(counts, [[[Cell::Int(2)]]]);
}

#[tokio::test]
async fn a_panic_costs_its_transaction_and_not_the_writer() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    let writer = database.sqlite_writer().unwrap();
    let changes = books::foundation().changes();
    let lost: Result<(), Fault> = writer
        .run(move |writer| {
            writer.begin().unwrap();
            writer.save(ORGANIZATION, &changes).unwrap();
            panic!("as the test wants");
        })
        .await;
    assert!(lost.is_err());
    books::foundation().on(&database, ORGANIZATION).await.unwrap();
}

#[tokio::test]
async fn a_backup_beside_the_writer_is_one_sound_moment() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    books::foundation().on(&database, ORGANIZATION).await.unwrap();
    let (from, to) = (folder.file(), folder.path().join("copy").join("books.sqlite"));
    std::fs::create_dir(folder.path().join("copy")).unwrap();
    let target = to.clone();
    let mut steps = 0;
    tokio::task::spawn_blocking(move || store::sqlite::backup::backup(&from, &target, |_, _| steps += 1))
        .await
        .unwrap()
        .unwrap();
    let again = store::sqlite::backup::backup(&folder.file(), &to, |_, _| {});
    assert!(again.is_err(), "a file that exists is not overwritten");

    let mut copy = Writer::open(&to, &Options::default()).unwrap();
    assert_eq!(copy.integrity_check().unwrap(), Vec::<String>::new());
    assert_eq!(copy.head(ORGANIZATION).unwrap().unwrap()[0], Cell::Int(0));
}

#[tokio::test]
async fn a_reader_beside_the_server_reads_and_never_writes() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    books::foundation().on(&database, ORGANIZATION).await.unwrap();
    let reader = Database::open_sqlite_reader(&folder.file(), &Options::default()).unwrap();
    assert_eq!(reader.snapshot().await.unwrap().seq(ORGANIZATION).await.unwrap(), 0);
    assert!(reader.operational("delete from login_throttles", &[], &[]).await.is_err());
    assert!(Database::open_sqlite_reader(&folder.path().join("none.sqlite"), &Options::default()).is_err());
}

#[tokio::test]
async fn a_read_that_takes_too_long_is_ended() {
    let folder = Folder::new();
    let options = Options { readers: 1, ..Default::default() };
    let writer = Writer::open(&folder.file(), &options).unwrap();
    let readers = std::sync::Arc::new(store::sqlite::readers::Readers::new(writer.path(), &options));
    let reader = readers.lend(Duration::from_millis(50)).await.unwrap();
    let endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n";
    let ended = store::sqlite::load::query(reader.in_transaction().unwrap(), endless, &[], &[CellKind::Int]);
    assert!(matches!(ended, Err(Fault::TooSlow(_))), "{ended:?}");
    let waiting = readers.lend(Duration::from_millis(10)).await;
    assert!(matches!(waiting, Err(Fault::Busy(_))));
    drop(reader);
    readers.lend(Duration::from_millis(10)).await.unwrap();
}

#[tokio::test]
async fn the_log_begins_anew_however_much_is_written_also_beside_readers() {
    let folder = Folder::new();
    let options = Options { checkpoint_pages: 20, is_synchronous: false, ..Options::default() };
    let database = Database::open_sqlite(&folder.file(), &options).unwrap();
    let sql = "insert into login_throttles (subject, failures, last_failure_at) values ($1, 1, 1)";
    let mut log = folder.file().into_os_string();
    log.push("-wal");
    // Every insert writes at least one page: a log that never begins anew has as many pages as there were inserts. When
    // it begins anew depends on the load of the machine, so the test requires no number of pages.
    for number in 0..100_000 {
        database.operational(sql, &[Cell::Text(format!("{number:06}"))], &[]).await.unwrap();
        if number % 7 == 0 {
            let mut reader = database.snapshot().await.unwrap();
            assert_eq!(reader.seq(ORGANIZATION).await.unwrap(), 0);
        }
        if number >= 3_000 && number % 500 == 0 && std::fs::metadata(&log).unwrap().len() / 4_096 < number / 2 {
            return;
        }
    }
    panic!("the log only grows");
}

/// A file as an earlier version made it, with the rows of this one: pages without room for sums.
fn without_sums(from: &std::path::Path, to: &std::path::Path) {
    let old = rusqlite::Connection::open(to).unwrap();
    old.execute_batch(&format!("attach '{}' as sound", from.display())).unwrap();
    let sql = "select type, name, sql from sound.sqlite_schema where sql is not null order by type = 'view', type = 'index', rowid";
    let mut made = old.prepare(sql).unwrap();
    let made: Vec<(String, String, String)> = made
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    old.execute_batch("pragma foreign_keys = off; begin").unwrap();
    for (kind, name, sql) in made {
        old.execute_batch(&sql).unwrap();
        if kind == "table" {
            old.execute_batch(&format!("insert into main.{name} select * from sound.{name}")).unwrap();
        }
    }
    old.execute_batch("commit").unwrap();
}

#[tokio::test]
async fn a_file_of_an_earlier_version_gets_sums_when_it_is_opened() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    books::foundation().on(&database, ORGANIZATION).await.unwrap();
    assert!(database.has_checksums().await.unwrap(), "a new file has sums");
    database.close().await.unwrap();
    let old = folder.path().join("old.sqlite");
    without_sums(&folder.file(), &old);
    // Whoever only reads takes it as it is.
    let reader = Database::open_sqlite_reader(&old, &Options::default()).unwrap();
    assert!(!reader.has_checksums().await.unwrap());
    let before = store::audit::verify::verify(&reader, None).await.unwrap();
    assert!(before.storage.iter().all(store::audit::Invariant::holds) && before.organizations.len() == 1, "{before:?}");
    reader.close().await.unwrap();
    let backup = folder.path().join("backup.sqlite");
    store::sqlite::backup::backup(&old, &backup, |_, _| {}).unwrap();
    assert!(pages::scan::Scan::open(&backup).unwrap().is_none(), "a copy is what was copied");

    let opened = Database::open_sqlite(&old, &Options::default()).unwrap();
    assert!(opened.has_checksums().await.unwrap());
    assert_eq!(store::audit::verify::verify(&opened, None).await.unwrap(), before);
    std::fs::remove_file(&backup).unwrap();
    store::sqlite::backup::backup(&old, &backup, |_, _| {}).unwrap();
    opened.close().await.unwrap();
    for file in [&old, &backup] {
        let mut scan = pages::scan::Scan::open(file).unwrap().unwrap();
        assert!((1..=scan.pages().unwrap()).all(|number| scan.is_sound(number)), "{}", file.display());
    }
}
