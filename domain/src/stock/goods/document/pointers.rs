//! Refusals of a movement in the words of its request: pointers name the fields that were sent, and a draft is offered where
//! one would do.

use crate::book::stop::Stop;
use crate::stock::goods::document::new::{NewMovement, NewMovementLine};
use crate::stock::goods::document::resolve::names::named;
use crate::value::IdOrCode;
use crate::value::rejection::{Code, Rejection};

/// A refusal that points at fields which were sent: a code where a code was, the document where a line says nothing.
fn as_sent(new: &NewMovement, stop: Stop) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for error in &mut rejection.errors {
        if let Some(pointer) = sent(new, &error.pointer) {
            error.pointer = pointer;
        }
    }
    Stop::Rejected(rejection)
}

/// The same of a new movement, which could also be a draft and wait for its day.
pub(crate) fn as_sent_anew(new: &NewMovement, stop: Stop) -> Stop {
    match as_sent(new, stop) {
        Stop::Rejected(rejection) => with_draft(new, *rejection).into(),
        missing @ (Stop::Missing(_) | Stop::MissingAll(_) | Stop::Damaged(_)) => missing,
    }
}

fn with_draft(new: &NewMovement, mut rejection: Rejection) -> Rejection {
    if new.post && matches!(rejection.code, Code::PeriodClosed | Code::PeriodSoftClosed) {
        let title = "Keep it as a draft until the period is open, or until somebody with inventory:lateEntry posts it";
        let offered = rejection.offer("draft", title, "POST", "/inventory/movements");
        return offered.repeating(vec![("status", "draft".into())]);
    }
    if rejection.code == Code::OccurredInFuture {
        let way = match new.post {
            true => ", or keep it as a draft without occurredAt",
            false => ", or leave occurredAt out of the draft",
        };
        rejection.detail += way;
        rejection.errors.iter_mut().for_each(|error| error.message += way);
    }
    rejection
}

/// The pointer to the field that was sent, if that is another one.
fn sent(new: &NewMovement, pointer: &str) -> Option<String> {
    let parts: Vec<&str> = pointer.split('/').skip(1).collect();
    match parts.as_slice() {
        [field] => of_document(new, field),
        ["lines", index, field] => of_line(new, new.lines.get(index.parse::<usize>().ok()?)?, pointer, field),
        ["charges", index, "accountId"] => match new.charges.get(index.parse::<usize>().ok()?)?.account {
            IdOrCode::Code(_) => Some(format!("/charges/{index}/accountCode")),
            IdOrCode::Id(_) => None,
        },
        _ => None,
    }
}

fn of_document(new: &NewMovement, field: &str) -> Option<String> {
    match field {
        "reasonCodeId" => matches!(new.reason, Some(IdOrCode::Code(_))).then(|| "/reasonCode".to_owned()),
        "offsetAccountId" => {
            matches!(new.offset_account, Some(IdOrCode::Code(_))).then(|| "/offsetAccountCode".to_owned())
        }
        "partyId" => matches!(new.party, Some(IdOrCode::Code(_))).then(|| "/partyName".to_owned()),
        "warehouseId" | "warehouseCode" => {
            let pointer = if new.is_from { "/fromWarehouseId" } else { "/warehouseId" };
            new.warehouse.as_ref().map(|sent| named(pointer, sent))
        }
        "toWarehouseId" => new.to_warehouse.as_ref().map(|sent| named("/toWarehouseId", sent)),
        _ => None,
    }
}

fn of_line(new: &NewMovement, line: &NewMovementLine, pointer: &str, field: &str) -> Option<String> {
    let item = || own(pointer, line.item.as_ref());
    let brought = || line.brought.as_ref().map(|said| pointer.replacen(field, said.field(), 1));
    match field {
        "itemId" => item(),
        "warehouseId" => own(pointer, line.warehouse.as_ref()).or_else(|| of_document(new, field)),
        "toWarehouseId" => own(pointer, line.to_warehouse.as_ref()).or_else(|| of_document(new, field)),
        "locationId" => own(pointer, line.location.as_ref()),
        "toLocationId" => own(pointer, line.to_location.as_ref()),
        "lotId" => own(pointer, line.lot.as_ref()).or_else(brought),
        "serialId" => own(pointer, line.serial.as_ref()).or_else(brought),
        "ofMovementId" if line.of_movement.is_none() => new.of_movement.as_ref().map(|_| "/ofMovementId".to_owned()),
        // Which line of the other movement is meant follows from the item.
        "ofLine" if line.of_line.is_none() => {
            let pointer = pointer.replacen("ofLine", "itemId", 1);
            line.item.as_ref().map(|sent| named(&pointer, sent))
        }
        _ => None,
    }
}

/// The pointer of the field that a line itself names.
fn own<I>(pointer: &str, sent: Option<&IdOrCode<I>>) -> Option<String> {
    sent.map(|sent| named(pointer, sent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Sought;
    use crate::value::movement_kind::MovementKind;

    fn code<I>(code: &str) -> Option<IdOrCode<I>> {
        Some(IdOrCode::Code(code.to_owned()))
    }

    #[test]
    fn pointers_name_the_fields_that_were_sent() {
        let line = NewMovementLine { item: code("APP"), lot: code("L-1"), ..NewMovementLine::default() };
        let by_id = NewMovementLine {
            item: Some(IdOrCode::Id(Sought::of("item_1"))),
            warehouse: code("SHOP"),
            of_line: Some(2),
            ..NewMovementLine::default()
        };
        let new = NewMovement {
            reason: code("LOST"),
            offset_account: Some(IdOrCode::Code("5100".to_owned())),
            party: Some(IdOrCode::Code("Orchard".to_owned())),
            to_warehouse: code("MAIN"),
            of_movement: Some(Sought::of("mov_1")),
            lines: vec![line, by_id],
            ..NewMovement::of(MovementKind::Transfer)
        };
        for (told, wanted) in [
            ("/reasonCodeId", "/reasonCode"),
            ("/offsetAccountId", "/offsetAccountCode"),
            ("/partyId", "/partyName"),
            ("/lines/0/itemId", "/lines/0/sku"),
            ("/lines/0/lotId", "/lines/0/lotNumber"),
            ("/lines/0/serialId", "/lines/0/serialId"),
            ("/lines/0/toWarehouseId", "/toWarehouseCode"),
            ("/lines/0/warehouseId", "/lines/0/warehouseId"),
            ("/lines/0/ofLine", "/lines/0/sku"),
            ("/lines/0/ofMovementId", "/ofMovementId"),
            ("/lines/0/quantity", "/lines/0/quantity"),
            ("/lines/1/itemId", "/lines/1/itemId"),
            ("/lines/1/warehouseId", "/lines/1/warehouseCode"),
            ("/lines/1/ofLine", "/lines/1/ofLine"),
            ("/lines/7/itemId", "/lines/7/itemId"),
            ("/lines", "/lines"),
        ] {
            let Stop::Rejected(refused) = as_sent(&new, Rejection::new(Code::FieldsConflict, "no").at(told).into())
            else {
                panic!("{told} is no refusal any more")
            };
            assert_eq!(refused.errors[0].pointer, wanted, "{told}");
        }
        let from = NewMovement { warehouse: code("MAIN"), is_from: true, ..new };
        for told in ["/warehouseId", "/warehouseCode", "/lines/0/warehouseId"] {
            assert_eq!(sent(&from, told).as_deref(), Some("/fromWarehouseCode"));
        }
    }
}
