//! The input of a warehouse.

use domain::rows::{BinsMode, CostingScope, NegativeStock, PickStrategy, WarehouseKind, WarehouseStatus};
use domain::stock::labels::check_digit::wrong_check_digit;
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::id::{AccountId, LocationId, PrincipalId, WarehouseId};
use domain::value::rejection::Violation;
use domain::value::{Json, Patch, Sought};

use crate::http::input::{
    Change, CodeText, Decode, JsonObject, List, LongText, Name, Pointer, Schemas, Text, Violations,
};
use crate::http::json::Node;
use crate::http::problem::Problem;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

/// A warehouse's code: 1 to 20 of letters, digits, dot, underscore and hyphen; stored in upper case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code(pub String);

impl Decode for Code {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let CodeText(text) = CodeText::<20>::decode(node, at, errors)?;
        if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) {
            return Some(Self(text));
        }
        errors.push(at, "bad_code", "must consist of the letters A-Z, digits, dot, underscore and hyphen");
        None
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).pattern(Some("^[A-Za-z0-9._-]{1,20}$")).into()
    }
}

/// A GS1 global location number: 13 digits with a check digit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gln(pub String);

impl Decode for Gln {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Text(text) = Text::<13, 13>::decode(node, at, errors)?;
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            errors.push(at, "bad_gln", "must be 13 digits");
        } else if let Some((wanted, _)) = wrong_check_digit(&text) {
            errors.push(at, "bad_check_digit", format!("the last digit should be {wanted}: check for a typing error"));
        } else {
            return Some(Self(text));
        }
        None
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(SchemaType::Type(Type::String)).pattern(Some("^[0-9]{13}$")).into()
    }
}

/// An IANA time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone(pub String);

impl Decode for Zone {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let Text(text) = Text::<1, 60>::decode(node, at, errors)?;
        if jiff::tz::TimeZone::get(&text).is_ok() {
            return Some(Self(text));
        }
        errors.push(at, "unknown_time_zone", "must be an IANA time zone such as Europe/London");
        None
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .examples([serde_json::json!("Europe/London")])
            .into()
    }
}

crate::input! {
    /// The default locations of this warehouse for goods without a given location. Absent fields stay, null clears.
    pub struct DefaultLocations {
        pub receiving: Patch<Sought<LocationId>>,
        pub shipping: Patch<Sought<LocationId>>,
        pub quarantine: Patch<Sought<LocationId>>,
        pub returns: Patch<Sought<LocationId>>,
        pub production: Patch<Sought<LocationId>>,
    }

    /// A new warehouse; only `code` and `name` are required.
    pub struct WarehouseInput {
        /// Unique, even among inactive ones; stored in upper case.
        pub code: Code = "LON",
        pub name: Name<120> = "London",
        pub description: Option<LongText<0, 2000>>,
        pub kind: Option<WarehouseKind> = "storage",
        /// The parent warehouse.
        pub parent_id: Option<Sought<WarehouseId>>,
        pub status: Option<WarehouseStatus>,
        /// Makes it the default warehouse instead of the present one.
        pub is_default: Option<bool>,
        /// Holds the value of stock; null inherits.
        pub valuation_account_id: Option<Sought<AccountId>>,
        pub cogs_account_id: Option<Sought<AccountId>>,
        pub adjustment_account_id: Option<Sought<AccountId>>,
        pub in_transit_account_id: Option<Sought<AccountId>>,
        pub scrap_account_id: Option<Sought<AccountId>>,
        pub costing_scope: Option<CostingScope>,
        pub negative_stock: Option<NegativeStock>,
        pub bins_mode: Option<BinsMode>,
        /// A new warehouse has no locations yet: set them later.
        pub default_locations: Option<DefaultLocations>,
        pub in_transit_warehouse_id: Option<Sought<WarehouseId>>,
        pub resupply_from: Option<List<Sought<WarehouseId>, 0, 100>>,
        pub pick_strategy: Option<PickStrategy>,
        pub timezone: Option<Zone> = "Europe/London",
        pub address: Option<JsonObject>,
        pub geo: Option<JsonObject>,
        pub contact: Option<JsonObject>,
        pub manager_user_id: Option<Sought<PrincipalId>>,
        pub gln: Option<Gln>,
        pub external_refs: Option<List<JsonObject, 0, 50>>,
        pub tags: Option<List<Name<60>, 0, 50>>,
        /// Your own data, at most 16 KB.
        pub metadata: Option<JsonObject>,
    }

    /// A change of a warehouse: absent fields stay, null clears, objects merge by key, lists are replaced.
    pub struct WarehousePatch ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy", "effectiveValuationAccountId", "effectiveCogsAccountId",
        "effectiveAdjustmentAccountId", "effectiveInTransitAccountId", "effectiveScrapAccountId", "stockUrl",
    ] {
        /// Must be the id in the path.
        pub id: Option<Text<1, 100>>,
        /// Acts as `If-Match`.
        pub version: Option<crate::http::input::Whole<1, { i64::MAX }>>,
        pub code: Change<Code>,
        pub name: Change<Name<120>> = "London South",
        pub description: Patch<LongText<0, 2000>>,
        pub kind: Change<WarehouseKind>,
        pub parent_id: Patch<Sought<WarehouseId>>,
        pub status: Change<WarehouseStatus>,
        pub is_default: Change<bool>,
        pub valuation_account_id: Patch<Sought<AccountId>>,
        pub cogs_account_id: Patch<Sought<AccountId>>,
        pub adjustment_account_id: Patch<Sought<AccountId>>,
        pub in_transit_account_id: Patch<Sought<AccountId>>,
        pub scrap_account_id: Patch<Sought<AccountId>>,
        pub costing_scope: Change<CostingScope>,
        pub negative_stock: Change<NegativeStock>,
        pub bins_mode: Change<BinsMode>,
        pub default_locations: Patch<DefaultLocations>,
        pub in_transit_warehouse_id: Patch<Sought<WarehouseId>>,
        pub resupply_from: Patch<List<Sought<WarehouseId>, 0, 100>>,
        pub pick_strategy: Change<PickStrategy>,
        pub timezone: Patch<Zone>,
        pub address: Patch<JsonObject>,
        pub geo: Patch<JsonObject>,
        pub contact: Patch<JsonObject>,
        pub manager_user_id: Patch<Sought<PrincipalId>>,
        pub gln: Patch<Gln>,
        pub external_refs: Patch<List<JsonObject, 0, 50>>,
        pub tags: Patch<List<Name<60>, 0, 50>>,
        pub metadata: Patch<JsonObject>,
    }
}

impl WarehouseInput {
    /// The core's fields.
    pub fn fields(self) -> WarehouseChange {
        WarehouseChange {
            code: Some(self.code.0),
            name: Some(self.name.0),
            description: given(self.description).map(|text| text.0),
            kind: self.kind,
            parent: given(self.parent_id),
            status: self.status,
            is_default: self.is_default,
            valuation_account: given(self.valuation_account_id),
            cogs_account: given(self.cogs_account_id),
            adjustment_account: given(self.adjustment_account_id),
            in_transit_account: given(self.in_transit_account_id),
            scrap_account: given(self.scrap_account_id),
            costing_scope: self.costing_scope,
            negative_stock: self.negative_stock,
            bins_mode: self.bins_mode,
            default_locations: given(self.default_locations).map(DefaultLocations::json),
            in_transit_warehouse: given(self.in_transit_warehouse_id),
            resupply_from: given(self.resupply_from).map(ids),
            pick_strategy: self.pick_strategy,
            timezone: given(self.timezone).map(|zone| zone.0),
            address: object(given(self.address)),
            geo: object(given(self.geo)),
            contact: object(given(self.contact)),
            manager_user: given(self.manager_user_id),
            gln: given(self.gln).map(|gln| gln.0),
            external_refs: given(self.external_refs).map(objects),
            tags: given(self.tags).map(texts),
            metadata: object(given(self.metadata)),
        }
    }
}

impl WarehousePatch {
    /// The core's fields.
    pub fn fields(self) -> WarehouseChange {
        WarehouseChange {
            code: self.code.set().map(|code| code.0),
            name: self.name.set().map(|name| name.0),
            description: self.description.map(|text| text.0),
            kind: self.kind.set(),
            parent: self.parent_id,
            status: self.status.set(),
            is_default: self.is_default.set(),
            valuation_account: self.valuation_account_id,
            cogs_account: self.cogs_account_id,
            adjustment_account: self.adjustment_account_id,
            in_transit_account: self.in_transit_account_id,
            scrap_account: self.scrap_account_id,
            costing_scope: self.costing_scope.set(),
            negative_stock: self.negative_stock.set(),
            bins_mode: self.bins_mode.set(),
            default_locations: self.default_locations.map(DefaultLocations::json),
            in_transit_warehouse: self.in_transit_warehouse_id,
            resupply_from: self.resupply_from.map(ids),
            pick_strategy: self.pick_strategy.set(),
            timezone: self.timezone.map(|zone| zone.0),
            address: object(self.address),
            geo: object(self.geo),
            contact: object(self.contact),
            manager_user: self.manager_user_id,
            gln: self.gln.map(|gln| gln.0),
            external_refs: self.external_refs.map(objects),
            tags: self.tags.map(texts),
            metadata: object(self.metadata),
        }
    }

    /// The id in the body, if any, is that of the path.
    pub fn require_same_id(&self, path: &Sought<WarehouseId>) -> Result<(), Problem> {
        match &self.id {
            Some(Text(id)) if *id != path.to_string() => {
                let message = format!("is not the id in the path, {path}: leave it out or send the same");
                Err(Problem::validation(vec![Violation { pointer: "/id".to_owned(), code: "id_mismatch", message }]))
            }
            _ => Ok(()),
        }
    }
}

impl DefaultLocations {
    /// The merge that the core takes.
    fn json(self) -> Json {
        let Self { receiving, shipping, quarantine, returns, production } = self;
        let uses = [
            ("receiving", receiving),
            ("shipping", shipping),
            ("quarantine", quarantine),
            ("returns", returns),
            ("production", production),
        ];
        let sent = uses.into_iter().filter_map(|(used_for, location)| match location {
            Patch::Absent => None,
            Patch::Null => Some((used_for.to_owned(), Json::Null)),
            Patch::Set(id) => Some((used_for.to_owned(), Json::Text(id.to_string()))),
        });
        Json::Object(sent.collect())
    }
}

/// In a new warehouse null is as good as absent.
fn given<T>(field: Option<T>) -> Patch<T> {
    field.map_or(Patch::Absent, Patch::Set)
}

fn ids<const MIN: usize, const MAX: usize>(list: List<Sought<WarehouseId>, MIN, MAX>) -> Vec<Sought<WarehouseId>> {
    list.0
}

/// The wire made the text itself, so that it always parses.
fn parsed(object: &JsonObject) -> Json {
    Json::parse(&object.0).unwrap_or(Json::Null)
}

fn object(field: Patch<JsonObject>) -> Patch<Json> {
    field.map(|object| parsed(&object))
}

fn objects<const MIN: usize, const MAX: usize>(list: List<JsonObject, MIN, MAX>) -> Json {
    Json::List(list.0.iter().map(parsed).collect())
}

fn texts<const MOST: usize, const MIN: usize, const MAX: usize>(list: List<Name<MOST>, MIN, MAX>) -> Json {
    Json::List(list.0.into_iter().map(|text| Json::Text(text.0)).collect())
}
