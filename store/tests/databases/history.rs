//! A history for tests of the audit: commands decided in memory, their changes kept commit by commit.

use domain::batch::{self, Envelope, Outcome, Work};
use domain::book::context::Actor;
use domain::book::{Book, Changes, Query};
use domain::command::Command;
use domain::commands::accounts::create::CreateAccount;
use domain::commands::accounts::update::UpdateAccount;
use domain::commands::dimension_values::create::CreateDimensionValue;
use domain::commands::dimensions::create::CreateDimension;
use domain::commands::fiscal_years::create::{CreateFiscalYear, Cut};
use domain::commands::journal_entries::correct::{CorrectEntry, NewReplacement};
use domain::commands::journal_entries::create::CreateEntry;
use domain::commands::journal_entries::delete::DeleteEntry;
use domain::commands::journal_entries::reverse::ReverseEntry;
use domain::commands::journal_entries::void::VoidEntry;
use domain::commands::journals::create::CreateJournal;
use domain::commands::organizations::create::CreateOrganization;
use domain::commands::parties::create::CreateParty;
use domain::commands::periods::close::ClosePeriod;
use domain::ledger::entries::draft::NewLine;
use domain::ledger::invoice_numbers::NumberUse;
use domain::model::Model;
use domain::rows::replies::Item;
use domain::rows::{AccountType, EntryType, JournalType, Period, PrincipalKind, ResetPer, Row};
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Currency, Decimal, IdOrCode, Instant, Patch, Sought};
use jiff::civil::date;
use store::Database;

const ADMIN: PrincipalId = PrincipalId([1; 16]);

/// Commands that were decided, and the rows that each commit wrote.
pub struct History {
    pub model: Model,
    pub commits: Vec<Changes>,
    clock: i64,
    journal: String,
}

impl History {
    /// An organization with a chart in which a parent is younger than its child, a party, posted and
    /// voided entries of two classes, a draft, a deleted draft, an entry whose fact is split, a reversal and corrections.
    pub fn new(organization: OrganizationId) -> Self {
        let mut history = Self {
            model: Model::new(organization),
            commits: Vec::new(),
            clock: 1_291_161_600_000_000,
            journal: String::new(),
        };
        history.run(CreateOrganization {
            name: "History".to_owned(),
            base_currency: Currency::parse("GBP").unwrap(),
            timezone: "Europe/London".to_owned(),
            admin: ADMIN,
        });
        let cash = history.run(account("1000", AccountType::Asset, false));
        history.run(account("4000", AccountType::Revenue, false));
        let group = history.run(account("1", AccountType::Asset, true));
        history.run(UpdateAccount {
            account: Sought::of(&cash),
            parent_id: Patch::Set(Sought::of(&group)),
            ..UpdateAccount::default()
        });
        history.journal = history.run(CreateJournal {
            code: "GJ".to_owned(),
            name: "General".to_owned(),
            journal_type: JournalType::General,
            number_pattern: None,
            reset_per: ResetPer::Year,
        });
        history.run(CreateFiscalYear {
            name: "2010".to_owned(),
            start_date: date(2010, 1, 1),
            end_date: date(2010, 12, 31),
            cut: Cut::Monthly,
            adjustment_period: true,
        });
        history.run(CreateParty {
            code: None,
            name: "Ada".to_owned(),
            kinds: Vec::new(),
            currency: None,
            payment_terms_days: None,
            external_id: None,
            contact: "{}".to_owned(),
            metadata: "{}".to_owned(),
        });
        let dimension = history.run(CreateDimension {
            code: DimensionCode::parse("country").unwrap(),
            name: "Country".to_owned(),
            description: None,
        });
        history.run(CreateDimensionValue {
            dimension: Sought::of(&dimension),
            code: "UK".to_owned(),
            name: "United Kingdom".to_owned(),
            parent_id: None,
            is_group: false,
            active_from: None,
            active_to: None,
        });
        let wrong = history.run(history.sale("12.50", true));
        history.run(CreateEntry { dimensions: r#"{"country":"UK"}"#.to_owned(), ..history.sale("7", true) });
        history.run(VoidEntry { entry: Sought::of(&wrong), reason: "twice".to_owned(), if_match: None });
        let first = date(2010, 1, 1);
        history.run(CreateEntry { date: first, entry_type: EntryType::Opening, ..history.sale("100", true) });
        history.run(history.sale("3", false));
        let draft = history.run(history.sale("4", false));
        history.run(DeleteEntry { entry: Sought::of(&draft), if_match: None });
        let mut long = history.sale("1", true);
        long.lines = (0..800).flat_map(|_| [line("1000", "1", true), line("4000", "1", false)]).collect();
        history.run(long);
        history.undo();
        history
    }

    /// A reversal, a replacement in an open period and a difference in a closed one.
    fn undo(&mut self) {
        let returned = self.run(self.sale("9", true));
        let reason = || "wrong".to_owned();
        let day = date(2010, 12, 2);
        self.run(ReverseEntry {
            post: true,
            entry: Sought::of(&returned),
            date: day,
            reason: reason(),
            description: None,
            if_match: None,
        });
        let misread = self.run(self.sale("5", true));
        let old = self.run(CreateEntry { date: date(2010, 1, 5), ..self.sale("6", true) });
        let january =
            self.model.load(&Query::all::<Period>()).into_iter().map(|cells| Period::from_cells(&cells).unwrap());
        let january = january.into_iter().find(|period| period.number == 1).unwrap();
        self.run(ClosePeriod { period: Sought::Id(january.id), reason: None, force: false, if_match: None });
        for entry in [misread, old] {
            let lines = self.sale("8", true).lines;
            let replacement = NewReplacement { lines, metadata: "{}".to_owned(), ..NewReplacement::default() };
            self.run(CorrectEntry { entry: Sought::of(&entry), reason: reason(), if_match: None, replacement });
        }
    }

    /// A sale to Ada in 2010.
    pub fn sale(&self, amount: &str, post: bool) -> CreateEntry {
        let party = Some(IdOrCode::Code("Ada".to_owned()));
        CreateEntry {
            date: date(2010, 12, 1),
            document_date: None,
            journal: Some(IdOrCode::Id(Sought::of(&self.journal))),
            period: None,
            auto_reverse_on: None,
            post,
            entry_type: EntryType::Standard,
            description: "a sale".to_owned(),
            reference: None,
            number_use: NumberUse::Once,
            source: String::new(),
            external_id: None,
            currency: None,
            exchange_rate: None,
            dimensions: String::new(),
            lines: vec![NewLine { party, ..line("1000", amount, true) }, line("4000", amount, false)],
            metadata: "{}".to_owned(),
        }
    }

    /// Decides one command, keeps its rows, returns its subject.
    pub fn run(&mut self, command: impl Into<Command>) -> String {
        self.clock += 1_000_000;
        let envelope = Envelope {
            work: Work::One(Box::new(command.into())),
            actor: Actor { principal: ADMIN, kind: PrincipalKind::System, claimed_roles: None, scope: None },
            request_id: "test".to_owned(),
            clock: Instant(self.clock),
            seed: self.clock.unsigned_abs(),
            receipt: None,
        };
        let envelopes = [envelope];
        let mut book: Book = self.model.book().unwrap();
        let mut wanted = batch::hints(&book, &envelopes);
        let outcome = loop {
            self.model.fill(&mut book, &wanted).unwrap();
            match batch::run(&mut book, &envelopes) {
                Ok(mut outcomes) => break outcomes.remove(0),
                Err(missing) => wanted = missing,
            }
        };
        let changes = book.changes();
        self.model.save(&changes);
        self.commits.push(changes);
        match outcome {
            Outcome::Done { mut items, .. } => match items.remove(0) {
                Item::Done(reply) => reply.subject,
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    /// Writes all commits, one after the other.
    pub async fn write(&self, database: &Database) {
        for changes in &self.commits {
            commit(database, self.model.organization, changes.clone()).await;
        }
    }
}

/// One commit on either database.
pub async fn commit(database: &Database, organization: OrganizationId, changes: Changes) {
    let Some(writer) = database.sqlite_writer() else {
        let mut committer = database.postgres_committer().await.unwrap();
        committer.begin(organization, &[]).await.unwrap();
        return committer.save_and_commit(organization, &changes).await.unwrap();
    };
    let done = writer.run(move |writer| {
        writer.begin()?;
        writer.save(organization, &changes)?;
        writer.commit()
    });
    done.await.unwrap().unwrap();
}

fn account(code: &str, account_type: AccountType, is_group: bool) -> CreateAccount {
    CreateAccount {
        code: code.to_owned(),
        name: format!("Account {code}"),
        account_type,
        subtype: None,
        parent_id: None,
        is_group,
        currency: None,
        control_for: None,
        revalue: None,
        is_reconcilable: None,
        required_dimensions: Vec::new(),
        default_dimensions: String::new(),
        description: None,
        external_id: None,
        metadata: "{}".to_owned(),
    }
}

fn line(code: &str, amount: &str, is_debit: bool) -> NewLine {
    let amount = Some(Decimal::parse(amount).unwrap());
    let (debit, credit) = if is_debit { (amount, None) } else { (None, amount) };
    NewLine { account: Some(IdOrCode::Code(code.to_owned())), debit, credit, ..NewLine::default() }
}
