//! References of a caller: finding what they name, and where a refusal points.

use std::fmt::Display;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::items::Item;
use crate::rows::{Tracking, Warehouse};
use crate::stock::items::change::sku_key;
use crate::value::id::{ItemId, MovementId, WarehouseId};
use crate::value::rejection::{Code, Fault};
use crate::value::{IdOrCode, Sought};

/// The pointer of a reference: the field of the id, or of the code.
pub(crate) fn named<I>(pointer: &str, sent: &IdOrCode<I>) -> String {
    match sent {
        IdOrCode::Id(_) => pointer.to_owned(),
        IdOrCode::Code(_) => {
            let stem = pointer.strip_suffix("Id").unwrap_or(pointer);
            let field = match stem.rsplit('/').next() {
                Some("item") => return stem.replace("/item", "/sku"),
                Some("lot" | "serial") => "Number",
                _ => "Code",
            };
            format!("{stem}{field}")
        }
    }
}

/// Nothing of a kind is named so; leads to the list of those that there are.
pub(crate) fn unknown(pointer: impl Into<String>, what: &str, sent: &dyn Display) -> Fault {
    let (rel, path) = match what {
        "item" => ("items", "/inventory/items"),
        "warehouse" => ("warehouses", "/warehouses"),
        "party" => ("parties", "/accounting/parties"),
        "account" => ("accounts", "/accounting/accounts"),
        "reason code" => ("reason-codes", "/inventory/reason-codes"),
        "reservation" => ("reservations", "/inventory/reservations"),
        "movement" => ("movements", "/inventory/movements"),
        _ => ("", ""),
    };
    let fault = Fault::new(pointer, Code::UnknownReference, not_here(what, sent));
    if rel.is_empty() { fault } else { fault.offer(rel, "List those available", "GET", path) }
}

/// No item is named so; one with the sku that was sent can be made.
pub(crate) fn unknown_item(pointer: &str, sent: &IdOrCode<ItemId>) -> Fault {
    let fault = Fault::new(named(pointer, sent), Code::UnknownReference, not_here("item", sent));
    let fault = match sent {
        IdOrCode::Id(_) => fault,
        IdOrCode::Code(sku) => fault
            .offer("create-item", &format!("Create item {sku}"), "POST", "/inventory/items")
            .body(vec![("sku", sku.as_str().into()), ("name", sku.as_str().into())]),
    };
    fault.offer("items", "List those available", "GET", "/inventory/items")
}

/// No warehouse is named so; one with the code that was sent can be made, if it can be one.
pub(crate) fn unknown_warehouse(pointer: &str, sent: &IdOrCode<WarehouseId>) -> Fault {
    let fault = Fault::new(named(pointer, sent), Code::UnknownReference, not_here("warehouse", sent));
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let fault = match sent {
        IdOrCode::Code(code) if (1..=20).contains(&code.len()) && code.bytes().all(fits) => {
            offer_warehouse(fault, code, &format!("Warehouse {code}"))
        }
        IdOrCode::Code(_) | IdOrCode::Id(_) => fault,
    };
    fault.offer("warehouses", "List those available", "GET", "/warehouses")
}

/// The warehouse is not named and none is the default: there is none at all, and the first one becomes it.
pub(crate) fn no_warehouse(pointer: impl Into<String>, message: &str) -> Fault {
    offer_warehouse(Fault::new(pointer, Code::MovementIncomplete, message), "MAIN", "Main warehouse")
}

fn offer_warehouse(fault: Fault, code: &str, name: &str) -> Fault {
    let title = format!("Create warehouse {code}");
    fault
        .offer("create-warehouse", &title, "POST", "/warehouses")
        .body(vec![("code", code.into()), ("name", name.into())])
}

fn not_here(what: &str, sent: &dyn Display) -> String {
    format!("there is no {what} {sent} here: choose another")
}

pub(crate) fn of_movement(
    book: &Book,
    sent: Option<&Sought<MovementId>>,
    pointer: &str,
    faults: &mut Vec<Fault>,
) -> Result<Option<MovementId>, Stop> {
    let Some(sought) = sent else { return Ok(None) };
    let found = sought.find(|id| book.movement(id))?.map(|movement| movement.id);
    if found.is_none() {
        faults.push(unknown(pointer, "movement", sought));
    }
    Ok(found)
}

/// The warehouse with this id or code.
pub(crate) fn warehouse<'a>(book: &'a Book, sent: &IdOrCode<WarehouseId>) -> Result<Option<&'a Warehouse>, Stop> {
    let is_it: Box<dyn Fn(&&Warehouse) -> bool> = match sent {
        IdOrCode::Id(sought) => {
            let id = sought.id();
            Box::new(move |warehouse| Some(warehouse.id) == id)
        }
        IdOrCode::Code(code) => {
            let upper = code.to_ascii_uppercase();
            Box::new(move |warehouse| warehouse.code == upper)
        }
    };
    Ok(book.warehouses()?.find(is_it))
}

/// The item that is named by its id or sku.
pub(crate) fn item_named<'a>(book: &'a Book, sent: &IdOrCode<ItemId>) -> Result<Option<&'a Item>, Stop> {
    match sent.id_or(|sku| book.item_by_sku(&sku_key(sku)))? {
        Some(id) => book.item(id),
        None => Ok(None),
    }
}

/// Leads to the lots or pieces that there are of an item.
pub(crate) fn with_marks(fault: Fault, item: &Item) -> Fault {
    match item.tracking {
        Tracking::None => fault,
        Tracking::Lot => {
            let path = format!("/inventory/lots?itemId={}", item.id);
            fault.offer("lots", "List the lots of the item", "GET", path)
        }
        Tracking::Serial => {
            let path = format!("/inventory/serials?itemId={}", item.id);
            fault.offer("serials", "List the pieces of the item", "GET", path)
        }
    }
}
