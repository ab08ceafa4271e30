//! Costing's refusals in the words of documents: the line, the available quantity, and the next step.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Cost, Kind, Movement, Place, Refusal};
use crate::rows::items::Item;
use crate::stock::goods::posting::history::line_at;
use crate::value::id::ItemId;
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Decimal, Instant, counted};

/// The rejection of a refusal; `inserted` and `seq` are the new movements and their place in the log.
pub(crate) fn told(book: &Book, refusal: &Refusal, inserted: &[Movement], seq: i64) -> Result<Rejection, Stop> {
    let teller = Teller { book, inserted, seq };
    match refusal {
        Refusal::WouldGoNegative { place, lacks, later } => teller.negative(*place, *lacks, later),
        Refusal::CostRequired { place } => {
            let message = "the cost of these goods is not known: give totalCost (0.00 is a cost), or give the item a \
                 fallbackCost";
            teller.with_fallback(*place, teller.at(*place, "totalCost", Code::CostRequired, message.to_owned())?)
        }
        Refusal::NoKnownCost { place } => {
            let message = "more goods leave than are in stock, and their cost is not known: give the item a \
                 fallbackCost";
            teller.with_fallback(*place, teller.at(*place, "quantity", Code::NoKnownCost, message.to_owned())?)
        }
        Refusal::PoolTooLarge { place, is_value } => {
            let message = "the goods would be out of range: a quantity or value can be at most 10^15";
            teller.at(
                *place,
                if *is_value && teller.says_cost(*place) { "totalCost" } else { "quantity" },
                Code::PoolTooLarge,
                message.to_owned(),
            )
        }
        Refusal::AmountOutOfRange { place } => {
            let message = "the cost is out of range: it must be 0 to 10^15 minor units";
            teller.at(*place, "totalCost", Code::AmountOutOfRange, message.to_owned())
        }
        Refusal::ReplayTooLarge { most } => {
            let message = format!(
                "more than {most} later movements would have to be recosted: have it costed now (costing: \
                 prospective), which keeps occurredAt, or record it as of a later day"
            );
            let rejection = Rejection::new(Code::ReplayTooLarge, message).at("/occurredAt");
            let offered =
                rejection.offer("prospective", "Record it at the present cost", "POST", "/inventory/movements");
            Ok(offered.repeating(vec![("costing", "prospective".into())]))
        }
        Refusal::TakesTooMuch { of, place, left } => {
            let left = teller.quantity(*of, *left)?;
            let message = format!("the quantity exceeds the rest of that line: {left} is left");
            let rejection = teller.at(*place, "quantity", Code::TakesTooMuch, message)?;
            teller.about(*of, rejection.with("left", left))
        }
        Refusal::BeforeItsSource { of, place } => {
            let message = "it cannot be before the movement that it refers to: give a later occurredAt or, if that one \
                 was costed prospectively, have this one costed in the same way (costing: prospective)";
            let rejection = teller.at(*place, "", Code::BeforeItsSource, message.to_owned())?;
            teller.about(*of, rejection.with("occurredAt", teller.occurred_at(*of)?))
        }
        Refusal::HasDependents { of, by } => {
            let mut others = Vec::new();
            for place in by.iter().take(20) {
                others.extend(teller.movement(*place)?);
            }
            others.dedup();
            let told = counted(others.len(), "other movement depends", "other movements depend");
            let message = format!("{told} on it: void those first, beginning with the last");
            let rejection = Rejection::new(Code::MovementHasDependents, message);
            let first = others.last().cloned();
            let rejection = rejection.with("movementId", teller.movement(*of)?).with("movementIds", others);
            Ok(match first {
                Some(id) => rejection
                    .offer("void-dependent", "Void the last of them", "POST", format!("/inventory/movements/{id}/void"))
                    .with_reason("Voided before the movement that it depends on"),
                None => rejection,
            })
        }
    }
}

struct Teller<'a> {
    book: &'a Book,
    inserted: &'a [Movement],
    seq: i64,
}

impl Teller<'_> {
    /// A rejection that points at the line, where it is one of the new document, else names the other movement.
    fn at(&self, place: Place, field: &str, code: Code, message: String) -> Result<Rejection, Stop> {
        if place.seq == self.seq {
            let index = place.line.saturating_sub(1);
            let pointer = if field.is_empty() { "/occurredAt".to_owned() } else { format!("/lines/{index}/{field}") };
            return Ok(Rejection::new(code, message).at(pointer));
        }
        let rejection = Rejection::new(code, message).with("movementId", self.movement(place)?);
        Ok(rejection.with("occurredAt", place.at))
    }

    fn negative(&self, place: Place, lacks: i64, later: &[(Place, i64)]) -> Result<Rejection, Stop> {
        let item = self.item(place)?;
        let text = |units: i64| match &item {
            Some(item) => quantity(item, units),
            None => units.to_string(),
        };
        let sku = item.as_ref().map_or_else(String::new, |item| item.sku.clone());
        let mut others = Vec::new();
        for (place, lacks) in later {
            let movement = self.movement(*place)?.unwrap_or_default();
            others.push(Value::Object(vec![
                ("movementId", movement.into()),
                ("occurredAt", place.at.into()),
                ("lacks", text(*lacks).into()),
            ]));
        }
        let wanted = self.inserted.iter().find(|one| one.place == place).and_then(|one| leaving(&one.kind));
        let rejection = if let Some(wanted) = wanted {
            // What is reserved is there now: only what was there then can be too little.
            let available = text(wanted.saturating_sub(lacks).max(0));
            let message = format!(
                "{} of item {sku} would leave, but only {available} were there at that time: receive goods first, or \
                 take less",
                text(wanted)
            );
            self.at(place, "quantity", Code::InsufficientStock, message)?
                .with("available", available.clone())
                .with("wanted", text(wanted))
                .with("onHand", available)
                .with("held", text(0))
                .with("reserved", text(0))
        } else {
            let message = format!(
                "a later movement would be short of {} of item {sku}: void or change that one first, or leave the \
                 goods there",
                text(lacks)
            );
            self.at(place, "quantity", Code::WouldGoNegative, message)?
        };
        let rejection = rejection.with("lacks", text(lacks)).with("sku", sku);
        let id = item.map(|item| item.id);
        let mut rejection = rejection.with("itemId", id.map(|id| id.to_string())).with("later", Value::List(others));
        if let Some(id) = id {
            rejection = with_availability(rejection, id);
        }
        let first = if place.seq == self.seq { later.first().map(|(place, _)| *place) } else { Some(place) };
        match first.map(|place| self.movement(place)).transpose()?.flatten() {
            Some(first) => {
                Ok(rejection.offer("later", "See the first movement that would be short", "GET", path_of(&first)))
            }
            None => Ok(rejection),
        }
    }

    /// Whether the line at a place itself states the cost of its goods.
    fn says_cost(&self, place: Place) -> bool {
        let said = |one: &Movement| matches!(one.kind, Kind::In { cost: Cost::Given(_), .. });
        self.inserted.iter().any(|one| one.place == place && said(one))
    }

    /// Names the movement that it is about, and leads there.
    fn about(&self, of: Place, rejection: Rejection) -> Result<Rejection, Stop> {
        let Some(id) = self.movement(of)? else { return Ok(rejection) };
        let path = path_of(&id);
        Ok(rejection.with("movementId", id).offer("movement", "See the movement that it refers to", "GET", path))
    }

    fn occurred_at(&self, of: Place) -> Result<Option<Instant>, Stop> {
        let Some(line) = line_at(self.book, of)? else { return Ok(None) };
        Ok(self.book.known_movement(line.movement_id)?.occurred_at)
    }

    /// Leads to the item, which can have a cost for goods of which nothing says one.
    fn with_fallback(&self, place: Place, rejection: Rejection) -> Result<Rejection, Stop> {
        let Some(item) = self.item(place)? else { return Ok(rejection) };
        let path = format!("/inventory/items/{}", item.id);
        let rejection = rejection.with("itemId", item.id.to_string()).with("sku", item.sku);
        Ok(rejection.offer("item", "See the item, which needs a fallbackCost", "GET", path))
    }

    fn item(&self, place: Place) -> Result<Option<Item>, Stop> {
        let id = match self.inserted.iter().find(|one| one.place == place) {
            Some(one) => Some(ItemId(one.pool.item)),
            None => line_at(self.book, place)?.map(|line| line.item_id),
        };
        Ok(match id {
            Some(id) => self.book.item(id)?.cloned(),
            None => None,
        })
    }

    /// The wire id of the movement that stands at a place.
    fn movement(&self, place: Place) -> Result<Option<String>, Stop> {
        let Some(line) = line_at(self.book, place)? else { return Ok(None) };
        Ok(Some(self.book.known_movement(line.movement_id)?.id.to_string()))
    }

    fn quantity(&self, place: Place, units: i64) -> Result<String, Stop> {
        Ok(self.item(place)?.map_or_else(|| units.to_string(), |item| quantity(&item, units)))
    }
}

/// Leads to where there is some of the item.
pub(super) fn with_availability(rejection: Rejection, item: ItemId) -> Rejection {
    let path = format!("/inventory/availability?itemId={item}");
    rejection.offer("availability", "See where the item is in stock", "GET", path)
}

pub(super) fn path_of(movement: &str) -> String {
    format!("/inventory/movements/{movement}")
}

fn leaving(kind: &Kind) -> Option<i64> {
    match kind {
        Kind::Out { quantity, .. } | Kind::OutPart { quantity } | Kind::SupplierReturn { quantity, .. } => {
            Some(quantity.get())
        }
        Kind::In { .. }
        | Kind::InAll { .. }
        | Kind::OutAll
        | Kind::Lost { .. }
        | Kind::Value { .. }
        | Kind::ValuePart { .. }
        | Kind::Revalue { .. }
        | Kind::WriteDown { .. }
        | Kind::Reclassify { .. }
        | Kind::ChangeMethod { .. }
        | Kind::ChangeStandard { .. } => None,
    }
}

/// A quantity as the item is counted.
pub(crate) fn quantity(item: &Item, units: i64) -> String {
    Decimal::from_units(units, u8::try_from(item.quantity_decimals).unwrap_or(0)).to_string()
}
