//! What the columns of a file mean, and how its days, amounts and entries are written.

use std::collections::BTreeMap;

domain::named_enum! {
    /// What a column holds.
    Column {
        /// The accounting date.
        Date = "date",
        /// The date on the document.
        DocumentDate = "documentDate",
        /// The day on which an invoice is due.
        DueDate = "dueDate",
        /// What the lines of one entry have in common: its number there.
        Entry = "entry",
        /// The code of a journal here.
        Journal = "journalCode",
        Description = "description",
        /// The document's own number.
        Reference = "reference",
        LineDescription = "lineDescription",
        /// The account: its code, its name, or both.
        Account = "account",
        /// Its name, where the code has a column of its own.
        AccountName = "accountName",
        Debit = "debit",
        Credit = "credit",
        /// One amount with a sign: a debit is positive. Of an open item, what is still open.
        Amount = "amount",
        /// The currency of the line.
        Currency = "currency",
        /// Units of base currency per unit of it.
        Rate = "exchangeRate",
        /// The amount in the currency of the line, with a sign, where debit and credit are in base currency.
        ForeignAmount = "foreignAmount",
        Party = "party",
        PartyCode = "partyCode",
        Email = "email",
        Phone = "phone",
        Street = "street",
        City = "city",
        Region = "region",
        PostalCode = "postalCode",
        Country = "country",
        TaxNumber = "taxNumber",
        /// Days until an invoice is due.
        PaymentTerms = "paymentTermsDays",
    }

    /// The order of the parts of a day, where all are numbers.
    DateOrder {
        YearFirst = "yearFirst",
        DayFirst = "dayFirst",
        MonthFirst = "monthFirst",
    }

    /// What stands before the decimals.
    DecimalMark {
        Point = "point",
        Comma = "comma",
    }

    /// Which lines are one entry.
    Grouping {
        /// Those with the same value in the column `entry`.
        Entry = "entry",
        /// A line with a date begins one, and those below it without a date belong to it.
        Date = "date",
        /// Lines of one date below one another, until debits and credits are equal.
        Balance = "balance",
    }
}

/// How a file is to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapping {
    /// The headings of each column; any of them names it, and the first that the file has counts.
    pub columns: BTreeMap<Column, Vec<String>>,
    /// The order of the parts of a day. Days with the name of the month, or with the year in front, are read in any case.
    pub dates: DateOrder,
    /// What stands before the decimals of amounts.
    pub decimals: DecimalMark,
    /// Which lines are one entry. By the column `entry` where the file has it, else by the date where some lines have none,
    /// else by balance, if not said.
    pub entries: Option<Grouping>,
    /// Codes of accounts here by what the file calls them.
    pub accounts: BTreeMap<String, String>,
    /// Whether a document has several lines, each with what is open of all of it.
    pub repeats_documents: bool,
}

/// A heading as it is compared: `Debit (GBP)` is `debit`, and `*Account Code` is `account code`.
#[must_use]
pub fn heading(text: &str) -> String {
    let text = text.trim().trim_start_matches('*').trim();
    let text = match text.rsplit_once(" (") {
        Some((before, inside)) if is_currency(inside.trim_end_matches(')')) => before,
        _ => text,
    };
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

fn is_currency(text: &str) -> bool {
    text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

impl Mapping {
    /// The column that has this heading.
    #[must_use]
    pub fn column(&self, text: &str) -> Option<Column> {
        let wanted = heading(text);
        let names = |headings: &Vec<String>| headings.iter().any(|name| heading(name) == wanted);
        self.columns.iter().find(|(_, headings)| names(headings)).map(|(column, _)| *column)
    }

    /// Which of its headings stands first in the mapping: several columns of a file may be called by one of them.
    #[must_use]
    pub fn rank(&self, column: Column, text: &str) -> usize {
        let wanted = heading(text);
        let headings = self.columns.get(&column).map(Vec::as_slice).unwrap_or_default();
        headings.iter().position(|name| heading(name) == wanted).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_whatever_their_case_marks_and_currency() {
        for (text, known) in [
            ("*Account Code", "account code"),
            (" Debit (GBP) ", "debit"),
            ("Amount (excl. tax)", "amount (excl. tax)"),
            ("Memo/Description", "memo/description"),
            ("", ""),
        ] {
            assert_eq!(heading(text), known);
        }
    }
}
