//! The users of an account other than its postings: the groups above, the organization's defaults, warehouses, item
//! categories, reason codes and templates.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{EntryTemplate, OccurrenceStatus, RecurringEntry, entry_drafts};
use crate::value::id::AccountId;
use crate::value::rejection::Value;

/// How many accounts stand directly below it.
pub(crate) fn children(book: &Book, id: AccountId) -> Result<usize, Stop> {
    Ok(book.account_children(id)?.count())
}

/// Wire ids of the organization, the warehouses, item categories and reason codes that name it as one of their accounts.
pub(crate) fn references(book: &Book, id: AccountId) -> Result<Vec<String>, Stop> {
    let organization = book.organization()?;
    let mut users = Vec::new();
    let defaults = [
        organization.valuation_account_id,
        organization.cogs_account_id,
        organization.adjustment_account_id,
        organization.in_transit_account_id,
        organization.scrap_account_id,
        organization.rounding_account_id,
    ];
    if defaults.contains(&Some(id)) || organization.exchange_accounts().any(|own| own == id) {
        users.push(book.id.to_string());
    }
    for warehouse in book.warehouses()? {
        let accounts = [
            warehouse.valuation_account_id,
            warehouse.cogs_account_id,
            warehouse.adjustment_account_id,
            warehouse.in_transit_account_id,
            warehouse.scrap_account_id,
        ];
        if accounts.contains(&Some(id)) {
            users.push(warehouse.id.to_string());
        }
    }
    for category in book.item_categories()? {
        let accounts = [
            category.valuation_account_id,
            category.cogs_account_id,
            category.adjustment_account_id,
            category.in_transit_account_id,
            category.scrap_account_id,
        ];
        if accounts.contains(&Some(id)) {
            users.push(category.id.to_string());
        }
    }
    let reasons = book.reason_codes()?.filter(|reason| reason.account_id == Some(id));
    users.extend(reasons.map(|reason| reason.id.to_string()));
    Ok(users)
}

/// The recurring entries whose templates name it and that have days to come: their next run would be the first to miss
/// it. One whose days are all done holds nothing.
pub(crate) fn templates(book: &Book, id: AccountId) -> Result<Vec<RecurringEntry>, Stop> {
    let mut users = Vec::new();
    for recurring in book.recurring_entries()? {
        let names_it = entry_drafts::accounts_of(&recurring.draft_lines).any(|account| account == id);
        let is_due = |day: &crate::rows::Occurrence| day.status == OccurrenceStatus::Due;
        if names_it && book.occurrences(recurring.id)?.any(is_due) {
            users.push(recurring.clone());
        }
    }
    Ok(users)
}

/// The entry templates whose lines name it.
pub(crate) fn entry_templates(book: &Book, id: AccountId) -> Result<Vec<EntryTemplate>, Stop> {
    let names_it =
        |template: &&EntryTemplate| entry_drafts::accounts_of(&template.draft_lines).any(|account| account == id);
    Ok(book.entry_templates()?.filter(names_it).cloned().collect())
}

/// The first of them, for a problem's context.
pub(crate) fn listed(users: &[String]) -> Value {
    Value::List(users.iter().take(20).cloned().map(Value::Text).collect())
}
