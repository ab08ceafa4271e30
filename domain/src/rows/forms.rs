//! Forms: conditions on the text, bytes or number of a column beyond their type, by the column's name.
//!
//! A row is read only where every column has its form, so that no user of it needs to check again: a cut-off list is
//! never taken for a shorter one. Columns that every use decodes anyway, such as the lines of a draft, are checked by a
//! verification alone.

use crate::costing::Tie;
use crate::rows::costing_cells::decode_shares;
use crate::rows::recordings::decode_recordings;
use crate::rows::{
    PartyKind, costing_cells, entry_drafts, movement_drafts, past_scopes, replacements, replies, valuations,
};
use crate::value::currency::MOST_CURRENCY_DECIMALS;
use crate::value::id::{EntryId, ItemCategoryId, ItemId, LocationId, PrincipalId, RoleId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::permission::{BuiltInRole, Permission};
use crate::value::place_use::LocationActivity;
use crate::value::{BadCell, Cell, CellKind, CurrencyRef, Json, NumberPattern, TypedId, limits, units};

/// The condition on a column's contents beyond its type.
#[derive(Clone, Copy)]
pub struct Form {
    wanted: &'static str,
    fits: Fits,
    /// Whether it is looked at with every reading of a row.
    is_on_reading: bool,
}

#[derive(Clone, Copy)]
enum Fits {
    Text(fn(&str) -> bool),
    Bytes(fn(&[u8]) -> bool),
    Within(i64, i64),
}

impl Form {
    /// The form of a column; `None` where any value of its type will do.
    #[must_use]
    pub const fn of(table: &str, column: &str, kind: CellKind) -> Option<Self> {
        Self::among(Some(table), column, kind)
    }

    /// The form that columns of this name have in every table.
    #[must_use]
    pub fn of_any_table(column: &str, kind: CellKind) -> Option<Self> {
        Self::among(None, column, kind)
    }

    const fn among(table: Option<&str>, column: &str, kind: CellKind) -> Option<Self> {
        let mut at = 0;
        while at < FORMS.len() {
            let (whose, name, form) = &FORMS[at];
            let is_here = match table {
                _ if whose.is_empty() => true,
                Some(table) => is_same(whose.as_bytes(), table.as_bytes()),
                None => false,
            };
            if is_here && is_same(name.as_bytes(), column.as_bytes()) && form.is_of(kind) {
                return Some(*form);
            }
            at += 1;
        }
        None
    }

    const fn is_of(&self, kind: CellKind) -> bool {
        matches!(
            (self.fits, kind),
            (Fits::Text(_), CellKind::Text) | (Fits::Bytes(_), CellKind::Bytes) | (Fits::Within(..), CellKind::Int)
        )
    }

    /// Requires that a cell has this form. Absent cells, and cells of another type, are not judged here.
    pub fn require(&self, cell: &Cell) -> Result<(), BadCell> {
        let fits = match (cell, self.fits) {
            (Cell::Text(text), Fits::Text(fits)) => fits(text),
            (Cell::Bytes(bytes), Fits::Bytes(fits)) => fits(bytes),
            (Cell::Int(number), Fits::Within(least, most)) => (least..=most).contains(number),
            _ => true,
        };
        if fits { Ok(()) } else { Err(BadCell::new(self.wanted, cell)) }
    }

    /// As [`Form::require`], for forms that are checked with every reading.
    ///
    /// # Errors
    /// As [`Form::require`].
    pub fn require_on_reading(&self, cell: &Cell) -> Result<(), BadCell> {
        if self.is_on_reading { self.require(cell) } else { Ok(()) }
    }
}

const fn text(wanted: &'static str, fits: fn(&str) -> bool) -> Form {
    Form { wanted, fits: Fits::Text(fits), is_on_reading: true }
}

const fn text_of_verification(wanted: &'static str, fits: fn(&str) -> bool) -> Form {
    Form { wanted, fits: Fits::Text(fits), is_on_reading: false }
}

/// Checked by a verification alone: every use decodes them, and reports unreadable ones.
const fn bytes(wanted: &'static str, fits: fn(&[u8]) -> bool) -> Form {
    Form { wanted, fits: Fits::Bytes(fits), is_on_reading: false }
}

const fn within(wanted: &'static str, least: i64, most: i64) -> Form {
    Form { wanted, fits: Fits::Within(least, most), is_on_reading: true }
}

const OBJECT: Form =
    text("a JSON object", |text| is_no_member(text) || matches!(Json::parse(text), Ok(Json::Object(_))));

const TEXTS_BY_NAME: Form = text("a JSON object of texts", |text| {
    is_no_member(text)
        || matches!(Json::parse(text), Ok(Json::Object(members)) if members.values().all(|one| matches!(one, Json::Text(_))))
});

const LIST: Form = text("a JSON list", |text| is_no_item(text) || matches!(Json::parse(text), Ok(Json::List(_))));

const TEXTS: Form = text("a JSON list of texts", |text| {
    is_no_item(text)
        || matches!(Json::parse(text), Ok(Json::List(items)) if items.iter().all(|one| matches!(one, Json::Text(_))))
});

const PRINCIPALS: Form = text("ids of principals", are_ids::<PrincipalId>);

const ENTRIES: Form = text("ids of entries", are_ids::<EntryId>);

const WAREHOUSES: Form = text("ids of warehouses", are_ids::<WarehouseId>);

const ROLES: Form = text("names and ids of roles", |text| {
    are(text, |word| BuiltInRole::parse(word).is_some() || RoleId::parse(word).is_some())
});

const PERMISSIONS: Form = text("names of permissions", |text| are(text, |word| Permission::parse(word).is_some()));

const UNIT: Form = text("the code of a unit", units::is_code);

const LINES_OF_ENTRIES: Form = bytes("the lines of a draft", |bytes| entry_drafts::decode_drafts(bytes).is_ok());

const FROM_ONE: Form = within("a number from 1 on", 1, u32::MAX as i64);

/// By table, or in every table, and column. Columns that are not here hold names, codes, free text, or numbers of which
/// every value is possible: only the log can show whether the value is right.
const FORMS: &[(&str, &str, Form)] = &[
    ("warehouses", "address", OBJECT),
    ("control_changes", "before_state", OBJECT),
    ("control_changes", "after_state", OBJECT),
    ("", "attributes", OBJECT),
    ("", "contact", OBJECT),
    ("", "geo", OBJECT),
    ("", "metadata", OBJECT),
    ("", "default_dimensions", TEXTS_BY_NAME),
    ("", "default_locations", TEXTS_BY_NAME),
    ("", "dimensions", TEXTS_BY_NAME),
    ("", "external_refs", LIST),
    ("", "resupply_from", TEXTS),
    ("", "tags", TEXTS),
    ("", "units", text("conversions of units", |text| units::read_stored(text).is_some())),
    ("", "counted_by", PRINCIPALS),
    ("", "held_by", PRINCIPALS),
    ("", "key_owners", PRINCIPALS),
    (
        "control_changes",
        "proposer_roles",
        text("names of roles", |text| are(text, |word| BuiltInRole::parse(word).is_some())),
    ),
    ("", "prepared_by", PRINCIPALS),
    ("", "further_closing_entries", ENTRIES),
    ("", "warehouse_ids", WAREHOUSES),
    ("", "roles", ROLES),
    ("", "permissions", PERMISSIONS),
    ("refresh_families", "scope", PERMISSIONS),
    ("parties", "kinds", text("kinds of parties", |text| are(text, |word| PartyKind::parse(word).is_some()))),
    ("reason_codes", "kinds", text("kinds of movements", |text| are(text, |word| MovementKind::parse(word).is_some()))),
    (
        "locations",
        "activities",
        text("activities of a location", |text| are(text, |word| LocationActivity::parse(word).is_some())),
    ),
    ("counts", "locations", text("ids of locations", are_ids::<LocationId>)),
    ("counts", "items", text("ids of items", are_ids::<ItemId>)),
    ("counts", "categories", text("ids of categories", are_ids::<ItemCategoryId>)),
    ("journals", "number_pattern", text("a pattern of numbers", |text| NumberPattern::parse(text).is_ok())),
    ("currencies", "code", text("the code of a currency", |text| CurrencyRef::parse(text).is_some())),
    ("currencies", "decimals", within("decimals of a currency", 0, MOST_CURRENCY_DECIMALS as i64)),
    ("pool_movements", "shares", bytes("what falls to each layer", |bytes| decode_shares(Some(bytes)).is_ok())),
    ("cost_shares", "shares", bytes("what falls to each layer", |bytes| decode_shares(Some(bytes)).is_ok())),
    ("pool_ties", "tie", text("a tie", |text| Tie::of_stored(text, 0).is_some())),
    ("", "unit_code", UNIT),
    ("", "quantity_decimals", within("decimals of a quantity", 0, limits::QUANTITY_DECIMALS as i64)),
    ("lines", "line_number", FROM_ONE),
    ("count_lines", "line_number", FROM_ONE),
    ("count_lines", "movement_line", FROM_ONE),
    ("facts", "part", within("the number of a part", 1, i64::MAX)),
    ("facts", "parts", within("a number of parts", 1, i64::MAX)),
    ("entries", "draft_lines", LINES_OF_ENTRIES),
    ("recurring_entries", "draft_lines", LINES_OF_ENTRIES),
    ("entry_templates", "draft_lines", LINES_OF_ENTRIES),
    ("movements", "draft_lines", bytes("the lines of a draft", |bytes| movement_drafts::decode_drafts(bytes).is_ok())),
    ("movements", "charges", bytes("charges of an invoice", |bytes| movement_drafts::decode_charges(bytes).is_ok())),
    ("replacements", "lines", bytes("the lines of an entry", |bytes| replacements::decode_lines(bytes).is_ok())),
    ("entries", "hash", bytes("32 bytes", |bytes| bytes.len() == 32)),
    ("count_lines", "recordings", bytes("recorded counts", |bytes| decode_recordings(bytes).is_ok())),
    ("warehouses", "past_scopes", bytes("scopes of a warehouse", past_scopes::are_scopes)),
    ("items", "valuations", bytes("valuations of an item", valuations::are_valuations)),
    ("pool_movements", "kind", bytes("a movement of a pool", |bytes| costing_cells::decode_kind(bytes).is_ok())),
    ("pool_checkpoints", "state", bytes("the state of a pool", |bytes| costing_cells::decode_state(bytes).is_ok())),
    (
        "logins",
        "password_hash",
        text_of_verification("a hash of a password", |text| {
            text.starts_with("$argon2") && text.split('$').count() == 6
        }),
    ),
    (
        "signing_keys",
        "private_key",
        // A sequence of DER that is as long as it says.
        bytes(
            "a private key",
            |bytes| matches!(bytes, [0x30, length, rest @ ..] if usize::from(*length) == rest.len()),
        ),
    ),
    ("receipts", "reply", bytes("a reply", |bytes| replies::decode_items(bytes).is_ok())),
];

/// How an object without members is stored: most are.
fn is_no_member(text: &str) -> bool {
    matches!(text, "" | "{}")
}

/// How a list without items is stored.
fn is_no_item(text: &str) -> bool {
    matches!(text, "" | "[]")
}

fn are(text: &str, fits: impl Fn(&str) -> bool) -> bool {
    text.split_whitespace().all(fits)
}

fn are_ids<I: TypedId>(text: &str) -> bool {
    are(text, |word| I::parse(word).is_some())
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}
