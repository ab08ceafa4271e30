//! Verification finds every tampering by the invariant that names it; a rebuild gives the same rows.

use domain::book::{Changes, TableChanges};
use domain::rows::{Class, FactRow, PrincipalKind, Row};
use domain::value::id::{InvitationId, OrganizationId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Instant};
use store::audit::verify::{Report, verify};
use store::audit::{copy, rebuild};
use store::operational::console_sessions::{self, ConsoleSession};
use store::operational::instance;
use store::operational::invitations::{self, Invitation, InvitationStatus};
use store::operational::signing_keys::{self, SigningKey};
use store::{Database, Fault, statement, tables};

use crate::history::{History, commit};
use crate::place::{Folder, on_both, sqlite};

const ONE: OrganizationId = OrganizationId([1; 16]);
const OTHER: OrganizationId = OrganizationId([2; 16]);

on_both! {
    sound_books_hold = super::sound_books_hold;
    every_tampering_is_found = super::every_tampering_is_found;
    a_reference_to_nothing_is_refused_or_found = super::a_reference_to_nothing_is_refused_or_found;
    a_rebuild_heals_every_table_and_keeps_names = super::a_rebuild_heals_every_table_and_keeps_names;
    a_log_alone_gives_every_row = super::a_log_alone_gives_every_row;
    a_damaged_log_is_no_ground_to_rebuild_on = super::a_damaged_log_is_no_ground_to_rebuild_on;
    what_cannot_be_read_is_found_also_where_no_log_has_it = super::what_cannot_be_read_is_found_also_where_no_log_has_it;
}

async fn sound_books_hold(database: &Database) {
    assert_eq!(verify(database, None).await.unwrap().organizations, []);
    for organization in [ONE, OTHER] {
        History::new(organization).write(database).await;
    }
    let report = verify(database, None).await.unwrap();
    assert_eq!(broken(&report), [""; 0], "{report:?}");
    assert_eq!(report.organizations.len(), 2);
    let names: Vec<&str> = report.organizations[0].invariants.iter().map(|invariant| invariant.name.as_str()).collect();
    for name in [
        "log.chain",
        "rows.heads",
        "rows.entries",
        "rows.balances",
        "entries.sequence",
        "balances.trial",
        "lines.dimensions",
        "voids.mirrored",
    ] {
        assert!(names.contains(&name), "{names:?}");
    }
    let chain = &report.organizations[0].invariants[0];
    assert_eq!(chain.checked, report.organizations[0].head.seq);
}

/// SQLite refuses them; PostgreSQL has no foreign keys on hot tables, there `verify` finds them.
async fn a_reference_to_nothing_is_refused_or_found(database: &Database) {
    let history = History::new(ONE);
    history.write(database).await;
    let nothing = match database {
        Database::Sqlite(_) => "x'63000000000000000000000000000063'",
        Database::Postgres(_) => "'63000000-0000-0000-0000-000000000063'",
    };
    for (table, column, value, place, wanted) in [
        ("lines", "entry_sequence", "99", "entry_sequence = 2 and line_number = 1", "lines.references"),
        ("lines", "account_id", nothing, "entry_sequence = 2 and line_number = 1", "lines.references"),
        ("lines", "party_id", nothing, "entry_sequence = 2 and line_number = 1", "lines.references"),
        ("entries", "journal_id", nothing, "sequence = 2", "entries.journals"),
        ("entries", "period_id", nothing, "sequence = 2", "entries.periods"),
        ("balances", "account_id", nothing, "class = 'opening' and debit > 0", "balances.sums"),
    ] {
        let sql = format!("update {table} set {column} = {value} where organization_id = $1 and {place}");
        let done = database.operational(&sql, &[ONE.to_cell()], &[]).await;
        if let Database::Sqlite(_) = database {
            assert!(matches!(done, Err(Fault::Constraint(_))), "{sql}: {done:?}");
            continue;
        }
        done.unwrap_or_else(|fault| panic!("{sql}: {fault}"));
        let report = verify(database, Some(ONE)).await.unwrap();
        assert!(broken(&report).contains(&wanted), "{sql}: {:?}", broken(&report));
        reset(database, &history).await;
    }
}

/// Names of the invariants that do not hold, each once.
fn broken(report: &Report) -> Vec<&str> {
    let all = report.storage.iter().chain(report.organizations.iter().flat_map(|one| &one.invariants));
    all.filter(|invariant| !invariant.holds()).map(|invariant| invariant.name.as_str()).collect()
}

/// Runs statements in which `$1` is the organization.
async fn tamper(database: &Database, statements: &[&str]) {
    for sql in statements {
        database.operational(sql, &[ONE.to_cell()], &[]).await.unwrap_or_else(|fault| panic!("{sql}: {fault}"));
    }
}

async fn every_tampering_is_found(database: &Database) {
    let history = History::new(ONE);
    History::new(OTHER).write(database).await;
    history.write(database).await;
    // The second entry of the series is voided in no case; the first one is, by the third.
    let table: &[(&str, &[&str], &[&str])] = &[
        (
            "a changed actor of a fact",
            &["update facts set request_id = 'forged' where organization_id = $1 and seq = 5"],
            &["log.chain"],
        ),
        ("a removed fact", &["delete from facts where organization_id = $1 and seq = 5"], &["log.chain"]),
        (
            "the last fact removed",
            &[
                "delete from facts where organization_id = $1 and seq = (select seq from heads where organization_id = $1)",
            ],
            &["rows.heads"],
        ),
        (
            "a swapped hash",
            &["update facts set hash = (select hash from facts as f where f.organization_id = $1 and f.seq = 4) \
               where organization_id = $1 and seq = 5"],
            &["log.chain"],
        ),
        (
            "a head that is elsewhere",
            &["update heads set entry_sequence = 99 where organization_id = $1"],
            &["rows.heads", "entries.sequence"],
        ),
        (
            "a changed line amount",
            &[
                "update lines set debit = 1, base_debit = 1 where organization_id = $1 and entry_sequence = 2 and line_number = 1",
            ],
            &["rows.lines", "entries.balanced", "balances.sums"],
        ),
        (
            "a removed line",
            &["delete from lines where organization_id = $1 and entry_sequence = 2 and line_number = 1"],
            &["rows.lines", "entries.balanced", "balances.sums"],
        ),
        (
            "an amount moved to another account",
            &["update lines set account_id = (select id from accounts where organization_id = $1 and code = '4000') \
               where organization_id = $1 and entry_sequence = 2 and line_number = 1"],
            &["rows.lines", "balances.sums"],
        ),
        (
            "a wrong balance row",
            &[
                "update balances set debit = debit + 5, base_debit = base_debit + 5 where organization_id = $1 and class = 'opening' and debit > 0",
            ],
            &["rows.balances", "balances.sums", "balances.trial"],
        ),
        (
            "turnover in another class",
            &["update balances set class = 'closing' where organization_id = $1 and class = 'opening'"],
            &["rows.balances"],
        ),
        (
            "a number gap",
            &["update entries set number = 'GJ-2010-000099' where organization_id = $1 and sequence = 2"],
            &["rows.entries", "numbers.gapless"],
        ),
        (
            "a series that ran on",
            &["update number_series set last = last + 1 where organization_id = $1"],
            &["rows.number_series", "numbers.gapless"],
        ),
        (
            "a missing mirror",
            &[
                "delete from lines where organization_id = $1 and entry_sequence = 3",
                "delete from entries where organization_id = $1 and sequence = 3",
            ],
            &["rows.entries", "rows.lines", "entries.sequence", "numbers.gapless", "voids.mirrored", "balances.sums"],
        ),
        (
            "a mirror on another date",
            &["update entries set date = '2010-12-02' where organization_id = $1 and sequence = 3"],
            &["rows.entries", "voids.mirrored", "balances.sums"],
        ),
        (
            "a voided entry made posted again",
            &[
                "update entries set status = 'posted', voided_by_entry_id = null, void_reason = null where organization_id = $1 and sequence = 1",
            ],
            &["rows.entries", "voids.owned"],
        ),
        (
            "a reversal that is not known any more",
            &[
                "update entries set reversed_by_entry_id = null where organization_id = $1 and reversed_by_entry_id is not null",
            ],
            &["rows.entries", "entries.reversed_once"],
        ),
        (
            "a reversal of something else",
            &["update entries set reverses_entry_id = id where organization_id = $1 and entry_type = 'reversal'"],
            &["rows.entries", "entries.reversals"],
        ),
        (
            "a correction of nothing",
            &[
                "update entries set corrects_entry_id = null where organization_id = $1 and corrects_entry_id is not null",
            ],
            &["rows.entries", "entries.corrections"],
        ),
        (
            "another replacement",
            &["update replacements set description = 'forged' where organization_id = $1"],
            &["rows.replacements"],
        ),
        (
            "an entry outside its period",
            &[
                "update periods set start_date = '2010-12-05' where organization_id = $1 and name = (select name from periods \
               where organization_id = $1 and start_date = '2010-12-01' and period_type = 'standard')",
            ],
            &["rows.periods", "entries.periods"],
        ),
        (
            "a year closed without its closing entry",
            &["update fiscal_years set status = 'closed' where organization_id = $1"],
            &["rows.fiscal_years", "years.closed"],
        ),
        (
            "dimensions that nobody posted",
            &["update lines set dimensions = '{\"country\":\"FR\"}' where organization_id = $1 and entry_sequence = 2"],
            &["rows.lines", "lines.dimensions"],
        ),
        (
            "a lost set of dimensions",
            &["delete from dimension_sets where organization_id = $1"],
            &["rows.dimension_sets", "lines.dimensions"],
        ),
        (
            "a renamed account",
            &["update accounts set name = 'forged' where organization_id = $1 and code = '1000'"],
            &["rows.accounts"],
        ),
        (
            "a line on a group",
            &["update accounts set has_postings = 0 where organization_id = $1 and code = '1000'"],
            &["rows.accounts", "lines.references"],
        ),
    ];
    for (name, statements, wanted) in table {
        tamper(database, statements).await;
        let report = verify(database, Some(ONE)).await.unwrap();
        assert!(!report.holds(), "{name}");
        let found = broken(&report);
        for invariant in *wanted {
            assert!(found.contains(invariant), "{name}: {invariant} is not among {found:?}");
        }
        let other = verify(database, Some(OTHER)).await.unwrap();
        assert!(other.holds(), "{name}: the other organization has {:?}", broken(&other));
        reset(database, &history).await;
    }

    let sql = "select payload from facts where organization_id = $1 and seq = 5";
    let found = database.operational(sql, &[ONE.to_cell()], &[CellKind::Bytes]).await.unwrap();
    let mut payload = Vec::<u8>::from_cell(&found[0][0]).unwrap();
    *payload.last_mut().unwrap() ^= 1;
    let sql = "update facts set payload = $2 where organization_id = $1 and seq = 5";
    database.operational(sql, &[ONE.to_cell(), payload.to_cell()], &[]).await.unwrap();
    assert!(broken(&verify(database, Some(ONE)).await.unwrap()).contains(&"log.chain"), "a flipped byte in a payload");
}

/// Takes the organization's rows away and writes them again.
async fn reset(database: &Database, history: &History) {
    // Trees go leaf by leaf.
    tamper(database, &["update accounts set parent_id = null where organization_id = $1"]).await;
    for table in tables::ALL.iter().rev() {
        tamper(database, &[&statement::delete_all(table)]).await;
    }
    history.write(database).await;
}

async fn all_rows(database: &Database, name: &str) -> Vec<Vec<Cell>> {
    let table = tables::named(name).unwrap();
    let kinds: Vec<CellKind> = table.columns.iter().map(|column| column.kind).collect();
    let sql = statement::page(table, true, false, 1_000_000);
    database.snapshot().await.unwrap().query(&sql, &[ONE.to_cell()], &kinds).await.unwrap()
}

async fn assert_equals_model(database: &Database, history: &History, but: Class) {
    for table in tables::ALL.iter().filter(|table| table.class != but) {
        let wanted: Vec<Vec<Cell>> =
            history.model.tables.get(table.name).into_iter().flat_map(|rows| rows.values().cloned()).collect();
        assert_eq!(all_rows(database, table.name).await, wanted, "{}", table.name);
    }
}

async fn a_rebuild_heals_every_table_and_keeps_names(database: &Database) {
    let history = History::new(ONE);
    history.write(database).await;
    tamper(
        database,
        &[
            "delete from balances where organization_id = $1",
            "delete from lines where organization_id = $1 and entry_sequence = 2",
            "update accounts set name = 'forged' where organization_id = $1",
            "update number_series set last = 77 where organization_id = $1",
            "update heads set entry_sequence = 1 where organization_id = $1",
            "update entries set description = 'forged' where organization_id = $1",
        ],
    )
    .await;
    assert!(!verify(database, Some(ONE)).await.unwrap().holds());
    let rebuilt = rebuild::rebuild(database, ONE).await.unwrap();
    assert_eq!(rebuilt.orphans, 0);
    assert!(rebuilt.rows.iter().any(|(table, rows)| *table == "lines" && *rows > 1_600), "{rebuilt:?}");
    let report = verify(database, None).await.unwrap();
    assert_eq!(broken(&report), [""; 0], "{report:?}");
    assert_equals_model(database, &history, Class::Receipt).await;
    assert_eq!(all_rows(database, "party_names").await.len(), 1);
}

async fn a_log_alone_gives_every_row(database: &Database) {
    let history = History::new(ONE);
    let facts = history.model.tables["facts"].values().cloned().collect();
    let tables = vec![TableChanges { inserts: facts, ..TableChanges::none(FactRow::table()) }];
    commit(database, ONE, Changes { tables }).await;
    rebuild::rebuild(database, ONE).await.unwrap();
    assert_equals_model(database, &history, Class::Personal).await;
    assert!(verify(database, Some(ONE)).await.unwrap().holds());
}

async fn what_cannot_be_read_is_found_also_where_no_log_has_it(database: &Database) {
    let history = History::new(ONE);
    history.write(database).await;
    let found = async |table: &str| {
        let report = verify(database, None).await.unwrap();
        let name = format!("readable.{table}");
        let wrong = report.readable.iter().filter(|invariant| !invariant.holds());
        let told: Vec<&str> = wrong.clone().flat_map(|one| &one.differences).map(String::as_str).collect();
        assert!(wrong.into_iter().any(|invariant| invariant.name == name) && !report.holds(), "{table}: {told:?}");
        told.join("; ")
    };
    for (sql, table, column, next) in [
        ("update party_names set contact = '{\"a\":' where organization_id = $1", "party_names", "contact", "restore"),
        (
            "update journals set number_pattern = 'A-{se' where organization_id = $1",
            "journals",
            "number_pattern",
            "rebuild",
        ),
        ("update accounts set metadata = '{' where organization_id = $1", "accounts", "metadata", "rebuild"),
        (
            "update organizations set timezone = 'Europe/Londo' where organization_id = $1",
            "organizations",
            "timezone",
            "rebuild",
        ),
    ] {
        tamper(database, &[sql]).await;
        let told = found(table).await;
        for word in [format!("column {column} "), format!("countinghouse {next}"), ONE.to_string()] {
            assert!(told.contains(&word), "{sql}: no {word:?} in {told}");
        }
        assert!(!told.contains("Londo"), "{told}");
        reset(database, &history).await;
    }
    let (kid, created_at) = ("k".to_owned(), Instant(1));
    let key = SigningKey { kid, private_key: vec![0x30, 9], created_at, retires_at: None };
    signing_keys::add(database, &key).await.unwrap();
    let told = found("signing_keys").await;
    assert!(told.contains("column private_key ") && told.contains("countinghouse restore"), "{told}");
    signing_keys::withdraw_all(database).await.unwrap();
    tamper(database, &["delete from principal_names where organization_id = $1"]).await;
    let nobody = "insert into principal_names (organization_id, principal_id, name) values ($1, $1, 'Ann')";
    database.operational(nobody, &[Cell::Id([0x63; 16])], &[]).await.unwrap();
    let told = found("principal_names").await;
    assert!(told.contains("this organization does not exist") && !told.contains("Ann"), "{told}");
}

async fn a_damaged_log_is_no_ground_to_rebuild_on(database: &Database) {
    let history = History::new(ONE);
    history.write(database).await;
    tamper(database, &["update facts set subject = 'forged' where organization_id = $1 and seq = 3"]).await;
    let refused = rebuild::rebuild(database, ONE).await;
    assert!(matches!(&refused, Err(Fault::Corrupt(why)) if why.contains("fact 3")), "{refused:?}");
    assert!(matches!(rebuild::rebuild(database, OTHER).await, Err(Fault::Other(_))), "no log");
    assert_equals_model(database, &history, Class::Log).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_under_load_restores_to_a_verified_prefix() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    instance::make(&database, [5; 16], 1, Instant(1)).await.unwrap();
    let mut history = History::new(ONE);
    history.write(&database).await;
    let before = history.commits.len();
    (0..300).for_each(|_| drop(history.run(history.sale("2", true))));
    let (later, writing) = (history.commits[before..].to_vec(), database.clone());
    let load = tokio::spawn(async move {
        for changes in later {
            commit(&writing, ONE, changes).await;
        }
    });
    let session = ConsoleSession {
        session_hash: [1; 32],
        session_id: [1; 16],
        principal_id: PrincipalId([3; 16]),
        organization_id: Some(ONE),
        expires_at: Instant(i64::MAX),
        created_at: Instant(1),
        entered_at: Instant(1),
        last_used_at: Instant(1),
    };
    console_sessions::add(&database, &session).await.unwrap();
    let key = SigningKey { kid: "before".to_owned(), private_key: vec![1], created_at: Instant(1), retires_at: None };
    assert!(signing_keys::add(&database, &key).await.unwrap());
    let invitation = Invitation {
        id: InvitationId([4; 16]),
        organization_id: ONE,
        code_sha256: [6; 32],
        username: "anna".to_owned(),
        roles: "admin".to_owned(),
        warehouse_ids: None,
        status: InvitationStatus::Open,
        invited_by: PrincipalId([3; 16]),
        invited_by_kind: PrincipalKind::User,
        answered_by: None,
        created_at: Instant(1),
        expires_at: Instant(i64::MAX),
        answered_at: None,
    };
    invitations::add(&database, &invitation).await.unwrap();
    let to = folder.path().join("copy.db");
    let manifest = copy::make(&folder.file(), &to, Instant(7), |_, _| {}).await.unwrap();
    load.await.unwrap();
    assert!(copy::make(&folder.file(), &to, Instant(7), |_, _| {}).await.is_err(), "a backup is never overwritten");

    let target = folder.path().join("restored");
    let restored = copy::restore(&to, &target, "books.db", Instant(9)).await.unwrap();
    assert_eq!(restored, manifest);
    let again = Database::open_sqlite(&target.join("books.db"), &store::sqlite::Options::default()).unwrap();
    let report = verify(&again, None).await.unwrap();
    assert_eq!(broken(&report), [""; 0], "{report:?}");
    let head = &report.organizations[0].head;
    assert_eq!(manifest.heads, [(ONE, head.clone())]);
    let facts = history.model.tables["facts"].values().map(|cells| FactRow::from_cells(cells).unwrap());
    assert!(facts.into_iter().any(|fact| fact.seq == head.seq && fact.hash == head.hash), "no prefix of the log");
    let row = instance::get(&mut again.snapshot().await.unwrap()).await.unwrap().unwrap();
    assert_eq!((row.feed_epoch, row.is_paused), (2, true));
    for (database, stays) in [(&database, true), (&again, false)] {
        let mut snapshot = database.snapshot().await.unwrap();
        let found = console_sessions::get(&mut snapshot, [1; 32], Instant(9), Instant(0)).await.unwrap();
        assert_eq!(found.is_some(), stays, "nobody stays signed in after a restore");
        let keys = signing_keys::all(&mut snapshot).await.unwrap();
        assert_eq!(!keys.is_empty(), stays, "tokens from before a restore are refused");
        let open = invitations::by_code(&mut snapshot, [6; 32]).await.unwrap();
        assert_eq!(open.is_some(), stays, "what was withdrawn since lets nobody in");
    }
    assert!(copy::restore(&to, &target, "books.db", Instant(9)).await.is_err(), "the folder is not empty");
}

#[tokio::test]
async fn a_copy_that_is_not_what_its_manifest_says_is_not_restored() {
    let folder = Folder::new();
    let database = sqlite(&folder);
    History::new(ONE).write(&database).await;
    let to = folder.path().join("copy.db");
    copy::make(&folder.file(), &to, Instant(7), |_, _| {}).await.unwrap();
    let mut bytes = std::fs::read(&to).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&to, bytes).unwrap();
    let target = folder.path().join("restored");
    let refused = copy::restore(&to, &target, "books.db", Instant(9)).await;
    assert!(matches!(refused, Err(Fault::Corrupt(_))), "{refused:?}");
    assert_eq!(std::fs::read_dir(&target).unwrap().count(), 0, "nothing stays");
}
