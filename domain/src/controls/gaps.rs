//! Gaps: from when to when a control was off that had been on, found in the changes that were made.

use std::collections::{BTreeMap, BTreeSet};

use crate::controls::state;
use crate::rows::{ApprovalPolicy, ControlChange, ControlSubject};
use crate::value::id::ControlChangeId;
use crate::value::{BadCell, Currency, Instant};

/// A control that was off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// All that this policy asked for, and no other did.
    Policy(Box<ApprovalPolicy>),
    /// Who prepared an entry could approve it.
    ApproverNotPreparer,
    /// Who posted an entry could void it.
    VoiderNotPoster,
    /// One person could change controls.
    SecondPerson,
}

/// The time in which it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    pub missing: Missing,
    pub from: Instant,
    /// `None` where it is off still.
    pub until: Option<Instant>,
}

/// The gaps that each of the wanted changes made. `changes` are all that were made to policies and duties, in their order, in
/// books of this currency.
pub fn gaps(
    changes: &[ControlChange],
    wanted: &BTreeSet<ControlChangeId>,
    base: Currency,
) -> Result<BTreeMap<ControlChangeId, Vec<Gap>>, BadCell> {
    let mut policies: BTreeMap<&str, ApprovalPolicy> = BTreeMap::new();
    let mut found: Vec<(ControlChangeId, Gap)> = Vec::new();
    for change in changes {
        let Some(at) = change.made_at else { continue };
        let new = match change.subject_type {
            ControlSubject::ApprovalPolicy => {
                let before = state::policy(change, change.before_state.as_deref(), base)?;
                match state::policy(change, change.after_state.as_deref(), base)? {
                    Some(after) => {
                        close(&mut found, at, |missing| matches!(missing, Missing::Policy(was) if after.covers(was)));
                        policies.insert(&change.subject_id, after);
                    }
                    None => drop(policies.remove(change.subject_id.as_str())),
                }
                let lost = before.filter(|was| !policies.values().any(|policy| policy.covers(was)));
                lost.map(|was| Missing::Policy(Box::new(was))).into_iter().collect()
            }
            ControlSubject::Organization => {
                let before = state::duties(change.before_state.as_deref())?;
                let after = state::duties(change.after_state.as_deref())?;
                let mut lost = Vec::new();
                for (missing, was, is) in [
                    (Missing::ApproverNotPreparer, before.0, after.0),
                    (Missing::VoiderNotPoster, before.1, after.1),
                    (Missing::SecondPerson, before.2, after.2),
                ] {
                    if is && !was {
                        close(&mut found, at, |one| *one == missing);
                    }
                    lost.extend((was && !is).then_some(missing));
                }
                lost
            }
            ControlSubject::Role | ControlSubject::Membership => Vec::new(),
        };
        if wanted.contains(&change.id) {
            found.extend(new.into_iter().map(|missing| (change.id, Gap { missing, from: at, until: None })));
        }
    }
    let mut by_change: BTreeMap<ControlChangeId, Vec<Gap>> = BTreeMap::new();
    for (id, gap) in found {
        by_change.entry(id).or_default().push(gap);
    }
    Ok(by_change)
}

/// Closes the gaps of controls that are in force again.
fn close(found: &mut [(ControlChangeId, Gap)], at: Instant, is_back: impl Fn(&Missing) -> bool) {
    for (_, gap) in found.iter_mut().filter(|(_, gap)| gap.until.is_none() && is_back(&gap.missing)) {
        gap.until = Some(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::approval_policies::create::tests::policy;
    use crate::commands::approval_policies::delete::DeleteApprovalPolicy;
    use crate::commands::approval_policies::update::UpdateApprovalPolicy;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::testing::Stage;
    use crate::value::{Decimal, Sought};

    /// The gaps of all changes: the control that was off, and whether it is back.
    fn found(stage: &Stage) -> Vec<(Missing, bool)> {
        let changes = stage.rows::<ControlChange>();
        let wanted = changes.iter().map(|change| change.id).collect();
        let gaps = gaps(&changes, &wanted, Currency::parse("GBP").expect("currency")).expect("read");
        gaps.into_values().flatten().map(|gap| (gap.missing, gap.until.is_some_and(|until| until > gap.from))).collect()
    }

    fn is_policy(missing: &Missing, amount: i64) -> bool {
        matches!(missing, Missing::Policy(was) if was.min_amount == amount)
    }

    #[test]
    fn a_policy_is_off_until_it_or_one_that_asks_for_as_much_is_in_force() {
        let mut stage = Stage::new();
        let id = stage.run(policy("all", "10")).expect("made").subject;
        let update = || UpdateApprovalPolicy { policy: Sought::of(&id), ..UpdateApprovalPolicy::default() };
        stage.run(UpdateApprovalPolicy { is_active: Some(false), ..update() }).expect("off");
        assert!(matches!(&found(&stage)[..], [(missing, false)] if is_policy(missing, 1_000)));
        stage.run(UpdateApprovalPolicy { is_active: Some(true), ..update() }).expect("on");
        assert!(matches!(&found(&stage)[..], [(_, true)]));
        let less = Decimal::parse("20").ok();
        stage.run(UpdateApprovalPolicy { min_amount: less, ..update() }).expect("less");
        stage.run(DeleteApprovalPolicy { policy: Sought::of(&id), if_match: None }).expect("deleted");
        let again = stage.run(policy("again", "15")).expect("made anew").subject;
        assert!(
            matches!(&found(&stage)[..], [(_, true), (was, false), (lower, true)] if is_policy(was, 1_000) && is_policy(lower, 2_000))
        );
        stage.run(policy("zero", "0")).expect("asks for more");
        stage.run(DeleteApprovalPolicy { policy: Sought::of(&again), if_match: None }).expect("the other asks for it");
        assert!(found(&stage).iter().all(|(_, is_back)| *is_back), "{:?}", found(&stage));
        assert_eq!(found(&stage).len(), 3);
    }

    #[test]
    fn duties_are_off_each_for_itself() {
        let mut stage = Stage::new();
        let mut set = |approver: bool, voider: bool| {
            let change = UpdateOrganization {
                approver_not_preparer: Some(approver),
                voider_not_poster: Some(voider),
                ..UpdateOrganization::default()
            };
            stage.run(change).expect("set");
            found(&stage)
        };
        assert_eq!(set(true, true), []);
        assert_eq!(set(false, false), [(Missing::ApproverNotPreparer, false), (Missing::VoiderNotPoster, false)]);
        assert_eq!(set(true, false), [(Missing::ApproverNotPreparer, true), (Missing::VoiderNotPoster, false)]);
    }
}
