//! The sections of the document, each with a sentence.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Each section, in the order in which readers meet them.
const SECTIONS: &[(&str, &str)] = &[
    ("Authentication", "Tokens, sessions and the keys that tokens are signed with."),
    ("Users", "The people who work in the organization, and their roles."),
    ("Service accounts", "Accounts for programs, and their secrets."),
    ("Roles", "Sets of permissions that users and service accounts are given."),
    ("Invitations", "Letters that let somebody join the organization."),
    ("Own settings", "What members arrange for themselves: preferences, views of screens, and what waits for them."),
    ("Search", "Everything that has a code, a number or a name, by what it is called."),
    ("Organization", "The settings of the organization that the token is for."),
    ("Organizations", "The organizations that the caller belongs to, and new ones."),
    ("Accounts", "The accounts of the ledger, with their statements."),
    ("Chart of accounts", "All accounts at once: templates, import and export."),
    ("Journals", "The books that entries are kept in, each with its series of numbers."),
    ("Journal entries", "Drafts, posting, approval, and what undoes a posted entry: void, reversal and correction."),
    ("Recurring entries", "Entries that are made again and again by a rule."),
    ("Fiscal years and periods", "Years and their periods: to open, soft-close, close and reopen."),
    ("Parties", "Customers, suppliers and others that entries name."),
    ("Open items", "Invoices and payments that are open, and their matches."),
    ("Dimensions", "What lines are divided by besides accounts, such as cost centers, and the values of each."),
    ("Currencies", "The currencies of ISO 4217 and those of your own."),
    ("Exchange rates", "Rates between currencies, by day."),
    ("Revaluations", "Balances in foreign currencies at the rate of a day."),
    ("Approval policies", "Which entries and movements somebody else must approve."),
    ("Control changes", "Changes to controls that wait for a second person."),
    ("Reports", "Trial balance, ledger, statements and what auditors ask for."),
    ("Statement mappings", "Which accounts stand in which row of balance sheet, profit and loss, and cash flow."),
    ("Imports", "Files of other books, read into the requests that bring them in."),
    ("Plain text", "The ledger for plain-text accounting programs."),
    ("Audit", "The head of the log, what was changed, and the log of security."),
    ("Batch", "Several operations in one commit: all are carried out, or none."),
    ("Events", "Everything that happened, in order and without gaps, as a list or a stream."),
    ("Items", "What is stocked: items, their categories and units."),
    ("Lots", "Batches of an item, with their dates and status."),
    ("Serial numbers", "Single pieces of an item."),
    ("Warehouses", "Where stock is kept, and the accounts that it is valued on."),
    ("Locations", "Zones, aisles and bins of a warehouse."),
    ("Movements", "Receipts, issues, transfers, adjustments and other movements of goods, with what they cost."),
    ("Reservations", "Goods that are promised to somebody."),
    ("Counts", "Stocktakes: lines, counting, approval and posting."),
    ("Reason codes", "Why goods are moved, and the account that such a movement posts to."),
    ("Stock", "What is on hand, available, in transit and on order, and what it is worth."),
    ("Scanning", "What a scanned label means."),
    ("Proof of stock", "Whether goods and ledger agree, signed."),
    ("Frozen pools", "Goods whose stored data are damaged, and their release."),
];

/// The sections that operations of the document are in.
pub fn of(document: &Value) -> Value {
    let used = used(document);
    let known = SECTIONS.iter().filter(|(name, _)| used.contains(*name));
    known.map(|(name, words)| json!({"name": name, "description": words})).collect()
}

fn used(document: &Value) -> BTreeSet<&str> {
    let paths = document["paths"].as_object().into_iter().flat_map(Map::values);
    let operations = paths.filter_map(Value::as_object).flat_map(Map::values);
    operations.filter_map(|operation| operation["tags"].as_array()).flatten().filter_map(Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::router;

    #[test]
    fn every_section_has_a_sentence_and_every_sentence_a_section() {
        let document = router::document("");
        let told: BTreeSet<&str> = SECTIONS.iter().map(|(name, _)| *name).collect();
        assert_eq!(told, used(&document));
        assert!(SECTIONS.iter().all(|(_, words)| words.ends_with('.')));
    }
}
