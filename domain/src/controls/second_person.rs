//! The second person of a change of controls: somebody who is independent of the first.

use crate::access::duties;
use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::rows::ControlChange;
use crate::value::TypedId;
use crate::value::id::{PrincipalId, RoleId};
use crate::value::rejection::{Code, Rejection};

/// The approver is somebody else than the proposer and the people behind them, and neither gave the other any rights
/// since changes take two: a person who invents a second person is still one.
pub(crate) fn require(book: &Book, ctx: &Context, change: &ControlChange) -> Result<(), Stop> {
    let approver = ctx.actor.principal;
    let mut hands: Vec<PrincipalId> = duties::listed(&change.key_owners).collect();
    hands.push(change.proposed_by);
    hands.extend(duties::persons_behind(book, change.proposed_by)?);
    let (rule, message) = if approver == change.proposed_by {
        ("proposerNotApprover", "you proposed it: another person must approve it")
    } else if hands.contains(&approver) {
        ("ownServiceAccount", "your service account proposed it: another person must approve it")
    } else if gave(book, &hands, approver)?
        || hands.iter().try_fold(false, |any, hand| Ok::<_, Stop>(any || gave(book, &[approver], *hand)?))?
    {
        (
            "rightsGiven",
            "you and the proposer are not independent: one of you has given the other rights since changes take two \
             people; a third person must approve it, or the operator lifts the rule with `countinghouse organization \
             control-changes --alone NAME`",
        )
    } else {
        return Ok(());
    };
    Err(Rejection::new(Code::SeparationOfDuties, message)
        .with("rule", rule)
        .with("proposedBy", change.proposed_by.to_string())
        .offer("withdraw", "Withdraw the proposal", "POST", format!("{}/withdraw", change.path()))
        .into())
}

/// Whether one of these gave somebody rights, by a place or by a role that they hold, since it takes two persons.
fn gave(book: &Book, givers: &[PrincipalId], receiver: PrincipalId) -> Result<bool, Stop> {
    let Some(since) = book.organization()?.second_person_since else { return Ok(false) };
    let mut subjects = vec![receiver.to_string()];
    if let Some(membership) = book.membership(receiver)? {
        let custom = membership.roles.split_whitespace().filter(|role| RoleId::parse(role).is_some());
        subjects.extend(custom.map(str::to_owned));
    }
    for subject in subjects {
        let mut given = book.loosenings_of(&subject)?;
        if given.any(|one| givers.contains(&one.proposed_by) && one.made_at.is_some_and(|at| at > since)) {
            return Ok(true);
        }
    }
    Ok(false)
}
