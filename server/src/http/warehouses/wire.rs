//! The input of a warehouse.

use domain::rows::{BinsMode, CostingScope, NegativeStock, PickStrategy, WarehouseKind, WarehouseStatus};
use domain::stock::labels::check_digit::wrong_check_digit;
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::id::{AccountId, LocationId, PrincipalId, WarehouseId};
use domain::value::{Json, Patch, Sought};

use super::geo::Geo;
use crate::http::input::{
    CodeText, Decode, IntoCore, JsonObject, List, LongText, Name, Pointer, Schemas, Text, Violations,
};
use crate::http::json::Node;
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

/// The core takes them as texts.
macro_rules! texts {
    ($($name:ident),*) => {$(
        impl IntoCore for $name {
            type Core = String;

            fn into_core(self) -> String {
                self.0
            }
        }
    )*};
}
texts!(Code, Gln, Zone);

crate::fields! {
    /// A new warehouse; only `code` and `name` are required.
    pub struct WarehouseInput;

    /// A change of a warehouse: absent fields stay, null clears, objects merge by key, lists are replaced.
    pub struct WarehousePatch repeating [id, version]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy", "effectiveValuationAccountId",
            "effectiveCogsAccountId", "effectiveAdjustmentAccountId", "effectiveInTransitAccountId",
            "effectiveScrapAccountId", "stockUrl"];

    for WarehouseChange {
        /// Unique, even among inactive ones; stored in upper case.
        pub code: Required<Code> = "LON",
        pub name: Required<Name<120>> = "London" => "London South",
        pub description: Clearable<LongText<0, 2000>>,
        pub kind: Optional<WarehouseKind> = "storage",
        /// The parent warehouse.
        pub parent_id: Clearable<Sought<WarehouseId>>,
        pub status: Optional<WarehouseStatus>,
        /// Makes it the default warehouse instead of the present one.
        pub is_default: Optional<bool>,
        /// Holds the value of stock; null inherits.
        pub valuation_account_id: Clearable<Sought<AccountId>>,
        pub cogs_account_id: Clearable<Sought<AccountId>>,
        pub adjustment_account_id: Clearable<Sought<AccountId>>,
        pub in_transit_account_id: Clearable<Sought<AccountId>>,
        pub scrap_account_id: Clearable<Sought<AccountId>>,
        pub costing_scope: Optional<CostingScope>,
        pub negative_stock: Optional<NegativeStock>,
        pub bins_mode: Optional<BinsMode>,
        /// A new warehouse has no locations yet: set them later.
        pub default_locations: Clearable<DefaultLocations>,
        pub in_transit_warehouse_id: Clearable<Sought<WarehouseId>>,
        pub resupply_from: Clearable<List<Sought<WarehouseId>, 0, 100>>,
        pub pick_strategy: Optional<PickStrategy>,
        /// In which the best-before and expiry dates of its goods count; the organization's if null.
        pub timezone: Clearable<Zone> = "Europe/London",
        pub address: Clearable<JsonObject>,
        /// An object of your own; `lat` and `lng` are degrees on the earth.
        pub geo: Clearable<Geo>,
        pub contact: Clearable<JsonObject>,
        pub manager_user_id: Clearable<Sought<PrincipalId>>,
        pub gln: Clearable<Gln>,
        pub external_refs: Clearable<List<JsonObject, 0, 50>>,
        pub tags: Clearable<List<Name<60>, 0, 50>>,
        /// Your own data, at most 16 KB.
        pub metadata: Clearable<JsonObject>,
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
}

impl IntoCore for DefaultLocations {
    type Core = Json;

    /// The merge that the core takes.
    fn into_core(self) -> Json {
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
