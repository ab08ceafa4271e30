//! The command that a proposed change of controls stands for.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::commands::approval_policies::create::CreateApprovalPolicy;
use crate::commands::approval_policies::delete::DeleteApprovalPolicy;
use crate::commands::approval_policies::update::UpdateApprovalPolicy;
use crate::commands::organization::update::UpdateOrganization;
use crate::controls::proposing::Consent;
use crate::controls::state::{amount, bad, flag, kind, perhaps, said};
use crate::rows::{ApprovalSubject, ControlAction, ControlChange, ControlChanges, ControlSubject, Reply};
use crate::value::permission::Permission;
use crate::value::{BadCell, IdOrCode, Json, Patch, Sought};

/// The changes that need two persons: of a policy or of settings.
pub(super) enum Intent {
    Create(CreateApprovalPolicy),
    Update(UpdateApprovalPolicy),
    Delete(DeleteApprovalPolicy),
    Settings(Box<UpdateOrganization>),
}

impl Intent {
    /// The intent of a change.
    pub(crate) fn of(change: &ControlChange) -> Result<Self, Stop> {
        read(change).map_err(|bad| Stop::unreadable("control_changes", change.id, &bad))
    }

    /// The permission that its proposer needs.
    pub(crate) fn permission(&self) -> Permission {
        match self {
            Self::Create(command) => command.permission(),
            Self::Update(command) => command.permission(),
            Self::Delete(command) => command.permission(),
            Self::Settings(command) => command.permission(),
        }
    }

    /// Makes the change.
    ///
    /// # Errors
    /// As the command itself.
    pub(crate) fn carry_out(&self, book: &mut Book, ctx: &Context, consent: Consent<'_>) -> Result<Reply, Stop> {
        match self {
            Self::Create(command) => command.carry_out(book, ctx, consent),
            Self::Update(command) => command.carry_out(book, ctx, consent),
            Self::Delete(command) => command.carry_out(book, ctx, consent),
            Self::Settings(command) => command.carry_out(book, ctx, consent),
        }
    }
}

fn read(change: &ControlChange) -> Result<Intent, BadCell> {
    let after = match &change.after_state {
        Some(text) => Json::parse(text).map_err(|_| bad())?,
        None => Json::Null,
    };
    Ok(match (change.subject_type, change.action) {
        (ControlSubject::ApprovalPolicy, ControlAction::Create) => Intent::Create(CreateApprovalPolicy {
            name: said(&after, "name")?,
            applies_to: ApprovalSubject::parse(&said(&after, "appliesTo")?).ok_or_else(bad)?,
            journal: perhaps(&after, "journalId")?.map(|id| IdOrCode::Id(Sought::of(&id))),
            movement_kind: kind(&after)?,
            min_amount: amount(&after)?,
            is_active: flag(&after, "isActive")?,
        }),
        (ControlSubject::ApprovalPolicy, ControlAction::Update) => Intent::Update(UpdateApprovalPolicy {
            policy: Sought::of(&change.subject_id),
            if_match: None,
            name: Some(said(&after, "name")?),
            journal: perhaps(&after, "journalId")?.map_or(Patch::Null, |id| Patch::Set(IdOrCode::Id(Sought::of(&id)))),
            movement_kind: kind(&after)?.map_or(Patch::Null, Patch::Set),
            min_amount: Some(amount(&after)?),
            is_active: Some(flag(&after, "isActive")?),
        }),
        (ControlSubject::ApprovalPolicy, ControlAction::Delete) => {
            Intent::Delete(DeleteApprovalPolicy { policy: Sought::of(&change.subject_id), if_match: None })
        }
        (ControlSubject::Organization, ControlAction::Update) => {
            let duties = after.get("separationOfDuties").ok_or_else(bad)?;
            Intent::Settings(Box::new(UpdateOrganization {
                approver_not_preparer: Some(flag(duties, "approverNotPreparer")?),
                voider_not_poster: Some(flag(duties, "voiderNotPoster")?),
                control_changes: Some(ControlChanges::parse(&said(&after, "controlChanges")?).ok_or_else(bad)?),
                ..UpdateOrganization::default()
            }))
        }
        _ => return Err(bad()),
    })
}
