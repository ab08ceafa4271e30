//! The rules for every item category, new or changed: first all 422, then the 409.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::ItemCategory;
use crate::stock::warehouses::account_role::{Role, check_account};
use crate::value::id::ItemCategoryId;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Sought, tree};

/// Checks a category after a change; `before` is its old state.
pub(crate) fn check(
    book: &Book,
    before: Option<&ItemCategory>,
    after: &ItemCategory,
    mut faults: Vec<Fault>,
) -> Result<(), Stop> {
    if let Some(parent) = after.parent_id {
        let others = book.item_categories()?.filter(|other| other.id != after.id);
        let parents = others.map(|other| (other.id, other.parent_id)).collect();
        faults.extend(tree::check_parent(&parents, after.id, parent, "a category"));
    }
    check_accounts(book, before, after, &mut faults)?;
    if let Some(rejection) = Rejection::of_errors(faults) {
        return Err(rejection.into());
    }
    let taken = book.item_categories()?.find(|other| other.id != after.id && other.code == after.code);
    let Some(other) = taken else { return Ok(()) };
    let message = format!("the code {} is taken by category {}: choose another", after.code, other.name);
    let path = format!("/inventory/item-categories/{}", other.id);
    let rejection = Rejection::new(Code::CodeTaken, message).at("/code").with("id", other.id.to_string());
    Err(rejection.offer("existing", "See the category that has it", "GET", path).into())
}

fn check_accounts(
    book: &Book,
    before: Option<&ItemCategory>,
    after: &ItemCategory,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    let base = book.organization()?.base_currency;
    let own = |category: &ItemCategory| {
        [
            category.valuation_account_id,
            category.cogs_account_id,
            category.adjustment_account_id,
            category.in_transit_account_id,
            category.scrap_account_id,
        ]
    };
    let places = [
        ("/valuationAccountId", Role::Valuation),
        ("/cogsAccountId", Role::Expense),
        ("/adjustmentAccountId", Role::Expense),
        ("/inTransitAccountId", Role::Valuation),
        ("/scrapAccountId", Role::Expense),
    ];
    let old = before.map_or([None; 5], own);
    for ((place, now), old) in places.into_iter().zip(own(after)).zip(old) {
        // Unchanged fields are not checked again: an account that was retired since does not block other edits.
        if let Some(id) = now.filter(|_| old != now) {
            faults.extend(check_account(book, base, place.0, place.1, id)?);
        }
    }
    Ok(())
}

/// The category, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_category(book: &Book, sought: &Sought<ItemCategoryId>) -> Result<ItemCategory, Stop> {
    let id = sought.require()?;
    Ok(book.item_category(id)?.ok_or_else(Rejection::not_found)?.clone())
}
