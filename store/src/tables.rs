//! The tables of the organizations, in an order that respects foreign keys, parents first.
//!
//! Their class says who writes them: **books** and **personal** rows by commands, **derived** rows
//! with them, **receipts** and the **log** in the same commit. Operational tables are not here: they
//! have no rows of the core, and only `operational` writes them.

use domain::rows::items::Item;
use domain::rows::{
    Account, ApprovalPolicy, Balance, ConsignedLine, ControlChange, CostShares, Count, CountLine, CountOverrun,
    CountedGoods, CustomCurrency, Dimension, DimensionSet, DimensionValue, Entry, EntryTemplate, ExchangeRate, FactRow,
    FiscalYear, FiscalYearChange, FrozenPool, Head, InvoiceNumber, ItemCategory, ItemGtin, Journal, Line, Location,
    Lot, Match, MatchItem, MatchedLine, Membership, MovementLine, NumberSeries, Occurrence, Organization, Party,
    PartyName, Period, PeriodChange, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement, PoolTie, PrincipalName,
    ReasonCode, Receipt, ReceivedLine, RecurringEntry, Replacement, Reservation, ReservedGoods, Revaluation,
    RevaluationItem, Role, Row, Serial, StatementMapping, StockDay, StockLevel, StockMovement, TableDef, TransitLine,
    ValueEntry, Warehouse,
};

/// Every table whose rows the core declares.
pub const ALL: &[&TableDef] = &[
    &Organization::TABLE,
    &Head::TABLE,
    &FactRow::TABLE,
    &Receipt::TABLE,
    &Membership::TABLE,
    &Role::TABLE,
    &PrincipalName::TABLE,
    &CustomCurrency::TABLE,
    &ExchangeRate::TABLE,
    &Account::TABLE,
    &Party::TABLE,
    &PartyName::TABLE,
    &Dimension::TABLE,
    &DimensionValue::TABLE,
    &DimensionSet::TABLE,
    &Journal::TABLE,
    &NumberSeries::TABLE,
    &FiscalYear::TABLE,
    &Period::TABLE,
    &PeriodChange::TABLE,
    &FiscalYearChange::TABLE,
    &Entry::TABLE,
    &Replacement::TABLE,
    &Line::TABLE,
    &Match::TABLE,
    &MatchItem::TABLE,
    &MatchedLine::TABLE,
    &Balance::TABLE,
    &EntryTemplate::TABLE,
    &RecurringEntry::TABLE,
    &Occurrence::TABLE,
    &Revaluation::TABLE,
    &RevaluationItem::TABLE,
    &Warehouse::TABLE,
    &ItemCategory::TABLE,
    &Item::TABLE,
    &ItemGtin::TABLE,
    &Location::TABLE,
    &Lot::TABLE,
    &Serial::TABLE,
    &ReasonCode::TABLE,
    &StockMovement::TABLE,
    &Pool::TABLE,
    &InvoiceNumber::TABLE,
    &MovementLine::TABLE,
    &PoolMovement::TABLE,
    &PoolTie::TABLE,
    &ValueEntry::TABLE,
    &CostShares::TABLE,
    &PoolLayer::TABLE,
    &PoolCheckpoint::TABLE,
    &StockLevel::TABLE,
    &StockDay::TABLE,
    &PoolDay::TABLE,
    &ReceivedLine::TABLE,
    &TransitLine::TABLE,
    &ConsignedLine::TABLE,
    &Reservation::TABLE,
    &ReservedGoods::TABLE,
    &FrozenPool::TABLE,
    &Count::TABLE,
    &CountLine::TABLE,
    &CountedGoods::TABLE,
    &CountOverrun::TABLE,
    &ApprovalPolicy::TABLE,
    &ControlChange::TABLE,
    &StatementMapping::TABLE,
];

/// The table with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static TableDef> {
    ALL.iter().copied().find(|table| table.name == name)
}

/// The table with this stable number.
#[must_use]
pub fn numbered(number: u16) -> Option<&'static TableDef> {
    ALL.iter().copied().find(|table| table.number == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_of_the_core_is_here() {
        for table in domain::book::Book::table_defs() {
            assert!(numbered(table.number).is_some_and(|known| known == table), "{} is missing", table.name);
        }
    }

    #[test]
    fn no_number_and_no_name_is_used_twice() {
        for (index, table) in ALL.iter().enumerate() {
            assert_eq!(named(table.name).map(|t| t.number), Some(table.number));
            assert!(ALL[index + 1..].iter().all(|other| other.number != table.number && other.name != table.name));
        }
    }
}
