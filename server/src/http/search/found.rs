//! The search of each kind: by the beginning of codes and numbers, then by words among the newest rows.

use std::collections::BTreeMap;

use domain::book::reach::Reach;
use domain::rows::items::Item;
use domain::rows::{
    Account, Count, Entry, ItemGtin, Location, Lot, Party, PartyName, Row, Serial, StockMovement, Warehouse,
};
use domain::stock::items::change::sku_key;
use domain::value::id::{ItemId, OrganizationId, PartyId, WarehouseId};
use domain::value::{Cell, Currency, Decimal, text};
use store::Snapshot;
use store::read::exact_amount::ExactAmount;
use store::read::{by_id, entries, movement_lists, search};

use super::hit::{self, Rank, SearchHit, SearchKind, SearchMatch, best};
use crate::http::problem::Problem;

/// The newest rows of a table in which words are looked for.
const ENTRIES: usize = 5_000;
const NAMED: usize = 5_000;
const MOVEMENTS: usize = 2_000;
const COUNTS: usize = 500;

/// A search under way.
pub struct Search<'a> {
    pub organization: OrganizationId,
    /// The text, composed and without blanks at its edges.
    pub text: &'a str,
    /// The most results of a kind.
    pub most: usize,
    pub reach: &'a Reach,
    pub base: Currency,
    /// The names of parties that have the text, once they were read: two kinds are found by them.
    pub party_names: Option<Vec<PartyName>>,
    /// What was found, each with its rank.
    pub hits: Vec<(Rank, SearchHit)>,
    /// Whether words were looked for in the newest rows alone of some kind.
    pub is_limited: bool,
}

/// A field of a row: its name, its text, and whether it is a code.
type Field<'r> = (&'static str, Option<&'r str>, bool);

impl Search<'_> {
    /// Looks for everything of a kind.
    pub async fn kind(&mut self, snapshot: &mut Snapshot, kind: SearchKind) -> Result<(), Problem> {
        match kind {
            SearchKind::Account => self.accounts(snapshot).await,
            SearchKind::Party => self.parties(snapshot).await,
            SearchKind::Item => self.items(snapshot).await,
            SearchKind::Warehouse => self.warehouses(snapshot).await,
            SearchKind::Location => self.locations(snapshot).await,
            SearchKind::JournalEntry => self.entries(snapshot).await,
            SearchKind::Movement => self.movements(snapshot).await,
            SearchKind::Count => self.counts(snapshot).await,
            SearchKind::Lot => self.lots(snapshot).await,
            SearchKind::Serial => self.serials(snapshot).await,
        }
    }

    async fn accounts(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let rows: Vec<Account> = self.begins(snapshot, "code", self.text).await?;
        let named: Vec<Account> = self.newest(snapshot, &["name"], NAMED).await?;
        for row in merged(rows, named) {
            let fields = [("code", Some(row.code.as_str()), true), ("name", Some(row.name.as_str()), false)];
            self.push(&fields.map(owned), |matched| hit::account(row, matched));
        }
        Ok(())
    }

    async fn parties(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let mut rows: Vec<Party> = self.begins(snapshot, "code", self.text).await?;
        let sought = text::folded(self.text);
        let mut names = self.party_names(snapshot).await?;
        let coded = rows.iter().map(|row| row.id);
        names.extend(by_id::rows_by::<PartyName, _>(snapshot, self.organization, "party_id", coded).await?);
        let named = names.iter().map(|row| row.party_id).filter(|id| rows.iter().all(|row| row.id != *id));
        let named: Vec<Party> = by_id::rows(snapshot, self.organization, named).await?;
        rows.extend(named);
        let mut names: BTreeMap<_, _> = names.into_iter().map(|row| (row.party_id, row)).collect();
        for row in rows {
            let (name, key) = names.remove(&row.id).map(|row| (row.name, row.name_key)).unzip();
            let by_code = best(&[("code", row.code.as_deref(), true)], self.text);
            let by_name = best(&[("name", key.as_deref(), false)], &sought)
                .map(|(rank, matched)| (rank, SearchMatch { text: name.clone().unwrap_or_default(), ..matched }));
            if let Some((rank, matched)) = by_code.into_iter().chain(by_name).min_by_key(|(rank, _)| *rank) {
                self.hits.push((rank, hit::party(row, name, matched)));
            }
        }
        Ok(())
    }

    async fn items(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let mut rows: Vec<Item> = self.begins(snapshot, "sku_key", &sku_key(self.text)).await?;
        let is_number = self.text.len() >= 8 && self.text.bytes().all(|byte| byte.is_ascii_digit());
        let mut labels: Vec<ItemGtin> = Vec::new();
        if is_number && self.text.len() <= 14 {
            labels = self.begins(snapshot, "gtin", &format!("{:0>14}", self.text)).await?;
            rows.extend(
                by_id::rows::<Item, _>(snapshot, self.organization, labels.iter().map(|row| row.item_id)).await?,
            );
        }
        let named: Vec<Item> = self.newest(snapshot, &["name"], NAMED).await?;
        for row in merged(rows, named) {
            let label = labels.iter().find(|label| label.item_id == row.id).map(|label| label.gtin.clone());
            if let Some(text) = label {
                let matched = SearchMatch { field: "gtin".to_owned(), text };
                self.hits.push((Rank::Exact, hit::item(row, matched)));
                continue;
            }
            let fields = [("sku", Some(row.sku.as_str()), true), ("name", Some(row.name.as_str()), false)];
            self.push(&fields.map(owned), |matched| hit::item(row, matched));
        }
        Ok(())
    }

    async fn warehouses(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let rows: Vec<Warehouse> = self.begins(snapshot, "code", &self.text.to_ascii_uppercase()).await?;
        let named: Vec<Warehouse> = self.newest(snapshot, &["name"], NAMED).await?;
        for row in merged(rows, named) {
            let fields = [("code", Some(row.code.as_str()), true), ("name", Some(row.name.as_str()), false)];
            self.push(&fields.map(owned), |matched| hit::warehouse(row, matched));
        }
        Ok(())
    }

    async fn locations(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let rows: Vec<Location> = self.begins(snapshot, "code", &self.text.to_ascii_uppercase()).await?;
        let ids = rows.iter().map(|row| row.warehouse_id);
        let warehouses: Vec<Warehouse> = by_id::rows(snapshot, self.organization, ids).await?;
        let codes: BTreeMap<WarehouseId, String> = warehouses.into_iter().map(|row| (row.id, row.code)).collect();
        for row in rows {
            let warehouse = codes.get(&row.warehouse_id).cloned();
            let fields = [("code", Some(row.code.as_str()), true), ("name", row.name.as_deref(), false)];
            self.push(&fields.map(owned), |matched| hit::location(row, warehouse, matched));
        }
        Ok(())
    }

    async fn entries(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let mut rows: Vec<Entry> = Vec::new();
        for text in spellings(self.text) {
            rows.extend(self.begins::<Entry>(snapshot, "number", &text).await?);
        }
        rows.extend(self.begins::<Entry>(snapshot, "reference", self.text).await?);
        for source in search::sources(snapshot, self.organization).await? {
            let query = search::foreign_key(self.organization, &source, self.text);
            rows.extend(query.page::<Entry>(snapshot, "external_id", self.most).await?);
        }
        let recent: Vec<Entry> = self.newest(snapshot, &["description"], ENTRIES).await?;
        for row in merged(rows, recent) {
            let fields = [
                ("number", row.number.as_deref(), true),
                ("externalId", row.external_id.as_deref(), true),
                ("reference", row.reference.as_deref(), true),
                ("description", Some(row.description.as_str()), false),
            ];
            self.push(&fields.map(owned), |matched| hit::entry(row, matched));
        }
        let known: Vec<String> = self.hits.iter().map(|(_, hit)| hit.id.clone()).collect();
        let first = search::first_of_newest::<Entry>(snapshot, self.organization, ENTRIES).await?;
        self.entries_with_amount(snapshot, first.clone(), &known).await?;
        self.entries_with_party(snapshot, first, &known).await
    }

    /// Of the newest entries those with this total, or a line of this amount.
    async fn entries_with_amount(
        &mut self,
        snapshot: &mut Snapshot,
        first: Option<Cell>,
        known: &[String],
    ) -> Result<(), Problem> {
        let parsed = Decimal::parse(&without_separators(self.text)).ok();
        let Some(amount) = parsed.and_then(|amount| ExactAmount::of(amount, self.base)) else { return Ok(()) };
        let query = search::with_amount(self.organization, first, &amount);
        for row in query.page::<Entry>(snapshot, "id desc", self.most).await? {
            if known.contains(&row.id.to_string()) {
                continue;
            }
            let is_total = amount.base_units() == Some(row.total_debit);
            let (field, text) = if is_total {
                ("totalDebit", Decimal::from_units(row.total_debit, self.base.decimals()).to_string())
            } else {
                ("lines", without_separators(self.text))
            };
            let matched = SearchMatch { field: field.to_owned(), text };
            self.hits.push((Rank::Amount, hit::entry(row, matched)));
        }
        Ok(())
    }

    /// Of the newest entries those with a line of a party of this name.
    async fn entries_with_party(
        &mut self,
        snapshot: &mut Snapshot,
        first: Option<Cell>,
        known: &[String],
    ) -> Result<(), Problem> {
        let names = self.party_names(snapshot).await?;
        if names.is_empty() {
            return Ok(());
        }
        let parties: Vec<PartyId> = names.iter().map(|row| row.party_id).collect();
        let query = search::with_party(self.organization, first, &parties);
        let rows: Vec<Entry> = query.page(snapshot, "id desc", self.most).await?;
        let sequences: Vec<i64> = rows.iter().filter_map(|row| row.sequence).collect();
        let lines = entries::lines(snapshot, self.organization, &sequences).await?;
        for row in rows.into_iter().filter(|row| !known.contains(&row.id.to_string())) {
            let mut own = lines.iter().filter(|line| Some(line.entry_sequence) == row.sequence);
            let Some(name) = own.find_map(|line| names.iter().find(|name| Some(name.party_id) == line.party_id)) else {
                continue;
            };
            let fields = [owned(("partyName", Some(name.name.as_str()), false))];
            self.push(&fields, |matched| hit::entry(row, matched));
        }
        Ok(())
    }

    /// Parties whose name begins with the text, and of the newest those that have it anywhere.
    async fn party_names(&mut self, snapshot: &mut Snapshot) -> Result<Vec<PartyName>, Problem> {
        if let Some(names) = &self.party_names {
            return Ok(names.clone());
        }
        // Names are compared as `text::folded` has them.
        let sought = text::folded(self.text);
        let mut names: Vec<PartyName> = self.begins(snapshot, "name_key", &sought).await?;
        let first = search::first_of_newest::<PartyName>(snapshot, self.organization, NAMED).await?;
        self.is_limited |= first.is_some();
        let query = search::among_newest::<PartyName>(self.organization, first, &["name_key"], &sought);
        names.extend(query.page::<PartyName>(snapshot, "party_id desc", self.most).await?);
        Ok(self.party_names.insert(names).clone())
    }

    async fn movements(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let mut rows: Vec<StockMovement> = Vec::new();
        for column in ["reference", "external_id"] {
            let query = search::among_beginning::<StockMovement>(self.organization, column, self.text, self.most);
            rows.extend(movement_lists::newest(snapshot, query, self.reach, self.most).await?);
        }
        let first = search::first_of_newest::<StockMovement>(snapshot, self.organization, MOVEMENTS).await?;
        self.is_limited |= first.is_some();
        let query = search::among_newest::<StockMovement>(self.organization, first, &["description"], self.text);
        let recent = movement_lists::newest(snapshot, query, self.reach, self.most).await?;
        for row in merged(rows, recent) {
            let fields = [
                ("reference", row.reference.as_deref(), true),
                ("externalId", row.external_id.as_deref(), true),
                ("description", Some(row.description.as_str()), false),
            ];
            self.push(&fields.map(owned), |matched| hit::movement(row, matched));
        }
        Ok(())
    }

    async fn counts(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let mut rows: Vec<Count> = self.begins(snapshot, "reference", self.text).await?;
        let recent: Vec<Count> = self.newest(snapshot, &["description"], COUNTS).await?;
        rows = merged(rows, recent);
        rows.retain(|row| self.reach.has(row.warehouse_id));
        for row in rows {
            let fields =
                [("reference", row.reference.as_deref(), true), ("description", Some(row.description.as_str()), false)];
            self.push(&fields.map(owned), |matched| hit::count(row, matched));
        }
        Ok(())
    }

    async fn lots(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let rows: Vec<Lot> = self.begins(snapshot, "number", self.text).await?;
        let skus = self.skus(snapshot, rows.iter().map(|row| row.item_id)).await?;
        for row in rows {
            let sku = skus.get(&row.item_id).cloned();
            self.push(&[owned(("number", Some(row.number.as_str()), true))], |matched| hit::lot(row, sku, matched));
        }
        Ok(())
    }

    async fn serials(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let rows: Vec<Serial> = self.begins(snapshot, "number", self.text).await?;
        let skus = self.skus(snapshot, rows.iter().map(|row| row.item_id)).await?;
        for row in rows {
            let sku = skus.get(&row.item_id).cloned();
            self.push(&[owned(("number", Some(row.number.as_str()), true))], |matched| hit::serial(row, sku, matched));
        }
        Ok(())
    }

    async fn skus(
        &self,
        snapshot: &mut Snapshot,
        items: impl Iterator<Item = ItemId>,
    ) -> Result<BTreeMap<ItemId, String>, Problem> {
        let rows: Vec<Item> = by_id::rows(snapshot, self.organization, items).await?;
        Ok(rows.into_iter().map(|row| (row.id, row.sku)).collect())
    }

    /// Rows whose column begins with a text.
    async fn begins<R: Row>(&self, snapshot: &mut Snapshot, column: &str, text: &str) -> Result<Vec<R>, Problem> {
        Ok(search::beginning(self.organization, column, text).page(snapshot, column, self.most).await?)
    }

    /// Of the newest rows of a table those that have the text in a column.
    async fn newest<R: Row>(
        &mut self,
        snapshot: &mut Snapshot,
        columns: &[&str],
        rows: usize,
    ) -> Result<Vec<R>, Problem> {
        let first = search::first_of_newest::<R>(snapshot, self.organization, rows).await?;
        self.is_limited |= first.is_some();
        let query = search::among_newest::<R>(self.organization, first, columns, self.text);
        let order = format!("{} desc", R::TABLE.columns[0].name);
        Ok(query.page(snapshot, &order, self.most).await?)
    }

    fn push(&mut self, fields: &[Owned], hit: impl FnOnce(SearchMatch) -> SearchHit) {
        if let Some((rank, matched)) = best(&borrowed(fields), self.text) {
            self.hits.push((rank, hit(matched)));
        }
    }
}

/// A field with a text of its own, since its row becomes a hit.
type Owned = (&'static str, Option<String>, bool);

fn owned(field: Field<'_>) -> Owned {
    (field.0, field.1.map(str::to_owned), field.2)
}

fn borrowed(fields: &[Owned]) -> Vec<Field<'_>> {
    fields.iter().map(|(name, text, is_code)| (*name, text.as_deref(), *is_code)).collect()
}

/// Rows of both, each once.
fn merged<R: Row>(mut rows: Vec<R>, others: Vec<R>) -> Vec<R> {
    rows.extend(others);
    let mut known = std::collections::BTreeSet::new();
    rows.retain(|row| known.insert(row.key()));
    rows
}

/// A number without the commas between its thousands: `1,234.56`; any other text as it is.
fn without_separators(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut groups = whole.split(',');
    let first = groups.next().is_some_and(|group| (1..=3).contains(&group.len()));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = first && is_digits(fraction) && groups.all(|group| group.len() == 3 && is_digits(group));
    if fits { text.replace(',', "") } else { text.to_owned() }
}

/// A text as it is, in capital letters, and with the first letter of each word as one: an index knows letters by their bytes.
fn spellings(text: &str) -> Vec<String> {
    let mut begins = true;
    let title: String = text
        .chars()
        .map(|letter| {
            let shown = if begins { letter.to_ascii_uppercase() } else { letter };
            begins = letter.is_whitespace();
            shown
        })
        .collect();
    let mut found = vec![text.to_owned(), text.to_uppercase(), title];
    found.sort_unstable();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_between_thousands_are_no_part_of_a_number() {
        for (text, number) in [
            ("1,234.56", "1234.56"),
            ("12,345", "12345"),
            ("1,234,567.8", "1234567.8"),
            ("1234.56", "1234.56"),
            ("1,23", "1,23"),
            ("1234,567", "1234,567"),
            ("Smith, John", "Smith, John"),
            ("1,234.5,6", "1,234.5,6"),
        ] {
            assert_eq!(without_separators(text), number);
        }
    }
}
