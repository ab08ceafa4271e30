//! A database that was damaged while the program was stopped: single corruptions of the file and of its log, then the
//! program on it. Every answer is the old one or a report of damage; nobody gets another figure, and `verify` names the
//! place of the damage and the next step.

mod declared;
mod entrance;
mod loose;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use ::server::engine::DATABASE_FILE;
use ::server::jobs::verify_stored::{self, Verification};
use checks::folder::Folder;
use checks::journal::Ground;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, run};
use checks::{Caller, Database, entry, server};
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";
const PAGE: usize = 4_096;

/// Books with entries of all sizes, some of them on several pages.
async fn filled() -> Ground {
    let ground = Ground::prepare(false).await;
    let mut program = ground.start().await;
    let accountant = ground.accountant(&program);
    for number in 0..60 {
        let text = "x".repeat(if number % 10 == 0 { 900 } else { 20 });
        let sale = entry(&ground.prepared.journal, &format!("{number}.25")).with("description", text);
        let note = json!({"note": "n".repeat(if number % 20 == 0 { 6_000 } else { 10 })});
        accountant.post_entry(&sale.with("metadata", note)).await;
    }
    assert!(program.terminate().await.0.success());
    ground
}

/// Every read of the API that takes no id, with the dates that it wants: the path, and the answer. Parts that differ at
/// each time are left out.
async fn answers(caller: &Caller) -> BTreeMap<String, String> {
    let document: Value =
        serde_json::from_str(&fs::read_to_string(checks::sources::root().join("docs/reference/openapi.json")).unwrap())
            .unwrap();
    let paths = document["paths"].as_object().unwrap().iter();
    let reads = paths.filter(|(path, operations)| operations.get("get").is_some() && !path.contains('{'));
    let mut found = BTreeMap::new();
    for (path, _) in reads {
        let Some(path) = path.strip_prefix("/api/v1").filter(|path| !path.contains("stream")) else { continue };
        for dates in ["?dateFrom=2010-01-01&dateTo=2010-12-31", "?asOf=2010-12-31", ""] {
            let path = format!("{path}{dates}");
            let (first, second) = (caller.get(&path).await, caller.get(&path).await);
            if first.status == 200 && first.bytes == second.bytes {
                found.insert(path, first.text());
                break;
            }
        }
    }
    found
}

/// The harm to a file.
enum Harm {
    /// A bit of this page turned.
    Bit(usize, usize),
    Zeros(usize),
    Noise(usize),
    /// The first page gets the content of the second.
    Other(usize, usize),
    /// The file ends within this page.
    Cut(usize),
}

impl Harm {
    fn on(&self, file: &mut Vec<u8>) {
        let page = |number: usize| (number - 1) * PAGE..number * PAGE;
        match *self {
            Self::Bit(number, bit) => file[(number - 1) * PAGE + bit / 8] ^= 1 << (bit % 8),
            Self::Zeros(number) => file[page(number)].fill(0),
            Self::Noise(number) => {
                file[page(number)].iter_mut().zip(0_usize..).for_each(|(byte, at)| *byte = (at * at * 31 % 251) as u8);
            }
            Self::Other(number, from) => file.copy_within(page(from), page(number).start),
            Self::Cut(number) => file.truncate(page(number).start + 100),
        }
    }
}

/// Pages by their content in SQLite, as their first byte says: leaves of tables and indexes, inner pages, and others,
/// which are continued rows or free.
fn pages_of(file: &[u8], kind: impl Fn(u8) -> bool) -> Vec<usize> {
    let numbers = (2..=file.len() / PAGE).filter(|number| kind(file[(number - 1) * PAGE]));
    numbers.collect()
}

/// Eighteen corruptions, on pages of every kind.
fn harms(file: &[u8]) -> Vec<(&'static str, Harm)> {
    let middle = |pages: &[usize], part: usize| pages[pages.len() * part / 4];
    let tables = list_of_tables(file);
    let rows: Vec<usize> =
        pages_of(file, |kind| kind == 13).into_iter().filter(|page| !tables.contains(page)).collect();
    let keys = pages_of(file, |kind| kind == 10);
    let inner = pages_of(file, |kind| kind == 2 || kind == 5);
    let more = pages_of(file, |kind| ![2, 5, 10, 13].contains(&kind));
    let last = file.len() / PAGE;
    let full = |pages: &[usize]| {
        *pages
            .iter()
            .max_by_key(|number| file[(**number - 1) * PAGE..**number * PAGE].iter().filter(|byte| **byte != 0).count())
            .unwrap()
    };
    vec![
        ("the version of the header", Harm::Bit(1, 18 * 8)),
        ("the room for sums in the header", Harm::Bit(1, 20 * 8 + 3)),
        ("the list of tables", Harm::Bit(1, 3_000 * 8)),
        ("a leaf of rows, one bit", Harm::Bit(full(&rows), 4_000 * 8 + 1)),
        ("a leaf of rows, zeros", Harm::Zeros(full(&rows))),
        ("a leaf of rows, noise", Harm::Noise(full(&rows))),
        ("a leaf of rows in another's place", Harm::Other(full(&rows), middle(&rows, 1))),
        ("another leaf of rows", Harm::Bit(middle(&rows, 3), 9)),
        ("a leaf of keys, one bit", Harm::Bit(full(&keys), 3_900 * 8 + 5)),
        ("a leaf of keys, zeros", Harm::Zeros(full(&keys))),
        ("a leaf of keys in another's place", Harm::Other(full(&keys), middle(&keys, 2))),
        ("the sum of a leaf of keys", Harm::Bit(middle(&keys, 3), 4_090 * 8)),
        ("an inner page, one bit", Harm::Bit(middle(&inner, 0), 100)),
        ("an inner page, zeros", Harm::Zeros(middle(&inner, 2))),
        ("a continued row, one bit", Harm::Bit(middle(&more, 0), 2_000 * 8)),
        ("a continued row, zeros", Harm::Zeros(middle(&more, 2))),
        ("the last page", Harm::Noise(last)),
        ("a file that ends early", Harm::Cut(last - 1)),
    ]
}

/// The leaves of the list of all tables, which a program reads before it begins: damage there is met at the start alone.
/// Its root is page 1, an inner page whose head begins behind the file's own: the number of cells at 3, the last child at 8,
/// and from 12 on where each cell is, which begins with its child (SQLite's file format, "B-tree Pages").
fn list_of_tables(file: &[u8]) -> Vec<usize> {
    let root = &file[100..PAGE];
    assert_eq!(root[0], 5, "the list of tables has more than one page");
    let child = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let cell = |number: usize| usize::from(u16::from_be_bytes([root[12 + 2 * number], root[13 + 2 * number]]));
    let cells = usize::from(u16::from_be_bytes([root[3], root[4]]));
    (0..cells).map(|number| child(cell(number))).chain([child(108)]).collect()
}

/// A program on a copy of the files, and whether it answers; one that ended has said why.
async fn started(folder: &Path) -> Option<Program> {
    let mut program = Program::spawn(Place { folder, database_url: None }, &[]);
    let begun = Instant::now();
    loop {
        if reqwest::get(format!("{}/healthz", program.url)).await.is_ok_and(|answer| answer.status().is_success()) {
            return Some(program);
        }
        if program.has_ended() {
            let log = program.log();
            println!("not started: {}", log.lines().last().unwrap_or_default());
            assert!(
                log.contains("damaged") && (log.contains("verify") || log.contains("restore")),
                "it ended and did not say what to do: {log}"
            );
            return None;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "it neither answers nor ends: {}", program.log());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Asks for everything; answers whether anything was said to be damaged.
async fn nothing_else_is_told(caller: &Caller, before: &BTreeMap<String, String>, what: &str) -> bool {
    let mut met = false;
    for (path, told) in before {
        let answer = caller.get(path).await;
        if answer.status == 200 {
            assert_eq!(&answer.text(), told, "{what}: {path} tells something else");
        } else {
            answer.expect(503).code("stored_data_damaged");
            met = true;
        }
    }
    met
}

#[test]
fn eighteen_corruptions_are_told_or_harmless_and_never_another_figure() {
    server::runtime().block_on(async {
        let ground = filled().await;
        let sound = fs::read(ground.folder.path().join(DATABASE_FILE)).unwrap();
        assert!(!ground.folder.path().join(format!("{DATABASE_FILE}-wal")).exists(), "it was stopped in order");
        let mut before = BTreeMap::new();
        let (mut met, mut refused) = (0, 0);
        for (what, harm) in
            std::iter::once(("nothing", None)).chain(harms(&sound).into_iter().map(|(what, harm)| (what, Some(harm))))
        {
            let copy = Folder::new();
            let mut file = sound.clone();
            if let Some(harm) = &harm {
                harm.on(&mut file);
                assert!(file != sound, "{what}: nothing was damaged");
            }
            fs::write(copy.path().join(DATABASE_FILE), &file).unwrap();
            let place = Place { folder: copy.path(), database_url: None };
            if harm.is_none() {
                let program = started(copy.path()).await.expect("a sound file");
                before = answers(&ground.admin(&program)).await;
                assert!(before.len() > 50, "{} reads", before.len());
                continue;
            }
            // Before anybody writes: a file that was cut is longer afterwards.
            let verified = run(place, &[], &["verify"], "");
            let said = format!("{}{}", verified.out, verified.err);
            assert_eq!(verified.code, 7, "{what}: {said}");
            assert!(said.contains("restore"), "{what}: verify does not say what to do: {said}");
            println!("{what}: {}", said.lines().find(|line| line.starts_with("    ")).unwrap_or(&said));
            let names = ["    table ", "    index ", "sqlite_schema", "the file's own records"];
            assert!(names.iter().any(|name| said.contains(name)), "{what}: verify does not say where: {said}");
            let Some(program) = started(copy.path()).await else {
                refused += 1;
                continue;
            };
            let admin = ground.admin(&program);
            let was_met = nothing_else_is_told(&admin, &before, what).await;
            met += usize::from(was_met);
            let posted =
                ground.accountant(&program).post(ENTRIES, &entry(&ground.prepared.journal, "9.00").json()).await;
            if posted.status != 201 {
                posted.expect(503).code("stored_data_damaged");
            }
            assert!(!was_met || posted.status == 503, "{what}: a post was taken on top of damage: {}", posted.text());
        }
        println!("{met} met by a read, {refused} at the start");
        assert!(met >= 6 && met + refused >= 12, "{met} met by a read, {refused} at the start");
    });
}

#[test]
fn a_damaged_log_of_a_killed_program_is_not_forgotten() {
    server::runtime().block_on(async {
        let ground = Ground::prepare(false).await;
        let mut program = ground.start().await;
        let accountant = ground.accountant(&program);
        for number in 1..=20 {
            accountant.post_entry(&entry(&ground.prepared.journal, &format!("{number}.00"))).await;
        }
        let told = accountant.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.text();
        program.kill();
        let log = fs::read(ground.folder.path().join(format!("{DATABASE_FILE}-wal"))).unwrap();
        let frames = (log.len() - 32) / (PAGE + 24);
        for (what, at) in [
            ("its header", Some(17)),
            ("a frame in the middle", Some(32 + frames / 2 * (PAGE + 24) + 700)),
            ("the last frame", Some(log.len() - 900)),
            ("nothing", None),
        ] {
            let copy = Folder::new();
            for suffix in ["", "-wal", "-shm"] {
                let name = format!("{DATABASE_FILE}{suffix}");
                let mut bytes = fs::read(ground.folder.path().join(&name)).unwrap();
                if let (Some(at), "-wal") = (at, suffix) {
                    bytes[at] ^= 16;
                }
                fs::write(copy.path().join(&name), bytes).unwrap();
            }
            let verified = run(Place { folder: copy.path(), database_url: None }, &[], &["verify"], "");
            let program = started(copy.path()).await;
            match at {
                Some(_) => {
                    verified.failed(1, "write-ahead log");
                    assert!(verified.err.contains("restore"), "{}", verified.err);
                    assert!(program.is_none(), "{what} was damaged, and the program began without it");
                }
                None => {
                    verified.done();
                    let program = program.expect("a sound log");
                    let again =
                        ground.accountant(&program).get("/accounting/reports/trial-balance?asOf=2010-12-31").await;
                    assert_eq!(again.expect(200).text(), told);
                }
            }
        }
    });
}

/// The state of the verification in `/readyz` once it is over.
async fn verification(program: &Program) -> Value {
    let begun = Instant::now();
    loop {
        let said: Value = reqwest::get(format!("{}/readyz", program.url)).await.unwrap().json().await.unwrap();
        let state = said["details"]["verification"]["state"].as_str().unwrap_or_default();
        if ["done", "damaged"].contains(&state) {
            return said;
        }
        assert!(["waiting", "running"].contains(&state) && begun.elapsed() < Duration::from_secs(60), "{said}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[test]
fn a_started_program_verifies_what_is_stored_and_says_how_far_it_is() {
    server::runtime().block_on(async {
        let ground = filled().await;
        let path = ground.folder.path().join(DATABASE_FILE);
        let mut program = ground.start().await;
        let said = verification(&program).await;
        let verified = &said["details"]["verification"];
        assert_eq!(verified["state"], "done", "{said}");
        assert_eq!((&verified["checkedOrganizations"], &verified["organizations"]), (&json!(2), &json!(2)), "{said}");
        assert_eq!(verified["checkedPages"], verified["pages"], "{said}");
        assert_eq!(
            (&said["details"]["checksums"], &said["details"]["stoppedOrganizations"]),
            (&json!(true), &json!(0))
        );
        assert!(program.terminate().await.0.success());

        // A row that is continued on a page of its own: nobody asked for it yet.
        let mut file = fs::read(&path).unwrap();
        let page = *pages_of(&file, |kind| kind == 0).last().unwrap();
        Harm::Bit(page, 2_000 * 8).on(&mut file);
        fs::write(&path, &file).unwrap();
        let program = ground.start().await;
        let said = verification(&program).await;
        assert_eq!(said["details"]["verification"]["state"], "damaged", "{said}");
        assert!(said["details"]["stoppedOrganizations"].as_u64().unwrap() > 0, "{said}");
        let log = program.log();
        assert!(log.contains("table ") && log.contains("restore the last good backup"), "{log}");
        let posted = ground.accountant(&program).post(ENTRIES, &entry(&ground.prepared.journal, "9.00").json()).await;
        posted.expect(503).code("stored_data_damaged");
    });
}

#[test]
fn sound_books_verify_beside_their_service_on_postgres_too() {
    for database in [Database::Sqlite, Database::Postgres] {
        server::run(database, async |app| {
            app.as_role("accountant").post_entry(&entry(&app.books.journal, "1.00")).await;
            assert!(verify_stored::round(&app.database, &Verification::default()).await.unwrap());
        });
    }
}

/// A page that PostgreSQL itself calls damaged, in a copy of a database that nobody has read yet.
#[test]
fn a_damaged_page_of_postgresql_is_told_and_stops_writes() {
    let Some(cluster) = postgres::cluster() else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
        return;
    };
    server::runtime().block_on(async {
        let folder = Folder::new();
        let original = FreshDatabase::create(&cluster).await;
        let prepared = server::prepare(folder.path(), Some(&original.url())).await;
        let copy = FreshDatabase::copy_of(&original).await;
        let Some(file) = copy
            .file_of(&original, "accounts")
            .await
            .filter(|file| fs::OpenOptions::new().write(true).open(file).is_ok())
        else {
            println!("skipped: the files of the PostgreSQL are not ours to damage");
            return;
        };
        let mut bytes = fs::read(&file).unwrap();
        bytes[10..24].fill(0xff);
        fs::write(&file, bytes).unwrap();
        let url = copy.url();
        let place = Place { folder: folder.path(), database_url: Some(&url) };
        let program = Program::start(place).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let caller = |token: &str| Caller::new(http.clone(), &program.url, Some(token.to_owned()));
        caller(&prepared.admin).get("/accounting/accounts").await.expect(503).code("stored_data_damaged");
        let posted = caller(&prepared.accountant).post(ENTRIES, &entry(&prepared.journal, "1.00").json()).await;
        posted.expect(503).code("stored_data_damaged").says("no writes");
        let verified = run(place, &[], &["verify"], "");
        assert_eq!(verified.code, 7, "{verified:?}");
        assert!(
            verified.out.contains("cannot be read to their end") && verified.out.contains("pg_restore"),
            "{verified:?}"
        );
    });
}
