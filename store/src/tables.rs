//! The tables of the organizations, in an order that respects foreign keys, parents first.
//!
//! Their class says who writes them: **books** and **personal** rows by commands, **derived** rows
//! with them, **receipts** and the **log** in the same commit. Operational tables are not here: they
//! have no rows of the core, and only `operational` writes them.

use domain::access::{Membership, PrincipalName, Role};
use domain::approvals::ApprovalPolicy;
use domain::book::{Row, TableDef};
use domain::controls::ControlChange;
use domain::inventory::categories::ItemCategory;
use domain::inventory::counts::{Count, CountLine, CountOverrun, CountedGoods};
use domain::inventory::frozen_pools::FrozenPool;
use domain::inventory::items::{Item, ItemGtin};
use domain::inventory::locations::Location;
use domain::inventory::lots::Lot;
use domain::inventory::movements::{
    ConsignedLine, MovementLine, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement, PoolTie, ReceivedLine,
    StockDay, StockLevel, StockMovement, TransitLine, ValueEntry,
};
use domain::inventory::reason_codes::ReasonCode;
use domain::inventory::reservations::{Reservation, ReservedGoods};
use domain::inventory::serials::Serial;
use domain::ledger::currencies::CustomCurrency;
use domain::ledger::dimensions::{Dimension, DimensionSet, DimensionValue};
use domain::ledger::exchange_rates::ExchangeRate;
use domain::ledger::matching::{Match, MatchItem, MatchedLine};
use domain::ledger::revaluations::{Revaluation, RevaluationItem};
use domain::ledger::statement_mappings::StatementMapping;
use domain::ledger::{
    Account, Balance, Entry, FiscalYear, FiscalYearChange, Journal, Line, NumberSeries, Occurrence, Party, PartyName,
    Period, PeriodChange, RecurringEntry, Replacement,
};
use domain::settings::{FactRow, Head, Organization, Receipt};
use domain::warehouses::Warehouse;

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
    &MovementLine::TABLE,
    &PoolMovement::TABLE,
    &PoolTie::TABLE,
    &ValueEntry::TABLE,
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
