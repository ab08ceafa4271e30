//! The postings for movements of goods, summed as reports of the books show them: with the day of the posting and the
//! document that caused it, or with the account.

use domain::costing::Place;
use domain::value::id::{AccountId, EntryId, MovementId, OrganizationId, PoolId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Cell, CellValue, Date, Instant};

use super::Conditions;
use super::columns::{Columns, selected};
use super::goods_moved::MovedFilter;
use super::goods_posted::PostedKind;
use crate::{Fault, Snapshot};

/// The posting for one movement of a pool on one day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Amount {
    pub pool: PoolId,
    pub place: Place,
    /// The place in the log of the movement's document.
    pub seq: i64,
    pub date: Date,
    /// When the last of it was posted.
    pub at: Instant,
    /// The journal entry of that; `None` where it nets to nothing there.
    pub entry: Option<EntryId>,
    /// A debit of the goods above 0, in minor units of the base currency.
    pub amount: i64,
    /// Whether it is not the posting or void of the movement's own document; `false` if the two are not kept apart.
    pub is_change: bool,
    /// Its kind if it stands in a row of its own.
    pub tells: PostedKind,
    /// The document that caused such a change.
    pub cause: Option<Cause>,
    /// For amounts by account.
    pub account: Option<AccountId>,
}

/// A document that changed the cost of a movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    pub movement: MovementId,
    pub kind: MovementKind,
    pub reference: Option<String>,
}

/// Behind `seq`, so that lines of one document are in their order, and goods leave before they come.
const LINE_AND_PHASE: &str = "substr(place, 17)";

/// The line and the phase of a place, as the database compares them.
pub(super) fn line_and_phase(line: i64, is_in: bool) -> Cell {
    let mut bytes = u32::try_from(line).unwrap_or(u32::MAX).to_be_bytes().to_vec();
    bytes.push(u8::from(is_in));
    Cell::Bytes(bytes)
}

/// The next amounts after a place, by day and time of posting, one for each movement, day and document that caused it.
/// A posting that its document took back as of the same day is no amount, nor is one on a day on which a movement that
/// was voided on its own day sums to 0.
pub(super) async fn by_cause(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Amount>, Fault> {
    let mut asked = Conditions { text: String::new(), params: vec![Cell::Id(organization.0)] };
    let known_at = asked.bind(filter.known.1.to_cell());
    let entries = entries(filter, None, &mut asked);
    let undone = undone(&known_at);
    // A command has its own instant, and a void is a command; documents that come with one have that instant, too.
    let caused = format!(
        "select v.pool_id, v.place, v.date, v.amount, v.entry_sequence, m.seq, m.id as own_id, f.at, \
           case when (v.cause_seq = m.seq and v.date = m.posting_date) or (f.at = m.voided_at and v.date = m.void_date) \
             then 1 else 0 end as is_own, \
           case when {undone} then 1 else 0 end as is_undone, \
           coalesce(c.id, (select w.id from movements as w where w.organization_id = $1 and w.voided_at = f.at \
             order by w.seq limit 1)) as caused_by \
         from ({entries}) as v \
         join pool_movements as p on p.organization_id = $1 and p.pool_id = v.pool_id and p.place = v.place \
         join movements as m on m.organization_id = $1 and m.seq = p.cause_seq \
         join facts as f on f.organization_id = $1 and f.seq = v.cause_seq \
         left join movements as c on c.organization_id = $1 and c.seq = v.cause_seq"
    );
    let told = format!(
        "select pool_id, place, seq, date, amount, entry_sequence, at, \
           case when is_undone = 1 then own_id else caused_by end as cause_id, \
           case when is_undone = 0 and is_own = 1 then cast(0 as bigint) else cast(1 as bigint) end as is_change, \
           case when is_undone = 0 and is_own = 1 then at else 0 end as own_at \
         from ({caused}) as caused"
    );
    let none = asked.bind(Cell::Id([0; 16]));
    let grouped = format!(
        "select pool_id, place, seq, date, is_change, cause_id, max(at) as at, max(entry_sequence) as entry_sequence, \
           case when is_change = 1 then coalesce(cause_id, {none}) else {none} end as cause, \
           cast(sum(amount) as bigint) as amount from ({told}) as told \
         group by pool_id, place, seq, date, is_change, cause_id, own_at having sum(amount) <> 0"
    );
    let order = format!("date, at, is_change, seq, {LINE_AND_PHASE}, cause");
    let (behind, most) = behind(&order, after, most, &mut asked);
    let mut columns = Columns::default();
    let amount = columns.add(Posted::selected("g.at"));
    let is_change = columns.add::<bool>("g.is_change");
    let (cause, kind) = (columns.add::<Option<MovementId>>("c.id"), columns.add::<Option<MovementKind>>("c.kind"));
    let reference = columns.add::<Option<String>>("c.reference");
    let sql = format!(
        "select {} from (\
           select * from ({grouped}) as g{behind} order by {order} limit {most}\
         ) as g left join movements as c on c.organization_id = $1 and c.id = g.cause_id and g.is_change = 1 \
           left join entries as e on e.organization_id = $1 and e.sequence = g.entry_sequence \
         order by g.date, g.at, g.is_change, g.seq, substr(g.place, 17), g.cause",
        columns.text()
    );
    let rows = columns.rows(snapshot, &sql, &asked.params).await?;
    let with_cause = |row: &Vec<Cell>| {
        let reference = reference.of(row)?;
        let cause = cause.of(row)?.zip(kind.of(row)?).map(|(movement, kind)| Cause { movement, kind, reference });
        Ok(Amount { is_change: is_change.of(row)?, cause, ..amount.of(row)?.into() })
    };
    rows.iter().map(with_cause).collect()
}

/// The next amounts after a place that were posted, on later days than this, for movements before an instant: by day,
/// then in the order of posting, one for each movement, day and account. They are the late items of a proof.
pub(super) async fn late(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    late: (Instant, Date),
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Amount>, Fault> {
    let mut asked = Conditions { text: String::new(), params: vec![Cell::Id(organization.0)] };
    let known_at = asked.bind(filter.known.1.to_cell());
    let entries = entries(filter, Some(late), &mut asked);
    let grouped = format!(
        "select v.pool_id, v.place, p.cause_seq as seq, v.date, v.account_id, max(v.cause_seq) as last_cause, \
           max(case when v.cause_seq = p.cause_seq then 1 else 0 end) as has_own, \
           max(v.entry_sequence) as entry_sequence, cast(sum(v.amount) as bigint) as amount \
         from ({entries}) as v \
         join pool_movements as p on p.organization_id = $1 and p.pool_id = v.pool_id and p.place = v.place \
         group by v.pool_id, v.place, p.cause_seq, v.date, v.account_id having sum(v.amount) <> 0"
    );
    let order = format!("date, seq, {LINE_AND_PHASE}, account_id");
    let (behind, most) = behind(&order, after, most, &mut asked);
    let undone = undone(&known_at);
    let mut columns = Columns::default();
    let (amount, account) = (columns.add(Posted::selected("f.at")), columns.add("g.account_id"));
    let tells = columns.add::<PostedKind>(
        format!(
            "case when {undone} then 'costChange' when g.has_own = 1 then 'movement' \
             when f.at = m.voided_at and g.date = m.void_date then 'void' else 'costChange' end"
        )
        .as_str(),
    );
    let sql = format!(
        "select {} from (\
           select * from ({grouped}) as g{behind} order by {order} limit {most}\
         ) as g join facts as f on f.organization_id = $1 and f.seq = g.last_cause \
           join movements as m on m.organization_id = $1 and m.seq = g.seq \
           left join entries as e on e.organization_id = $1 and e.sequence = g.entry_sequence \
         order by g.date, g.seq, substr(g.place, 17), g.account_id",
        columns.text()
    );
    let rows = columns.rows(snapshot, &sql, &asked.params).await?;
    let on_account = |row: &Vec<Cell>| {
        Ok(Amount { account: Some(account.of(row)?), tells: tells.of(row)?, ..amount.of(row)?.into() })
    };
    rows.iter().map(on_account).collect()
}

/// Whether a movement (`m`) was taken back by then as of its own day.
fn undone(known_at: &str) -> String {
    format!("m.status = 'voided' and m.voided_at <= {known_at} and m.void_date = m.posting_date")
}

selected! {
    /// The columns of all amounts, of groups `g` and their entries `e`.
    struct Posted(at) {
        pool: PoolId = "g.pool_id",
        place: Place = "g.place",
        seq: i64 = "g.seq",
        date: Date = "g.date",
        at: Instant = at,
        entry: Option<EntryId> = "e.id",
        amount: i64 = "g.amount",
    }
}

/// The document that caused a change, as a cell; zeros where there is none.
pub(super) fn cause_cell(cause: Option<&Cause>) -> Cell {
    Cell::Id(cause.map_or([0; 16], |cause| cause.movement.0))
}

impl From<Posted> for Amount {
    fn from(posted: Posted) -> Self {
        Self {
            pool: posted.pool,
            place: posted.place,
            seq: posted.seq,
            date: posted.date,
            at: posted.at,
            entry: posted.entry,
            amount: posted.amount,
            is_change: false,
            tells: PostedKind::CostChange,
            cause: None,
            account: None,
        }
    }
}

/// All known value entries of goods, both in the rows of movements and in rows of their own.
fn entries(filter: &MovedFilter, late: Option<(Instant, Date)>, asked: &mut Conditions) -> String {
    let seq = asked.bind(Cell::Int(filter.known.0));
    let mut narrowed = Vec::new();
    let mut narrow = |condition: &str, cell: Option<Cell>| {
        if let Some(cell) = cell {
            narrowed.push(condition.replace("{}", &asked.bind(cell)));
        }
    };
    let of_item = "pool_id in (select id from pools where organization_id = $1 and item_id = {})";
    narrow(of_item, filter.item.map(|id| id.to_cell()));
    narrow("DAY >= {}", filter.from.clone());
    narrow("DAY < {}", filter.before.clone());
    if let Some((before, day)) = late {
        narrow("place < {}", Some(Place { at: before, ..Place::FIRST }.to_cell()));
        narrow("DAY > {}", Some(day.to_cell()));
    }
    let narrowed: String = narrowed.iter().map(|condition| format!(" and {condition}")).collect();
    let on = |day: &str| narrowed.replace("DAY", day);
    format!(
        "select pool_id, place, cause_seq, date, account_id, amount, entry_sequence from value_entries \
         where organization_id = $1 and leg = 'stock' and cause_seq <= {seq}{} \
         union all \
         select pool_id, place, cause_seq, posting_date, own_account_id, own_amount, own_entry_sequence from pool_movements \
         where organization_id = $1 and own_amount is not null and cause_seq <= {seq}{}",
        on("date"),
        on("posting_date")
    )
}

fn behind(order: &str, after: Option<&[Cell]>, most: usize, asked: &mut Conditions) -> (String, String) {
    let behind = after.map_or_else(String::new, |after| {
        let places: Vec<String> = after.iter().map(|cell| asked.bind(cell.clone())).collect();
        format!(" where ({order}) > ({})", places.join(", "))
    });
    (behind, asked.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX))))
}
