//! Rows for tests: a small set of books, and how they are saved on either database.

use domain::book::{Changes, TableChanges};
use domain::rows::{
    Account, AccountType, Balance, BalanceClass, BinsMode, Columns, CostingScope, Entry, EntryStatus, EntryType,
    FactRow, FiscalYear, Head, Journal, JournalType, Line, NegativeStock, NumberSeries, Period, PeriodStatus,
    PeriodType, PickStrategy, Receipt, ResetPer, Row, Side, Warehouse, WarehouseKind, WarehouseStatus,
};
use domain::value::id::{
    AccountId, EntryId, FiscalYearId, JournalId, OrganizationId, PeriodId, PrincipalId, WarehouseId,
};
use domain::value::{Currency, Instant};
use jiff::civil::date;
use store::{Database, Fault};

pub const ORGANIZATION: OrganizationId = OrganizationId([1; 16]);
pub const OTHER: OrganizationId = OrganizationId([2; 16]);
pub const ACTOR: PrincipalId = PrincipalId([9; 16]);
pub const AT: Instant = Instant(1_291_161_600_000_000);

pub fn gbp() -> Currency {
    Currency::parse("GBP").unwrap()
}

/// Changes that insert these rows.
#[derive(Default)]
pub struct Commit(Changes);

impl Commit {
    pub fn insert<R: Row>(mut self, rows: &[R]) -> Self {
        self.table::<R>().inserts.extend(rows.iter().map(Row::cells));
        self
    }

    pub fn update<R: Row>(mut self, rows: &[R]) -> Self {
        self.table::<R>().updates.extend(rows.iter().map(Row::cells));
        self
    }

    pub fn delete<R: Row>(mut self, rows: &[R]) -> Self {
        self.table::<R>().deletes.extend(rows.iter().map(|row| R::key_cells(&row.key())));
        self
    }

    pub fn changes(self) -> Changes {
        self.0
    }

    /// One transaction on either database.
    pub async fn on(self, database: &Database, organization: OrganizationId) -> Result<(), Fault> {
        let changes = self.0;
        let Some(writer) = database.sqlite_writer() else {
            let mut committer = database.postgres_committer().await?;
            committer.begin(organization, &[]).await?;
            return committer.save_and_commit(organization, &changes).await;
        };
        writer
            .run(move |writer| {
                writer.begin()?;
                writer.head(organization)?;
                writer.save(organization, &changes)?;
                writer.commit()
            })
            .await?
    }

    fn table<R: Row>(&mut self) -> &mut TableChanges {
        let at = self.0.tables.iter().position(|changes| changes.table.name == R::table().name).unwrap_or_else(|| {
            self.0.tables.push(TableChanges { updated: Columns::ALL, ..TableChanges::none(R::table()) });
            self.0.tables.len() - 1
        });
        &mut self.0.tables[at]
    }
}

pub fn head(seq: i64) -> Head {
    Head { seq, at: AT, hash: [7; 32], entry_sequence: seq }
}

pub fn account(id: u8, code: &str) -> Account {
    Account {
        id: AccountId([id; 16]),
        code: code.to_owned(),
        name: format!("Account \"{code}\", ünïcode"),
        account_type: AccountType::Asset,
        subtype: None,
        normal_balance: Side::Debit,
        parent_id: None,
        is_group: false,
        currency: None,
        is_active: true,
        control_for: None,
        revalue: false,
        is_reconcilable: false,
        required_dimensions: String::new(),
        default_dimensions: String::new(),
        description: None,
        external_id: None,
        metadata: "{}".to_owned(),
        has_postings: false,
        version: 1,
        created_at: AT,
        created_by: ACTOR,
        updated_at: AT,
        updated_by: ACTOR,
    }
}

pub fn journal() -> Journal {
    Journal {
        id: JournalId([3; 16]),
        code: "GJ".to_owned(),
        name: "General".to_owned(),
        journal_type: JournalType::General,
        number_pattern: "GJ-{seq}".to_owned(),
        reset_per: ResetPer::Never,
        is_active: true,
        version: 1,
        created_at: AT,
        created_by: ACTOR,
        updated_at: AT,
        updated_by: ACTOR,
    }
}

pub fn warehouse(id: u8, is_default: bool) -> Warehouse {
    Warehouse {
        id: WarehouseId([id; 16]),
        code: format!("W{id}"),
        name: "Warehouse".to_owned(),
        description: None,
        kind: WarehouseKind::Storage,
        parent_id: None,
        status: WarehouseStatus::Active,
        is_default,
        valuation_account_id: None,
        cogs_account_id: None,
        adjustment_account_id: None,
        in_transit_account_id: None,
        scrap_account_id: None,
        costing_scope: CostingScope::Warehouse,
        past_scopes: Vec::new(),
        negative_stock: NegativeStock::Inherit,
        bins_mode: BinsMode::None,
        default_locations: "{}".to_owned(),
        in_transit_warehouse_id: None,
        resupply_from: "[]".to_owned(),
        pick_strategy: PickStrategy::Fefo,
        timezone: None,
        address: None,
        geo: None,
        contact: None,
        manager_user_id: None,
        gln: None,
        external_refs: "[]".to_owned(),
        tags: "[]".to_owned(),
        metadata: "{}".to_owned(),
        version: 1,
        created_at: AT,
        created_by: ACTOR,
        updated_at: AT,
        updated_by: ACTOR,
    }
}

pub fn year() -> FiscalYear {
    FiscalYear {
        id: FiscalYearId([4; 16]),
        name: "2010".to_owned(),
        start_date: date(2010, 1, 1),
        end_date: date(2010, 12, 31),
        status: PeriodStatus::Open,
        closing_entry_id: None,
        further_closing_entries: String::new(),
        version: 1,
        created_at: AT,
        created_by: ACTOR,
        updated_at: AT,
        updated_by: ACTOR,
    }
}

pub fn period() -> Period {
    Period {
        id: PeriodId([5; 16]),
        fiscal_year_id: year().id,
        number: 12,
        name: "December".to_owned(),
        start_date: date(2010, 12, 1),
        end_date: date(2010, 12, 31),
        period_type: PeriodType::Standard,
        status: PeriodStatus::Open,
        version: 1,
        created_at: AT,
        created_by: ACTOR,
        updated_at: AT,
        updated_by: ACTOR,
    }
}

pub fn entry_id(sequence: i64) -> EntryId {
    EntryId((0x0190_0000_0000_7000_8000_0000_0000_0000_u128 + u128::try_from(sequence).unwrap()).to_be_bytes())
}

pub fn entry(sequence: i64) -> Entry {
    Entry {
        id: entry_id(sequence),
        number: Some(format!("GJ-{sequence:06}")),
        sequence: Some(sequence),
        journal_id: journal().id,
        date: date(2010, 12, 1),
        document_date: None,
        period_id: Some(period().id),
        status: EntryStatus::Posted,
        entry_type: EntryType::Standard,
        description: "Invoice 536365".to_owned(),
        reference: Some("536365".to_owned()),
        source: String::new(),
        external_id: None,
        currency: gbp(),
        transaction_currency: gbp(),
        exchange_rate: None,
        total_debit: 13_912,
        total_credit: 13_912,
        line_count: 2,
        dimensions: r#"{"country":"United Kingdom"}"#.to_owned(),
        draft_lines: Vec::new(),
        reverses_entry_id: None,
        reversed_by_entry_id: None,
        corrects_entry_id: None,
        corrected_by_entry_id: None,
        reason: None,
        prior_period_adjustment: false,
        auto_reverse_on: None,
        voids_entry_id: None,
        voided_by_entry_id: None,
        void_reason: None,
        voided_at: None,
        voided_by: None,
        owner_type: None,
        owner_id: None,
        prepared_by: String::new(),
        key_owners: String::new(),
        submitted_at: None,
        submitted_by: None,
        approved_at: None,
        approved_by: None,
        rejected_at: None,
        rejected_by: None,
        rejection_reason: None,
        posted_at: Some(AT),
        posted_by: Some(ACTOR),
        metadata: "{}".to_owned(),
        hash: Some(vec![8; 32]),
        version: 1,
        created_at: AT,
        created_by: ACTOR,
        updated_at: AT,
        updated_by: ACTOR,
    }
}

pub fn line(sequence: i64, number: i64, account: AccountId, debit: i64, credit: i64) -> Line {
    Line {
        entry_sequence: sequence,
        line_number: number,
        account_id: account,
        debit,
        credit,
        currency: gbp(),
        exchange_rate: None,
        base_debit: debit,
        base_credit: credit,
        description: None,
        party_id: None,
        due_date: None,
        dimensions: String::new(),
        pool_id: None,
    }
}

pub fn balance(account: AccountId, day: i8, debit: i64, credit: i64, seq: i64) -> Balance {
    Balance {
        account_id: account,
        date: date(2010, 12, day),
        currency: gbp(),
        class: BalanceClass::Normal,
        debit,
        credit,
        base_debit: debit,
        base_credit: credit,
        voided_debit: 0,
        voided_credit: 0,
        first_seq: seq,
        last_seq: seq,
    }
}

pub fn series(last: i64) -> NumberSeries {
    NumberSeries { journal_id: journal().id, bucket: String::new(), last }
}

pub fn fact(seq: i64, payload: usize) -> FactRow {
    FactRow {
        seq,
        at: Instant(AT.0 + seq),
        actor: ACTOR,
        request_id: "req_01".to_owned(),
        kind: "journalEntry.posted".to_owned(),
        version: 1,
        subject: entry_id(seq).to_string(),
        part: 1,
        parts: 1,
        payload: vec![0xab; payload],
        previous_hash: [6; 32],
        hash: [7; 32],
    }
}

pub fn receipt(number: u64) -> Receipt {
    // Spread like a hash.
    let spread = u128::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
    Receipt {
        key_hash: spread.to_be_bytes(),
        fingerprint: [5; 32],
        request: "POST /api/v1/accounting/journal-entries".to_owned(),
        at: AT,
        reply: vec![1; 60],
    }
}

/// Two accounts, a journal, a year with a period, and a head.
pub fn foundation() -> Commit {
    Commit::default()
        .insert(&[account(10, "1000"), account(11, "4000")])
        .insert(&[journal()])
        .insert(&[series(0)])
        .insert(&[year()])
        .insert(&[period()])
        .insert(&[head(0)])
}
