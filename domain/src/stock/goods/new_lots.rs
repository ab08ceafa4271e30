//! Lots and pieces that lines bring by number: existing ones with this number, or new ones that the same commit
//! creates.
//!
//! A new one has its own fact, before the movement's: it is ordinary master data from then on, and stays if the
//! movement is voided. Anyone who may post the movement may create its lots and pieces with it.

use std::borrow::Cow;

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{Brought, Lot, LotChange, Serial, SerialChange, Tracking};
use crate::stock::goods::document::new::{NewMovement, NewMovementLine};
use crate::stock::goods::document::resolve::names;
use crate::stock::lots;
use crate::value::id::{ItemId, LotId, MovementId, SerialId};
use crate::value::movement_kind::{Goods, MovementKind, NewGoods};
use crate::value::rejection::{Code, Fault, Rejection};

/// A lot or piece that is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marked {
    Lot(LotId),
    Serial(SerialId),
}

/// Whether goods come by such a line that can be of a new lot, or a new piece.
pub(super) fn comes(kind: MovementKind, line: &NewMovementLine, of_movement: Option<MovementId>) -> bool {
    let rules = kind.rules();
    match rules.goods {
        Goods::Come => rules.new_goods == NewGoods::Always || line.of_movement.is_none() && of_movement.is_none(),
        // In an assembly, the role of a line decides; otherwise its sign does.
        Goods::BySign => match line.is_component {
            Some(is_component) => !is_component,
            None => line.quantity.is_some_and(|quantity| quantity.unscaled > 0),
        },
        Goods::Leave | Goods::Pass | Goods::Stay => false,
    }
}

/// Creates the lots and pieces that lines of a new movement bring and that do not exist yet, before anything else of it
/// is written.
pub(crate) fn make_new(book: &mut Book, ctx: &Context, new: &NewMovement) -> Result<(), Stop> {
    if new.of_movement.is_some() {
        return Ok(());
    }
    make_of_lines(book, ctx, new.kind, new.lines.iter().enumerate())
}

/// Creates the lots and pieces that lines of a document, each with its place in the body, bring and that do not exist
/// yet. Lines that can bring nothing are skipped: resolving them reports why.
///
/// # Errors
/// With all faults of the new lots and pieces.
pub(crate) fn make_of_lines<'a>(
    book: &mut Book,
    ctx: &Context,
    kind: MovementKind,
    lines: impl Iterator<Item = (usize, &'a NewMovementLine)>,
) -> Result<(), Stop> {
    let mut faults = Vec::new();
    for (index, line) in lines {
        let (Some(brought), Some(item)) = (&line.brought, &line.item) else { continue };
        if !comes(kind, line, None) {
            continue;
        }
        let Some(item) = names::item_named(book, item)?.filter(|item| item.tracking == brought.tracking()) else {
            continue;
        };
        let id = item.id;
        if brought.of_number(book, id)?.is_none() {
            brought.make(book, ctx, id, &format!("/lines/{index}/{}", brought.field()), &mut faults);
        }
    }
    Rejection::of_errors(faults).map_or(Ok(()), |rejection| Err(rejection.into()))
}

/// The lines with the lots and pieces that they bring named, where those were still to be: new ones are made.
///
/// # Errors
/// `fields_conflict` where one has come into being since that is otherwise than the draft says.
pub(super) fn settled<'a>(
    book: &mut Book,
    ctx: &Context,
    lines: &'a [DraftLine],
) -> Result<Cow<'a, [DraftLine]>, Stop> {
    if lines.iter().all(|line| line.brought.is_none()) {
        return Ok(Cow::Borrowed(lines));
    }
    let mut lines = lines.to_vec();
    let mut faults = Vec::new();
    for (index, line) in lines.iter_mut().enumerate() {
        let Some(brought) = line.brought.take() else { continue };
        let at = format!("/lines/{index}/{}", brought.field());
        let marked = match brought.of_number(book, line.item_id)? {
            Some(_) => brought.find(book, line.item_id, &at, &mut faults)?,
            None => brought.make(book, ctx, line.item_id, &at, &mut faults),
        };
        match marked {
            Some(Marked::Lot(id)) => line.lot_id = Some(id),
            Some(Marked::Serial(id)) => line.serial_id = Some(id),
            None => {}
        }
    }
    Rejection::of_errors(faults).map_or(Ok(Cow::Owned(lines)), |rejection| Err(rejection.into()))
}

impl Brought {
    /// The field of a line that says it.
    pub(crate) fn field(&self) -> &'static str {
        match self {
            Self::Lot(_) => "lot",
            Self::Serial(_) => "serial",
        }
    }

    /// How items are tracked that have such.
    pub(crate) fn tracking(&self) -> Tracking {
        match self {
            Self::Lot(_) => Tracking::Lot,
            Self::Serial(_) => Tracking::Serial,
        }
    }

    /// The keys that naming it needs.
    pub(crate) fn hint(&self, book: &Book, item: ItemId, keys: &mut Vec<Key>) {
        match self {
            Self::Lot(_) => keys.push(Key::LotByNumber(item, self.number().to_owned())),
            Self::Serial(_) => keys.push(Key::SerialByNumber(item, self.number().to_owned())),
        }
        match self.of_number(book, item) {
            Ok(Some(Marked::Lot(id))) => keys.push(Key::Lot(id)),
            Ok(Some(Marked::Serial(id))) => keys.push(Key::Serial(id)),
            _ => {}
        }
    }

    /// The one of the item that has its number, which must be as it says; `None` where it is new, and can be.
    pub(crate) fn find(
        &self,
        book: &Book,
        item: ItemId,
        at: &str,
        faults: &mut Vec<Fault>,
    ) -> Result<Option<Marked>, Stop> {
        let found = self.of_number(book, item)?;
        match (self, found) {
            (Self::Lot(said), Some(Marked::Lot(id))) => {
                let lot = book.lot(id)?.ok_or_else(|| Stop::lost("lots", id))?;
                require_same_lot(lot, said, at, faults);
            }
            (Self::Serial(said), Some(Marked::Serial(id))) => {
                let serial = book.serial(id)?.ok_or_else(|| Stop::lost("serials", id))?;
                require_same_serial(serial, said, at, faults);
            }
            (Self::Lot(said), None) => {
                let before = faults.len();
                said.check_days(faults);
                under(at, &mut faults[before..]);
            }
            _ => {}
        }
        Ok(found)
    }

    /// Makes it; faults say why it cannot be.
    fn make(&self, book: &mut Book, ctx: &Context, item: ItemId, at: &str, faults: &mut Vec<Fault>) -> Option<Marked> {
        let mut own = Vec::new();
        let made = match self {
            Self::Lot(said) => {
                let mut lot = lots::blank(ctx, item);
                said.apply(&mut lot, &mut own);
                let id = lot.id;
                own.is_empty().then(|| {
                    lots::keep(book, ctx, lot);
                    Marked::Lot(id)
                })
            }
            Self::Serial(said) => {
                let mut serial = crate::stock::serials::blank(ctx, item);
                said.apply(&mut serial, &mut own);
                let id = serial.id;
                own.is_empty().then(|| {
                    crate::stock::serials::keep(book, ctx, serial);
                    Marked::Serial(id)
                })
            }
        };
        under(at, &mut own);
        faults.append(&mut own);
        made
    }

    fn of_number(&self, book: &Book, item: ItemId) -> Result<Option<Marked>, Stop> {
        Ok(match self {
            Self::Lot(_) => book.lot_by_number(item, self.number())?.map(Marked::Lot),
            Self::Serial(_) => book.serial_by_number(item, self.number())?.map(Marked::Serial),
        })
    }
}

/// Moves the pointers of faults under this place of the body.
fn under(at: &str, faults: &mut [Fault]) {
    for fault in faults {
        fault.pointer = format!("{at}{}", fault.pointer);
    }
}

fn require_same_lot(lot: &Lot, said: &LotChange, at: &str, faults: &mut Vec<Fault>) {
    let mut as_said = lot.clone();
    said.apply(&mut as_said, &mut Vec::new());
    for (field, is_same) in [
        ("producedOn", as_said.produced_on == lot.produced_on),
        ("bestBefore", as_said.best_before == lot.best_before),
        ("expiresOn", as_said.expires_on == lot.expires_on),
        ("status", as_said.status == lot.status),
        ("attributes", as_said.attributes == lot.attributes),
    ] {
        if !is_same {
            faults.push(otherwise("lot", &lot.number, lot.id.to_string(), format!("{at}/{field}")));
        }
    }
}

fn require_same_serial(serial: &Serial, said: &SerialChange, at: &str, faults: &mut Vec<Fault>) {
    let mut as_said = serial.clone();
    said.apply(&mut as_said, &mut Vec::new());
    for (field, is_same) in
        [("status", as_said.status == serial.status), ("attributes", as_said.attributes == serial.attributes)]
    {
        if !is_same {
            faults.push(otherwise("piece", &serial.number, serial.id.to_string(), format!("{at}/{field}")));
        }
    }
}

fn otherwise(what: &str, number: &str, id: String, pointer: String) -> Fault {
    let message = format!(
        "the {what} {number} of the item exists with another value ({id}): leave it out, send the existing value, or \
         update it first"
    );
    Fault::new(pointer, Code::FieldsConflict, message)
}
