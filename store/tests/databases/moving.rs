//! A log moves from one database to another with its hashes intact, or not at all.

use std::path::{Path, PathBuf};

use domain::book::{Changes, TableChanges, fact};
use domain::replay;
use domain::rows::{Class, FactRow, Line, Row, payload};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, Instant};
use store::audit::log_file::{Header, LogWriter};
use store::audit::take_in::{TakenIn, take_in};
use store::audit::take_out::take_out;
use store::audit::verify::verify;
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};
use store::{Database, Fault, statement, tables};

use crate::history::{History, commit};
use crate::place::{Folder, on_both, sqlite};

const ONE: OrganizationId = OrganizationId([1; 16]);

on_both! {
    a_log_moves_to_another_database_and_back = super::a_log_moves_to_another_database_and_back;
    a_damaged_file_leaves_nothing = super::a_damaged_file_leaves_nothing;
    an_import_that_broke_off_goes_on = super::an_import_that_broke_off_goes_on;
    what_is_there_already_is_said = super::what_is_there_already_is_said;
    a_sound_chain_of_unsound_books_is_taken_back = super::a_sound_chain_of_unsound_books_is_taken_back;
}

/// A source of its own with a history, and its log as a file.
async fn exported(folder: &Folder) -> (History, PathBuf) {
    let source = sqlite(folder);
    let history = History::new(ONE);
    history.write(&source).await;
    let file = folder.path().join("one.log");
    take_out(&source, ONE, true, std::fs::File::create(&file).unwrap()).await.unwrap();
    source.close().await.unwrap();
    (history, file)
}

async fn taken(database: &Database, file: &Path) -> Result<TakenIn, Fault> {
    take_in(database, file, None, Instant(9), |_, _| {}).await
}

fn refused(outcome: Result<TakenIn, Fault>) -> String {
    match outcome {
        Err(Fault::BadFile(why)) => why,
        other => panic!("{other:?}"),
    }
}

async fn rows(database: &Database, table: &'static domain::rows::TableDef) -> Vec<Vec<Cell>> {
    let kinds: Vec<CellKind> = table.columns.iter().map(|column| column.kind).collect();
    let sql = statement::page(table, true, false, 1_000_000);
    database.snapshot().await.unwrap().query(&sql, &[Cell::Id(ONE.0)], &kinds).await.unwrap()
}

async fn status(database: &Database) -> Option<OrganizationStatus> {
    let listed = organizations_list::get(&mut database.snapshot().await.unwrap(), ONE).await.unwrap();
    listed.map(|listed| listed.status)
}

async fn assert_nothing_is_there(database: &Database, what: &str) {
    assert_eq!(status(database).await, None, "{what}");
    for table in tables::ALL {
        assert_eq!(rows(database, table).await.len(), 0, "{what}: {}", table.name);
    }
}

async fn a_log_moves_to_another_database_and_back(database: &Database) {
    let folder = Folder::new();
    let (history, file) = exported(&folder).await;
    let came = taken(database, &file).await.unwrap();
    assert!(!came.was_there && came.written == came.header.facts && came.header.has_names);
    for table in tables::ALL.iter().filter(|table| table.class != Class::Receipt) {
        let wanted: Vec<Vec<Cell>> =
            history.model.tables.get(table.name).into_iter().flat_map(|rows| rows.values().cloned()).collect();
        assert_eq!(rows(database, table).await, wanted, "{}", table.name);
    }
    assert_eq!(status(database).await, Some(OrganizationStatus::Active));
    assert!(verify(database, None).await.unwrap().holds());

    let back = folder.path().join("back.log");
    take_out(database, ONE, true, std::fs::File::create(&back).unwrap()).await.unwrap();
    assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(&file).unwrap(), "the same file, byte for byte");
    let home = Folder::new();
    let third = sqlite(&home);
    let came_back = take_in(&third, &back, Some(came.header.hash), Instant(9), |_, _| {}).await.unwrap();
    assert_eq!(came_back.header, came.header, "the same head");
    third.close().await.unwrap();

    let nameless = folder.path().join("nameless.log");
    take_out(database, ONE, false, std::fs::File::create(&nameless).unwrap()).await.unwrap();
    let home = Folder::new();
    let fourth = sqlite(&home);
    assert_eq!(taken(&fourth, &nameless).await.unwrap().header.hash, came.header.hash, "names are in no hash");
    assert_eq!(rows(&fourth, tables::named("party_names").unwrap()).await.len(), 0);
    assert!(verify(&fourth, None).await.unwrap().holds());
    fourth.close().await.unwrap();
}

async fn a_damaged_file_leaves_nothing(database: &Database) {
    let folder = Folder::new();
    let (_, file) = exported(&folder).await;
    let sound = std::fs::read(&file).unwrap();
    let header = sound.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    // A frame's letter and length stand before its body.
    let frame = |at: usize| {
        let length = u32::from_be_bytes(sound[at + 1..at + 5].try_into().unwrap());
        at + 5 + usize::try_from(length).unwrap()
    };
    let second = frame(header);
    let third = frame(second);
    let mut reordered = sound[..header].to_vec();
    reordered.extend_from_slice(&sound[second..third]);
    reordered.extend_from_slice(&sound[header..second]);
    reordered.extend_from_slice(&sound[third..]);
    let mut left_out = sound[..header].to_vec();
    left_out.extend_from_slice(&sound[second..]);
    let version = String::from_utf8_lossy(&sound[..header]).replace("\"version\":1", "\"version\":2");
    let mut newer = version.into_bytes();
    newer.extend_from_slice(&sound[header..]);
    let mut longer = sound.clone();
    longer.push(0);
    let mut table: Vec<(String, Vec<u8>, &str)> = vec![
        ("cut in a frame".to_owned(), sound[..second + 9].to_vec(), "it ends before its trailer"),
        ("cut between frames".to_owned(), sound[..third].to_vec(), "it ends before its trailer"),
        ("without a trailer".to_owned(), sound[..sound.len() - 45].to_vec(), "damaged"),
        ("two facts changed places".to_owned(), reordered, "fact 2 follows"),
        ("a fact left out".to_owned(), left_out, "fact 2"),
        ("another version".to_owned(), newer, "version 2 of the format, and this program reads 1"),
        ("something behind it".to_owned(), longer, "there is data after its trailer"),
        ("no log".to_owned(), b"id,name\n1,x\n".to_vec(), "it is not a log"),
        ("nothing".to_owned(), Vec::new(), "it is not a log"),
    ];
    let step = sound.len() / 97;
    for at in (header..sound.len()).step_by(step.max(1)) {
        let mut flipped = sound.clone();
        flipped[at] ^= 0x10;
        table.push((format!("byte {at} flipped"), flipped, "damaged"));
    }
    let broken = folder.path().join("broken.log");
    for (what, bytes, words) in table {
        std::fs::write(&broken, bytes).unwrap();
        let why = refused(taken(database, &broken).await);
        let words = if what == "two facts changed places" { "fact" } else { words };
        assert!(why.contains(words), "{what}: {why}");
        assert_eq!(status(database).await, None, "{what}");
    }
    let other_head = take_in(database, &file, Some([7; 32]), Instant(9), |_, _| {}).await;
    assert!(refused(other_head).contains("not with the expected 0707"));
    assert_nothing_is_there(database, "after all of them").await;
    taken(database, &file).await.unwrap();
}

async fn an_import_that_broke_off_goes_on(database: &Database) {
    let folder = Folder::new();
    let (history, file) = exported(&folder).await;
    let facts: Vec<Vec<Cell>> = history.model.tables["facts"].values().take(7).cloned().collect();
    let changes = Changes { tables: vec![TableChanges { inserts: facts, ..TableChanges::none(FactRow::table()) }] };
    commit(database, ONE, changes).await;
    let status_before = OrganizationStatus::Importing;
    let row =
        ListedOrganization { organization_id: ONE, status: status_before, created_at: Instant(1), founded_by: None };
    organizations_list::add(database, &row).await.unwrap();
    assert_eq!(verify(database, None).await.unwrap().organizations, [], "nobody sees it yet");
    let came = taken(database, &file).await.unwrap();
    assert_eq!(came.written, came.header.facts - 7, "only what was missing");
    assert!(verify(database, None).await.unwrap().holds());
    assert_eq!(status(database).await, Some(OrganizationStatus::Active));
}

async fn what_is_there_already_is_said(database: &Database) {
    let folder = Folder::new();
    let (mut history, file) = exported(&folder).await;
    taken(database, &file).await.unwrap();
    let again = taken(database, &file).await.unwrap();
    assert!(again.was_there && again.written == 0);
    let before = history.commits.len();
    history.run(history.sale("2", true));
    commit(database, ONE, history.commits[before].clone()).await;
    assert!(taken(database, &file).await.unwrap().was_there, "the books went on since");

    let elsewhere = Folder::new();
    let other = sqlite(&elsewhere);
    let mut another = History::new(ONE);
    another.run(another.sale("7", true));
    another.write(&other).await;
    let foreign = elsewhere.path().join("other.log");
    take_out(&other, ONE, false, std::fs::File::create(&foreign).unwrap()).await.unwrap();
    other.close().await.unwrap();
    let why = refused(taken(database, &foreign).await);
    assert!(why.contains("already exists here with another log"), "{why}");
    assert!(verify(database, None).await.unwrap().holds());
}

/// A log whose chain is sound and whose rows are not: only who can hash anew can make one.
async fn a_sound_chain_of_unsound_books_is_taken_back(database: &Database) {
    let folder = Folder::new();
    let (history, _) = exported(&folder).await;
    let mut facts: Vec<FactRow> =
        history.model.tables["facts"].values().map(|cells| FactRow::from_cells(cells).unwrap()).collect();
    let tables = domain::book::Book::table_defs();
    let amount = Line::TABLE.columns.iter().position(|column| column.name == "base_debit").unwrap();
    let mut previous = [0; 32];
    let mut is_forged = false;
    for fact in &mut facts {
        if fact.kind == "journalEntry.posted" && fact.parts == 1 && !is_forged {
            let mut writes: Vec<_> = payload::decode_writes(&fact.payload)
                .unwrap()
                .into_iter()
                .map(|stored| replay::current(&tables, stored).unwrap())
                .collect();
            let line = writes.iter_mut().find(|write| write.table.name == "lines").unwrap();
            line.cells[amount] = Cell::Int(1);
            fact.payload = payload::encode_writes(&writes);
            is_forged = true;
        }
        fact.previous_hash = previous;
        fact.hash = fact::hash(ONE, fact);
        previous = fact.hash;
    }
    assert!(is_forged);
    let last = facts.last().unwrap();
    let header = Header { organization: ONE, facts: last.seq, hash: last.hash, at: last.at, has_names: false };
    let file = folder.path().join("forged.log");
    let mut writer = LogWriter::begin(std::fs::File::create(&file).unwrap(), &header).unwrap();
    facts.iter().for_each(|fact| writer.fact(fact).unwrap());
    writer.finish().unwrap();
    let why = refused(taken(database, &file).await);
    assert!(why.contains("nothing of it was kept"), "{why}");
    assert_nothing_is_there(database, "a forged log").await;
}
