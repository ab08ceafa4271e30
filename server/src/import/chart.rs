//! Journals for a trader in goods, next to the chart of accounts (`charts/ifrs.csv`).

use domain::rows::JournalType;

/// The template of the chart that a new organization's import begins with.
pub const CHART: &str = "ifrs";

/// All journals: code, name, type.
pub const JOURNALS: &[(&str, &str, JournalType)] = &[
    ("GJ", "General journal", JournalType::General),
    ("SJ", "Sales", JournalType::Sales),
    ("CN", "Credit notes", JournalType::Sales),
    ("PJ", "Purchases", JournalType::Purchase),
    ("BANK", "Bank", JournalType::Bank),
    ("CASH", "Cash", JournalType::Cash),
    ("STK", "Stock", JournalType::Stock),
    ("OPEN", "Opening balances", JournalType::Opening),
    ("CLOSE", "Closing of years", JournalType::Closing),
];
