//! Documents posted while a control was off, and those that the control would have held back.

use domain::rows::{ApprovalPolicy, ApprovalSubject};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Instant};

use super::columns::selected;
use crate::read::stretch::Stretch;
use crate::{Fault, Snapshot};

/// Entries that are looked at in one query.
const LOOKED_AT: i64 = 10_000;

/// How many were posted, and how many of them the control would have held back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Posted {
    pub all: i64,
    pub concerned: i64,
}

selected! {
    /// The people who prepared an entry, and the one who approved it.
    #[derive(Clone, PartialEq, Eq, Debug)]
    struct Approved() {
        prepared_by: String = "prepared_by",
        approved_by: PrincipalId = "approved_by",
    }
}

/// The stretch of the series that was posted between two instants: behind the first number, up to the second.
pub async fn entries_between(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    from: Instant,
    until: Option<Instant>,
    last: i64,
) -> Result<Stretch, Fault> {
    let after = last_before(snapshot, organization, from, last).await?;
    let end = match until {
        Some(until) => last_before(snapshot, organization, until, last).await?,
        None => last,
    };
    Ok(Stretch { after, until: end.max(after) })
}

/// The last of the first `last` entries that was posted before this instant; 0 where there is none. Time only moves forward along
/// the series.
async fn last_before(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    instant: Instant,
    last: i64,
) -> Result<i64, Fault> {
    let (mut before, mut not) = (0, last + 1);
    while not - before > 1 {
        let middle = before + (not - before) / 2;
        let sql = "select posted_at from entries where organization_id = $1 and sequence = $2";
        let rows = snapshot.query(sql, &[Cell::Id(organization.0), Cell::Int(middle)], &[CellKind::Int]).await?;
        let Some(Cell::Int(at)) = rows.first().and_then(|row| row.first()) else {
            return Err(Fault::Corrupt(format!("the series of entries has a gap at {middle}")));
        };
        if *at < instant.0 {
            before = middle;
        } else {
            not = middle;
        }
    }
    Ok(before)
}

/// The entries, or movements, of a stretch, and those that the policy would have asked about and nobody approved.
/// Documents that need no approval are left out: voids, computed entries, scheduled reversals, counts, and receipts of
/// transfers.
pub async fn by_policy(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    policy: &ApprovalPolicy,
    stretch: Stretch,
) -> Result<Posted, Fault> {
    let mut params = vec![
        Cell::Id(organization.0),
        Cell::Int(stretch.after),
        Cell::Int(stretch.until),
        Cell::Int(policy.min_amount),
    ];
    let named = match policy.applies_to {
        ApprovalSubject::JournalEntries => policy.journal_id.map(|id| id.to_cell()),
        ApprovalSubject::Movements => policy.movement_kind.map(|kind| kind.to_cell()),
    };
    let is_named = |column: &str| if named.is_some() { format!(" and {column} = $5") } else { String::new() };
    let sql = match policy.applies_to {
        ApprovalSubject::JournalEntries => format!(
            "select count(*), count(case when e.approved_at is null and e.total_debit >= $4 \
               and e.entry_type in ('standard', 'opening', 'adjusting', 'import', 'reversal') \
               and not exists (select 1 from entries as o where o.organization_id = $1 and o.id = e.reverses_entry_id \
                 and o.auto_reverse_on is not null){} then 1 end) \
             from entries as e where e.organization_id = $1 and e.sequence > $2 and e.sequence <= $3",
            is_named("e.journal_id")
        ),
        ApprovalSubject::Movements => format!(
            "select count(*), count(case when m.approved_at is null and coalesce(e.total_debit, 0) >= $4 \
               and coalesce(m.transfer_mode, 'direct') in ('direct', 'twoStep') \
               and not exists (select 1 from counts as c where c.organization_id = $1 and c.movement_id = m.id){} \
               then 1 end) \
             from movements as m left join entries as e on e.organization_id = $1 and e.id = m.entry_id \
             where m.organization_id = $1 and m.seq > $2 and m.seq <= $3",
            is_named("m.kind")
        ),
    };
    params.extend(named);
    counted(snapshot, &sql, &params).await
}

/// The entries of a stretch, and those that take an entry back which the same principal posted.
pub async fn taken_back_by_poster(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    stretch: Stretch,
) -> Result<Posted, Fault> {
    let sql = "select count(*), count(case when o.posted_by = e.posted_by then 1 end) from entries as e \
               left join entries as o on o.organization_id = $1 \
                 and o.id = coalesce(e.voids_entry_id, e.reverses_entry_id, e.corrects_entry_id) \
               where e.organization_id = $1 and e.sequence > $2 and e.sequence <= $3";
    counted(snapshot, sql, &[Cell::Id(organization.0), Cell::Int(stretch.after), Cell::Int(stretch.until)]).await
}

/// The entries of a stretch, and those that somebody approved who prepared them.
pub async fn approved_by_preparer(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    stretch: Stretch,
) -> Result<Posted, Fault> {
    let selected = Approved::selected();
    let sql = format!(
        "select {} from entries where organization_id = $1 and sequence > $2 and sequence <= $3 \
         and approved_at is not null",
        selected.text()
    );
    let (mut concerned, mut from) = (0, stretch.after);
    while from < stretch.until {
        let to = stretch.until.min(from + LOOKED_AT);
        let params = [Cell::Id(organization.0), Cell::Int(from), Cell::Int(to)];
        let approved: Vec<Approved> = selected.all(snapshot, &sql, &params).await?;
        let own = approved.iter().filter(|one| {
            let approver = one.approved_by.to_string();
            one.prepared_by.split_whitespace().any(|preparer| preparer == approver)
        });
        concerned += i64::try_from(own.count()).unwrap_or(i64::MAX);
        from = to;
    }
    Ok(Posted { all: stretch.until - stretch.after, concerned })
}

async fn counted(snapshot: &mut Snapshot, sql: &str, params: &[Cell]) -> Result<Posted, Fault> {
    let rows = snapshot.query(sql, params, &[CellKind::Int, CellKind::Int]).await?;
    match rows.first().map(Vec::as_slice) {
        Some([Cell::Int(all), Cell::Int(concerned)]) => Ok(Posted { all: *all, concerned: *concerned }),
        _ => Err(Fault::Corrupt("a count is no number".to_owned())),
    }
}
