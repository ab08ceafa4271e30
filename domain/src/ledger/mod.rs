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
pub(crate) mod duties;
pub mod exchange_rates;
mod fiscal_years;
pub mod import_chart;
mod journals;
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
mod rows;
pub mod statement_mappings;
mod stock_checklist;
pub(crate) mod subledger;
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
use rows::blank_line;
pub use rows::{
    Account, AccountSubtype, AccountType, Balance, BalanceClass, ControlFor, Entry, EntryStatus, EntryType, FiscalYear,
    FiscalYearChange, Journal, JournalType, Line, NumberSeries, Occurrence, OccurrenceStatus, Party, PartyKind,
    PartyName, Period, PeriodChange, PeriodStatus, PeriodType, RecurringEntry, RecurringOutcome, ResetPer, Side,
};
