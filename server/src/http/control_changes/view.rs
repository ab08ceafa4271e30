//! A change of controls as it is answered.

use domain::rows::{ControlAction, ControlChange, ControlChangeStatus, ControlSubject};
use domain::value::id::{ControlChangeId, PrincipalId};
use domain::value::{Instant, TypedId};
use serde_json::Value;

use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{At, Id, Named, RawObject};

crate::output! {
    /// A change of a policy, of the separation of duties, of a role or of a membership.
    pub struct ControlChangeView {
        pub id: Id<ControlChangeId>,
        pub subject_type: Named<ControlSubject>,
        /// The id of the subject. A subject that is to be created has its id from the proposal on.
        pub subject_id: String,
        /// The name of a policy, a role or a member. All names are null in events and erased ones everywhere.
        pub subject_name: Option<String>,
        pub action: Named<ControlAction>,
        /// The subject before the change; null if it is created.
        pub before: Option<RawObject>,
        /// The subject after the change; null if it is deleted.
        pub after: Option<RawObject>,
        /// Whether it lets someone do more than before: without a second person, or without a right.
        pub loosens: bool,
        /// `made` is in effect.
        pub status: Named<ControlChangeStatus>,
        pub proposed_at: At,
        /// The person who proposed it, or made it alone.
        pub proposed_by: Id<PrincipalId>,
        pub proposed_by_name: Option<String>,
        /// When the time to approve it ends; null if it never waited.
        pub expires_at: Option<At>,
        pub decided_at: Option<At>,
        /// The person who approved, rejected or withdrew it; null if one person made it alone.
        pub decided_by: Option<Id<PrincipalId>>,
        pub decided_by_name: Option<String>,
        /// Why it was rejected.
        pub reason: Option<String>,
        /// When it took effect.
        pub made_at: Option<At>,
        pub version: i64,
    }
}

impl ControlChangeView {
    /// The view of a change at an instant.
    #[must_use]
    pub fn of(change: ControlChange, now: Instant) -> Self {
        let status = change.status_at(now);
        Self {
            id: Id(change.id),
            subject_type: Named(change.subject_type),
            subject_id: change.subject_id,
            subject_name: None,
            action: Named(change.action),
            before: change.before_state.map(RawObject),
            after: change.after_state.map(RawObject),
            loosens: change.loosens,
            status: Named(status),
            proposed_at: At(change.proposed_at),
            proposed_by: Id(change.proposed_by),
            proposed_by_name: None,
            expires_at: change.expires_at.map(At),
            decided_at: change.decided_at.map(At),
            decided_by: change.decided_by.map(Id),
            decided_by_name: None,
            reason: change.reason,
            made_at: change.made_at.map(At),
            version: change.version,
        }
    }
}

impl Naming for ControlChangeView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.people.extend([Some(self.proposed_by), self.decided_by].into_iter().flatten().map(|id| id.0));
        wanted.people.extend(self.member());
    }

    fn name(&mut self, names: &Names) {
        self.proposed_by_name = names.people.of(self.proposed_by).name;
        self.decided_by_name = names.people.maybe(self.decided_by).name;
        self.subject_name = match self.subject_type.0 {
            ControlSubject::Membership => names.people.maybe(self.member().map(Id)).name,
            ControlSubject::ApprovalPolicy | ControlSubject::Role => self.own_name(),
            ControlSubject::Organization => None,
        };
    }
}

impl ControlChangeView {
    /// Whose membership it changes.
    fn member(&self) -> Option<PrincipalId> {
        let is_member = self.subject_type.0 == ControlSubject::Membership;
        Some(&self.subject_id).filter(|_| is_member).and_then(|id| PrincipalId::parse(id))
    }

    /// The name that the subject has after the change, or had before it was deleted.
    fn own_name(&self) -> Option<String> {
        let state: Value = serde_json::from_str(&self.after.as_ref().or(self.before.as_ref())?.0).ok()?;
        state["name"].as_str().map(str::to_owned)
    }
}
