//! A unit of an item stays while a draft says a quantity in it: the draft shows it so, and is edited so.

use std::collections::BTreeSet;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::items::Item;
use crate::rows::movement_drafts::decode_drafts;
use crate::stock::items::rules::Conflict;
use crate::value::rejection::Code;
use crate::value::{counted, units};

/// The conflict of a change that takes a unit away which drafts name.
pub(super) fn conflict(book: &Book, old: &Item, now: &Item) -> Result<Option<Conflict>, Stop> {
    let known = |item: &Item| -> BTreeSet<String> {
        let others = units::of_stored(&item.units);
        others.iter().map(|other| other.unit().as_str().to_owned()).chain([item.unit_code.clone()]).collect()
    };
    let (before, after) = (known(old), known(now));
    let removed: BTreeSet<&String> = before.difference(&after).collect();
    if removed.is_empty() {
        return Ok(None);
    }
    let (mut drafts, mut named) = (0_usize, BTreeSet::new());
    for draft in book.movement_drafts()? {
        let lines = decode_drafts(&draft.draft_lines).map_err(|bad| Stop::unreadable("movements", draft.id, &bad))?;
        let of_item = lines.iter().filter(|line| line.item_id == old.id);
        let in_removed: Vec<&String> = of_item
            .filter_map(|line| line.entered.rsplit(' ').next())
            .filter_map(|unit| removed.iter().copied().find(|removed| *removed == unit))
            .collect();
        drafts += usize::from(!in_removed.is_empty());
        named.extend(in_removed);
    }
    let Some(unit) = named.first() else { return Ok(None) };
    let by = counted(drafts, "draft of a movement", "drafts of movements");
    let message = format!("the unit {unit} is used by {by}: post or delete them first, or keep the unit");
    let (pointer, code) = ("/units".to_owned(), Code::ItemInUse);
    Ok(Some(Conflict { pointer, code, message, other: None, uses: None, by_movement: None }))
}

#[cfg(test)]
mod tests {
    use crate::commands::items::update::UpdateItem;
    use crate::commands::movements::delete::DeleteMovement;
    use crate::rows::items::Item;
    use crate::stock::goods::tests::{line, movement, stage};
    use crate::stock::items::change::ItemChange;
    use crate::value::movement_kind::MovementKind;
    use crate::value::rejection::Code;
    use crate::value::units::{UnitCode, UnitConversion};
    use crate::value::{Patch, Sought};

    #[test]
    fn a_unit_that_a_draft_is_in_stays_until_the_draft_is_gone() {
        let mut stage = stage();
        let item = stage.rows::<Item>().into_iter().find(|item| item.sku == "FIFO").expect("item").id.to_string();
        let units = |units: Patch<Vec<UnitConversion>>| UpdateItem {
            item: Sought::of(&item),
            fields: ItemChange { units, ..ItemChange::default() },
            if_match: None,
        };
        let case = UnitConversion::new(UnitCode::parse("XCS").expect("unit"), 12, 1).expect("conversion");
        stage.run(units(Patch::Set(vec![case]))).expect("cases");
        let mut draft = movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("24.00"))]);
        draft.new.lines[0].unit = Some("XCS".to_owned());
        draft.new.post = false;
        let draft = stage.run(draft).expect("draft").subject;
        let refused = stage.run(units(Patch::Null)).expect_err("a draft is in it");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::ItemInUse, "/units"));
        assert!(refused.detail.contains("XCS is used by 1 draft of a movement"), "{}", refused.detail);
        stage.run(DeleteMovement { movement: Sought::of(&draft), if_match: None }).expect("deleted");
        stage.run(units(Patch::Null)).expect("nothing is in it");
    }
}
