//! The memory of the service: bounded by `memory.limit_mib`, for any reads, and a limit too small to work with is
//! refused.

use checks::folder::Folder;
use checks::program::{self, Place, Program};
use checks::server::{self, runtime};
use checks::{Caller, entry};
use serde_json::json;

/// Entries of the books, each with as much text as one may have: together far more than the pages that may be kept.
const ENTRIES: usize = 1_500;
const METADATA_BYTES: usize = 12_000;
/// Who reads at a time: more than there are readers of the database.
const CLIENTS: usize = 12;
const READS_EACH: usize = 20;
/// The limit under which the service reads.
const LIMIT_MIB: u64 = 197;
/// The growth of memory allowed by the reads, in MiB.
const GROWTH_MIB: u64 = 96;

/// The `number`th read of a client: no two ask alike, and together they look at every page of the books.
fn read(client: usize, number: usize) -> String {
    let (first, last) = (1 + (client * 7 + number) % 28, 1 + (client + number * 5) % 28);
    let (from, to) = (first.min(last), first.max(last));
    let days = format!("dateFrom=2010-01-{from:02}&dateTo=2010-01-{to:02}");
    match number % 5 {
        0 => format!("/accounting/reports/journal?{days}"),
        1 => format!("/accounting/journal-entries?limit=100&{days}"),
        2 => format!("/accounting/journal-entries?limit=100&{days}&status=posted&sort=-date&q=Invoice"),
        3 => format!("/accounting/reports/journal?{days}&format=csv"),
        _ => format!("/accounting/reports/audit-trail?limit=200&{days}"),
    }
}

async fn read_all(caller: &Caller) {
    let tasks: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let caller = caller.clone();
            tokio::spawn(async move {
                for number in 0..READS_EACH {
                    caller.get(&read(client, number)).await.expect(200);
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
}

#[test]
fn hundreds_of_varied_reads_take_no_more_memory_than_the_setting_leaves_them() {
    runtime().block_on(async {
        let folder = Folder::new();
        let books = server::prepare(folder.path(), None).await;
        let limit = [("COUNTINGHOUSE_MEMORY_LIMIT_MIB".to_owned(), LIMIT_MIB.to_string())];
        let place = Place { folder: folder.path(), database_url: None };
        let program = Program::start_with(place, &limit).await;
        let admin = Caller::new(reqwest::Client::new(), &program.url, Some(books.admin.clone()));
        for part in 0..3 {
            let items: Vec<_> = (0..ENTRIES / 3)
                .map(|number| {
                    let day = format!("2010-01-{:02}", 1 + number % 28);
                    let metadata = json!({"note": format!("{part}{number}").repeat(METADATA_BYTES / 8)});
                    entry(&books.journal, "1.00").on(&day).with("metadata", metadata).json()
                })
                .collect();
            admin.post("/accounting/journal-entries/batch", &json!({"atomic": true, "items": items})).await.expect(200);
        }
        let before = program.memory_kib();
        read_all(&admin).await;
        let grown = program.memory_kib().saturating_sub(before) / 1_024;
        println!("{} MiB before, {grown} MiB more after", before / 1_024);
        assert!(grown <= GROWTH_MIB, "{grown} MiB more than {} MiB before", before / 1_024);
    });
}

#[test]
fn too_little_memory_is_refused_by_config_check_and_at_the_start_with_what_would_do() {
    let folder = Folder::new();
    let place = Place { folder: folder.path(), database_url: None };
    let little = [("COUNTINGHOUSE_MEMORY_LIMIT_MIB", "100")];
    for command in [["config", "check"].as_slice(), &["serve"]] {
        program::run(place, &little, command, "")
            .failed(2, "`memory.limit_mib` (COUNTINGHOUSE_MEMORY_LIMIT_MIB) is 100")
            .failed(2, "or more");
    }
    let fewer = [little[0], ("COUNTINGHOUSE_READERS", "1")];
    assert!(program::run(place, &fewer, &["config", "check"], "").code != 0, "the program itself takes more");
    program::run(place, &[("COUNTINGHOUSE_MEMORY_LIMIT_MIB", "0")], &["config", "check"], "")
        .failed(2, "must be between");
    let told = program::run(place, &[("COUNTINGHOUSE_MEMORY_LIMIT_MIB", "512")], &["config", "check"], "");
    assert!(told.done().out.contains("# memory: 512 MiB: program and passwords"), "{}", told.out);
    let many = [("COUNTINGHOUSE_READERS", "256")];
    program::run(place, &many, &["config", "check"], "")
        .failed(2, "too little for 256 readers")
        .failed(2, "lower `database.readers`");
}
