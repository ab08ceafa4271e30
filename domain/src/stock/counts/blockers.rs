//! What stands in the way of posting a count, before anybody tries: the decision of posting is taken as it will be, and
//! taken back.
//!
//! A refusal names some lines, or the count as a whole. Lines that are refused are noted and left out, and the rest is
//! decided again, until nothing is refused any more.

use std::collections::BTreeSet;

use crate::book::Book;
use crate::book::Key;
use crate::book::context::{Actor, Context, IdSource};
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::rows::{Count, CountLine};
use crate::stock::counts::posting::{differing, post};
use crate::value::id::CountId;
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Instant, limits};

/// A reason for which a count would not be posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocker {
    /// The line that is refused; `None` is the count as a whole.
    pub line_number: Option<i64>,
    /// The code of the refusal.
    pub code: &'static str,
    /// What is wrong, and what to do.
    pub detail: String,
}

/// All that stands in the way, as far as it was looked for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Blockers {
    /// By line; the count as a whole first.
    pub found: Vec<Blocker>,
    /// Whether nothing else would be refused.
    pub is_complete: bool,
}

/// What stands in the way of posting a count now, if this actor posts it. The book is left as it was.
///
/// # Errors
/// `Missing` where something is not loaded.
pub fn of_count(book: &mut Book, actor: &Actor, clock: Instant, count: CountId) -> Result<Blockers, Stop> {
    let at = Instant(clock.0.max(book.head().at.0.saturating_add(1)));
    let (actor, request_id) = (actor.clone(), String::new());
    let ctx = Context { at, clock, actor, request_id, ids: IdSource::new(at, 0) };
    require_all(book, vec![Key::Count(count), Key::CountLines(count)])?;
    let count = book.stock_count(count)?.ok_or_else(Rejection::not_found)?.clone();
    let lines = differing(book, count.id)?;
    book.savepoint();
    let blockers = Search { count, lines, is_of_today: false, blockers: Blockers::default() }.run(book, &ctx);
    book.rollback();
    blockers
}

/// A count on its way to being posted without what is refused of it.
struct Search {
    count: Count,
    /// The lines that nothing was refused of yet.
    lines: Vec<CountLine>,
    /// Whether the day was refused, and the rest is decided as of now.
    is_of_today: bool,
    blockers: Blockers,
}

impl Search {
    fn run(mut self, book: &mut Book, ctx: &Context) -> Result<Blockers, Stop> {
        for _ in 0..limits::BLOCKER_ROUNDS {
            let tried = post(book, ctx, self.count.clone(), self.lines.clone());
            book.rollback();
            let goes_on = match tried {
                Ok(_) => {
                    self.blockers.is_complete = !self.is_of_today;
                    false
                }
                Err(Stop::Rejected(rejection)) => self.note(ctx, &rejection),
                Err(stop) => return Err(stop),
            };
            if !goes_on || self.blockers.found.len() >= limits::BLOCKERS_TOLD {
                break;
            }
        }
        if self.blockers.found.len() > limits::BLOCKERS_TOLD {
            self.blockers.is_complete = false;
            self.blockers.found.truncate(limits::BLOCKERS_TOLD);
        }
        self.blockers.found.sort_by_key(|blocker| blocker.line_number);
        Ok(self.blockers)
    }

    /// Notes a refusal; whether there is something left to decide without what it names.
    fn note(&mut self, ctx: &Context, rejection: &Rejection) -> bool {
        let mut refused: BTreeSet<i64> = BTreeSet::new();
        for error in &rejection.errors {
            if let Some(line) = index(&error.pointer).and_then(|index| self.lines.get(index)) {
                let number = line.line_number;
                refused.insert(number);
                self.add(Some(number), error.code, &error.message);
            }
        }
        if refused.is_empty() {
            refused = self.lines_of_item(rejection);
            for number in &refused {
                self.add(Some(*number), rejection.code.name(), &rejection.detail);
            }
        }
        if refused.is_empty() && self.is_of_today {
            // What is wrong with today says nothing of the count's own day.
            return false;
        }
        if refused.is_empty() {
            self.add(None, rejection.code.name(), &rejection.detail);
            return self.goes_on_today(ctx, rejection.code);
        }
        self.lines.retain(|line| !refused.contains(&line.line_number));
        true
    }

    /// The lines of the item that a refusal is about without naming a line.
    fn lines_of_item(&self, rejection: &Rejection) -> BTreeSet<i64> {
        let about = rejection.context.iter().find(|(name, _)| *name == "itemId");
        let Some((_, Value::Text(about))) = about else { return BTreeSet::new() };
        let own = self.lines.iter().filter(|line| line.item_id.to_string() == *about);
        own.map(|line| line.line_number).collect()
    }

    /// Where only the day is refused, lines are decided as of now: they may be refused beside it.
    fn goes_on_today(&mut self, ctx: &Context, code: Code) -> bool {
        let is_of_day = matches!(code, Code::NoPeriod | Code::PeriodClosed | Code::PeriodSoftClosed);
        self.is_of_today = true;
        self.count.snapshot_at = ctx.now();
        is_of_day
    }

    fn add(&mut self, line_number: Option<i64>, code: &'static str, detail: &str) {
        self.blockers.found.push(Blocker { line_number, code, detail: detail.to_owned() });
    }
}

/// The place among the lines that a pointer names.
fn index(pointer: &str) -> Option<usize> {
    pointer.strip_prefix("/lines/")?.split('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::counts::post::PostCount;
    use crate::commands::counts::record::RecordCount;
    use crate::commands::reservations::create::CreateReservation;
    use crate::rows::PrincipalKind;
    use crate::stock::counts::new::{Found, NewCount};
    use crate::stock::counts::tests::{found, new, opened, stocked, stored, submit};
    use crate::stock::goods::document::new::When;
    use crate::stock::goods::tests::line;
    use crate::stock::reservations::tests::new as promise;
    use crate::testing::{ADMIN, Stage};
    use crate::value::{IdOrCode, Sought};

    /// What stands in the way of a count if an administrator posts it: line, code; and whether that is all.
    fn blockers(stage: &Stage, count: &str) -> (Vec<(Option<i64>, &'static str)>, bool) {
        let admin = Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope: None };
        let count = stored(stage, count);
        let clock = Instant(count.updated_at.0 + 1_000_000);
        let head = stage.rows::<crate::rows::Head>().pop();
        let mut book = Book::new(stage.model.organization, head);
        loop {
            let keys = match of_count(&mut book, &admin, clock, count.id) {
                Ok(blockers) => {
                    assert_eq!(book.changes().tables, [], "nothing is written");
                    let told = blockers.found.iter().map(|one| (one.line_number, one.code));
                    return (told.collect(), blockers.is_complete);
                }
                Err(Stop::Missing(key)) => vec![key],
                Err(Stop::MissingAll(keys)) => keys,
                Err(other) => panic!("{other:?}"),
            };
            for key in keys {
                book.fill(&key, &stage.model.load(&key.query())).expect("rows");
            }
        }
    }

    fn submitted(stage: &mut Stage, new: NewCount, lines: Vec<Found>) -> String {
        let count = opened(stage, new);
        stage.run(RecordCount { count: Sought::of(&count), lines, if_match: None }).expect("recorded");
        stage.run(submit(&count, true)).expect("submitted");
        count
    }

    fn in_shop() -> NewCount {
        NewCount { warehouse: Some(IdOrCode::Code("SHOP".to_owned())), ..new() }
    }

    #[test]
    fn each_line_is_told_that_would_be_refused_and_none_of_the_others() {
        let mut stage = stocked();
        let with_cost = Found { goods: line("AVG", "2", Some("4.00")), ..found("AVG", "2") };
        // The shop never had such goods: nothing says what those cost that were found.
        let lines = vec![found("FIFO", "3"), with_cost, found("STD", "1")];
        let count = submitted(&mut stage, in_shop(), lines);
        assert_eq!(blockers(&stage, &count), (vec![(Some(1), "cost_required")], true));
    }

    #[test]
    fn what_is_reserved_stands_in_nobodys_way() {
        let mut stage = stocked();
        stage.run(CreateReservation { new: promise("FIFO", "90") }).expect("reserved");
        let count = submitted(&mut stage, new(), vec![found("FIFO", "5"), found("AVG", "10")]);
        assert_eq!(blockers(&stage, &count), (vec![], true));
    }

    #[test]
    fn where_the_day_is_refused_the_lines_are_looked_at_all_the_same() {
        let mut stage = stocked();
        let long_ago = When::On(jiff::civil::date(2009, 12, 31));
        let then = NewCount { occurred_at: Some(long_ago), ..in_shop() };
        let count = submitted(&mut stage, then, vec![found("FIFO", "3")]);
        assert_eq!(blockers(&stage, &count), (vec![(None, "no_period"), (Some(1), "cost_required")], false));
    }

    #[test]
    fn what_is_told_is_what_posting_says() {
        let mut stage = stocked();
        stage
            .run(crate::stock::goods::tests::movement(
                crate::value::movement_kind::MovementKind::Issue,
                20,
                vec![line("FIFO", "98", None)],
            ))
            .expect("sold");
        let then = NewCount { occurred_at: Some(When::On(jiff::civil::date(2010, 1, 12))), ..new() };
        let count = submitted(&mut stage, then, vec![found("FIFO", "96"), found("AVG", "9")]);
        let (told, is_complete) = blockers(&stage, &count);
        let [(Some(_), code)] = told[..] else { panic!("{told:?}") };
        assert!(is_complete);
        let approve = crate::commands::counts::approve::ApproveCount { count: Sought::of(&count), if_match: None };
        stage.run(approve).expect("approved");
        let refused = stage.run(PostCount { count: Sought::of(&count), if_match: None }).expect_err("sold since");
        assert_eq!(refused.code.name(), code);
    }
}
