//! Bodies of imports: the books' objections to readable rows are reported even if other rows cannot be read.

use domain::Code;
use domain::command::Command;
use domain::value::rejection::Violation;

use super::input::{Decode, MAX_VIOLATIONS, Pointer, decode};
use super::json::Node;
use super::problem::{Problem, ProblemCode};
use super::writing::Writing;

/// The list of an import.
pub struct Rows<T> {
    /// The member of the body that it is.
    pub list: &'static str,
    /// The command of a readable body.
    pub command: fn(T) -> Option<Command>,
    /// Whether a refusal of a row holds independently of unreadable rows.
    pub holds: fn(&Violation) -> bool,
}

impl Writing {
    /// The body of an import. If some rows cannot be read, the books' objections to the others are reported with them,
    /// so that everything can be corrected at once.
    ///
    /// # Errors
    /// 403, else 400.
    pub async fn import<T: Decode>(&self, rows: Rows<T>) -> Result<T, Problem> {
        match self.body().await {
            Ok(body) => Ok(body),
            Err(problem) => {
                let more = self.objections(&problem, &rows).await.unwrap_or_default();
                if more.is_empty() {
                    return Err(problem);
                }
                let all = problem.errors.iter().cloned().chain(more).take(MAX_VIOLATIONS);
                Err(Problem::validation(all.collect()))
            }
        }
    }

    /// The books' objections to the rows without faults of their own, at their places.
    async fn objections<T: Decode>(&self, problem: &Problem, rows: &Rows<T>) -> Option<Vec<Violation>> {
        if problem.code != ProblemCode::from(Code::ValidationFailed) || problem.errors.len() >= MAX_VIOLATIONS {
            return None;
        }
        let wrong: Option<Vec<usize>> = problem.errors.iter().map(|error| place(&error.pointer, rows.list)).collect();
        let (body, kept) = without(self.body.tree()?, rows.list, &wrong?)?;
        let command = (rows.command)(decode::<T>(&body, &Pointer::Body).ok()?)?;
        let refusal = self.refusal(command).await?;
        let told = refusal.errors.iter().filter(|error| (rows.holds)(error));
        Some(told.filter_map(|error| moved(error, rows.list, &kept)).collect())
    }
}

/// The row of the list in which a pointer points.
fn place(pointer: &str, list: &str) -> Option<usize> {
    let below = pointer.strip_prefix('/')?.strip_prefix(list)?.strip_prefix('/')?;
    below.split('/').next()?.parse().ok()
}

/// The body without these rows, and where those stood that are left; `None` where none is.
fn without(body: &Node, list: &str, wrong: &[usize]) -> Option<(Node, Vec<usize>)> {
    let Node::Object(members) = body else { return None };
    let (mut members, mut kept) = (members.clone(), Vec::new());
    let (_, rows) = members.iter_mut().find(|(name, _)| name == list)?;
    let Node::List(rows) = rows else { return None };
    let mut left = Vec::with_capacity(rows.len());
    for (index, row) in std::mem::take(rows).into_iter().enumerate().filter(|(index, _)| !wrong.contains(index)) {
        kept.push(index);
        left.push(row);
    }
    *rows = left;
    (!kept.is_empty()).then_some((Node::Object(members), kept))
}

/// An objection at the place where its row stands in the whole list.
fn moved(error: &Violation, list: &str, kept: &[usize]) -> Option<Violation> {
    let place = place(&error.pointer, list)?;
    let rest = error.pointer.strip_prefix(&format!("/{list}/{place}"))?;
    let pointer = format!("/{list}/{}{rest}", kept.get(place)?);
    Some(Violation { pointer, ..error.clone() })
}
