//! The input of an entry.

use domain::commands::journal_entries::create::CreateEntry;
use domain::ledger::entries::draft::NewLine;
use domain::ledger::invoice_numbers::NumberUse;
use domain::rows::EntryType;
use domain::value::id::{AccountId, JournalId, PartyId, PeriodId};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_ENTRY};
use domain::value::permission::Permission;
use domain::value::{CurrencyRef, Date, IdOrCode, Json, Rate, Sought};

use crate::http::caller::NeedsByContent;
use crate::http::input::{
    Amount, CodeText, EachItem, ForeignKey, JsonObject, List, LongText, Name, NameOrEmpty, Pointer, ShownLine,
    StringMap, Text, Violations,
};
use crate::http::journals::wire::{JournalCode, named};
use crate::http::problem::Problem;

domain::named_enum! {
    /// The status of a new entry.
    NewStatus {
        /// Freely edited, without number and effect.
        Draft = "draft",
        /// Posted in the same call.
        Posted = "posted",
    }

    /// The types of entries that a caller may create.
    CallerEntryType {
        Standard = "standard",
        Opening = "opening",
        Adjusting = "adjusting",
        /// From other books. Its lines may move the base balance alone (`baseDebit` or `baseCredit` without `debit` and
        /// `credit`), as revaluations and realised differences did there.
        Import = "import",
    }
}

crate::wire_enum! {
    NewStatus = "NewEntryStatus",
    CallerEntryType = "CallerEntryType",
}

crate::input! {
    /// A line: one account, one side.
    pub struct LineInput {
        /// The account by its id.
        pub account_id: Option<Sought<AccountId>>,
        /// The account by its code, instead of `accountId`.
        pub account_code: Option<CodeText<32>> = "1000",
        /// The amount of a debit line.
        pub debit: Option<Amount> = "139.12",
        /// The amount of a credit line.
        pub credit: Option<Amount>,
        /// The line's currency; the entry's if absent.
        pub currency: Option<CurrencyRef>,
        /// Units of base currency per unit of the line's; if absent, the entry's rate, or else the rate in effect.
        pub exchange_rate: Option<Rate>,
        /// A foreign debit in base currency; instead of a rate.
        pub base_debit: Option<Amount>,
        /// A foreign credit in base currency; instead of a rate.
        pub base_credit: Option<Amount>,
        /// A description of the line.
        pub description: Option<Text<1, 500>>,
        /// The customer or supplier by its id.
        pub party_id: Option<Sought<PartyId>>,
        /// The customer or supplier by name; created if it does not exist.
        pub party_name: Option<Name<200>>,
        /// The day on which the invoice is due.
        pub due_date: Option<Date>,
        /// Dimension values by dimension code. Missing ones come from the entry, then from the account's defaults.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
    }

    /// A new entry.
    pub struct EntryInput {
        /// The accounting date.
        pub date: Date = "2010-12-01",
        /// The date on the document.
        pub document_date: Option<Date>,
        /// The journal by its id. Without one, the entry goes to the only active general journal, or else the only active
        /// one.
        pub journal_id: Option<Sought<JournalId>>,
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode> = "GJ",
        /// An adjustment period; the date's own period if absent.
        pub period_id: Option<Sought<PeriodId>>,
        /// The day of its automatic reversal, later than `date`.
        pub auto_reverse_on: Option<Date>,
        /// `draft` (the default) or `posted`.
        pub status: Option<NewStatus> = "posted",
        /// `standard` if absent; lines of `import`, from other books, can have only a base amount.
        pub entry_type: Option<CallerEntryType>,
        /// A description of what happened.
        pub description: Option<LongText<0, 2000>> = "Invoice 536365",
        /// The document's own number.
        pub reference: Option<Name<200>> = "536365",
        /// True if you know that another document in effect has this `reference` of the same supplier. Otherwise an entry that makes
        /// something payable to a supplier with a `reference` that was entered before is refused.
        pub allow_duplicate_reference: Option<bool> = false,
        /// The namespace of `externalId`.
        pub source: Option<NameOrEmpty<100>>,
        /// Your own id, unique among the entries of one source that have not been voided.
        pub external_id: Option<ForeignKey<200>> = "536365",
        /// The currency of lines that give none; the base currency if absent.
        pub currency: Option<CurrencyRef> = "GBP",
        /// The rate of lines in that currency that give none; the rate in effect on the date if absent.
        pub exchange_rate: Option<Rate>,
        /// Dimension values for lines that give none for the same dimension.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
        /// The lines; a posted entry has at least two.
        pub lines: Option<List<LineInput, 0, LINES_PER_ENTRY>>,
        /// Your own data.
        pub metadata: Option<JsonObject>,
    }

    /// Why it is voided.
    pub struct VoidInput {
        pub reason: crate::http::input::Reason = "entered twice",
    }

    /// Why it is rejected.
    pub struct RejectInput {
        /// The draft shows it.
        pub reason: crate::http::input::Reason = "the receipt is missing",
    }

    /// Several entries in one commit.
    pub struct BatchInput {
        /// Whether one refused item causes all to be refused.
        pub atomic: Option<bool> = false,
        /// The entries, in order.
        pub items: List<EachItem<EntryInput>, 1, 1_000>,
    }
}

impl CallerEntryType {
    /// The core's type.
    pub fn entry_type(self) -> EntryType {
        match self {
            Self::Standard => EntryType::Standard,
            Self::Opening => EntryType::Opening,
            Self::Adjusting => EntryType::Adjusting,
            Self::Import => EntryType::Import,
        }
    }
}

impl NeedsByContent for EntryInput {
    fn needed(&self) -> Permission {
        CreateEntry::needed(self.status == Some(NewStatus::Posted))
    }
}

impl EntryInput {
    /// The command. `below` is where the entry stands in the body.
    pub fn command(self, below: &str) -> Result<CreateEntry, Problem> {
        let mut errors = Violations::default();
        let lines = self.lines.map(|lines| lines.0).unwrap_or_default();
        let lines = lines.into_iter().enumerate().map(|(index, line)| line.line(index, &mut errors)).collect();
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()).below(below));
        }
        Ok(CreateEntry {
            date: self.date,
            document_date: self.document_date,
            journal: named(self.journal_id, self.journal_code, below)?,
            period: self.period_id,
            auto_reverse_on: self.auto_reverse_on,
            post: self.status == Some(NewStatus::Posted),
            entry_type: self.entry_type.map_or(EntryType::Standard, CallerEntryType::entry_type),
            description: self.description.map(|text| text.0).unwrap_or_default(),
            reference: self.reference.map(|text| text.0),
            number_use: NumberUse::allowing(self.allow_duplicate_reference),
            source: self.source.map(|text| text.0).unwrap_or_default(),
            external_id: self.external_id.map(|text| text.0),
            currency: self.currency.map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            dimensions: canonical(self.dimensions),
            lines,
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
        })
    }
}

impl ShownLine for LineInput {
    const NAME: &'static str = "LineEdit";
    const READ_ONLY: &'static [&'static str] = &["lineNumber", "accountName", "partyCode", "openAmount", "matchIds"];
}

impl LineInput {
    /// The core's line; naming one thing twice is a violation.
    pub fn line(self, index: usize, errors: &mut Violations) -> NewLine {
        let lines = Pointer::Body.field("lines");
        let at = lines.item(index);
        let account = match (self.account_id, self.account_code) {
            (Some(_), Some(_)) => {
                errors.push(&at.field("accountCode"), "ambiguous", "give accountId or accountCode, not both");
                None
            }
            (Some(id), None) => Some(IdOrCode::Id(id)),
            (None, Some(code)) => Some(IdOrCode::Code(code.0)),
            (None, None) => None,
        };
        let party = match (self.party_id, self.party_name) {
            (Some(_), Some(_)) => {
                errors.push(&at.field("partyName"), "ambiguous", "give partyId or partyName, not both");
                None
            }
            (Some(id), None) => Some(IdOrCode::Id(id)),
            (None, Some(name)) => Some(IdOrCode::Code(name.0)),
            (None, None) => None,
        };
        NewLine {
            account,
            debit: self.debit.map(|amount| amount.0),
            credit: self.credit.map(|amount| amount.0),
            currency: self.currency.map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            base_debit: self.base_debit.map(|amount| amount.0),
            base_credit: self.base_credit.map(|amount| amount.0),
            description: self.description.map(|text| text.0),
            party,
            due_date: self.due_date,
            dimensions: canonical(self.dimensions),
        }
    }
}

/// Dimensions as the core keeps them: canonical JSON, empty text for none.
pub fn canonical(dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>) -> String {
    match dimensions {
        Some(map) if !map.0.is_empty() => {
            Json::Object(map.0.into_iter().map(|(code, value)| (code, Json::Text(value))).collect()).to_string()
        }
        _ => String::new(),
    }
}
