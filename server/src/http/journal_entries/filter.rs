//! The filters of entries, which their list and its totals share.

use domain::rows::{EntryStatus, EntryType};
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{AccountId, JournalId, OrganizationId, PartyId, PrincipalId};
use domain::value::{Currency, Date, Instant, Sought};
use store::Snapshot;
use store::read::entries::EntryFilter;
use store::read::exact_amount::ExactAmount;

use crate::http::accounts::below::named;
use crate::http::accounts::statement::base_currency;
use crate::http::dimensions::filter::{DimensionValues, resolve};
use crate::http::formats::ListFormat;
use crate::http::included::Include;
use crate::http::input::{Amount, CodeText, ForeignKey, List, Name, NameOrEmpty, Search};
use crate::http::journals::wire::{JournalCode, filtered};
use crate::http::matches::list::{known, of_party};
use crate::http::page::{Cursor, PageLimit, Sort};
use crate::http::problem::Problem;

/// Declares the parameters of a query of entries as `input!` does: the filters, and those that the query has besides.
macro_rules! entry_query {
    ($(#[doc = $doc:expr])* pub struct $name:ident { $($more:tt)* }) => {
        crate::input! {
            $(#[doc = $doc])*
            pub struct $name {
                /// Only entries in this status, or in one of several, separated by commas.
                pub status: Option<List<EntryStatus, 1, 4>>,
                /// Only entries of this journal.
                pub journal_id: Option<Sought<JournalId>>,
                /// The journal by its code, instead of `journalId`.
                pub journal_code: Option<JournalCode>,
                /// Only posted entries with a line on this account or, for a group, on any account below it.
                pub account_id: Option<Sought<AccountId>>,
                /// Only posted entries with a line of this party, or of one that was merged into it.
                pub party_id: Option<Sought<PartyId>>,
                /// Only posted entries with a line with this value of a dimension, or a value below it:
                /// `dimension[costCenter]=D10`. One line must have all given values, and be on `accountId` and of
                /// `partyId`, if given.
                pub dimension: Option<DimensionValues>,
                /// Whether a value includes all values below it; true if absent.
                pub with_descendants: Option<bool>,
                /// Only posted entries with a line without a value of this dimension.
                pub without_dimension: Option<DimensionCode>,
                /// From this accounting date on.
                pub date_from: Option<Date>,
                /// Up to this accounting date.
                pub date_to: Option<Date>,
                /// Only entries with this total or more, in base currency; needs `dateFrom`, or a `status` of drafts.
                pub amount_from: Option<Amount>,
                /// Only entries with this total or less; needs the same.
                pub amount_to: Option<Amount>,
                /// Only entries with this total in base currency, or a line of this debit or credit, in base currency or
                /// its own; needs the same.
                pub amount: Option<Amount>,
                /// Only entries that this user or service account made; needs the same.
                pub created_by: Option<Sought<PrincipalId>>,
                /// Only entries of this type.
                pub entry_type: Option<EntryType>,
                /// Only posted entries whose scheduled reversal is due by this day and not posted yet.
                pub auto_reverse_until: Option<Date>,
                /// Only the entry with this number.
                pub number: Option<CodeText<60>>,
                /// Only entries of this source, the namespace of `externalId`.
                pub source: Option<NameOrEmpty<100>>,
                /// Only entries with this external id; it is unique only within a `source`.
                pub external_id: Option<ForeignKey<200>>,
                /// Only entries with this reference.
                pub reference: Option<Name<200>>,
                /// Only entries that were made or changed at this moment or later.
                pub changed_since: Option<Instant>,
                /// Text in number, description or reference.
                pub q: Option<Search>,
                $($more)*
            }
        }

        impl $name {
            /// The filters, in no order and from the first entry on; the rest of the query is left.
            ///
            /// # Errors
            /// 400 for a name of nothing, and for a filter that needs days and has none.
            pub async fn filter(
                &mut self,
                snapshot: &mut Snapshot,
                organization: OrganizationId,
            ) -> Result<EntryFilter, Problem> {
                let accounts = match &self.account_id {
                    Some(id) => Some(named(snapshot, organization, id).await?),
                    None => None,
                };
                let wanted = (self.dimension.take(), self.with_descendants, self.without_dimension.take());
                let base = base_currency(snapshot, organization).await?;
                let filter = EntryFilter {
                    dimensions: resolve(snapshot, organization, wanted).await?,
                    statuses: self.status.take().map(|statuses| statuses.0),
                    journal: filtered(snapshot, organization, self.journal_id.take(), self.journal_code.take()).await?,
                    accounts,
                    parties: of_party(snapshot, organization, self.party_id.take()).await?,
                    least: units("amountFrom", self.amount_from, base)?,
                    greatest: units("amountTo", self.amount_to, base)?,
                    amount: exact(self.amount, base)?,
                    created_by: self.created_by.take().map(known),
                    from: self.date_from,
                    to: self.date_to,
                    entry_type: self.entry_type,
                    auto_reverse_until: self.auto_reverse_until,
                    number: self.number.take().map(|text| text.0),
                    source: self.source.take().map(|text| text.0),
                    external_id: self.external_id.take().map(|text| text.0),
                    reference: self.reference.take().map(|text| text.0),
                    changed_since: self.changed_since,
                    text: self.q.take().map(|text| text.0),
                    ..EntryFilter::default()
                };
                for (name, is_given) in [
                    ("amountFrom", filter.least.is_some()),
                    ("amountTo", filter.greatest.is_some()),
                    ("amount", filter.amount.is_some()),
                    ("createdBy", filter.created_by.is_some()),
                ] {
                    if is_given {
                        require_days(&filter, name)?;
                    }
                }
                Ok(filter)
            }
        }
    };
}

entry_query! {
    /// Which entries, and how they are listed.
    pub struct EntryQuery {
        /// `date` (default), `number`, `postedAt`, `updatedAt` or `total`, in descending order with a leading `-`. By `number`
        /// and `postedAt`, the list has posted entries alone; `total` needs `dateFrom`, or a `status` of drafts.
        pub sort: Option<Sort>,
        /// `lines` adds its lines to each entry. A page then ends before the entry with which it would have more than
        /// 10,000 lines, unless that is its first.
        pub include: Option<Include>,
        /// `json` (the default), or the whole list as `csv` or `xlsx`; takes precedence over `Accept`.
        pub format: Option<ListFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

entry_query! {
    /// Which entries.
    pub struct EntryTotalsQuery {}
}

/// What no index finds is looked for among the entries of some days, or among the few that wait to be posted.
///
/// # Errors
/// 400 where the query names neither.
pub(super) fn require_days(filter: &EntryFilter, name: &str) -> Result<(), Problem> {
    if filter.from.is_some() || filter.waits() {
        return Ok(());
    }
    let message = format!(
        "is required with {name}, which looks at each entry from that day on; entries that wait are found without it, \
         by status=draft,pendingApproval"
    );
    Err(Problem::violation("dateFrom", "required", message))
}

/// An amount that entries have, which is above 0.
fn exact(amount: Option<Amount>, base: Currency) -> Result<Option<ExactAmount>, Problem> {
    let Some(amount) = amount else { return Ok(None) };
    let exact = ExactAmount::of(amount.0, base);
    exact.map(Some).ok_or_else(|| Problem::violation("amount", "out_of_range", "must be above 0"))
}

/// An amount in minor units of the base currency.
fn units(name: &str, amount: Option<Amount>, base: Currency) -> Result<Option<i64>, Problem> {
    let units = amount.map(|amount| amount.0.to_units(base.decimals())).transpose();
    units.map_err(|_| {
        let message = format!("must be an amount in {}, with at most {} decimals", base.code(), base.decimals());
        Problem::violation(name, "out_of_range", message)
    })
}
