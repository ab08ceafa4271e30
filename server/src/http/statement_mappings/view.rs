//! A statement mapping as it is answered.

use domain::rows::{
    Account, AccountSubtype, AccountType, Activity, MappedSection, MappingKind, Side, StatementMapping,
};
use domain::value::id::{AccountId, PrincipalId, StatementMappingId};

use crate::http::output::{At, Id, Named};

crate::output! {
    /// A section of a statement.
    pub struct StatementSectionView {
        pub key: String,
        pub title: String,
        /// The side on which its amounts are positive.
        pub side: Named<Side>,
        /// The parent section.
        pub parent_key: Option<String>,
        pub codes: Vec<String>,
        pub code_ranges: Vec<CodeRangeView>,
        pub subtypes: Vec<Named<AccountSubtype>>,
        pub types: Vec<Named<AccountType>>,
        pub has_results: bool,
        pub activity: Option<Named<Activity>>,
    }

    /// A range of account codes, in text order.
    pub struct CodeRangeView {
        pub from: String,
        pub to: String,
    }

    /// An account in no section.
    pub struct UnmappedAccount {
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        pub r#type: Named<AccountType>,
    }
}

crate::view! {
    /// The layout of a statement.
    pub struct StatementMappingView from (mapping: StatementMapping) {
        pub id: Id<StatementMappingId>,
        pub name: String,
        pub kind: Named<MappingKind>,
        /// In display order.
        pub sections: Vec<StatementSectionView> =>
            mapping.sections.0.into_iter().map(StatementSectionView::of).collect(),
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl StatementSectionView {
    fn of(section: MappedSection) -> Self {
        Self {
            key: section.key,
            title: section.title,
            side: Named(section.side),
            parent_key: section.parent,
            codes: section.codes,
            code_ranges: section.ranges.into_iter().map(|(from, to)| CodeRangeView { from, to }).collect(),
            subtypes: section.subtypes.into_iter().map(Named).collect(),
            types: section.types.into_iter().map(Named).collect(),
            has_results: section.has_results,
            activity: section.activity.map(Named),
        }
    }
}

impl UnmappedAccount {
    /// The view of an account.
    #[must_use]
    pub fn of(account: &Account) -> Self {
        Self {
            account_id: Id(account.id),
            code: account.code.clone(),
            name: account.name.clone(),
            r#type: Named(account.account_type),
        }
    }
}
