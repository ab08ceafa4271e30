//! The input of a journal.

use domain::commands::journals::create::CreateJournal;
use domain::commands::journals::update::UpdateJournal;
use domain::rows::{Journal, JournalType, ResetPer};
use domain::value::id::{JournalId, OrganizationId};
use domain::value::{Cell, IdOrCode, Sought};
use store::Snapshot;

use crate::http::input::{CodeText, Name, Pointer, Violations};
use crate::http::movements::wire::{self, Names};
use crate::http::problem::Problem;

crate::fields! {
    /// A new journal with its own gapless series.
    pub struct JournalInput;

    /// A change of a journal. The first entry fixes its code and numbering.
    pub struct JournalPatch repeating [id, version]
        keeping ["kind", "type"]
        ignoring ["series", "createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateJournal {
        /// Unique in the organization.
        pub code: Required<CodeText<20>> = "SJ",
        pub name: Required<Name<120>> = "Sales" => "Sales abroad",
        /// Deprecated: use `kind`. One of the two is required.
        pub journal_type as "type": Beside<JournalType> = "sales",
        /// Text with `{year}`, `{month}` and `{seq:6}`; `CODE-{year}-{seq:6}` if absent.
        pub number_pattern: Optional<CodeText<60>> = "SJ-{year}-{seq:6}",
        /// When the series restarts at 1; `year` if absent.
        pub reset_per: Optional<ResetPer>,
        /// An inactive journal accepts no new entries except voids.
        pub is_active: Later<bool>,
    }
}

/// A journal by its code.
pub type JournalCode = CodeText<20>;

/// The journal that a body names by `journalId` or `journalCode`, if any. `below` is where its fields stand.
///
/// # Errors
/// 400 where both are given.
pub fn named(
    id: Option<Sought<JournalId>>,
    code: Option<JournalCode>,
    below: &str,
) -> Result<Option<IdOrCode<JournalId>>, Problem> {
    let mut errors = Violations::default();
    let names = Names { at: &Pointer::Body, id: "journalId", code: "journalCode" };
    let found = wire::named(id, code.map(|code| code.0), names, &mut errors);
    if errors.is_empty() { Ok(found) } else { Err(Problem::validation(errors.into_vec()).below(below)) }
}

/// The journal of a filter by `journalId` or `journalCode`, if there is one.
///
/// # Errors
/// 400 for a code without a journal, and where both are given.
pub async fn filtered(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: Option<Sought<JournalId>>,
    code: Option<JournalCode>,
) -> Result<Option<JournalId>, Problem> {
    match (id, code) {
        (Some(_), Some(_)) => {
            Err(Problem::violation("journalCode", "ambiguous", "give journalId or journalCode, not both"))
        }
        // A malformed id names nothing.
        (id, None) => Ok(id.map(|id| id.id().unwrap_or(JournalId([0; 16])))),
        (None, Some(code)) => {
            let rest = "where organization_id = $1 and code = $2";
            let found: Vec<Journal> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Text(code.0)]).await?;
            let Some(journal) = found.first() else {
                return Err(Problem::violation("journalCode", "unknown_value", "does not exist here"));
            };
            Ok(Some(journal.id))
        }
    }
}

impl JournalInput {
    /// The command.
    pub fn command(self) -> CreateJournal {
        CreateJournal {
            code: self.code.0,
            name: self.name.0,
            journal_type: self.journal_type,
            number_pattern: self.number_pattern.map(|pattern| pattern.0),
            reset_per: self.reset_per.unwrap_or(ResetPer::Year),
        }
    }
}

impl JournalPatch {
    /// The command for this journal.
    pub fn command(self, journal: Sought<JournalId>, if_match: Option<Vec<i64>>) -> UpdateJournal {
        self.onto(UpdateJournal { journal, if_match, ..UpdateJournal::default() })
    }
}
