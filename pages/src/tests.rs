//! Tests of files with sums: written pages read, changed ones do not, and files without sums go on as ever.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::scan::Scan;

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("countinghouse-pages-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("file.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn opened(path: &Path) -> Connection {
    open(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE).unwrap()
}

const FILL: &str = "create table t (id integer primary key, text text); create index by_text on t (text); \
     insert into t with recursive n(i) as (select 1 union all select i + 1 from n where i < 200) \
     select i, hex(zeroblob(20 + i % 50 * 100)) from n; delete from t where id % 7 = 0;";

fn filled(path: &Path, with_sums: bool) {
    let connection = opened(path);
    if with_sums {
        reserve(&connection).unwrap();
    }
    connection.execute_batch("pragma journal_mode = wal").unwrap();
    connection.execute_batch(FILL).unwrap();
    connection.execute_batch("pragma wal_checkpoint(truncate)").unwrap();
}

fn sum_of(connection: &Connection) -> rusqlite::Result<(i64, i64)> {
    let sql = "select sum(id), sum(length(replace(text, '1', ''))) from t not indexed";
    connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

fn pages_sound(path: &Path) -> bool {
    let mut scan = Scan::open(path).unwrap().expect("sums");
    (1..=scan.pages().unwrap()).all(|number| scan.is_sound(number))
}

#[test]
fn what_was_written_reads_and_every_page_has_its_sum() {
    let folder = Folder::new();
    filled(&folder.file(), true);
    assert!(pages_sound(&folder.file()));
    let connection = opened(&folder.file());
    let check: String = connection.query_row("pragma integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!((check.as_str(), reserved(&connection).unwrap()), ("ok", 8));
}

#[test]
fn a_changed_page_is_an_error_wherever_it_is_read() {
    let folder = Folder::new();
    filled(&folder.file(), true);
    let before = sum_of(&opened(&folder.file())).unwrap();
    let sound = fs::read(folder.file()).unwrap();
    let mut met = 0;
    for page in 0..sound.len() / 4_096 {
        let mut damaged = sound.clone();
        damaged[page * 4_096 + (page * 37) % 4_096] ^= 1 << (page % 8);
        fs::write(folder.file(), &damaged).unwrap();
        let connection = open(&folder.file(), OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
        match sum_of(&connection) {
            Ok(found) => assert_eq!(found, before, "page {}", page + 1),
            Err(rusqlite::Error::SqliteFailure(error, _)) => {
                assert!(is_damage(&error), "{error}");
                assert_eq!(take_met(), Some(page as u64 + 1));
                met += 1;
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert!(met > 50, "{met} of {} pages", sound.len() / 4_096);
}

#[test]
fn the_header_cannot_talk_itself_out_of_its_sums() {
    let folder = Folder::new();
    filled(&folder.file(), true);
    let sound = fs::read(folder.file()).unwrap();
    for byte in 0..100 {
        for bit in 0..8 {
            let mut damaged = sound.clone();
            damaged[byte] ^= 1 << bit;
            fs::write(folder.file(), &damaged).unwrap();
            let found = open(&folder.file(), OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(|opened| sum_of(&opened));
            assert!(found.is_err(), "bit {bit} of byte {byte}");
        }
    }
}

#[test]
fn pages_in_each_others_place_zeros_and_a_cut_file_are_errors() {
    let folder = Folder::new();
    filled(&folder.file(), true);
    let sound = fs::read(folder.file()).unwrap();
    let page = |number: usize| (number - 1) * 4_096..number * 4_096;
    // Two leaves of the table that both read well.
    let mut swapped = sound.clone();
    swapped[page(20)].copy_from_slice(&sound[page(21)]);
    let mut zeros = sound.clone();
    zeros[page(20)].fill(0);
    let mut cut = sound.clone();
    cut.truncate(sound.len() - 4_096 * 3 - 100);
    for damaged in [swapped, zeros, cut] {
        fs::write(folder.file(), &damaged).unwrap();
        let connection = open(&folder.file(), OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
        let checked = connection.query_row("pragma integrity_check", [], |row| row.get::<_, String>(0));
        assert!(checked.is_err() || checked.is_ok_and(|line| line != "ok"));
    }
}

#[test]
fn a_copy_keeps_sums_also_where_pages_were_free_before_they_were_written() {
    let folder = Folder::new();
    filled(&folder.file(), true);
    let connection = opened(&folder.file());
    // Pages that are made and freed in one commit are never written.
    let sql = "begin; create table gone as select * from t; create table stays (x); insert into stays values (zeroblob(9000)); \
         drop table gone; commit; pragma wal_checkpoint(truncate)";
    connection.execute_batch(sql).unwrap();
    assert!(pages_sound(&folder.file()));
    connection.execute_batch("update t set text = text || '1'").unwrap();
    let copy = folder.0.join("copy.db");
    let mut target = opened(&copy);
    reserve_for_copy(&target).unwrap();
    rusqlite::backup::Backup::new(&connection, &mut target).unwrap().step(-1).unwrap();
    assert_eq!(sum_of(&target).unwrap(), sum_of(&connection).unwrap());
    target.query_row("pragma journal_mode = delete", [], |row| row.get::<_, String>(0)).unwrap();
    drop(target);
    assert!(pages_sound(&copy));
}

#[test]
fn a_file_without_sums_reads_and_gets_them_by_a_vacuum() {
    let folder = Folder::new();
    filled(&folder.file(), false);
    assert!(Scan::open(&folder.file()).unwrap().is_none());
    let (connection, other) = (opened(&folder.file()), opened(&folder.file()));
    let before = sum_of(&connection).unwrap();
    assert_eq!((sum_of(&other).unwrap(), reserved(&connection).unwrap()), (before, 0));
    reserve(&connection).unwrap();
    connection.execute_batch("vacuum").unwrap();
    // Every copy of the log writes sums, even by a connection that knew the file without them.
    connection.execute_batch("update t set text = text || '1' where id = 1").unwrap();
    assert_eq!(sum_of(&other).unwrap(), before);
    other.execute_batch("pragma wal_checkpoint(truncate)").unwrap();
    connection
        .execute_batch("update t set text = text || '1' where id = 199; pragma wal_checkpoint(truncate)")
        .unwrap();
    drop((connection, other));
    assert!(pages_sound(&folder.file()));
    let connection = opened(&folder.file());
    assert_eq!((sum_of(&connection).unwrap(), reserved(&connection).unwrap()), (before, 8));
}

/// A file and its log as a killed process leaves them: `commits` of them, and where the frames begin.
fn killed(folder: &Folder, commits: usize) -> (PathBuf, Vec<u8>) {
    let running = folder.file();
    let connection = opened(&running);
    reserve(&connection).unwrap();
    connection.execute_batch("pragma journal_mode = wal; pragma synchronous = full; create table t (text)").unwrap();
    for number in 0..commits {
        connection.execute("insert into t values (?1)", [format!("{number:01000}")]).unwrap();
    }
    let left = folder.0.join("left.db");
    for suffix in ["", "-wal", "-shm"] {
        fs::copy(format!("{}{suffix}", running.display()), format!("{}{suffix}", left.display())).unwrap();
    }
    let log = fs::read(folder.0.join("left.db-wal")).unwrap();
    (left, log)
}

#[test]
fn a_log_with_a_damaged_frame_is_told_from_one_that_ends_early() {
    let folder = Folder::new();
    let (left, sound) = killed(&folder, 20);
    let (log, index) = (folder.0.join("left.db-wal"), folder.0.join("left.db-shm"));
    let frame = 24 + 4_096;
    let frames = (sound.len() - 32) / frame;
    let damage = || log::find_damage(&left).unwrap();
    assert_eq!(damage(), None);
    // Bits anywhere: in the header, in headers of frames, in pages.
    for at in (0..32).chain((32..sound.len()).step_by(509)) {
        // Bytes that say which checkpoint the log follows change the sum of the header as any other.
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&log, &damaged).unwrap();
        assert!(damage().is_some(), "byte {at} of {}", sound.len());
    }
    // Without the index only the last commit can be taken for one that was not finished.
    let kept = fs::read(&index).unwrap();
    fs::remove_file(&index).unwrap();
    for number in 0..frames {
        let mut damaged = sound.clone();
        damaged[32 + number * frame + 1_000] ^= 4;
        fs::write(&log, &damaged).unwrap();
        // A commit is of one page or of three.
        if number + 3 < frames || number + 1 == frames {
            assert_eq!(damage().is_some(), number + 1 < frames, "frame {} of {frames}", number + 1);
        }
    }
    // An unfinished commit is no damage, whether the index was written or not.
    for bytes in [0, 31, 32, 32 + frame * 3, 32 + frame * 3 + 100] {
        fs::write(&log, &sound[..bytes]).unwrap();
        assert_eq!(damage(), None, "{bytes} bytes");
    }
    fs::write(&index, kept).unwrap();
    fs::write(&log, &sound[..32 + frame * 3]).unwrap();
    assert!(damage().is_some(), "the index knows of more frames");
}
