//! Releases all reservations with one reference: an order is cancelled, and its goods are free for others.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Reply, Reservation, Row, RowWrite, Writes};
use crate::stock::reservations::keeping;
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Gives up the rest of every active reservation with a reference, in the warehouses in which the caller acts.
#[derive(Clone, Debug)]
pub struct ReleaseReservations {
    /// The reference, such as the number of an order, as it was given.
    pub reference: String,
    /// Only those of this source; `None` for any.
    pub source: Option<String>,
    /// Why, trimmed.
    pub reason: Option<String>,
}

impl Decide for ReleaseReservations {
    const PERMISSION: Permission = Permission::ReservationsManage;

    fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ReservationsByReference(self.reference.clone()));
        if let Ok(found) = book.reservations_by_reference(&self.reference) {
            keys.extend(found.flat_map(keeping::keys_of));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let reach = ctx.reach(book)?;
        let found = book.reservations_by_reference(&self.reference)?.filter(|row| {
            let is_of_source = self.source.as_ref().is_none_or(|source| *source == row.source);
            is_of_source && !row.is_over(ctx.now()) && reach.has(row.warehouse_id)
        });
        let found: Vec<Reservation> = found.cloned().collect();
        if found.len() > limits::RELEASED_TOGETHER {
            let message = format!(
                "{} reservations have this reference, and one request can release at most {}: release them one by one",
                found.len(),
                limits::RELEASED_TOGETHER
            );
            return Err(Rejection::new(Code::LimitReached, message).at("/reference").into());
        }
        require_all(book, found.iter().flat_map(keeping::keys_of).collect())?;
        let mut facts: Option<(i64, i64)> = None;
        let mut released = Vec::with_capacity(found.len());
        for before in found {
            let after = before.released(ctx, self.reason.clone());
            let id = after.id;
            released.push(RowWrite { table: Reservation::table(), cells: after.cells(), deleted: false });
            keeping::put(book, Some(&before), after)?;
            // Each has a fact of its own: whoever follows one reservation sees it.
            let recorded = book.record(ctx, FactKind::ReservationReleased, id);
            facts = match (facts, recorded.facts) {
                (Some((first, _)), Some((_, last))) => Some((first, last)),
                (known, None) => known,
                (None, own) => own,
            };
        }
        let reply = Reply::new(book.id, book.organization()?.version, Default::default());
        Ok(Reply { facts, writes: Some(Writes::from(released)), ..reply })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::movements::void::VoidMovement;
    use crate::rows::{FactRow, ReservationStatus};
    use crate::stock::goods::tests::{assert_books_follow, stage};
    use crate::stock::reservations::consuming::TakenReservations;
    use crate::stock::reservations::new::NewReservation;
    use crate::stock::reservations::tests::{assert_sums, find, issue, issue_of, new, receive, reserve};
    use crate::testing::Stage;
    use crate::value::Sought;

    fn order(number: &str, quantity: &str, source: &str) -> NewReservation {
        NewReservation { reference: Some(number.to_owned()), source: source.to_owned(), ..new("FIFO", quantity) }
    }

    fn release(reference: &str, source: Option<&str>) -> ReleaseReservations {
        let source = source.map(str::to_owned);
        ReleaseReservations { reference: reference.to_owned(), source, reason: Some("cancelled".to_owned()) }
    }

    fn statuses(stage: &Stage, ids: &[String]) -> Vec<ReservationStatus> {
        ids.iter().map(|id| find(stage, id).status).collect()
    }

    #[test]
    fn all_reservations_of_an_order_are_released_and_no_others() {
        let mut stage = stage();
        receive(&mut stage, "FIFO", "20");
        let orders = [("SO-1", "shop"), ("SO-1", "shop"), ("SO-2", "shop"), ("SO-1", "market")];
        let made = orders.map(|(number, source)| reserve(&mut stage, order(number, "2", source)).expect("reserved"));
        let reply = stage.run(release("SO-1", Some("shop"))).expect("released");
        let rows: Vec<Reservation> = reply.writes.as_ref().map(Writes::rows).unwrap_or_default();
        assert_eq!(rows.len(), 2);
        use ReservationStatus::{Active, Released};
        assert_eq!(statuses(&stage, &made), [Released, Released, Active, Active]);
        let facts = stage.rows::<FactRow>();
        let released = facts.iter().filter(|fact| fact.kind == "reservation.released");
        assert_eq!(released.count(), 2, "each has an event of its own");
        assert_sums(&stage);
        stage.run(release("SO-1", None)).expect("the rest");
        assert_eq!(statuses(&stage, &made), [Released, Released, Active, Released]);
        let nothing = stage.run(release("SO-1", None)).expect("nothing is left");
        assert_eq!(nothing.facts, None);
    }

    #[test]
    fn a_void_lets_the_reservations_go_where_the_order_is_cancelled() {
        let mut stage = stage();
        receive(&mut stage, "FIFO", "6");
        let whole = reserve(&mut stage, new("FIFO", "2")).expect("reserved");
        let part = reserve(&mut stage, new("FIFO", "4")).expect("reserved");
        let mut sale = issue_of(&whole, "FIFO", "2");
        sale.new
            .lines
            .extend([issue_of(&part, "FIFO", "1"), issue_of(&part, "FIFO", "1")].map(|one| one.new.lines[0].clone()));
        let sale = stage.run(sale).expect("sold").subject;
        let void = VoidMovement {
            movement: Sought::of(&sale),
            reason: "cancelled".to_owned(),
            reservations: TakenReservations::LetGo,
            if_match: None,
        };
        stage.run(void).expect("voided");
        assert_eq!(statuses(&stage, &[whole.clone(), part.clone()]), [ReservationStatus::Released; 2]);
        assert_eq!(find(&stage, &part).release_reason.as_deref(), Some("cancelled"));
        assert_sums(&stage);
        stage.run(issue("FIFO", "6")).expect("all of it is free for others");
        assert_books_follow(&stage);
    }
}
