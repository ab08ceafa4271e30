//! A stage for rule tests: an organization with a chart, a year and a journal, on the model.

use crate::batch::{Envelope, Outcome, Work};
use crate::book::context::Actor;
use crate::book::{Answer, Query};
use crate::command::Command;
use crate::commands::accounts::create::CreateAccount;
use crate::commands::fiscal_years::create::{CreateFiscalYear, Cut};
use crate::commands::journal_entries::create::CreateEntry;
use crate::commands::journals::create::CreateJournal;
use crate::commands::organizations::create::CreateOrganization;
use crate::commands::periods::close::ClosePeriod;
use crate::commands::warehouses::create::CreateWarehouse;
use crate::ledger::entries::draft::NewLine;
use crate::ledger::invoice_numbers::NumberUse;
use crate::model::Model;
use crate::rows::replies::Item;
use crate::rows::{
    Account, AccountType, ControlFor, EntryType, JournalType, Period, PeriodStatus, PrincipalKind, Reply, ResetPer,
    Row, Warehouse,
};
use crate::stock::warehouses::change::WarehouseChange;
use crate::value::id::{OrganizationId, PrincipalId};
use crate::value::rejection::Rejection;
use crate::value::{Currency, Date, Decimal, IdOrCode, Instant, Patch, Sought};

pub const ADMIN: PrincipalId = PrincipalId([1; 16]);

/// The date of entries that no test cares about.
pub fn day() -> Date {
    jiff::civil::date(2010, 12, 1)
}

/// An organization in memory, and the rows made in it.
pub struct Stage {
    pub model: Model,
    pub journal: String,
    pub year: String,
    clock: i64,
}

impl Stage {
    pub fn new() -> Self {
        let mut stage = Self {
            model: Model::new(OrganizationId([9; 16])),
            journal: String::new(),
            year: String::new(),
            clock: 1_291_161_600_000_000,
        };
        let system = Actor { principal: ADMIN, kind: PrincipalKind::System, claimed_roles: None, scope: None };
        stage
            .run_as(
                system,
                CreateOrganization {
                    name: "Stage".to_owned(),
                    base_currency: Currency::parse("GBP").unwrap(),
                    timezone: "Europe/London".to_owned(),
                    admin: ADMIN,
                },
            )
            .unwrap();
        for (code, account_type, control_for) in [
            ("1000", AccountType::Asset, None),
            ("1100", AccountType::Asset, Some(ControlFor::Receivable)),
            ("1200", AccountType::Asset, Some(ControlFor::Stock)),
            ("4000", AccountType::Revenue, None),
            ("5000", AccountType::Expense, None),
        ] {
            stage.run(account(code, account_type, control_for)).unwrap();
        }
        stage.journal = stage
            .run(CreateJournal {
                code: "GJ".to_owned(),
                name: "General".to_owned(),
                journal_type: JournalType::General,
                number_pattern: None,
                reset_per: ResetPer::Year,
            })
            .unwrap()
            .subject;
        stage.year = stage
            .run(CreateFiscalYear {
                name: "2010".to_owned(),
                start_date: jiff::civil::date(2010, 1, 1),
                end_date: jiff::civil::date(2010, 12, 31),
                cut: Cut::Monthly,
                adjustment_period: true,
            })
            .unwrap()
            .subject;
        stage
    }

    /// Runs one command as the administrator.
    pub fn run(&mut self, command: impl Into<Command>) -> Result<Reply, Rejection> {
        let admin = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
        self.run_as(admin, command)
    }

    /// Lets the time pass until noon of a day.
    pub fn wait_until(&mut self, date: Date) {
        let noon = date.at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC).unwrap();
        self.clock = noon.timestamp().as_microsecond();
    }

    /// Runs one command as somebody; a refused command must leave no trace.
    pub fn run_as(&mut self, actor: Actor, command: impl Into<Command>) -> Result<Reply, Rejection> {
        let before = self.model.clone();
        let envelope = self.envelope(actor, Work::One(Box::new(command.into())));
        match self.model.commit(&[envelope], true).unwrap().remove(0) {
            Outcome::Done { mut items, .. } => match items.remove(0) {
                Item::Done(reply) => Ok(reply),
                other => panic!("{other:?}"),
            },
            Outcome::Rejected(rejection) => {
                assert_eq!(self.model, before, "a refused command wrote something");
                Err(*rejection)
            }
            Outcome::Broken(why) => panic!("{why}"),
        }
    }

    pub fn envelope(&mut self, actor: Actor, work: Work) -> Envelope {
        self.clock += 1_000_000;
        Envelope {
            work,
            actor,
            request_id: "test".to_owned(),
            clock: Instant(self.clock),
            seed: self.clock.unsigned_abs(),
            receipt: None,
        }
    }

    /// An entry of two lines: debit 1000, credit 4000.
    pub fn sale(&self, amount: &str, post: bool) -> CreateEntry {
        self.entry(day(), &[("1000", amount, "0"), ("4000", "0", amount)], post)
    }

    pub fn entry(&self, date: Date, lines: &[(&str, &str, &str)], post: bool) -> CreateEntry {
        CreateEntry {
            date,
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
            lines: lines.iter().map(|(code, debit, credit)| line(code, debit, credit)).collect(),
            metadata: "{}".to_owned(),
        }
    }

    /// The wire id of the period of 2010 with this number: the months, then the adjustments.
    pub fn period(&self, number: i64) -> String {
        let year = self.year.clone();
        let found = self.rows::<Period>().into_iter();
        let mut found = found.filter(|period| period.number == number && period.fiscal_year_id.to_string() == year);
        found.next().unwrap().id.to_string()
    }

    /// Closes every period of 2010 that is not closed, in their order.
    pub fn close_periods(&mut self) {
        for number in 1.. {
            let year = self.year.clone();
            let own = self
                .rows::<Period>()
                .into_iter()
                .find(|period| period.number == number && period.fiscal_year_id.to_string() == year);
            let Some(period) = own else { return };
            if period.status != PeriodStatus::Closed {
                self.run(ClosePeriod {
                    period: Sought::Id(period.id),
                    reason: Some("a test".to_owned()),
                    force: true,
                    if_match: None,
                })
                .unwrap();
            }
        }
    }

    /// The stored rows of a table.
    pub fn rows<R: Row>(&self) -> Vec<R> {
        let query = Query { table: R::table(), filter: Vec::new(), answer: Answer::Rows };
        self.model.load(&query).iter().map(|cells| R::from_cells(cells).unwrap()).collect()
    }
}

/// The wire id of the account with this code.
pub fn account_id(stage: &Stage, code: &str) -> String {
    stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("account").id.to_string()
}

/// A warehouse that is named by its code, below another one where that is given; returns its wire id.
pub fn warehouse(stage: &mut Stage, code: &str, parent: Option<&str>) -> String {
    let fields = WarehouseChange {
        code: Some(code.to_owned()),
        name: Some(code.to_owned()),
        parent_id: parent.map_or(Patch::Absent, |id| Patch::Set(Sought::of(id))),
        ..WarehouseChange::default()
    };
    stage.run(CreateWarehouse { fields }).expect("warehouse").subject
}

/// The wire id of the warehouse with this code.
pub fn warehouse_id(stage: &Stage, code: &str) -> String {
    stage.rows::<Warehouse>().into_iter().find(|row| row.code == code).expect("warehouse").id.to_string()
}

pub fn account(code: &str, account_type: AccountType, control_for: Option<ControlFor>) -> CreateAccount {
    CreateAccount {
        code: code.to_owned(),
        name: format!("Account {code}"),
        account_type,
        subtype: None,
        parent_id: None,
        is_group: false,
        currency: None,
        control_for,
        revalue: None,
        is_reconcilable: None,
        required_dimensions: Vec::new(),
        default_dimensions: String::new(),
        description: None,
        external_id: None,
        metadata: "{}".to_owned(),
    }
}

pub fn line(code: &str, debit: &str, credit: &str) -> NewLine {
    let amount = |text: &str| Some(Decimal::parse(text).unwrap()).filter(|amount| amount.unscaled != 0);
    NewLine {
        account: Some(IdOrCode::Code(code.to_owned())),
        debit: amount(debit),
        credit: amount(credit),
        ..NewLine::default()
    }
}

pub fn party_line(code: &str, debit: &str, credit: &str, party: &str) -> NewLine {
    NewLine { party: Some(IdOrCode::Code(party.to_owned())), ..line(code, debit, credit) }
}
