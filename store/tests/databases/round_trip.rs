//! Saved rows are loaded again, on both databases.

use domain::book::{Is, Query, Sums};
use domain::rows::{
    Account, Balance, Entry, EntryStatus, EntryType, FactRow, Head, Line, NumberSeries, Receipt, Row, Warehouse,
};
use domain::value::id::{AccountId, JournalId};
use domain::value::{Cell, CellKind, CellValue};
use store::{Database, Fault};

use crate::books::{self, Commit, ORGANIZATION, OTHER};
use crate::place::on_both;

on_both! {
    rows_are_loaded_as_they_were_saved = super::rows_are_loaded_as_they_were_saved;
    every_shape_of_query_is_answered = super::every_shape_of_query_is_answered;
    the_last_wall_refuses_what_the_rules_forbid = super::the_last_wall_refuses_what_the_rules_forbid;
    a_row_that_is_not_there_is_damage = super::a_row_that_is_not_there_is_damage;
    a_void_keeps_one_mirror_and_frees_the_external_id = super::a_void_keeps_one_mirror_and_frees_the_external_id;
    the_default_is_passed_to_and_fro = super::the_default_is_passed_to_and_fro;
    a_snapshot_stays_where_it_began = super::a_snapshot_stays_where_it_began;
    operational_statements_answer_what_they_return = super::operational_statements_answer_what_they_return;
}

fn posted(sequence: i64) -> Commit {
    let (cash, sales) = (AccountId([10; 16]), AccountId([11; 16]));
    Commit::default()
        .insert(&[books::entry(sequence)])
        .insert(&[books::line(sequence, 1, cash, 13_912, 0), books::line(sequence, 2, sales, 0, 13_912)])
        .insert(&[books::fact(sequence, 600)])
        .insert(&[books::receipt(sequence.unsigned_abs())])
        .update(&[books::head(sequence)])
        .update(&[books::series(sequence)])
}

async fn load<R: Row>(database: &Database, query: Query) -> Vec<R> {
    let mut snapshot = database.snapshot().await.unwrap();
    let answers = snapshot.load(ORGANIZATION, &[query]).await.unwrap();
    answers[0].iter().map(|cells| R::from_cells(cells).unwrap()).collect()
}

async fn rows_are_loaded_as_they_were_saved(database: &Database) {
    books::foundation().on(database, ORGANIZATION).await.unwrap();
    books::foundation().on(database, OTHER).await.unwrap();
    let balance = books::balance(AccountId([10; 16]), 1, 5, 0, 1);
    posted(1).insert(std::slice::from_ref(&balance)).on(database, ORGANIZATION).await.unwrap();

    assert_eq!(load::<Entry>(database, Query::row::<Entry>(&(books::entry_id(1),))).await, [books::entry(1)]);
    assert_eq!(load::<Line>(database, Query::all::<Line>()).await.len(), 2);
    assert_eq!(
        load::<Account>(database, Query::all::<Account>()).await,
        [books::account(10, "1000"), books::account(11, "4000")]
    );
    assert_eq!(load::<Balance>(database, Query::all::<Balance>()).await, [balance]);
    assert_eq!(load::<FactRow>(database, Query::all::<FactRow>()).await, [books::fact(1, 600)]);
    assert_eq!(load::<Receipt>(database, Query::all::<Receipt>()).await, [books::receipt(1)]);
    assert_eq!(load::<NumberSeries>(database, Query::all::<NumberSeries>()).await, [books::series(1)]);
    assert_eq!(load::<Head>(database, Query::all::<Head>()).await, [books::head(1)]);

    let mut snapshot = database.snapshot().await.unwrap();
    assert_eq!(snapshot.seq(ORGANIZATION).await.unwrap(), 1);
    assert_eq!(snapshot.seq(OTHER).await.unwrap(), 0);
    let found = store::read::events::after(&mut snapshot, ORGANIZATION, 0, 10).await.unwrap();
    assert_eq!(found, [books::fact(1, 600)]);
    assert_eq!(store::read::events::after(&mut snapshot, ORGANIZATION, 1, 10).await.unwrap(), []);
}

async fn every_shape_of_query_is_answered(database: &Database) {
    let accounts: Vec<Account> =
        (10..30).map(|id| Account { version: i64::from(id), ..books::account(id, &format!("{id}")) }).collect();
    Commit::default().insert(&accounts).insert(&[books::head(0)]).on(database, ORGANIZATION).await.unwrap();
    let version = |is, number: i64| Query::all::<Account>().when("version", is, Cell::Int(number));
    let by_code = |code: &str| Query::all::<Account>().when("code", Is::Equal, Cell::Text(code.to_owned()));
    let (one, other) = (AccountId([10; 16]), AccountId([11; 16]));
    let balances = [
        books::balance(one, 1, i64::MAX, 0, 1),
        books::balance(one, 2, i64::MAX, 0, 1),
        books::balance(other, 1, 0, 7, 1),
    ];
    Commit::default().insert(&balances).on(database, ORGANIZATION).await.unwrap();
    const SUMS: Sums = Sums { by: &["account_id"], of: &["base_debit", "base_credit"] };
    let sums = |from: &str, to: &str| {
        let day = |text: &str| Cell::Text(text.to_owned());
        let dated = Query::all::<Balance>().when("date", Is::AtLeast, day(from)).when("date", Is::AtMost, day(to));
        dated.sums(const { &SUMS })
    };
    let queries = [
        Query::row::<Account>(&(AccountId([12; 16]),)),
        Query::row::<Account>(&(AccountId([99; 16]),)),
        Query::row::<Account>(&(AccountId([13; 16]),)),
        by_code("15"),
        by_code("none"),
        version(Is::AtLeast, 20).when("version", Is::AtMost, Cell::Int(22)),
        version(Is::Not, 20).count(),
        version(Is::AtLeast, 20).first(2),
        version(Is::AtLeast, 28).first(2),
        Query::all::<Account>().when("parent_id", Is::Null, Cell::Null).count(),
        Query::all::<Account>().when("subtype", Is::Not, Cell::Text("cash".to_owned())).count(),
        Query::all::<Head>(),
        Query::all::<Entry>().count(),
        // Sums, of which two of one shape become one statement: one has a sum beyond 64 bits, one has no rows.
        sums("2010-12-01", "2010-12-31"),
        sums("2011-01-01", "2011-01-31"),
    ];
    let mut snapshot = database.snapshot().await.unwrap();
    let answers = snapshot.load(ORGANIZATION, &queries).await.unwrap();
    let versions = |index: usize| -> Vec<i64> {
        answers[index].iter().map(|cells: &Vec<Cell>| Account::from_cells(cells).unwrap().version).collect()
    };
    assert_eq!(versions(0), [12]);
    assert_eq!(versions(1), [0_i64; 0]);
    assert_eq!(versions(2), [13]);
    assert_eq!(versions(3), [15]);
    assert_eq!(versions(4), [0_i64; 0]);
    assert_eq!(versions(5), [20, 21, 22]);
    assert_eq!(answers[6], [[Cell::Int(19)]]);
    assert_eq!(versions(7), [20, 21]);
    assert_eq!(versions(8), [28, 29]);
    assert_eq!(answers[9], [[Cell::Int(20)]]);
    assert_eq!(answers[10], [[Cell::Int(20)]]);
    assert_eq!(answers[11], [books::head(0).cells()]);
    assert_eq!(answers[12], [[Cell::Int(0)]]);
    let high = 2 * (i64::MAX / Sums::PART);
    let low = 2 * (i64::MAX % Sums::PART);
    let (first, second) = (Cell::Id([10; 16]), Cell::Id([11; 16]));
    let parts = |cells: [i64; 4]| cells.map(Cell::Int);
    assert_eq!(
        answers[13],
        [
            [vec![first], parts([high, low, 0, 0]).to_vec()].concat(),
            [vec![second], parts([0, 0, 0, 7]).to_vec()].concat()
        ]
    );
    assert_eq!(answers[14], [[Cell::Null; 0]; 0]);
}

async fn the_last_wall_refuses_what_the_rules_forbid(database: &Database) {
    books::foundation().on(database, ORGANIZATION).await.unwrap();
    posted(1).on(database, ORGANIZATION).await.unwrap();
    let cash = AccountId([10; 16]);
    let series = NumberSeries { journal_id: JournalId([77; 16]), ..books::series(1) };
    let mut refused: Vec<(&str, Commit)> = vec![
        ("the same code twice", Commit::default().insert(&[books::account(12, "1000")])),
        ("a series of no journal", Commit::default().insert(&[series])),
        ("a line with two sides", Commit::default().insert(&[books::line(1, 3, cash, 5, 5)])),
        ("a negative line", Commit::default().insert(&[books::line(1, 3, cash, -5, 0)])),
        ("an empty line", Commit::default().insert(&[books::line(1, 3, cash, 0, 0)])),
        ("a number twice", Commit::default().insert(&[Entry { number: books::entry(1).number, ..books::entry(2) }])),
        ("a sequence twice", Commit::default().insert(&[Entry { sequence: Some(1), ..books::entry(2) }])),
        (
            "a posted entry that does not balance",
            Commit::default().insert(&[Entry { total_debit: 1, ..books::entry(2) }]),
        ),
        ("a draft with a number", Commit::default().insert(&[Entry { status: EntryStatus::Draft, ..books::entry(2) }])),
        ("a fact twice", Commit::default().insert(&[books::fact(1, 10)])),
        ("a receipt twice", Commit::default().insert(&[books::receipt(1)])),
    ];
    // PostgreSQL has no foreign keys on these tables: there `verify` finds such lines.
    if let Database::Sqlite(_) = database {
        let unknown = AccountId([77; 16]);
        refused.push(("a line of an unknown account", Commit::default().insert(&[books::line(1, 3, unknown, 5, 0)])));
        refused.push(("a line of no entry", Commit::default().insert(&[books::line(2, 1, cash, 5, 0)])));
    }
    for (what, commit) in refused {
        let outcome = commit.on(database, ORGANIZATION).await;
        assert!(matches!(outcome, Err(Fault::Constraint(_))), "{what}: {outcome:?}");
    }
    posted(2).on(database, ORGANIZATION).await.unwrap();
}

async fn a_row_that_is_not_there_is_damage(database: &Database) {
    books::foundation().on(database, ORGANIZATION).await.unwrap();
    for commit in [
        Commit::default().update(&[books::account(10, "1000"), books::account(50, "5000")]),
        Commit::default().delete(&[books::account(50, "5000")]),
    ] {
        let outcome = commit.on(database, ORGANIZATION).await;
        assert!(matches!(outcome, Err(Fault::Corrupt(_))), "{outcome:?}");
    }
    Commit::default().delete(&[books::account(10, "1000")]).on(database, ORGANIZATION).await.unwrap();
    assert_eq!(load::<Account>(database, Query::all::<Account>()).await.len(), 1);
}

async fn a_void_keeps_one_mirror_and_frees_the_external_id(database: &Database) {
    books::foundation().on(database, ORGANIZATION).await.unwrap();
    let original = Entry { external_id: Some("536365".to_owned()), ..books::entry(1) };
    Commit::default().insert(std::slice::from_ref(&original)).on(database, ORGANIZATION).await.unwrap();
    let again = Entry { external_id: Some("536365".to_owned()), ..books::entry(3) };
    let refused = Commit::default().insert(std::slice::from_ref(&again)).on(database, ORGANIZATION).await;
    assert!(matches!(refused, Err(Fault::Constraint(_))), "{refused:?}");

    let mirror =
        |sequence| Entry { entry_type: EntryType::Void, voids_entry_id: Some(original.id), ..books::entry(sequence) };
    let voided = Entry {
        status: EntryStatus::Voided,
        voided_by_entry_id: Some(books::entry_id(2)),
        void_reason: Some("wrong".to_owned()),
        voided_at: Some(books::AT),
        voided_by: Some(books::ACTOR),
        version: 2,
        ..original.clone()
    };
    // The original is written anew, its mirror appears and the external id is taken again: in one commit.
    Commit::default().update(&[voided]).insert(&[mirror(2), again]).on(database, ORGANIZATION).await.unwrap();
    let second = Commit::default().insert(&[mirror(4)]).on(database, ORGANIZATION).await;
    assert!(matches!(second, Err(Fault::Constraint(_))), "{second:?}");
}

async fn the_default_is_passed_to_and_fro(database: &Database) {
    books::foundation().on(database, ORGANIZATION).await.unwrap();
    let pair = |first| [books::warehouse(1, first), books::warehouse(2, !first)];
    Commit::default().insert(&pair(true)).on(database, ORGANIZATION).await.unwrap();
    for first in [false, true] {
        Commit::default().update(&pair(first)).on(database, ORGANIZATION).await.unwrap();
        assert_eq!(load::<Warehouse>(database, Query::all::<Warehouse>()).await, pair(first));
    }
}

async fn a_snapshot_stays_where_it_began(database: &Database) {
    books::foundation().on(database, ORGANIZATION).await.unwrap();
    let mut before = database.snapshot().await.unwrap();
    assert_eq!(before.seq(ORGANIZATION).await.unwrap(), 0);
    posted(1).on(database, ORGANIZATION).await.unwrap();
    assert_eq!(before.seq(ORGANIZATION).await.unwrap(), 0);
    assert_eq!(database.snapshot().await.unwrap().seq(ORGANIZATION).await.unwrap(), 1);
    let refused = before.query("delete from heads where organization_id = $1", &[Cell::Id(ORGANIZATION.0)], &[]).await;
    assert!(refused.is_err());
}

async fn operational_statements_answer_what_they_return(database: &Database) {
    let upsert = "insert into login_throttles (subject, failures, last_failure_at) values ($1, 1, $2) \
         on conflict (subject) do update set failures = login_throttles.failures + 1, last_failure_at = excluded.last_failure_at \
         returning failures";
    let subject = "anna|127.0.0.1".to_owned().to_cell();
    for count in 1..=3 {
        let found = database.operational(upsert, &[subject.clone(), Cell::Int(count)], &[CellKind::Int]).await.unwrap();
        assert_eq!(found, [[Cell::Int(count)]]);
    }
    let refused = database
        .operational(
            "insert into login_throttles (subject, failures, last_failure_at) values ($1, -1, 0)",
            &["b".to_owned().to_cell()],
            &[],
        )
        .await;
    assert!(matches!(refused, Err(Fault::Constraint(_))), "{refused:?}");
}
