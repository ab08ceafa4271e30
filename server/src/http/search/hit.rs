//! What was found, and how well it fits.

use domain::rows::items::Item;
use domain::rows::{Account, ActiveState, Count, Entry, Location, Lot, Party, Serial, StockMovement, Warehouse};
use domain::value::{Currency, Decimal};

use crate::http::output::{CurrencyCode, Day, DecimalText, Named};

domain::named_enum! {
    /// What is searched, in the order of results that fit equally well.
    SearchKind {
        Account = "account",
        Party = "party",
        Item = "item",
        Warehouse = "warehouse",
        Location = "location",
        JournalEntry = "journalEntry",
        Movement = "movement",
        Count = "count",
        Lot = "lot",
        Serial = "serial",
    }
}

crate::wire_enum! {
    SearchKind = "SearchKind",
}

crate::output! {
    /// Where a text was found.
    pub struct SearchMatch {
        /// The name of the field.
        pub field: String,
        pub text: String,
    }

    /// Something that was found.
    pub struct SearchHit {
        pub kind: Named<SearchKind>,
        pub id: String,
        pub title: String,
        /// Its code, number or reference, if that is not the title.
        pub subtitle: Option<String>,
        pub status: Option<String>,
        pub date: Option<Day>,
        /// The total of an entry, in base currency.
        pub amount: Option<DecimalText>,
        pub currency: Option<CurrencyCode>,
        pub matched: SearchMatch,
    }
}

/// How well something fits; the smaller the better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// The whole code or number.
    Exact,
    /// The beginning of a code or number.
    Beginning,
    /// The amount.
    Amount,
    /// The beginning of a name or description.
    Name,
    /// The beginning of a word of it.
    Word,
    /// The middle of a word.
    Inside,
}

/// The rank of a text that is a code or a number, if it fits.
pub fn by_code(code: &str, sought: &str) -> Option<Rank> {
    let (code, sought) = (code.to_lowercase(), sought.to_lowercase());
    if code == sought {
        return Some(Rank::Exact);
    }
    code.starts_with(&sought).then_some(Rank::Beginning)
}

/// The rank of a text of several words, if it fits.
pub fn by_words(text: &str, sought: &str) -> Option<Rank> {
    let (text, sought) = (text.to_lowercase(), sought.to_lowercase());
    let mut places = text.match_indices(&sought).map(|(place, _)| place);
    let first = places.next()?;
    if first == 0 {
        return Some(Rank::Name);
    }
    let begins_word = |place: usize| text[..place].chars().next_back().is_none_or(|before| !before.is_alphanumeric());
    let begins = begins_word(first) || places.any(begins_word);
    Some(if begins { Rank::Word } else { Rank::Inside })
}

/// The best of these fields, each with its text and whether that is a code.
pub fn best(fields: &[(&str, Option<&str>, bool)], sought: &str) -> Option<(Rank, SearchMatch)> {
    let ranked = fields.iter().filter_map(|(field, text, is_code)| {
        let text = (*text)?;
        let rank =
            if *is_code { by_code(text, sought).or_else(|| by_words(text, sought)) } else { by_words(text, sought) };
        rank.map(|rank| (rank, SearchMatch { field: (*field).to_owned(), text: text.to_owned() }))
    });
    ranked.min_by_key(|(rank, _)| *rank)
}

/// The same, where nothing else was asked for.
fn hit(kind: SearchKind, id: String, title: String, subtitle: Option<String>, matched: SearchMatch) -> SearchHit {
    SearchHit {
        kind: Named(kind),
        id,
        subtitle: subtitle.filter(|subtitle| *subtitle != title),
        title,
        status: None,
        date: None,
        amount: None,
        currency: None,
        matched,
    }
}

fn activity(is_active: bool) -> Option<String> {
    let state = if is_active { ActiveState::Active } else { ActiveState::Inactive };
    Some(state.name().to_owned())
}

/// An account.
pub fn account(row: Account, matched: SearchMatch) -> SearchHit {
    let status = activity(row.is_active);
    SearchHit { status, ..hit(SearchKind::Account, row.id.to_string(), row.name, Some(row.code), matched) }
}

/// A party with its name, unless that was erased.
pub fn party(row: Party, name: Option<String>, matched: SearchMatch) -> SearchHit {
    let title = name.or_else(|| row.code.clone()).unwrap_or_default();
    let status = activity(row.is_active);
    SearchHit { status, ..hit(SearchKind::Party, row.id.to_string(), title, row.code, matched) }
}

/// An item.
pub fn item(row: Item, matched: SearchMatch) -> SearchHit {
    let status = Some(row.status.name().to_owned());
    SearchHit { status, ..hit(SearchKind::Item, row.id.to_string(), row.name, Some(row.sku), matched) }
}

/// A warehouse.
pub fn warehouse(row: Warehouse, matched: SearchMatch) -> SearchHit {
    let status = Some(row.status.name().to_owned());
    SearchHit { status, ..hit(SearchKind::Warehouse, row.id.to_string(), row.name, Some(row.code), matched) }
}

/// A zone or a bin, in the warehouse with this code.
pub fn location(row: Location, warehouse: Option<String>, matched: SearchMatch) -> SearchHit {
    let status = Some(row.status.name().to_owned());
    let place = warehouse.map_or_else(|| row.code.clone(), |warehouse| format!("{warehouse} {}", row.code));
    let title = row.name.unwrap_or(row.code);
    SearchHit { status, ..hit(SearchKind::Location, row.id.to_string(), title, Some(place), matched) }
}

/// An entry.
pub fn entry(row: Entry, matched: SearchMatch) -> SearchHit {
    SearchHit {
        status: Some(row.status.name().to_owned()),
        date: Some(Day(row.date)),
        amount: Some(money(row.total_debit, row.currency)),
        currency: Some(CurrencyCode(row.currency)),
        ..hit(SearchKind::JournalEntry, row.id.to_string(), row.description, row.number.or(row.reference), matched)
    }
}

fn money(units: i64, currency: Currency) -> DecimalText {
    DecimalText(Decimal::from_units(units, currency.decimals()))
}

/// A movement.
pub fn movement(row: StockMovement, matched: SearchMatch) -> SearchHit {
    let title = if row.description.is_empty() { row.kind.name().to_owned() } else { row.description };
    SearchHit {
        status: Some(row.status.name().to_owned()),
        date: row.posting_date.map(Day),
        ..hit(SearchKind::Movement, row.id.to_string(), title, row.reference.or(row.external_id), matched)
    }
}

/// A count.
pub fn count(row: Count, matched: SearchMatch) -> SearchHit {
    SearchHit {
        status: Some(row.status.name().to_owned()),
        date: Some(Day(row.snapshot_date)),
        ..hit(SearchKind::Count, row.id.to_string(), row.description, row.reference, matched)
    }
}

/// A lot of the item with this SKU.
pub fn lot(row: Lot, sku: Option<String>, matched: SearchMatch) -> SearchHit {
    let status = Some(row.status.name().to_owned());
    SearchHit { status, ..hit(SearchKind::Lot, row.id.to_string(), row.number, sku, matched) }
}

/// A piece of the item with this SKU.
pub fn serial(row: Serial, sku: Option<String>, matched: SearchMatch) -> SearchHit {
    let status = Some(row.status.name().to_owned());
    SearchHit { status, ..hit(SearchKind::Serial, row.id.to_string(), row.number, sku, matched) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_code_comes_before_its_beginning_and_a_word_before_its_middle() {
        assert_eq!(by_code("GJ-7", "gj-7"), Some(Rank::Exact));
        assert_eq!(by_code("GJ-70", "gj-7"), Some(Rank::Beginning));
        assert_eq!(by_code("XGJ-7", "gj-7"), None);
        for (text, wanted) in [
            ("rent of May", Some(Rank::Name)),
            ("the Rent", Some(Rank::Word)),
            ("parents, rent", Some(Rank::Word)),
            ("parents", Some(Rank::Inside)),
            ("lease", None),
        ] {
            assert_eq!(by_words(text, "rent"), wanted, "{text}");
        }
        let (rank, matched) = best(&[("name", Some("Cash 10"), false), ("code", Some("1000"), true)], "10").unwrap();
        assert_eq!((rank, matched.field.as_str()), (Rank::Beginning, "code"));
    }
}
