//! Filling a book with what the database answered.

use crate::book::{Answer, Book, Key, Query, Slots, Sums};
use crate::rows::items::Item;
use crate::rows::{
    Account, ApprovalPolicy, Balance, ConsignedLine, ControlChange, Count, CountLine, CountOverrun, CountedGoods,
    CustomCurrency, Dimension, DimensionSet, DimensionValue, Entry, ExchangeRate, FiscalYear, FrozenPool, ItemCategory,
    ItemGtin, Journal, Line, Location, Lot, Match, MatchItem, MatchedLine, Membership, MovementLine, NumberSeries,
    Occurrence, Organization, Party, PartyName, Period, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement,
    PoolTie, PrincipalName, ReasonCode, Receipt, ReceivedLine, RecurringEntry, Replacement, Reservation, ReservedGoods,
    Revaluation, RevaluationItem, Role, Row, Serial, StatementMapping, StockDay, StockLevel, StockMovement,
    TransitLine, ValueEntry, Warehouse,
};
use crate::value::{BadCell, Cell, CellValue};

impl Book {
    /// Takes the rows that answer a key. A key without rows is known to be absent from now on.
    ///
    /// # Errors
    /// Where the rows cannot be read: the database is damaged or newer than the program.
    pub fn fill(&mut self, key: &Key, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
        match key {
            Key::Organization => one::<Organization>(&mut self.organization, (), rows),
            Key::Membership(id) => one::<Membership>(&mut self.memberships, (*id,), rows),
            Key::PrincipalName(id) => one::<PrincipalName>(&mut self.principal_names, (*id,), rows),
            Key::Account(id) => one::<Account>(&mut self.accounts, (*id,), rows),
            Key::Party(id) => one::<Party>(&mut self.parties, (*id,), rows),
            Key::PartyName(id) => one::<PartyName>(&mut self.party_names, (*id,), rows),
            Key::DimensionValue(id) => one::<DimensionValue>(&mut self.dimension_values, (*id,), rows),
            Key::Series(journal, bucket) => one::<NumberSeries>(&mut self.series, (*journal, bucket.clone()), rows),
            Key::Entry(id) => one::<Entry>(&mut self.entries, (*id,), rows),
            Key::Replacement(id) => one::<Replacement>(&mut self.replacements, (*id,), rows),
            Key::Balance(account, date, currency, class) => {
                one::<Balance>(&mut self.balances, (*account, *date, *currency, *class), rows)
            }
            Key::Receipt(hash) => one::<Receipt>(&mut self.receipts, (*hash,), rows),
            Key::RecurringEntry(id) => one::<RecurringEntry>(&mut self.recurring_entries, (*id,), rows),
            Key::Match(id) => one::<Match>(&mut self.matches, (*id,), rows),
            Key::Item(id) => one::<Item>(&mut self.items, (*id,), rows),
            Key::ItemGtin(gtin) => one::<ItemGtin>(&mut self.item_gtins, (gtin.clone(),), rows),
            Key::ItemBySku(sku) => {
                self.item_skus.fill(sku.clone(), found::<Item>(&mut self.items, rows)?.map(|(id,)| id));
                Ok(())
            }
            Key::Location(id) => one::<Location>(&mut self.locations, (*id,), rows),
            Key::Lot(id) => one::<Lot>(&mut self.lots, (*id,), rows),
            Key::Serial(id) => one::<Serial>(&mut self.serials, (*id,), rows),
            Key::Movement(id) => one::<StockMovement>(&mut self.movements, (*id,), rows),
            Key::Count(id) => one::<Count>(&mut self.stock_counts, (*id,), rows),
            Key::FrozenPool(id) => one::<FrozenPool>(&mut self.frozen_pools, (*id,), rows),
            Key::CountLine(id, number) => one::<CountLine>(&mut self.count_lines, (*id, *number), rows),
            Key::Transit(..) => self.range::<TransitLine>(key, |book| &mut book.transit_lines, rows),
            Key::OpenCounts(_) => self.range::<Count>(key, |book| &mut book.stock_counts, rows),
            Key::PostedCounts(..) => self.first::<Count>(key, |book| &mut book.stock_counts, rows),
            Key::CountedFrom(..) => self.range::<CountedGoods>(key, |book| &mut book.counted_goods, rows),
            Key::CountOverruns(_) => self.range::<CountOverrun>(key, |book| &mut book.count_overruns, rows),
            Key::CountLines(_) | Key::CountLinesOfItem(..) => {
                self.range::<CountLine>(key, |book| &mut book.count_lines, rows)
            }
            Key::StockAt(..) => self.first::<StockLevel>(key, |book| &mut book.stock_levels, rows),
            Key::OwedIn(..) | Key::LyingIn(..) => self.first::<StockLevel>(key, |book| &mut book.stock_levels, rows),
            Key::HeldInScope(_) | Key::HeldOfItem(_) | Key::HeldOnAccount(_) => {
                self.first::<Pool>(key, |book| &mut book.pools, rows)
            }
            Key::MovementDrafts | Key::WriteDownsFrom(_) => {
                self.range::<StockMovement>(key, |book| &mut book.movements, rows)
            }
            Key::ItemsInCategory(_) => self.first::<Item>(key, |book| &mut book.items, rows),
            Key::Pool(id) => one::<Pool>(&mut self.pools, (*id,), rows),
            Key::StockLevel(item, warehouse, location, lot, serial) => {
                one::<StockLevel>(&mut self.stock_levels, (*item, *warehouse, *location, *lot, *serial), rows)
            }
            Key::StockDay(item, warehouse, location, lot, serial, date) => {
                one::<StockDay>(&mut self.stock_days, (*item, *warehouse, *location, *lot, *serial, *date), rows)
            }
            Key::StockDaysFrom(..) => self.range::<StockDay>(key, |book| &mut book.stock_days, rows),
            Key::Reservation(id) => one::<Reservation>(&mut self.reservations, (*id,), rows),
            Key::ReservedGoods(item, warehouse, tracked) => {
                one::<ReservedGoods>(&mut self.reserved_goods, (*item, *warehouse, *tracked), rows)
            }
            Key::ReservationByExternal(source, external_id) => {
                let id = found::<Reservation>(&mut self.reservations, rows)?.map(|(id,)| id);
                self.reservation_external_ids.fill((source.clone(), external_id.clone()), id);
                Ok(())
            }
            Key::ReservationsOf(..) | Key::ReservationsIn(_) => {
                self.range::<Reservation>(key, |book| &mut book.reservations, rows)
            }
            Key::PoolMovement(pool, place) => one::<PoolMovement>(&mut self.pool_movements, (*pool, *place), rows),
            Key::PoolDay(pool, account, date) => one::<PoolDay>(&mut self.pool_days, (*pool, *account, *date), rows),
            Key::ReceivedLine(seq, line) => one::<ReceivedLine>(&mut self.received_lines, (*seq, *line), rows),
            Key::TransitLine(seq, line) => one::<TransitLine>(&mut self.transit_lines, (*seq, *line), rows),
            Key::ConsignedLine(seq, line) => one::<ConsignedLine>(&mut self.consigned_lines, (*seq, *line), rows),
            Key::ConsignedIn(..) => self.first::<ConsignedLine>(key, |book| &mut book.consigned_lines, rows),
            Key::PoolByName(item, scope, tracked) => {
                let id = found::<Pool>(&mut self.pools, rows)?.map(|(id,)| id);
                self.pool_ids.fill((*item, *scope, *tracked), id);
                Ok(())
            }
            Key::MovementByExternal(source, external_id) => {
                let id = found::<StockMovement>(&mut self.movements, rows)?.map(|(id,)| id);
                self.movement_external_ids.fill((source.clone(), external_id.clone()), id);
                Ok(())
            }
            Key::PoolMovements(pool, from, most) | Key::PoolCosts(pool, from, most) => {
                let last = rows.last().filter(|_| rows.len() == *most);
                let last = last.map(|row| PoolMovement::from_cells(row)).transpose()?.map(|row| row.place);
                // However they were asked for.
                self.pages.insert(Key::PoolMovements(*pool, *from, *most), last);
                self.range::<PoolMovement>(key, |book| &mut book.pool_movements, rows)
            }
            Key::LevelsOfSerial(_) | Key::LevelsOf(..) => {
                self.range::<StockLevel>(key, |book| &mut book.stock_levels, rows)
            }
            Key::MovementLines(_) => self.range::<MovementLine>(key, |book| &mut book.movement_lines, rows),
            Key::PoolsOfItem(_) | Key::PoolsOfScope(_) => self.range::<Pool>(key, |book| &mut book.pools, rows),
            Key::PoolLayers(_) => self.range::<PoolLayer>(key, |book| &mut book.pool_layers, rows),
            Key::PoolCheckpoints(_) => self.range::<PoolCheckpoint>(key, |book| &mut book.pool_checkpoints, rows),
            Key::ValueEntries(..) => self.range::<ValueEntry>(key, |book| &mut book.value_entries, rows),
            Key::PoolTies(_) | Key::TiesOfPool(..) => self.range::<PoolTie>(key, |book| &mut book.pool_ties, rows),
            Key::LocationByCode(warehouse, code) => {
                let id = found::<Location>(&mut self.locations, rows)?.map(|(id,)| id);
                self.location_codes.fill((*warehouse, code.clone()), id);
                Ok(())
            }
            Key::LotByNumber(item, number) => {
                let id = found::<Lot>(&mut self.lots, rows)?.map(|(id,)| id);
                self.lot_numbers.fill((*item, number.clone()), id);
                Ok(())
            }
            Key::SerialByNumber(item, number) => {
                let id = found::<Serial>(&mut self.serials, rows)?.map(|(id,)| id);
                self.serial_numbers.fill((*item, number.clone()), id);
                Ok(())
            }
            Key::LocationChildren(_) => self.range::<Location>(key, |book| &mut book.locations, rows),
            Key::ReasonCodes => self.range::<ReasonCode>(key, |book| &mut book.reason_codes, rows),
            Key::ItemCategories => self.range::<ItemCategory>(key, |book| &mut book.item_categories, rows),
            Key::ItemGtins(_) => self.range::<ItemGtin>(key, |book| &mut book.item_gtins, rows),
            Key::AccountByCode(code) => {
                self.account_codes.fill(code.clone(), found::<Account>(&mut self.accounts, rows)?.map(|(id,)| id));
                Ok(())
            }
            Key::PartyByName(name) => {
                let id = found::<PartyName>(&mut self.party_names, rows)?.map(|(id,)| id);
                self.party_ids_by_name.fill(name.clone(), id);
                Ok(())
            }
            Key::PartyByCode(code) => {
                self.party_codes.fill(code.clone(), found::<Party>(&mut self.parties, rows)?.map(|(id,)| id));
                Ok(())
            }
            Key::DimensionValueByCode(dimension, code) => {
                let id = found::<DimensionValue>(&mut self.dimension_values, rows)?.map(|(id,)| id);
                self.dimension_value_codes.fill((*dimension, code.clone()), id);
                Ok(())
            }
            Key::EntryByExternal(source, external_id) => {
                let id = found::<Entry>(&mut self.entries, rows)?.map(|(id,)| id);
                self.external_ids.fill((source.clone(), external_id.clone()), id);
                Ok(())
            }
            Key::Roles => self.range::<Role>(key, |book| &mut book.roles, rows),
            Key::Memberships => self.range::<Membership>(key, |book| &mut book.memberships, rows),
            Key::Dimensions => self.range::<Dimension>(key, |book| &mut book.dimensions, rows),
            Key::Currencies => self.range::<CustomCurrency>(key, |book| &mut book.currencies, rows),
            Key::Rates(..) => self.range::<ExchangeRate>(key, |book| &mut book.exchange_rates, rows),
            Key::Journals => self.range::<Journal>(key, |book| &mut book.journals, rows),
            Key::ApprovalPolicies => self.range::<ApprovalPolicy>(key, |book| &mut book.approval_policies, rows),
            Key::ControlChange(id) => one::<ControlChange>(&mut self.control_changes, (*id,), rows),
            Key::OpenControlChanges | Key::LooseningsOf(_) => {
                self.range::<ControlChange>(key, |book| &mut book.control_changes, rows)
            }
            Key::FrozenPools => self.range::<FrozenPool>(key, |book| &mut book.frozen_pools, rows),
            Key::StatementMappings => self.range::<StatementMapping>(key, |book| &mut book.statement_mappings, rows),
            Key::RecurringEntries => self.range::<RecurringEntry>(key, |book| &mut book.recurring_entries, rows),
            Key::FiscalYears => self.range::<FiscalYear>(key, |book| &mut book.years, rows),
            Key::Periods => self.range::<Period>(key, |book| &mut book.periods, rows),
            Key::Warehouses => self.range::<Warehouse>(key, |book| &mut book.warehouses, rows),
            Key::Lines(_) => self.range::<Line>(key, |book| &mut book.lines, rows),
            Key::RevaluationsUntil(_) => self.range::<Revaluation>(key, |book| &mut book.revaluations, rows),
            Key::RevaluationItems(_) => self.range::<RevaluationItem>(key, |book| &mut book.revaluation_items, rows),
            Key::MatchItems(_) | Key::MatchItemsOfEntry(_) => {
                self.range::<MatchItem>(key, |book| &mut book.match_items, rows)
            }
            Key::MatchedLines(_) => self.range::<MatchedLine>(key, |book| &mut book.matched_lines, rows),
            Key::AccountChildren(_)
            | Key::RevaluedAccounts
            | Key::AccountsOfType(_)
            | Key::AccountsOfSubtype(_)
            | Key::AccountsWithRequiredDimensions
            | Key::AccountsWithDefaultDimensions => self.range::<Account>(key, |book| &mut book.accounts, rows),
            Key::DimensionValueChildren(_) => {
                self.range::<DimensionValue>(key, |book| &mut book.dimension_values, rows)
            }
            Key::DimensionSet(_) => self.range::<DimensionSet>(key, |book| &mut book.dimension_sets, rows),
            Key::Occurrences(_) => self.range::<Occurrence>(key, |book| &mut book.occurrences, rows),
            Key::Unposted(..)
            | Key::UsesOfCurrency(..)
            | Key::EntriesOfJournal(_)
            | Key::ManualMatchesOfAccount(_)
            | Key::EntriesPosted
            | Key::AutoReversalsDue(_)
            | Key::RecurringEntriesCount
            | Key::ValuesOfDimension(_)
            | Key::SetsOfDimension(_)
            | Key::SetsOfDimensionValue(..)
            | Key::ItemsOfCategory(_)
            | Key::LocationsOfWarehouse(_)
            | Key::LotsOfItem(_)
            | Key::SerialsOfItem(_) => {
                let count = rows.first().and_then(|row| row.first()).unwrap_or(&Cell::Null);
                self.counts.insert(key.clone(), i64::from_cell(count)?);
                Ok(())
            }
            Key::NamedByMovements(..)
            | Key::NamedByTransit(_)
            | Key::NamedByLines(_)
            | Key::NamedByCounts(..)
            | Key::NamedByCountLines(..) => {
                self.counts.insert(key.clone(), i64::try_from(rows.len()).unwrap_or(i64::MAX));
                Ok(())
            }
            Key::BalanceSums(..) | Key::EntryTotals(..) => {
                let groups = rows.iter().map(|row| summed(row, &key.query())).collect::<Result<_, _>>()?;
                self.sums.insert(key.clone(), groups);
                Ok(())
            }
        }
    }

    /// Takes the rows that answer each of these keys, and says which keys go with them.
    ///
    /// # Errors
    /// Where the rows cannot be read.
    pub fn fill_all(&mut self, keys: &[Key], answers: &[Vec<Vec<Cell>>]) -> Result<Vec<Key>, BadCell> {
        keys.iter().zip(answers).try_for_each(|(key, rows)| self.fill(key, rows))?;
        Ok(keys.iter().flat_map(|key| self.that_go_with(key)).collect())
    }

    /// Whether the key was answered already.
    #[must_use]
    pub fn holds(&self, key: &Key) -> bool {
        match key {
            Key::Organization => self.organization.get(&()).is_some(),
            Key::Membership(id) => self.memberships.get(&(*id,)).is_some(),
            Key::PrincipalName(id) => self.principal_names.get(&(*id,)).is_some(),
            Key::Account(id) => self.accounts.get(&(*id,)).is_some(),
            Key::Party(id) => self.parties.get(&(*id,)).is_some(),
            Key::PartyName(id) => self.party_names.get(&(*id,)).is_some(),
            Key::DimensionValue(id) => self.dimension_values.get(&(*id,)).is_some(),
            Key::Series(journal, bucket) => self.series.get(&(*journal, bucket.clone())).is_some(),
            Key::Entry(id) => self.entries.get(&(*id,)).is_some(),
            Key::Replacement(id) => self.replacements.get(&(*id,)).is_some(),
            Key::Balance(account, date, currency, class) => {
                self.balances.get(&(*account, *date, *currency, *class)).is_some()
            }
            Key::Receipt(hash) => self.receipts.get(&(*hash,)).is_some(),
            Key::RecurringEntry(id) => self.recurring_entries.get(&(*id,)).is_some(),
            Key::ControlChange(id) => self.control_changes.get(&(*id,)).is_some(),
            Key::Match(id) => self.matches.get(&(*id,)).is_some(),
            Key::Item(id) => self.items.get(&(*id,)).is_some(),
            Key::ItemGtin(gtin) => self.item_gtins.get(&(gtin.clone(),)).is_some(),
            Key::ItemBySku(sku) => self.item_skus.get(sku).is_some(),
            Key::Location(id) => self.locations.get(&(*id,)).is_some(),
            Key::Lot(id) => self.lots.get(&(*id,)).is_some(),
            Key::Serial(id) => self.serials.get(&(*id,)).is_some(),
            Key::Movement(id) => self.movements.get(&(*id,)).is_some(),
            Key::Count(id) => self.stock_counts.get(&(*id,)).is_some(),
            Key::FrozenPool(id) => self.frozen_pools.get(&(*id,)).is_some(),
            Key::CountLine(id, number) => self.count_lines.get(&(*id, *number)).is_some(),
            Key::Pool(id) => self.pools.get(&(*id,)).is_some(),
            Key::StockLevel(item, warehouse, location, lot, serial) => {
                self.stock_levels.get(&(*item, *warehouse, *location, *lot, *serial)).is_some()
            }
            Key::StockDay(item, warehouse, location, lot, serial, date) => {
                self.stock_days.get(&(*item, *warehouse, *location, *lot, *serial, *date)).is_some()
            }
            Key::Reservation(id) => self.reservations.get(&(*id,)).is_some(),
            Key::ReservedGoods(item, warehouse, tracked) => {
                self.reserved_goods.get(&(*item, *warehouse, *tracked)).is_some()
            }
            Key::ReservationByExternal(source, id) => {
                self.reservation_external_ids.get(&(source.clone(), id.clone())).is_some()
            }
            Key::PoolMovement(pool, place) => self.pool_movements.get(&(*pool, *place)).is_some(),
            Key::PoolDay(pool, account, date) => self.pool_days.get(&(*pool, *account, *date)).is_some(),
            Key::ReceivedLine(seq, line) => self.received_lines.get(&(*seq, *line)).is_some(),
            Key::TransitLine(seq, line) => self.transit_lines.get(&(*seq, *line)).is_some(),
            Key::ConsignedLine(seq, line) => self.consigned_lines.get(&(*seq, *line)).is_some(),
            Key::PoolByName(item, scope, tracked) => self.pool_ids.get(&(*item, *scope, *tracked)).is_some(),
            Key::MovementByExternal(source, id) => {
                self.movement_external_ids.get(&(source.clone(), id.clone())).is_some()
            }
            Key::LocationByCode(warehouse, code) => self.location_codes.get(&(*warehouse, code.clone())).is_some(),
            Key::LotByNumber(item, number) => self.lot_numbers.get(&(*item, number.clone())).is_some(),
            Key::SerialByNumber(item, number) => self.serial_numbers.get(&(*item, number.clone())).is_some(),
            Key::AccountByCode(code) => self.account_codes.get(code).is_some(),
            Key::PartyByName(name) => self.party_ids_by_name.get(name).is_some(),
            Key::PartyByCode(code) => self.party_codes.get(code).is_some(),
            Key::DimensionValueByCode(dimension, code) => {
                self.dimension_value_codes.get(&(*dimension, code.clone())).is_some()
            }
            Key::EntryByExternal(source, id) => self.external_ids.get(&(source.clone(), id.clone())).is_some(),
            Key::Unposted(..)
            | Key::UsesOfCurrency(..)
            | Key::EntriesOfJournal(_)
            | Key::ManualMatchesOfAccount(_)
            | Key::EntriesPosted
            | Key::AutoReversalsDue(_)
            | Key::RecurringEntriesCount
            | Key::ValuesOfDimension(_)
            | Key::SetsOfDimension(_)
            | Key::SetsOfDimensionValue(..)
            | Key::ItemsOfCategory(_)
            | Key::LocationsOfWarehouse(_)
            | Key::LotsOfItem(_)
            | Key::SerialsOfItem(_)
            | Key::StockAt(..)
            | Key::OwedIn(..)
            | Key::LyingIn(..)
            | Key::ConsignedIn(..)
            | Key::HeldInScope(_)
            | Key::HeldOfItem(_)
            | Key::HeldOnAccount(_)
            | Key::ItemsInCategory(_)
            | Key::PostedCounts(..)
            | Key::NamedByCounts(..)
            | Key::NamedByCountLines(..)
            | Key::NamedByTransit(_)
            | Key::NamedByLines(_)
            | Key::NamedByMovements(..) => self.counts.contains_key(key),
            Key::BalanceSums(..) | Key::EntryTotals(..) => self.sums.contains_key(key),
            Key::Roles
            | Key::Memberships
            | Key::Currencies
            | Key::Rates(..)
            | Key::Journals
            | Key::ApprovalPolicies
            | Key::OpenControlChanges
            | Key::LooseningsOf(_)
            | Key::FrozenPools
            | Key::StatementMappings
            | Key::RecurringEntries
            | Key::FiscalYears
            | Key::Periods
            | Key::Warehouses
            | Key::ItemCategories
            | Key::ItemGtins(_)
            | Key::LocationChildren(_)
            | Key::ReasonCodes
            | Key::LevelsOfSerial(_)
            | Key::LevelsOf(..)
            | Key::ReservationsOf(..)
            | Key::ReservationsIn(_)
            | Key::MovementLines(_)
            | Key::MovementDrafts
            | Key::WriteDownsFrom(_)
            | Key::OpenCounts(_)
            | Key::CountedFrom(..)
            | Key::CountOverruns(_)
            | Key::Transit(..)
            | Key::StockDaysFrom(..)
            | Key::CountLines(_)
            | Key::CountLinesOfItem(..)
            | Key::PoolLayers(_)
            | Key::PoolsOfItem(_)
            | Key::PoolsOfScope(_)
            | Key::PoolCheckpoints(_)
            | Key::PoolMovements(..)
            | Key::PoolCosts(..)
            | Key::ValueEntries(..)
            | Key::PoolTies(_)
            | Key::TiesOfPool(..)
            | Key::Lines(_)
            | Key::MatchItems(_)
            | Key::MatchItemsOfEntry(_)
            | Key::MatchedLines(_)
            | Key::AccountChildren(_)
            | Key::RevaluedAccounts
            | Key::RevaluationsUntil(_)
            | Key::RevaluationItems(_)
            | Key::AccountsOfType(_)
            | Key::AccountsOfSubtype(_)
            | Key::Occurrences(_)
            | Key::Dimensions
            | Key::AccountsWithRequiredDimensions
            | Key::AccountsWithDefaultDimensions
            | Key::DimensionValueChildren(_)
            | Key::DimensionSet(_) => self.holds_range(key),
        }
    }

    /// The first rows of a range, with how many they are: who asks sees by it that there are more.
    fn first<R: Row>(
        &mut self,
        key: &Key,
        table: fn(&mut Self) -> &mut Slots<R::Key, R>,
        rows: &[Vec<Cell>],
    ) -> Result<(), BadCell> {
        let slots = table(self);
        for row in rows {
            slots.fill_row(row)?;
        }
        self.counts.insert(key.clone(), i64::try_from(rows.len()).unwrap_or(i64::MAX));
        Ok(())
    }

    fn range<R: Row>(
        &mut self,
        key: &Key,
        table: fn(&mut Self) -> &mut Slots<R::Key, R>,
        rows: &[Vec<Cell>],
    ) -> Result<(), BadCell> {
        let slots = table(self);
        for row in rows {
            slots.fill_row(row)?;
        }
        let ranges = if key.is_of_entries() { &mut self.passing_ranges } else { &mut self.ranges };
        ranges.insert(key.clone());
        Ok(())
    }
}

/// A group and its sums, put together from their parts.
fn summed(row: &[Cell], query: &Query) -> Result<(Vec<Cell>, Vec<i128>), BadCell> {
    let groups = if let Answer::Sums(sums) = query.answer { sums.by.len() } else { 0 };
    let (group, parts) = row.split_at_checked(groups).unwrap_or((&[], row));
    let sums = parts.chunks(2).map(|pair| {
        let part = |place: usize| i64::from_cell(pair.get(place).unwrap_or(&Cell::Null)).map(i128::from);
        Ok(part(0)? * i128::from(Sums::PART) + part(1)?)
    });
    Ok((group.to_vec(), sums.collect::<Result<_, _>>()?))
}

fn one<R: Row>(slots: &mut Slots<R::Key, R>, key: R::Key, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
    match rows.first() {
        Some(row) => slots.fill_row(row),
        None => {
            slots.fill(key, None);
            Ok(())
        }
    }
}

fn found<R: Row>(slots: &mut Slots<R::Key, R>, rows: &[Vec<Cell>]) -> Result<Option<R::Key>, BadCell> {
    let Some(row) = rows.first() else { return Ok(None) };
    slots.fill_row(row)?;
    Ok(Some(R::from_cells(row)?.key()))
}
