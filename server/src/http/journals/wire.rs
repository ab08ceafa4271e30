//! The input of a journal.

use domain::commands::journals::create::CreateJournal;
use domain::commands::journals::update::UpdateJournal;
use domain::rows::{JournalType, ResetPer};
use domain::value::Sought;
use domain::value::id::JournalId;

use crate::http::input::{Change, CodeText, Name};
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new journal with its own gapless series.
    pub struct JournalInput {
        /// Unique in the organization.
        pub code: CodeText<20> = "SJ",
        pub name: Name<120> = "Sales",
        pub r#type: JournalType = "sales",
        /// Text with `{year}`, `{month}` and `{seq:6}`; `CODE-{year}-{seq:6}` if absent.
        pub number_pattern: Option<CodeText<60>> = "SJ-{year}-{seq:6}",
        /// When the series restarts at 1; `year` if absent.
        pub reset_per: Option<ResetPer>,
    }

    /// A change of a journal. The first entry fixes its code and numbering.
    pub struct JournalPatch keeping ["type"] ignoring [
        "series", "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub code: Change<CodeText<20>>,
        pub name: Change<Name<120>> = "Sales abroad",
        pub number_pattern: Change<CodeText<60>>,
        pub reset_per: Change<ResetPer>,
        /// An inactive journal accepts no new entries except voids.
        pub is_active: Change<bool>,
    }
}

impl JournalInput {
    /// The command.
    pub fn command(self) -> CreateJournal {
        CreateJournal {
            code: self.code.0,
            name: self.name.0,
            journal_type: self.r#type,
            number_pattern: self.number_pattern.map(|pattern| pattern.0),
            reset_per: self.reset_per.unwrap_or(ResetPer::Year),
        }
    }
}

impl JournalPatch {
    /// The command for this journal.
    pub fn command(self, journal: Sought<JournalId>, if_match: Option<Vec<i64>>) -> UpdateJournal {
        UpdateJournal {
            journal,
            if_match,
            code: self.code.set().map(|code| code.0),
            name: self.name.set().map(|name| name.0),
            number_pattern: self.number_pattern.set().map(|pattern| pattern.0),
            reset_per: self.reset_per.set(),
            is_active: self.is_active.set(),
        }
    }
}
