//! Default locations: where in a warehouse goods go when nobody says where.
//!
//! Each is a location of that warehouse, and stays as long as it is named here. A location never leaves its warehouse.

use crate::access::reach::require_assigned;
use crate::book::context::Context;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Location, Warehouse};
use crate::stock::warehouses::change::stored;
use crate::value::change::unknown;
use crate::value::id::LocationId;
use crate::value::place_use::{LocationActivity, Use};
use crate::value::rejection::{Code, Fault, Rejection, Value};
use crate::value::{Json, Patch, TypedId};

fn uses() -> impl Iterator<Item = &'static str> {
    Use::ALL.iter().map(|one| one.name())
}

/// The location that a warehouse names for a use.
pub(crate) fn named(warehouse: &Warehouse, used_for: Use) -> Option<LocationId> {
    // Most name none: nothing is read of an empty object.
    if warehouse.default_locations.len() <= 2 {
        return None;
    }
    location_id(stored(&warehouse.default_locations).get(used_for.name())?)
}

/// The locations that the checks look at.
pub(crate) fn hint(sent: &Patch<Json>, keys: &mut Vec<Key>) {
    let Some(Json::Object(members)) = sent.value() else { return };
    keys.extend(members.values().filter_map(location_id).map(Key::Location));
}

/// Refuses values that name no location of the warehouse. Unchanged values are not checked again.
pub(super) fn check(
    book: &Book,
    before: Option<&Warehouse>,
    after: &Warehouse,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let old = before.map_or(Json::Null, |before| stored(&before.default_locations));
    let Json::Object(named) = stored(&after.default_locations) else { return Ok(()) };
    for (used_for, text) in named.iter().filter(|(used_for, text)| old.get(used_for) != Some(text)) {
        // A key comes from outside: RFC 6901 says how it stands in a pointer.
        let pointer = format!("/defaultLocations/{}", used_for.replace('~', "~0").replace('/', "~1"));
        if Use::parse(used_for).is_none() {
            let uses: Vec<&str> = uses().collect();
            let message = format!("there is no default location for {used_for:?}: choose among {}", uses.join(", "));
            faults.push(Fault::new(pointer, Code::UnknownReference, message));
            continue;
        }
        let found = match location_id(text) {
            Some(id) => book.location(id)?,
            None => None,
        };
        match found {
            Some(location) if location.warehouse_id == after.id => {
                faults.extend(
                    cannot_serve(location, used_for)
                        .map(|message| Fault::new(pointer, Code::LocationNotUsable, message)),
                );
            }
            Some(location) => {
                let message = format!(
                    "{} is a location of another warehouse: choose one of warehouse {}",
                    location.code, after.code
                );
                faults.push(Fault::new(pointer, Code::UnknownReference, message));
            }
            None => {
                let shown = if let Json::Text(text) = text { text.clone() } else { text.to_string() };
                faults.push(unknown(&pointer, &shown));
            }
        }
    }
    Ok(())
}

/// Why nothing could ever come to a location, or leave it, for such a use.
fn cannot_serve(location: &Location, used_for: &str) -> Option<String> {
    let wanted: &[LocationActivity] = match Use::parse(used_for)? {
        Use::Receiving => &[LocationActivity::Receiving, LocationActivity::Putaway],
        Use::Shipping => &[LocationActivity::Shipping, LocationActivity::Picking],
        Use::Returns => &[LocationActivity::Returns, LocationActivity::Receiving],
        Use::Production => &[LocationActivity::Production, LocationActivity::Picking, LocationActivity::Putaway],
        Use::Quarantine => &[],
    };
    location.not_a_bin().or_else(|| location.not_for(wanted))
}

/// Why a location that its warehouse names as a default cannot go.
pub(crate) fn held(warehouse: &Warehouse, location: &Location) -> Option<Rejection> {
    let Json::Object(named) = stored(&warehouse.default_locations) else { return None };
    let used_for: Vec<String> = named
        .into_iter()
        .filter(|(_, text)| location_id(text) == Some(location.id))
        .map(|(used_for, _)| used_for)
        .collect();
    if used_for.is_empty() {
        return None;
    }
    let message = format!(
        "location {} is the default of warehouse {} for {}: set another in its defaultLocations first",
        location.code,
        warehouse.code,
        used_for.join(", ")
    );
    let path = format!("/warehouses/{}", warehouse.id);
    // The uses are of the list above, each of which is checked before it is stored.
    let cleared = uses().filter(|one| used_for.iter().any(|used| used == one));
    let cleared = Value::Object(cleared.map(|used_for| (used_for, Value::Null)).collect());
    Some(
        Rejection::new(Code::LocationInUse, message)
            .with("defaultFor", used_for)
            .offer("clearDefaults", "Clear that default of the warehouse", "PUT", path)
            .body(vec![("defaultLocations", cleared)]),
    )
}

fn location_id(text: &Json) -> Option<LocationId> {
    let Json::Text(text) = text else { return None };
    LocationId::parse(text)
}

/// The old default stops being it in the same commit.
pub(crate) fn take_default(book: &mut Book, ctx: &Context, heir: &Warehouse) -> Result<(), Stop> {
    let old = book.warehouses()?.find(|other| other.is_default && other.id != heir.id).cloned();
    if let Some(mut old) = old {
        require_assigned(book, ctx, old.id, "/isDefault")?;
        old.is_default = false;
        old.revise(ctx);
        book.warehouses.put(old);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::locations::create::CreateLocation;
    use crate::commands::locations::delete::DeleteLocation;
    use crate::commands::warehouses::create::CreateWarehouse;
    use crate::commands::warehouses::update::UpdateWarehouse;
    use crate::rows::LocationKind;
    use crate::stock::locations::change::LocationChange;
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::Stage;
    use crate::value::Sought;

    fn house(stage: &mut Stage, code: &str) -> String {
        let fields = WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
        stage.run(CreateWarehouse { fields }).expect("created").subject
    }

    fn bin(stage: &mut Stage, warehouse: &str, code: &str) -> String {
        let fields =
            LocationChange { code: Some(code.to_owned()), kind: Some(LocationKind::Bin), ..Default::default() };
        stage.run(CreateLocation { warehouse: Sought::of(warehouse), fields }).expect("created").subject
    }

    fn naming(text: &str) -> WarehouseChange {
        WarehouseChange { default_locations: Patch::Set(Json::parse(text).expect("json")), ..Default::default() }
    }

    fn update(warehouse: &str, text: &str) -> UpdateWarehouse {
        UpdateWarehouse { warehouse: Sought::of(warehouse), if_match: None, fields: naming(text) }
    }

    #[test]
    fn a_default_location_is_a_bin_that_can_serve() {
        let mut stage = Stage::new();
        let london = house(&mut stage, "LON");
        let made = |stage: &mut Stage, code: &str, kind, activities: &[LocationActivity]| {
            let (code, kind, activities) = (Some(code.to_owned()), Some(kind), Some(activities.to_vec()));
            let fields = LocationChange { code, kind, activities, ..Default::default() };
            stage.run(CreateLocation { warehouse: Sought::of(&london), fields }).expect("created").subject
        };
        let zone = made(&mut stage, "ZONE", LocationKind::Zone, &[]);
        let shelf = made(&mut stage, "SHELF", LocationKind::Bin, &[LocationActivity::Picking]);
        let named = |id: &str, used_for: &str| update(&london, &format!(r#"{{"{used_for}":"{id}"}}"#));
        for (id, used_for) in [(&zone, "receiving"), (&zone, "quarantine"), (&shelf, "receiving"), (&shelf, "returns")]
        {
            let refused = stage.run(named(id, used_for)).expect_err(used_for);
            assert_eq!(
                (refused.code, refused.errors[0].pointer.as_str()),
                (Code::LocationNotUsable, &*format!("/defaultLocations/{used_for}"))
            );
        }
        for used_for in ["shipping", "production", "quarantine"] {
            stage.run(named(&shelf, used_for)).expect(used_for);
        }
    }

    #[test]
    fn a_default_location_is_one_of_this_very_warehouse() {
        let mut stage = Stage::new();
        let (london, york) = (house(&mut stage, "LON"), house(&mut stage, "YRK"));
        let (dock, foreign) = (bin(&mut stage, &london, "DOCK"), bin(&mut stage, &york, "DOCK"));
        stage.run(update(&london, &format!(r#"{{"receiving":"{dock}"}}"#))).expect("its own");
        for (value, says) in [
            (format!(r#""{foreign}""#), "DOCK is a location of another warehouse"),
            (
                r#""loc_01h455vb4pex5vsknk084sn02q""#.to_owned(),
                "there is no record with the id \
                 loc_01h455vb4pex5vsknk084sn02q",
            ),
            (format!(r#""{london}""#), "there is no record with the id wh_"),
            ("7".to_owned(), "there is no record with the id 7"),
        ] {
            let refused = stage.run(update(&london, &format!(r#"{{"shipping":{value}}}"#))).expect_err("refused");
            let error = &refused.errors[0];
            assert_eq!((refused.code, error.pointer.as_str()), (Code::UnknownReference, "/defaultLocations/shipping"));
            assert!(error.message.starts_with(says), "{}", error.message);
        }
        let refused = stage.run(update(&london, &format!(r#"{{"a/b":"{dock}"}}"#))).expect_err("no such use");
        assert_eq!(refused.errors[0].pointer, "/defaultLocations/a~1b");
        let mut new = CreateWarehouse { fields: naming(&format!(r#"{{"returns":"{dock}"}}"#)) };
        (new.fields.code, new.fields.name) = (Some("NEW".to_owned()), Some("New".to_owned()));
        let refused = stage.run(new).expect_err("it has no location yet");
        assert_eq!(refused.errors[0].pointer, "/defaultLocations/returns");
    }

    #[test]
    fn a_default_location_stays_until_the_warehouse_names_another() {
        let mut stage = Stage::new();
        let london = house(&mut stage, "LON");
        let (dock, ramp) = (bin(&mut stage, &london, "DOCK"), bin(&mut stage, &london, "RAMP"));
        let both = format!(r#"{{"receiving":"{dock}","returns":"{dock}","shipping":"{ramp}"}}"#);
        stage.run(update(&london, &both)).expect("named");
        let delete = |location: &str| DeleteLocation {
            warehouse: Sought::of(&london),
            location: Sought::of(location),
            if_match: None,
        };
        let refused = stage.run(delete(&dock)).expect_err("named");
        assert_eq!(refused.code, Code::LocationInUse);
        assert!(refused.detail.contains("default of warehouse LON for receiving, returns"), "{}", refused.detail);
        stage.run(update(&london, r#"{"receiving":null,"returns":null}"#)).expect("cleared");
        stage.run(delete(&dock)).expect("nobody's default");
        stage.run(update(&london, "{}")).expect("what is not sent is not looked at");
    }
}
