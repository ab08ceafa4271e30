//! Separation of duties: who prepared an entry or a movement of goods, and who may therefore not approve or void it.
//!
//! A person counts as one with every service account that they created, answer for, ever answered for or took a secret
//! of.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Entry, Membership, PrincipalKind, entries};
use crate::value::TypedId;
use crate::value::id::PrincipalId;
use crate::value::rejection::{Code, Rejection};

/// A document that is approved, as far as duties look at it.
#[derive(Debug)]
pub(crate) struct Prepared<'a> {
    /// All who created, edited or submitted it, as it is stored.
    pub prepared_by: &'a str,
    /// Who was behind the service accounts among them then.
    pub key_owners: &'a str,
    pub created_by: PrincipalId,
    pub submitted_by: Option<PrincipalId>,
    /// Where it is, below `/api/v1`.
    pub path: String,
}

impl Entry {
    /// The entry as duties look at it.
    pub(crate) fn prepared(&self) -> Prepared<'_> {
        Prepared {
            prepared_by: &self.prepared_by,
            key_owners: &self.key_owners,
            created_by: self.created_by,
            submitted_by: self.submitted_by,
            path: entries::path(self),
        }
    }
}

/// Notes that the actor created, edited or submitted the entry.
pub(crate) fn note_preparer(book: &Book, ctx: &Context, entry: &mut Entry) -> Result<(), Stop> {
    note(book, ctx, &mut entry.prepared_by, &mut entry.key_owners)
}

/// Notes the actor in the stored lists of the people who prepared a document, and of those who answer for their service
/// accounts.
pub(crate) fn note(book: &Book, ctx: &Context, prepared_by: &mut String, key_owners: &mut String) -> Result<(), Stop> {
    let actor = ctx.actor.principal;
    add(prepared_by, actor);
    for person in persons_behind(book, actor)? {
        if person != actor {
            add(key_owners, person);
        }
    }
    Ok(())
}

/// The entry without the traces of preparation and approval: the basis of its mirror or reversal.
pub(crate) fn without_approval(entry: Entry) -> Entry {
    Entry {
        prepared_by: String::new(),
        key_owners: String::new(),
        submitted_at: None,
        submitted_by: None,
        approved_at: None,
        approved_by: None,
        rejected_at: None,
        rejected_by: None,
        rejection_reason: None,
        ..entry
    }
}

/// The principals that `require_other_approver` and `require_preparer` look up.
pub(crate) fn hint_preparers(document: &Prepared<'_>, keys: &mut Vec<Key>) {
    keys.extend(preparers(document).map(Key::Membership));
}

/// Requires that the actor is a person: a service account never approves, whatever its roles.
pub(crate) fn require_person(ctx: &Context) -> Result<(), Stop> {
    match ctx.actor.kind {
        PrincipalKind::User | PrincipalKind::Foreign => Ok(()),
        PrincipalKind::ServiceAccount | PrincipalKind::System => {
            let message = "only a person can approve, not a service account: ask someone to sign in and review it";
            Err(Rejection::new(Code::PersonRequired, message).with("kind", ctx.actor.kind.name()).into())
        }
    }
}

/// Refuses an approver who prepared the document through a service account of their own, or in person where the
/// organization forbids that.
pub(crate) fn require_other_approver(book: &Book, ctx: &Context, document: &Prepared<'_>) -> Result<(), Stop> {
    let approver = ctx.actor.principal;
    let mut by_key = listed(document.key_owners).any(|owner| owner == approver);
    for preparer in preparers(document).filter(|preparer| *preparer != approver) {
        by_key |= persons_behind(book, preparer)?.contains(&approver);
    }
    let by_hand =
        book.organization()?.approver_not_preparer && preparers(document).any(|preparer| preparer == approver);
    let (rule, message) = match (by_key, by_hand) {
        (true, _) => ("ownServiceAccount", "your service account prepared it: another person must approve it"),
        (_, true) => ("approverNotPreparer", "you prepared it: the organization requires another person to approve it"),
        _ => return Ok(()),
    };
    let all: Vec<String> = preparers(document).map(|preparer| preparer.to_string()).collect();
    Err(Rejection::new(Code::SeparationOfDuties, message)
        .with("rule", rule)
        .with("preparedBy", all)
        .offer("withdraw", "Make it a draft again", "POST", format!("{}/withdraw", document.path))
        .into())
}

/// Where the organization forbids it, nobody voids an entry that they posted. This also covers replacing an entry.
pub(crate) fn require_other_voider(book: &Book, ctx: &Context, entry: &Entry) -> Result<(), Stop> {
    let what = format!("entry {}", entry.number.as_deref().unwrap_or_default());
    for poster in posters(entry) {
        require_other_than(book, ctx, Some(poster), &what)?;
    }
    Ok(())
}

/// The principals responsible for the posting of an entry. If a template or a schedule posts it, in the same commit in
/// which it is made, those are the authors of the template.
fn posters(entry: &Entry) -> impl Iterator<Item = PrincipalId> + use<> {
    let posted_as_made = entry.posted_at == Some(entry.created_at);
    let prepared = if posted_as_made { listed(&entry.prepared_by).collect() } else { Vec::new() };
    entry.posted_by.into_iter().chain(prepared)
}

/// Where the organization forbids it, who voids a document did not post it.
pub(crate) fn require_other_than(
    book: &Book,
    ctx: &Context,
    poster: Option<PrincipalId>,
    what: &str,
) -> Result<(), Stop> {
    if !book.organization()?.voider_not_poster {
        return Ok(());
    }
    let Some(poster) = poster else { return Ok(()) };
    let voiders = persons_behind(book, ctx.actor.principal)?;
    if !persons_behind(book, poster)?.iter().any(|person| voiders.contains(person)) {
        return Ok(());
    }
    let message =
        format!("you or your service account posted {what}: the organization requires another person to void it");
    Err(Rejection::new(Code::SeparationOfDuties, message)
        .with("rule", "voiderNotPoster")
        .with("postedBy", poster.to_string())
        .into())
}

/// The principals that `require_other_voider` looks up.
pub(crate) fn hint_voider(book: &Book, entry: &Entry, keys: &mut Vec<Key>) {
    for poster in posters(entry) {
        hint_other_than(book, Some(poster), keys);
    }
}

/// The principals that `require_other_than` looks up.
pub(crate) fn hint_other_than(book: &Book, poster: Option<PrincipalId>, keys: &mut Vec<Key>) {
    if book.organization().is_ok_and(|own| own.voider_not_poster) {
        keys.extend(poster.map(Key::Membership));
    }
}

/// Requires that the actor, or a service account of theirs, prepared the document.
pub(crate) fn require_preparer(book: &Book, ctx: &Context, document: &Prepared<'_>) -> Result<(), Stop> {
    let person = person_behind(book, ctx.actor.principal)?;
    for preparer in preparers(document) {
        if person_behind(book, preparer)? == person {
            return Ok(());
        }
    }
    let message = "only the person who prepared it can withdraw it: edit it, which ends its submission, or ask an \
         approver to reject it";
    let all: Vec<String> = preparers(document).map(|preparer| preparer.to_string()).collect();
    Err(Rejection::new(Code::Forbidden, message)
        .with("preparedBy", all)
        .offer("reject", "Reject it with a reason", "POST", format!("{}/reject", document.path))
        .with_reason("To be prepared anew")
        .into())
}

/// Everybody who prepared the document; its creator and its submitter always did.
fn preparers(document: &Prepared<'_>) -> impl Iterator<Item = PrincipalId> + use<> {
    let noted: Vec<PrincipalId> = listed(document.prepared_by).collect();
    let creator = Some(document.created_by).filter(|creator| !noted.contains(creator));
    let other = |submitter: &PrincipalId| !noted.contains(submitter) && Some(*submitter) != creator;
    let submitter = document.submitted_by.filter(other);
    noted.into_iter().chain(creator).chain(submitter)
}

/// Everybody who may have acted as a service account, or answers for it; for a person, only themselves.
pub(crate) fn persons_behind(book: &Book, principal: PrincipalId) -> Result<Vec<PrincipalId>, Stop> {
    let account = book.membership(principal)?.filter(|membership| membership.kind == PrincipalKind::ServiceAccount);
    let Some(account) = account else { return Ok(vec![principal]) };
    let persons: Vec<PrincipalId> = listed(&account.held_by).collect();
    // One that the service itself made has nobody behind it until somebody takes a secret.
    Ok(if persons.is_empty() { vec![principal] } else { persons })
}

/// The person who answers for a service account; for a person, themselves.
fn person_behind(book: &Book, principal: PrincipalId) -> Result<PrincipalId, Stop> {
    Ok(book.membership(principal)?.and_then(|membership| membership.owner_id).unwrap_or(principal))
}

/// The ids of a stored list.
pub(crate) fn listed(ids: &str) -> impl Iterator<Item = PrincipalId> {
    ids.split_whitespace().filter_map(PrincipalId::parse)
}

/// Adds an id to a stored list that lacks it.
pub(crate) fn add(ids: &mut String, id: PrincipalId) {
    if listed(ids).all(|other| other != id) {
        if !ids.is_empty() {
            ids.push(' ');
        }
        ids.push_str(&id.to_string());
    }
}

/// Adds the persons behind the actor to those who had a secret of the account.
pub(crate) fn note_holders(book: &Book, ctx: &Context, account: &mut Membership) -> Result<(), Stop> {
    if ctx.actor.kind != PrincipalKind::System {
        for person in persons_behind(book, ctx.actor.principal)? {
            add(&mut account.held_by, person);
        }
    }
    Ok(())
}
