//! The rows of the general ledger, one file for each thing that an accountant has a word for.

mod accounts;
mod balances;
mod entries;
mod journals;
mod parties;
mod periods;
mod recurring;

pub use accounts::{Account, AccountSubtype, AccountType, ControlFor, Side};
pub use balances::{Balance, BalanceClass};
pub(super) use entries::blank_line;
pub use entries::{Entry, EntryStatus, EntryType, Line};
pub use journals::{Journal, JournalType, NumberSeries, ResetPer};
pub use parties::{Party, PartyKind, PartyName};
pub use periods::{FiscalYear, FiscalYearChange, Period, PeriodChange, PeriodStatus, PeriodType};
pub use recurring::{Occurrence, OccurrenceStatus, RecurringEntry, RecurringOutcome};
