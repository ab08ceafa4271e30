//! The input of a match.

use domain::commands::matches::create::MatchLines;
use domain::ledger::matching::selection::NewMatchLine;
use domain::ledger::matching::write_off::NewWriteOff;
use domain::value::id::{AccountId, EntryId, JournalId};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_MATCH};
use domain::value::rejection::Violation;
use domain::value::{Date, IdOrCode, Sought};

use crate::http::input::{Amount, CodeText, List, LongText, Reason, StringMap, Text, Whole};
use crate::http::journal_entries::wire::canonical;
use crate::http::journals::wire::{JournalCode, named};
use crate::http::problem::Problem;

crate::input! {
    /// A line to match.
    pub struct MatchLineInput {
        pub entry_id: Sought<EntryId>,
        /// From 1.
        pub line_number: Whole<1, 1_000_000> = 1,
        /// The amount to match, in the line's currency; if absent, the open amount, or as much as the other side has.
        pub amount: Option<Amount> = "100.00",
    }

    /// The account for a small difference.
    pub struct WriteOffInput {
        /// The account by its id.
        pub account_id: Option<Sought<AccountId>>,
        /// The account by its code, instead of `accountId`.
        pub account_code: Option<CodeText<32>> = "5900",
        /// The description of the entry.
        pub description: Option<LongText<0, 2000>> = "Bank charges",
        /// Dimension values of its line on that account, by dimension code.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
    }

    /// Lines of one account that settle one another.
    pub struct MatchInput {
        /// Debits and credits of one account, party and currency, each line once.
        pub lines: List<MatchLineInput, 1, LINES_PER_MATCH>,
        /// The day from which the match counts; the date of the latest line if absent.
        pub date: Option<Date>,
        pub description: Option<Text<1, 500>>,
        /// Writes off the difference between debits and credits, within `writeOffTolerance` of the organization.
        pub write_off: Option<WriteOffInput>,
        /// The journal for entries that the match posts; that of the latest line's entry if absent.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode> = "GJ",
    }

    /// Why a match is undone.
    pub struct UnmatchInput {
        pub reason: Reason = "it paid another invoice",
    }
}

impl MatchInput {
    /// The command.
    ///
    /// # Errors
    /// 400 where the account of the write-off is named twice, or not at all.
    pub fn command(self) -> Result<MatchLines, Problem> {
        let lines = self.lines.0.into_iter().map(|line| NewMatchLine {
            entry: line.entry_id,
            line_number: line.line_number.0,
            amount: line.amount.map(|amount| amount.0),
        });
        Ok(MatchLines {
            lines: lines.collect(),
            date: self.date,
            description: self.description.map(|text| text.0),
            write_off: self.write_off.map(WriteOffInput::write_off).transpose()?,
            journal: named(self.journal_id, self.journal_code, "")?,
        })
    }
}

impl WriteOffInput {
    fn write_off(self) -> Result<NewWriteOff, Problem> {
        let account = match (self.account_id, self.account_code) {
            (Some(id), None) => IdOrCode::Id(id),
            (None, Some(code)) => IdOrCode::Code(code.0),
            (id, _) => {
                let (code, message) = match id {
                    Some(_) => ("ambiguous", "give accountId or accountCode, not both"),
                    None => ("required", "give the account for the difference: accountId or accountCode"),
                };
                let pointer = "/writeOff/accountCode".to_owned();
                return Err(Problem::validation(vec![Violation { pointer, code, message: message.to_owned() }]));
            }
        };
        Ok(NewWriteOff {
            account,
            description: self.description.map(|text| text.0),
            dimensions: canonical(self.dimensions),
        })
    }
}
