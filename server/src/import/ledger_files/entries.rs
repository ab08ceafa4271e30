//! Lines of journal entries: which of them are one entry, and the entry as the API takes it.

use std::collections::{BTreeMap, BTreeSet};

use domain::value::{Date, Decimal};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::mapping::{Column, Grouping};
use super::table::{Row, Table};
use super::{Fault, Reader, Request, values};
use crate::import::digest;

/// Where entries are sent.
pub(super) const PATH: &str = "/accounting/journal-entries";
/// Decimals with which amounts of one entry are added up here; no currency has more.
const DECIMALS: u8 = 6;

/// The lines of one entry.
struct Group<'t> {
    date: Date,
    rows: Vec<&'t Row>,
}

impl Reader<'_> {
    /// Makes an entry of each group of lines.
    pub(super) fn entries(&mut self, table: &Table) {
        let rows = self.worth(table);
        let by = self.mapping.entries.unwrap_or_else(|| {
            let has_dateless = rows.iter().any(|row| row.text(Column::Date).is_none());
            match (table.has(Column::Entry), has_dateless) {
                (true, _) => Grouping::Entry,
                (false, true) => Grouping::Date,
                (false, false) => Grouping::Balance,
            }
        });
        let groups = match by {
            Grouping::Entry => self.by_entry(table, &rows),
            Grouping::Date => self.by_date(table, &rows),
            Grouping::Balance => self.by_balance(table, &rows),
        };
        let mut seen = BTreeMap::new();
        for group in groups {
            if let Some((lines, body)) = self.entry(table, &group) {
                let key = key(&group, by, &mut seen);
                let body = self.with_id(body, &key);
                self.reading.requests.push(Request { lines, path: PATH, body });
            }
        }
    }

    /// The rows that move something. Totals have no account; headings within a report have no amount.
    fn worth<'t>(&mut self, table: &'t Table) -> Vec<&'t Row> {
        let mut kept = Vec::new();
        for row in &table.rows {
            let has_account = row.text(Column::Account).or(row.text(Column::AccountName)).is_some();
            let amounts = [Column::Debit, Column::Credit, Column::Amount, Column::ForeignAmount];
            let has_amount = amounts.iter().any(|column| row.text(*column).is_some());
            match (has_account, has_amount) {
                (true, true) => kept.push(row),
                (false, true) if row.text(Column::Date).is_none() => self.ignore(row.line, "a total"),
                (false, true) => {
                    let fault = table.fault(row, Column::Account, "the line has an amount and no account");
                    self.reading.faults.push(fault);
                }
                (_, false) => self.ignore(row.line, "no amount"),
            }
        }
        kept
    }

    fn by_entry<'t>(&mut self, table: &Table, rows: &[&'t Row]) -> Vec<Group<'t>> {
        let mut groups: Vec<Group<'t>> = Vec::new();
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for row in rows {
            let Some(entry) = row.text(Column::Entry) else {
                self.reading.faults.push(table.fault(
                    row,
                    Column::Entry,
                    "is empty: to which entry does the line belong?",
                ));
                continue;
            };
            match places.get(entry).and_then(|place| groups.get_mut(*place)) {
                Some(group) => group.rows.push(row),
                None => {
                    let Some(date) = self.day(table, row, Column::Date) else { continue };
                    places.insert(entry, groups.len());
                    groups.push(Group { date, rows: vec![row] });
                }
            }
        }
        groups
    }

    fn by_date<'t>(&mut self, table: &Table, rows: &[&'t Row]) -> Vec<Group<'t>> {
        let mut groups: Vec<Group<'t>> = Vec::new();
        // The lines below one whose date cannot be read belong to no other entry.
        let mut is_lost = false;
        for row in rows {
            if row.text(Column::Date).is_some() {
                let date = self.day(table, row, Column::Date);
                is_lost = date.is_none();
                groups.extend(date.map(|date| Group { date, rows: vec![row] }));
            } else if let Some(group) = groups.last_mut().filter(|_| !is_lost) {
                group.rows.push(row);
            } else if !is_lost {
                self.reading.faults.push(table.fault(row, Column::Date, "the first line has no date"));
            }
        }
        groups
    }

    fn by_balance<'t>(&mut self, table: &Table, rows: &[&'t Row]) -> Vec<Group<'t>> {
        let mut groups: Vec<Group<'t>> = Vec::new();
        let mut open: i128 = 0;
        for row in rows {
            let Some(date) = self.day(table, row, Column::Date) else { continue };
            let Ok(amount) = self.signed(table, row) else {
                // Told when the entry is made.
                groups.push(Group { date, rows: vec![row] });
                open = 0;
                continue;
            };
            match groups.last_mut().filter(|group| open != 0 && group.date == date) {
                Some(group) => group.rows.push(row),
                None => {
                    groups.push(Group { date, rows: vec![row] });
                    open = 0;
                }
            }
            open += i128::from(amount.to_units(DECIMALS).unwrap_or_default());
        }
        groups
    }

    /// The day in a column, or a fault.
    pub(super) fn day(&mut self, table: &Table, row: &Row, column: Column) -> Option<Date> {
        let Some(text) = row.text(column) else {
            self.reading.faults.push(table.fault(row, column, "is empty: a day is needed"));
            return None;
        };
        match values::day(text, self.mapping.dates) {
            Ok(day) => Some(day),
            Err(message) => {
                self.reading.faults.push(table.fault(row, column, message));
                None
            }
        }
    }

    /// Debits less credits of a line; of one column with a sign, that.
    pub(super) fn signed(&self, table: &Table, row: &Row) -> Result<Decimal, Fault> {
        let read = |column: Column| match row.text(column) {
            Some(text) => values::amount(text, self.mapping.decimals)
                .map(Some)
                .map_err(|message| table.fault(row, column, message)),
            None => Ok(None),
        };
        let (debit, credit, amount) = (read(Column::Debit)?, read(Column::Credit)?, read(Column::Amount)?);
        let negated = |one: Decimal| Decimal { unscaled: -one.unscaled, ..one };
        let is_some = |one: &Option<Decimal>| one.is_some_and(|one| one.unscaled != 0);
        match (debit, credit, amount) {
            _ if is_some(&debit) && is_some(&credit) => {
                Err(table.fault(row, Column::Credit, "the line has a debit and a credit: give each a line"))
            }
            (_, Some(credit), _) if credit.unscaled != 0 => Ok(negated(credit)),
            (Some(debit), _, _) => Ok(debit),
            (None, _, Some(amount)) => Ok(amount),
            (None, Some(credit), None) => Ok(negated(credit)),
            (None, None, None) => Ok(Decimal { unscaled: 0, scale: 0 }),
        }
    }

    /// The lines that an entry was read from, and its body; `None` where nothing is left of it, or it has a fault.
    fn entry(&mut self, table: &Table, group: &Group<'_>) -> Option<(Vec<u64>, Value)> {
        let mut lines = Vec::with_capacity(group.rows.len());
        let mut numbers = Vec::with_capacity(group.rows.len());
        let (mut sum, mut currencies, faults_before) = (0_i128, BTreeSet::new(), self.reading.faults.len());
        for row in &group.rows {
            match self.line(table, row) {
                Ok(Some((line, amount))) => {
                    sum += i128::from(amount.to_units(DECIMALS).unwrap_or_default());
                    currencies.insert(row.text(Column::Currency).unwrap_or(self.books.base.code()).to_owned());
                    lines.push(line);
                    numbers.push(row.line);
                }
                Ok(None) => self.ignore(row.line, "the amount is 0"),
                Err(fault) => self.reading.faults.push(fault),
            }
        }
        let first = group.rows.first()?;
        if self.reading.faults.len() > faults_before || lines.is_empty() {
            return None;
        }
        // Of several currencies only the books know what they are worth.
        let is_of_one = currencies.len() == 1 && !table.has(Column::ForeignAmount);
        if sum != 0 && is_of_one {
            let apart = Decimal { unscaled: sum.abs(), scale: DECIMALS };
            let side = if sum > 0 { "debits" } else { "credits" };
            let message = format!(
                "the entry does not balance: its {side} are {} more. It was read from {} lines; say in entries which lines belong \
                 together",
                short(apart),
                group.rows.len()
            );
            self.fault(first.line, message);
            return None;
        }
        let mut body = Map::new();
        body.insert("date".to_owned(), json!(group.date.to_string()));
        body.insert("status".to_owned(), json!(self.status()));
        let texts =
            [("description", Column::Description), ("reference", Column::Reference), ("journalCode", Column::Journal)];
        for (field, column) in texts {
            if let Some(text) = group.rows.iter().find_map(|row| row.text(column)) {
                body.insert(field.to_owned(), json!(text));
            }
        }
        if let Some(day) = first.text(Column::DocumentDate).and_then(|_| self.day(table, first, Column::DocumentDate)) {
            body.insert("documentDate".to_owned(), json!(day.to_string()));
        }
        body.insert("lines".to_owned(), Value::Array(lines));
        Some((numbers, Value::Object(body)))
    }

    /// A line as the API takes it, and its amount in the currency of debit and credit; `None` where it is 0.
    pub(super) fn line(&mut self, table: &Table, row: &Row) -> Result<Option<(Value, Decimal)>, Fault> {
        let base = self.signed(table, row)?;
        let foreign = match row.text(Column::ForeignAmount) {
            Some(text) => Some(
                values::amount(text, self.mapping.decimals)
                    .map_err(|message| table.fault(row, Column::ForeignAmount, message))?,
            ),
            None => None,
        };
        let currency = row.text(Column::Currency).filter(|code| !code.eq_ignore_ascii_case(self.books.base.code()));
        let is_nothing = base.unscaled == 0 && foreign.is_none_or(|amount| amount.unscaled == 0);
        if is_nothing {
            return Ok(None);
        }
        let mut line = Map::new();
        line.insert("accountCode".to_owned(), json!(self.account(table, row)?.code));
        let side = |is_debit: bool, of_base: bool| match (is_debit, of_base) {
            (true, false) => "debit",
            (false, false) => "credit",
            (true, true) => "baseDebit",
            (false, true) => "baseCredit",
        };
        let magnitude = |one: Decimal| Decimal { unscaled: one.unscaled.abs(), ..one }.to_string();
        match (currency, foreign) {
            (Some(currency), Some(foreign)) => {
                line.insert(side(foreign.unscaled > 0, false).to_owned(), json!(magnitude(foreign)));
                line.insert(side(base.unscaled > 0, true).to_owned(), json!(magnitude(base)));
                line.insert("currency".to_owned(), json!(currency.to_uppercase()));
            }
            (Some(currency), None) => {
                line.insert(side(base.unscaled > 0, false).to_owned(), json!(magnitude(base)));
                line.insert("currency".to_owned(), json!(currency.to_uppercase()));
                if let Some(rate) = row.text(Column::Rate) {
                    line.insert("exchangeRate".to_owned(), json!(rate));
                }
            }
            (None, _) => {
                line.insert(side(base.unscaled > 0, false).to_owned(), json!(magnitude(base)));
            }
        }
        if let Some(text) = row.text(Column::LineDescription) {
            line.insert("description".to_owned(), json!(text));
        }
        if let Some(party) = row.text(Column::Party) {
            line.insert("partyName".to_owned(), json!(party));
            if row.text(Column::DueDate).is_some()
                && let Some(day) = self.day(table, row, Column::DueDate)
            {
                line.insert("dueDate".to_owned(), json!(day.to_string()));
            }
        }
        Ok(Some((Value::Object(line), base)))
    }

    /// The body with an id of its own, by which it comes in once however often it is sent.
    pub(super) fn with_id(&self, mut body: Value, id: &str) -> Value {
        body["source"] = json!(self.options.source);
        body["externalId"] = json!(id);
        body
    }
}

/// The number of an entry there; without one, what the entry says. Files overlap, so the place in the file is no part of it. Twins
/// stay two.
fn key(group: &Group<'_>, by: Grouping, seen: &mut BTreeMap<String, u32>) -> String {
    if by == Grouping::Entry
        && let Some(number) = group.rows.first().and_then(|row| row.text(Column::Entry))
    {
        return number.to_owned();
    }
    let mut hash = Sha256::new();
    hash.update(group.date.to_string());
    for row in &group.rows {
        for column in Column::ALL {
            hash.update([0]);
            hash.update(row.text(*column).unwrap_or_default());
        }
        hash.update([1]);
    }
    let digest = digest::short(hash);
    let times = seen.entry(digest.clone()).or_default();
    *times += 1;
    if *times == 1 { digest } else { format!("{digest}-{times}") }
}

/// Without zeros at the end beyond two decimals.
pub(super) fn short(amount: Decimal) -> String {
    let text = amount.to_string();
    let most = text.find('.').map_or(text.len(), |point| point + 3);
    let kept = text.trim_end_matches('0').len().max(most.min(text.len()));
    text[..kept].to_owned()
}
