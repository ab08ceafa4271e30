//! The filters of movements, which their list and its totals share.

use domain::rows::MovementStatus;
use domain::value::id::{ItemId, LotId, MovementId, OrganizationId, PartyId, PrincipalId, SerialId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Date, Instant, Sought};
use store::Snapshot;
use store::read::movement_lists::{MovementFilter, MovementOrder};

use crate::http::formats::ListFormat;
use crate::http::included::Include;
use crate::http::input::{ForeignKey, List, Name, NameOrEmpty, Search};
use crate::http::matches::list::{known, of_party};
use crate::http::page::{Cursor, PageLimit, Sort};
use crate::http::problem::Problem;

/// Declares the parameters of a query of movements as `input!` does: the filters, and those that the query has besides.
macro_rules! movement_query {
    ($(#[doc = $doc:expr])* pub struct $name:ident { $($more:tt)* }) => {
        crate::input! {
            $(#[doc = $doc])*
            pub struct $name {
                /// Only those of this kind, or of one of several, separated by commas.
                pub kind: Option<List<MovementKind, 1, 20>>,
                /// Only those in this status, or in one of several, separated by commas.
                pub status: Option<List<MovementStatus, 1, 4>>,
                /// Only movements with a line of this item.
                pub item_id: Option<Sought<ItemId>>,
                /// Only movements in or to this warehouse.
                pub warehouse_id: Option<Sought<WarehouseId>>,
                /// Only movements of this supplier or customer.
                pub party_id: Option<Sought<PartyId>>,
                /// Only posted movements of this lot.
                pub lot_id: Option<Sought<LotId>>,
                /// Only posted movements of this piece: its history.
                pub serial_id: Option<Sought<SerialId>>,
                /// Only movements that refer to this one, as a whole or by one of their lines: returns, invoices, later
                /// costs, receipts of a transfer.
                pub of_movement_id: Option<Sought<MovementId>>,
                /// Only receipts with a line whose cost is provisional until its invoice settles it, or all other movements.
                pub cost_is_provisional: Option<bool>,
                /// Only movements that this user or service account made.
                pub created_by: Option<Sought<PrincipalId>>,
                /// From this posting date on.
                pub date_from: Option<Date>,
                /// Up to this posting date.
                pub date_to: Option<Date>,
                /// Only movements of this source, the namespace of `externalId`.
                pub source: Option<NameOrEmpty<100>>,
                /// Only movements with this external id; it is unique only within a `source`.
                pub external_id: Option<ForeignKey<200>>,
                /// Only movements with this reference.
                pub reference: Option<Name<200>>,
                /// Only movements that were made or changed at this moment or later.
                pub changed_since: Option<Instant>,
                /// Text in description or reference.
                pub q: Option<Search>,
                $($more)*
            }
        }

        impl $name {
            /// The filters, the newest movements first; the rest of the query is left. Movements of a party are those of all
            /// that were merged into it, too.
            pub async fn filter(
                &mut self,
                snapshot: &mut Snapshot,
                organization: OrganizationId,
            ) -> Result<MovementFilter, Problem> {
                Ok(MovementFilter {
                    kinds: self.kind.take().map(|kinds| kinds.0),
                    statuses: self.status.take().map(|statuses| statuses.0),
                    item: self.item_id.take().map(known),
                    warehouse: self.warehouse_id.take().map(known),
                    parties: of_party(snapshot, organization, self.party_id.take()).await?,
                    lot: self.lot_id.take().map(known),
                    serial: self.serial_id.take().map(known),
                    of: self.of_movement_id.take().map(known),
                    cost_is_provisional: self.cost_is_provisional,
                    created_by: self.created_by.take().map(known),
                    from: self.date_from,
                    to: self.date_to,
                    source: self.source.take().map(|text| text.0),
                    external_id: self.external_id.take().map(|text| text.0),
                    reference: self.reference.take().map(|text| text.0),
                    changed_since: self.changed_since,
                    text: self.q.take().map(|text| text.0),
                    descending: true,
                    ..MovementFilter::default()
                })
            }
        }
    };
}

movement_query! {
    /// Which movements, and how they are listed.
    pub struct MovementQuery {
        /// `createdAt`, `occurredAt`, `postedAt`, `postingDate` or `updatedAt`, in descending order with a leading `-`;
        /// `-createdAt` if absent. Movements without such a moment are left out.
        pub sort: Option<Sort>,
        /// `lines` adds its lines to each movement, as the movement itself shows them. A page then ends before the
        /// movement with which it would have more than 10,000 lines, unless that is its first.
        pub include: Option<Include>,
        /// `json` (the default), or the whole list as `csv` or `xlsx`; takes precedence over `Accept`.
        pub format: Option<ListFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

movement_query! {
    /// Which movements.
    pub struct MovementTotalsQuery {}
}

/// What a `sort` means, and whether the largest comes first.
///
/// # Errors
/// 400 with the allowed values.
pub(super) fn order(sort: &Sort) -> Result<(MovementOrder, bool), Problem> {
    let (field, descending) = sort.among(&["createdAt", "occurredAt", "postedAt", "postingDate", "updatedAt"])?;
    let order = match field {
        "occurredAt" => MovementOrder::Occurred,
        "postedAt" => MovementOrder::Posted,
        "postingDate" => MovementOrder::PostingDate,
        "updatedAt" => MovementOrder::Changed,
        _ => MovementOrder::Created,
    };
    Ok((order, descending))
}
