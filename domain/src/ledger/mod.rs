//! The general ledger: its rows, its verbs, and one file per command.

mod account_use;
pub mod add_adjustment_period;
mod approval;
pub mod approve_entry;
pub mod auto_reverse_entry;
pub mod change_period;
pub mod checklist;
pub mod close_fiscal_year;
mod closing_entry;
#[cfg(test)]
mod closing_properties;
mod conversion;
pub mod correct_entry;
pub mod create_account;
pub mod create_entry;
pub mod create_fiscal_year;
pub mod create_journal;
pub mod create_party;
pub mod currencies;
pub mod delete_account;
pub mod delete_entry;
pub(crate) mod designated;
mod difference;
pub mod dimensions;
pub mod draft;
mod duties;
pub mod exchange_rates;
mod fiscal_years;
pub mod import_chart;
pub mod late_entries;
pub mod matching;
pub mod number_gaps;
mod periods;
pub mod post_entry;
mod posting;
#[cfg(test)]
mod properties;
pub mod recurring;
pub mod reject_entry;
pub mod reopen_fiscal_year;
pub mod replacement;
pub mod reports;
pub mod revaluations;
pub mod reverse_entry;
mod reversing;
pub mod statement_mappings;
pub mod submit_entry;
pub mod trial_balance;
pub mod update_account;
pub mod update_entry;
pub mod update_journal;
pub mod update_party;
pub mod void_entry;
mod voidable;
mod voiding;
pub mod withdraw_entry;

pub(crate) use posting::{bucket, class_of};
pub use replacement::Replacement;

use crate::value::{
    Currency, Date, Instant, Rate,
    id::{AccountId, EntryId, FiscalYearId, JournalId, PartyId, PeriodId, PrincipalId, RecurringEntryId},
};
use crate::{named_enum, rows};

named_enum! {
    /// The five kinds of accounts.
    AccountType {
        Asset = "asset",
        Liability = "liability",
        Equity = "equity",
        Revenue = "revenue",
        Expense = "expense",
    }

    /// What an account is for, within its type.
    AccountSubtype {
        Cash = "cash",
        Bank = "bank",
        Receivable = "receivable",
        Payable = "payable",
        Inventory = "inventory",
        FixedAsset = "fixedAsset",
        /// What was written off fixed assets: a cost, and no cash.
        AccumulatedDepreciation = "accumulatedDepreciation",
        /// Borrowed or lent for longer than trade is.
        Loan = "loan",
        Tax = "tax",
        Cogs = "cogs",
        RetainedEarnings = "retainedEarnings",
        Rounding = "rounding",
        FxGainLoss = "fxGainLoss",
        Suspense = "suspense",
        OpeningBalance = "openingBalance",
        Revenue = "revenue",
        Expense = "expense",
        Other = "other",
    }

    /// The side on which a balance is shown as positive.
    Side {
        Debit = "debit",
        Credit = "credit",
    }

    /// The subledger that an account controls.
    ControlFor {
        /// Only inventory posts to it.
        Stock = "stock",
        /// Its lines need a party.
        Receivable = "receivable",
        /// Its lines need a party.
        Payable = "payable",
        /// It can be reconciled with a statement.
        Bank = "bank",
    }

    /// What a journal is for.
    JournalType {
        General = "general",
        Sales = "sales",
        Purchase = "purchase",
        Cash = "cash",
        Bank = "bank",
        Stock = "stock",
        Opening = "opening",
        Closing = "closing",
    }

    /// When a number series starts again at 1.
    ResetPer {
        Year = "year",
        Month = "month",
        Never = "never",
    }

    /// Where a period or a year stands.
    PeriodStatus {
        Open = "open",
        SoftClosed = "softClosed",
        Closed = "closed",
    }

    /// Standard periods hold dates; adjustment periods are reached only by naming them.
    PeriodType {
        Standard = "standard",
        Adjustment = "adjustment",
    }

    /// Where an entry stands.
    EntryStatus {
        Draft = "draft",
        PendingApproval = "pendingApproval",
        Posted = "posted",
        Voided = "voided",
    }

    /// What an entry is.
    EntryType {
        Standard = "standard",
        Opening = "opening",
        Closing = "closing",
        Adjusting = "adjusting",
        Void = "void",
        Reversal = "reversal",
        FxRevaluation = "fxRevaluation",
        FxRealised = "fxRealised",
        Stock = "stock",
        Import = "import",
    }

    /// What a balance row sums, so that reports can leave parts out.
    BalanceClass {
        Normal = "normal",
        Adjusting = "adjusting",
        Opening = "opening",
        Closing = "closing",
    }

    /// What a recurring entry makes on its days.
    RecurringOutcome {
        /// A draft, for somebody to look at and post.
        Draft = "draft",
        /// A posted entry.
        Posted = "posted",
    }

    /// What became of one day of a recurring entry.
    OccurrenceStatus {
        /// Nothing yet: its day is to come, or it waits for its run.
        Due = "due",
        /// Its entry was made.
        Made = "made",
        /// Somebody left it out.
        Skipped = "skipped",
    }

    /// What a party is to us.
    PartyKind {
        Customer = "customer",
        Supplier = "supplier",
        Other = "other",
    }
}

rows! {
    /// An account of the chart.
    Account in "accounts" (20 v 1, Books) key { id: AccountId } {
        code: String,
        name: String,
        account_type: AccountType,
        subtype: Option<AccountSubtype>,
        normal_balance: Side,
        parent_id: Option<AccountId>,
        is_group: bool,
        /// `None` takes any currency.
        currency: Option<Currency>,
        is_active: bool,
        control_for: Option<ControlFor>,
        /// Whether the foreign balance is revalued at closing rates.
        revalue: bool,
        /// Whether its lines are open items, which are matched with one another.
        is_reconcilable: bool,
        /// Dimension codes that every line needs, separated by blanks, sorted.
        required_dimensions: String,
        /// Values that its lines have where neither line nor entry names one: canonical JSON, empty for none.
        default_dimensions: String,
        description: Option<String>,
        external_id: Option<String>,
        metadata: String,
        /// Whether a line was ever posted: freezes type, currency and control.
        has_postings: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// A party without its personal text.
    Party in "parties" (21 v 1, Books) key { id: PartyId } {
        code: Option<String>,
        /// Names of kinds separated by blanks, sorted.
        kinds: String,
        currency: Option<Currency>,
        /// Days until an invoice is due.
        payment_terms_days: Option<i64>,
        is_active: bool,
        external_id: Option<String>,
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// The personal text of a party: outside the hashed log, erasable.
    PartyName in "party_names" (22 v 1, Personal) key { party_id: PartyId } {
        /// Unique per organization.
        name: String,
        /// A JSON object in canonical text.
        contact: String,
    }

    /// A journal (book) with its own gapless series.
    Journal in "journals" (23 v 1, Books) key { id: JournalId } {
        code: String,
        name: String,
        journal_type: JournalType,
        number_pattern: String,
        reset_per: ResetPer,
        is_active: bool,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// How far a journal's series has come in one year, month or ever.
    NumberSeries in "number_series" (24 v 1, Books) key {
        journal_id: JournalId,
        /// `2010`, `2010-12` or empty, as the journal resets.
        bucket: String,
    } {
        /// The last number given.
        last: i64,
    }

    /// A fiscal year.
    FiscalYear in "fiscal_years" (25 v 1, Books) key { id: FiscalYearId } {
        name: String,
        start_date: Date,
        end_date: Date,
        status: PeriodStatus,
        /// The entry that moved the year's profit or loss into equity; `None` while the year is open, or where
        /// there was nothing to move.
        closing_entry_id: Option<EntryId>,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// A period of a fiscal year.
    Period in "periods" (26 v 1, Books) key { id: PeriodId } {
        fiscal_year_id: FiscalYearId,
        /// Order within the year, from 1.
        number: i64,
        name: String,
        start_date: Date,
        end_date: Date,
        period_type: PeriodType,
        status: PeriodStatus,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One change of a period's status. Never updated.
    PeriodChange in "period_changes" (27 v 1, Books) key {
        period_id: PeriodId,
        /// The period's version after the change.
        period_version: i64,
    } {
        at: Instant,
        by_principal: PrincipalId,
        from_status: PeriodStatus,
        to_status: PeriodStatus,
        reason: Option<String>,
    }

    /// One change of a fiscal year's status. Never updated.
    FiscalYearChange in "fiscal_year_changes" (50 v 1, Books) key {
        fiscal_year_id: FiscalYearId,
        /// The year's version after the change.
        year_version: i64,
    } {
        at: Instant,
        by_principal: PrincipalId,
        from_status: PeriodStatus,
        to_status: PeriodStatus,
        reason: Option<String>,
        /// The closing entry that the change posted, or voided.
        closing_entry_id: Option<EntryId>,
    }

    /// A journal entry's header.
    Entry in "entries" (28 v 1, Books) key { id: EntryId } {
        /// The journal's number; `None` while draft.
        number: Option<String>,
        /// Place in the organization's one gapless series; `None` while draft.
        sequence: Option<i64>,
        journal_id: JournalId,
        /// Accounting date.
        date: Date,
        /// Date on the paper.
        document_date: Option<Date>,
        /// Set by posting; a draft may name an adjustment period.
        period_id: Option<PeriodId>,
        status: EntryStatus,
        entry_type: EntryType,
        description: String,
        reference: Option<String>,
        /// Namespace of `external_id`; empty by default.
        source: String,
        external_id: Option<String>,
        /// The base currency: of the totals, and of what lines come to.
        currency: Currency,
        /// What lines are in that name no currency.
        transaction_currency: Currency,
        /// The rate of lines in that currency that name none; `None` takes the one in effect.
        exchange_rate: Option<Rate>,
        /// Sum of debits in base currency; for a draft the sum of what is known so far.
        total_debit: i64,
        /// Sum of credits in base currency.
        total_credit: i64,
        line_count: i64,
        /// Defaults for the lines: a canonical JSON object, empty for none.
        dimensions: String,
        /// The encoded lines of a draft; empty once posted.
        draft_lines: Vec<u8>,
        reverses_entry_id: Option<EntryId>,
        reversed_by_entry_id: Option<EntryId>,
        /// The entry that this one replaces, or whose difference it is.
        corrects_entry_id: Option<EntryId>,
        corrected_by_entry_id: Option<EntryId>,
        /// Why a reversal or a correction was posted.
        reason: Option<String>,
        /// Whether it takes back or corrects what lies in a closed period.
        prior_period_adjustment: bool,
        /// The day on which it is reversed by itself, later than `date`. Cleared where that is cancelled; where it
        /// is set beside `reversed_by_entry_id`, that reversal is the scheduled one.
        auto_reverse_on: Option<Date>,
        voids_entry_id: Option<EntryId>,
        voided_by_entry_id: Option<EntryId>,
        void_reason: Option<String>,
        voided_at: Option<Instant>,
        voided_by: Option<PrincipalId>,
        /// The movement or run that made it.
        owner_type: Option<String>,
        owner_id: Option<String>,
        /// Wire ids of all who created, edited or submitted it as a draft, separated by blanks, in the order in which
        /// they did first; empty where it was posted at once.
        prepared_by: String,
        /// Wire ids of the persons whose service accounts did so, as they were then.
        key_owners: String,
        /// The submission that waits, or that was approved.
        submitted_at: Option<Instant>,
        submitted_by: Option<PrincipalId>,
        approved_at: Option<Instant>,
        approved_by: Option<PrincipalId>,
        /// The last rejection, if any.
        rejected_at: Option<Instant>,
        rejected_by: Option<PrincipalId>,
        rejection_reason: Option<String>,
        posted_at: Option<Instant>,
        posted_by: Option<PrincipalId>,
        metadata: String,
        /// SHA-256 over what posting froze.
        hash: Option<Vec<u8>>,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One line of a posted entry. Never updated, never deleted.
    Line in "lines" (29 v 1, Books) key {
        /// The entry's place in the organization's series, so that lines are appended.
        entry_sequence: i64,
        line_number: i64,
    } {
        account_id: AccountId,
        /// In the line's currency, minor units.
        debit: i64,
        credit: i64,
        currency: Currency,
        /// The rate at which the amount became base currency; `None` where it is in it, or nobody said.
        exchange_rate: Option<Rate>,
        /// In base currency, minor units.
        base_debit: i64,
        base_credit: i64,
        description: Option<String>,
        party_id: Option<PartyId>,
        due_date: Option<Date>,
        /// Dimension values by dimension code: a canonical JSON object, empty for none.
        dimensions: String,
    }

    /// What one account has on one day, in one currency and class.
    Balance in "balances" (30 v 1, Derived) key {
        account_id: AccountId,
        date: Date,
        currency: Currency,
        class: BalanceClass,
    } {
        /// In the row's currency.
        debit: i64,
        credit: i64,
        /// In base currency.
        base_debit: i64,
        base_credit: i64,
        /// The part of `base_debit` that belongs to void pairs, both halves.
        voided_debit: i64,
        voided_credit: i64,
        /// First and last entry sequence with a line here.
        first_seq: i64,
        last_seq: i64,
    }

    /// An entry that comes again: a template and the rule of its days.
    RecurringEntry in "recurring_entries" (60 v 1, Books) key { id: RecurringEntryId } {
        name: String,
        /// The rule as it was written (RFC 5545, section 3.3.10). The days that it gives are rows of their own, so
        /// that no later reading of the rule moves them.
        rule: String,
        /// The day from which the rule counts.
        start_date: Date,
        outcome: RecurringOutcome,
        /// Whether its days run by themselves.
        is_active: bool,
        journal_id: JournalId,
        entry_type: EntryType,
        /// May hold `{year}`, `{month}` and `{day}` of the occurrence.
        description: String,
        reference: Option<String>,
        /// Defaults for the lines, canonical `code=value` pairs.
        dimensions: String,
        /// The encoded lines; a due date moves with the occurrence.
        draft_lines: Vec<u8>,
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One day of a recurring entry.
    Occurrence in "occurrences" (61 v 1, Books) key {
        recurring_entry_id: RecurringEntryId,
        date: Date,
    } {
        status: OccurrenceStatus,
        /// What was made.
        entry_id: Option<EntryId>,
        /// Why the last run failed; it is tried again.
        problem: Option<String>,
    }
}
