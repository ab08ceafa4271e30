//! The input of a statement mapping.

use domain::commands::statement_mappings::create::CreateStatementMapping;
use domain::commands::statement_mappings::update::UpdateStatementMapping;
use domain::rows::{AccountSubtype, AccountType, Activity, MappedSection, MappingKind, Side};
use domain::value::Sought;
use domain::value::id::StatementMappingId;
use domain::value::limits::{CODES_PER_SECTION, RANGES_PER_SECTION, SECTIONS_PER_MAPPING};

use crate::http::input::{CodeText, IntoCore, List, Name};

crate::fields! {
    /// The sections of a statement.
    pub struct StatementMappingInput;

    /// A change of a statement mapping: absent fields stay, sections are replaced.
    pub struct StatementMappingPatch repeating [id, version]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateStatementMapping {
        /// Unique in the organization.
        pub name: Required<Name<120>> = "For the bank",
        pub kind: Required<MappingKind> = "balanceSheet",
        /// In display order; a section follows its parent.
        #[patch = "All sections, to replace the present ones."]
        pub sections: Required<List<StatementSectionInput, 1, SECTIONS_PER_MAPPING>>,
    }
}

crate::input! {
    /// A section and its accounts. It can be empty if only the sections below it have accounts.
    pub struct StatementSectionInput {
        /// Unique in the mapping; `unmapped` is reserved for accounts in no section.
        pub key: CodeText<60> = "liquid",
        pub title: Name<200> = "Liquid funds",
        /// The side on which its amounts are positive.
        pub side: Side = "debit",
        /// The key of the parent section.
        pub parent_key: Option<CodeText<60>>,
        /// Codes of accounts, or of groups for all accounts below them.
        pub codes: Option<List<CodeText<32>, 0, CODES_PER_SECTION>>,
        /// Ranges of codes in text order, both ends included.
        pub code_ranges: Option<List<CodeRangeInput, 0, RANGES_PER_SECTION>>,
        pub subtypes: Option<List<AccountSubtype, 0, 50>>,
        pub types: Option<List<AccountType, 0, 10>>,
        /// Whether the section shows the results of years that are not closed or, in a cash flow, the opening result.
        /// Only one section can; if none does, they are shown with the unmapped accounts.
        pub has_results: Option<bool>,
        /// The activity of a top-level section of a cash flow; the sections below it have the same.
        pub activity: Option<Activity>,
    }

    /// A range of account codes, in text order.
    pub struct CodeRangeInput {
        pub from: CodeText<32> = "1000",
        pub to: CodeText<32> = "1099",
    }
}

impl StatementMappingInput {
    /// The command.
    pub fn command(self) -> CreateStatementMapping {
        CreateStatementMapping { name: self.name.0, kind: self.kind, sections: self.sections.into_core() }
    }
}

impl StatementMappingPatch {
    /// The command for this mapping.
    pub fn command(self, mapping: Sought<StatementMappingId>, if_match: Option<Vec<i64>>) -> UpdateStatementMapping {
        self.onto(UpdateStatementMapping { mapping, if_match, ..UpdateStatementMapping::default() })
    }
}

impl IntoCore for StatementSectionInput {
    type Core = MappedSection;

    fn into_core(self) -> MappedSection {
        MappedSection {
            key: self.key.0,
            title: self.title.0,
            side: self.side,
            parent: self.parent_key.map(|key| key.0),
            codes: self.codes.into_iter().flat_map(|codes| codes.0).map(|code| code.0).collect(),
            ranges: self.code_ranges.into_iter().flat_map(|all| all.0).map(|one| (one.from.0, one.to.0)).collect(),
            subtypes: self.subtypes.map(|list| list.0).unwrap_or_default(),
            types: self.types.map(|list| list.0).unwrap_or_default(),
            has_results: self.has_results.unwrap_or(false),
            activity: self.activity,
        }
    }
}
