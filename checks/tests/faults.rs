//! Faults below the commit loop: a full disk, and rows that somebody planted behind the book's back.

use checks::simulate::engine::{Addressed, Manner, SqliteEngine, Tables, Told};
use checks::simulate::folder::Folder;
use checks::simulate::generate;
use checks::simulate::random::Random;
use checks::simulate::world::{ADMIN, World};
use checks::simulate::{compare, invariants};

use domain::batch::{Envelope, Outcome, Work};
use domain::book::context::Actor;
use domain::command::Command;
use domain::commands::accounts::create::CreateAccount;
use domain::commands::journal_entries::create::CreateEntry;
use domain::commands::parties::create::CreateParty;
use domain::ledger::entries::draft::NewLine;
use domain::ledger::invoice_numbers::NumberUse;
use domain::rows::{AccountType, Class, EntryType, Journal, PrincipalKind};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, Decimal, IdOrCode, Instant, Sought};
use server::commit::CommitFault;
use store::Database;
use store::audit::verify::verify;
use store::sqlite::{Options, Writer};

const ORGANIZATION: OrganizationId = OrganizationId([41; 16]);
const PLAIN: Manner = Manner { requests: 1, hint_rounds: 4, forgets: false, restarts: false };

/// An organization on SQLite and on the model, both after the opening.
struct Scene {
    world: World,
    engine: SqliteEngine,
    // Last, so that the file is closed before its folder goes.
    _folder: Folder,
}

impl Scene {
    fn new() -> Self {
        let folder = Folder::new();
        let mut scene =
            Self { world: World::new(ORGANIZATION), engine: SqliteEngine::open(&folder.file()), _folder: folder };
        let mut random = Random::new(1);
        let mut step = 0;
        while let Some(envelope) = generate::opening(step, &mut random, &mut scene.world) {
            let told = scene.send(vec![envelope.clone()]);
            let outcome = scene.world.model.commit(std::slice::from_ref(&envelope), true).unwrap().remove(0);
            assert_eq!(told, [Ok(outcome.clone())]);
            scene.world.learn(&envelope, &outcome);
            step += 1;
        }
        scene
    }

    fn envelope(&mut self, command: impl Into<Command>) -> Envelope {
        self.world.clock += 1_000;
        Envelope {
            work: Work::One(Box::new(command.into())),
            actor: Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None },
            request_id: "req".to_owned(),
            clock: Instant(self.world.clock),
            seed: self.world.clock.unsigned_abs(),
            receipt: None,
        }
    }

    fn sale(&self, journal: usize) -> CreateEntry {
        let line = |code: &str, debit, credit| NewLine {
            account: Some(IdOrCode::Code(code.to_owned())),
            debit,
            credit,
            ..NewLine::default()
        };
        let amount = Some(Decimal::from_units(13_912, 2));
        CreateEntry {
            date: jiff::civil::date(2010, 12, 1),
            document_date: None,
            journal: Some(IdOrCode::Id(Sought::of(&self.world.journals[journal]))),
            period: None,
            auto_reverse_on: None,
            post: true,
            entry_type: EntryType::Standard,
            description: "a long description that fills pages ".repeat(8),
            reference: None,
            number_use: NumberUse::Once,
            source: String::new(),
            external_id: None,
            currency: None,
            exchange_rate: None,
            dimensions: String::new(),
            lines: vec![line("1000", amount, None), line("4000", None, amount)],
            metadata: "{}".to_owned(),
        }
    }

    fn party(&mut self, name: &str) -> Envelope {
        self.envelope(CreateParty {
            code: None,
            name: name.to_owned(),
            kinds: Vec::new(),
            currency: None,
            payment_terms_days: None,
            external_id: None,
            contact: "{}".to_owned(),
            metadata: "{}".to_owned(),
        })
    }

    fn send(&mut self, envelopes: Vec<Envelope>) -> Vec<Told> {
        let requests: Vec<Addressed> = envelopes.into_iter().map(|envelope| (ORGANIZATION, envelope)).collect();
        self.engine.commit(&requests, PLAIN)
    }

    fn sql(&mut self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Vec<Vec<Cell>> {
        self.engine.writer().execute(sql, params, kinds).unwrap()
    }

    fn assert_same_as_model(&mut self) {
        compare("SQLite", &self.world.model, &self.engine.tables(ORGANIZATION));
        invariants::check(&self.world.model);
    }
}

fn is_done(told: &Told) -> bool {
    matches!(told, Ok(Outcome::Done { .. }))
}

#[test]
fn a_full_disk_refuses_whole_commits_and_recovers_when_there_is_room_again() {
    let mut scene = Scene::new();
    let pages = scene.sql("pragma page_count", &[], &[CellKind::Int]);
    let Cell::Int(pages) = pages[0][0] else { panic!("{pages:?}") };
    scene.sql(&format!("pragma max_page_count = {}", pages + 4), &[], &[CellKind::Int]);

    let mut kept = 0;
    let refused = loop {
        let sale = scene.sale(0);
        let envelopes = vec![scene.envelope(sale.clone()), scene.envelope(sale)];
        let told = scene.send(envelopes.clone());
        if told.iter().all(|told| *told == Err(CommitFault::StorageFull)) {
            break envelopes;
        }
        let expected = scene.world.model.commit(&envelopes, true).unwrap();
        assert_eq!(told, expected.into_iter().map(Ok).collect::<Vec<_>>(), "all or none");
        kept += 1;
        assert!(kept < 1_000, "the disk never became full");
    };
    // Reads go on, nothing of the refused commit is there, and further writes are refused too.
    scene.assert_same_as_model();
    let again = scene.send(refused.clone());
    assert!(again.iter().all(|told| *told == Err(CommitFault::StorageFull)), "{again:?}");

    scene.sql("pragma max_page_count = 1000000", &[], &[CellKind::Int]);
    let told = scene.send(refused.clone());
    let expected = scene.world.model.commit(&refused, true).unwrap();
    assert_eq!(told, expected.into_iter().map(Ok).collect::<Vec<_>>());
    assert!(told.iter().all(is_done));
    scene.assert_same_as_model();
}

#[test]
fn a_request_that_the_database_refuses_hurts_only_itself() {
    let mut scene = Scene::new();
    let sale = scene.sale(0);
    let first = scene.envelope(sale.clone());
    assert!(scene.send(vec![first]).iter().all(is_done));
    // The series of the first journal forgets a number: whoever posts there gives one that is taken.
    let journals = scene.world.rows::<Journal>();
    let journal = journals.iter().find(|journal| sale.journal == Some(journal.id.into())).unwrap();
    let forget = "update number_series set last = last - 1 where organization_id = $1 and journal_id = $2";
    scene.sql(forget, &[Cell::Id(ORGANIZATION.0), Cell::Id(journal.id.0)], &[]);
    scene.engine.restart();

    let other = scene.sale(1);
    let batch = vec![scene.party("before"), scene.envelope(sale), scene.envelope(other), scene.party("after")];
    let told = scene.send(batch);
    assert!(matches!(told[1], Err(CommitFault::Broken(_))), "{:?}", told[1]);
    for place in [0, 2, 3] {
        assert!(is_done(&told[place]), "{place}: {:?}", told[place]);
    }
}

#[test]
fn a_kept_book_that_was_deceived_is_read_anew() {
    let mut scene = Scene::new();
    let mut probe = scene.sale(0);
    probe.lines[0].account = Some(IdOrCode::Code("9000".to_owned()));
    let probe = scene.envelope(probe);
    assert!(matches!(&scene.send(vec![probe])[0], Ok(Outcome::Rejected(_))), "the book knows now that 9000 is absent");
    scene.sql(
        "update accounts set code = '9000' where organization_id = $1 and code = '1900'",
        &[Cell::Id(ORGANIZATION.0)],
        &[],
    );
    let account = CreateAccount {
        code: "9000".to_owned(),
        name: "Taken".to_owned(),
        account_type: AccountType::Asset,
        subtype: None,
        parent_id: None,
        is_group: false,
        currency: None,
        control_for: None,
        revalue: None,
        is_reconcilable: None,
        required_dimensions: Vec::new(),
        default_dimensions: String::new(),
        description: None,
        external_id: None,
        metadata: "{}".to_owned(),
    };
    let batch = vec![scene.party("before"), scene.envelope(account), scene.party("after")];
    let told = scene.send(batch);
    assert!(
        matches!(&told[1], Ok(Outcome::Rejected(why)) if why.code == domain::value::rejection::Code::CodeTaken),
        "{:?}",
        told[1]
    );
    assert!(is_done(&told[0]) && is_done(&told[2]));
}

/// The tables that commands write and those computed from them: names of people, and receipts, are not books.
fn books_of(engine: &mut SqliteEngine) -> Tables {
    let mut tables = engine.tables(ORGANIZATION);
    let names: Vec<&str> = store::tables::ALL
        .iter()
        .filter(|table| matches!(table.class, Class::Books | Class::Derived | Class::Log))
        .map(|table| table.name)
        .collect();
    tables.retain(|name, _| names.contains(name));
    tables
}

#[test]
fn one_flipped_byte_of_the_file_is_found_or_changes_nothing_in_the_books() {
    let mut scene = Scene::new();
    for _ in 0..40 {
        let sale = scene.sale(0);
        let envelope = scene.envelope(sale);
        assert!(scene.send(vec![envelope]).iter().all(is_done));
    }
    let before = books_of(&mut scene.engine);
    let Scene { engine, _folder: folder, .. } = scene;
    // Closed, so that all of it is in the file.
    drop(engine);
    let sound = std::fs::read(folder.file()).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let mut random = Random::new(20_101_201);
    let (mut found, mut harmless) = (0, 0);
    for _ in 0..150 {
        let mut flipped = sound.clone();
        let at = random.below(flipped.len());
        flipped[at] ^= 1 << random.below(8);
        let copy = Folder::new();
        std::fs::write(copy.file(), &flipped).unwrap();
        let verified = Database::open_sqlite_reader(&copy.file(), &Options::default())
            .and_then(|database| runtime.block_on(verify(&database, None)));
        // The record of migrations, which `verify` does not check, keeps a service from opening the file.
        let opens = Writer::open(&copy.file(), &Options::default()).is_ok();
        if opens && verified.is_ok_and(|report| report.holds() && !report.organizations.is_empty()) {
            assert!(books_of(&mut SqliteEngine::open(&copy.file())) == before, "byte {at} changed the books unseen");
            harmless += 1;
        } else {
            found += 1;
        }
    }
    // Each page has its checksum, and only free ones are never read.
    assert!(found > 140, "{found} found, {harmless} without effect");
}
