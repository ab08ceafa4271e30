//! What waits for a caller, gathered from everything that can wait, as far as they may read it.

use domain::Rejection;
use domain::book::reach::Reach;
use domain::book::stop::Stop;
use domain::rows::{
    ControlChange, Count, CountStatus, Entry, EntryStatus, MovementStatus, Organization, StockMovement,
};
use domain::value::id::PrincipalId;
use domain::value::permission::{Permission, PermissionSet};
use domain::value::rejection::Value;
use domain::value::{Cell, CellValue, Date, Decimal, Instant};
use domain::waiting::{self, Waiting};
use store::Snapshot;
use store::read::{auto_reversals, movement_lists, waiting as stored};

use super::{InboxItem, InboxKind, InboxSubject, costs};
use crate::commit;
use crate::http::caller::{Caller, asked};
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::today;

/// Rows of one kind that are looked at.
const MOST: usize = 500;

/// Everything, in no order, and whether some of it was left out.
pub struct Gathered {
    pub items: Vec<InboxItem>,
    pub is_cut: bool,
}

/// Gathers it.
pub async fn gathered(
    snapshot: &mut Snapshot,
    caller: &Caller,
    rights: PermissionSet,
    settings: &Organization,
) -> Result<Gathered, Problem> {
    let reach = caller.reach(snapshot).await?;
    let mut gathering = Gathering { caller, rights, now: commit::now(), items: Vec::new(), is_cut: false };
    gathering.entries(snapshot).await?;
    gathering.reversals(snapshot, today::on(gathering.now, &settings.timezone)).await?;
    gathering.movements(snapshot, &reach).await?;
    gathering.costs(snapshot, &reach).await?;
    gathering.counts(snapshot, &reach).await?;
    gathering.control_changes(snapshot).await?;
    Ok(Gathered { items: gathering.items, is_cut: gathering.is_cut })
}

struct Gathering<'a> {
    caller: &'a Caller,
    rights: PermissionSet,
    now: Instant,
    items: Vec<InboxItem>,
    is_cut: bool,
}

/// What stands between a caller and an approval, and whether it is their own work.
type Standing = (Option<Rejection>, bool);

impl Gathering<'_> {
    fn own(&self) -> PrincipalId {
        self.caller.actor.principal
    }

    fn cut<R>(&mut self, rows: &[R]) {
        self.is_cut |= rows.len() >= MOST;
    }

    async fn standings(&self, snapshot: &mut Snapshot, all: &[Waiting<'_>]) -> Result<Vec<Standing>, Problem> {
        let (actor, now) = (&self.caller.actor, self.now);
        asked(snapshot, self.caller.organization, |book| {
            let standing = |one: &Waiting<'_>| -> Result<Standing, Stop> {
                Ok((waiting::held(book, actor, now, *one)?, waiting::is_own(book, actor, now, *one)?))
            };
            all.iter().map(standing).collect()
        })
        .await
    }

    /// Entries that were submitted, and the caller's drafts.
    async fn entries(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        let (organization, own) = (self.caller.organization, self.own());
        if !self.rights.has(Permission::JournalEntriesRead) {
            return Ok(());
        }
        let approves = self.rights.has(Permission::JournalEntriesApprove);
        let of = (!approves).then_some(own);
        let pending = stored::entries(snapshot, organization, EntryStatus::PendingApproval, of, MOST).await?;
        let drafts = stored::entries(snapshot, organization, EntryStatus::Draft, Some(own), MOST).await?;
        self.cut(&pending);
        self.cut(&drafts);
        let standings = self.standings(snapshot, &pending.iter().map(Waiting::Entry).collect::<Vec<_>>()).await?;
        for (entry, standing) in pending.iter().zip(standings) {
            let at = entry.submitted_at.unwrap_or(entry.updated_at);
            let item = of_entry(entry, at, entry.submitted_by.unwrap_or(entry.created_by));
            self.submitted(item, standing, Permission::JournalEntriesApprove, Permission::JournalEntriesDraft);
        }
        for entry in &drafts {
            let item = of_entry(entry, entry.updated_at, entry.rejected_by.unwrap_or(entry.updated_by));
            let reason = entry.rejection_reason.clone();
            self.draft(item, reason, Permission::JournalEntriesDraft, Permission::JournalEntriesPost);
        }
        Ok(())
    }

    /// Reversals that were scheduled and could not be posted.
    async fn reversals(&mut self, snapshot: &mut Snapshot, today: Date) -> Result<(), Problem> {
        if !self.rights.has(Permission::JournalEntriesRead) || !self.rights.has(Permission::JournalEntriesReverse) {
            return Ok(());
        }
        let due = auto_reversals::due(snapshot, self.caller.organization, today, MOST).await?;
        self.cut(&due);
        self.items.extend(due.iter().map(|entry| InboxItem {
            kind: Named(InboxKind::Reversal),
            date: entry.auto_reverse_on.map(Day),
            allowed: vec!["reverse".to_owned()],
            ..of_entry(entry, entry.posted_at.unwrap_or(entry.updated_at), entry.created_by)
        }));
        Ok(())
    }

    /// Movements that were submitted, and the caller's drafts.
    async fn movements(&mut self, snapshot: &mut Snapshot, reach: &Reach) -> Result<(), Problem> {
        if !self.rights.has(Permission::MovementsRead) {
            return Ok(());
        }
        let own = self.own();
        let of = (!self.rights.has(Permission::MovementsApprove)).then_some(own);
        let pending = self.unposted(snapshot, reach, MovementStatus::PendingApproval, of).await?;
        let drafts = self.unposted(snapshot, reach, MovementStatus::Draft, Some(own)).await?;
        let standings = self.standings(snapshot, &pending.iter().map(Waiting::Movement).collect::<Vec<_>>()).await?;
        for (movement, standing) in pending.iter().zip(standings) {
            let at = movement.submitted_at.unwrap_or(movement.updated_at);
            let item = of_movement(movement, at, movement.submitted_by.unwrap_or(movement.created_by));
            self.submitted(item, standing, Permission::MovementsApprove, Permission::MovementsDraft);
        }
        for movement in &drafts {
            let by = movement.rejected_by.unwrap_or(movement.updated_by);
            let item = of_movement(movement, movement.updated_at, by);
            let reason = movement.rejection_reason.clone();
            self.draft(item, reason, Permission::MovementsDraft, Permission::MovementsPost);
        }
        Ok(())
    }

    /// Receipts that wait for their costs. One that is here for another reason is here once.
    async fn costs(&mut self, snapshot: &mut Snapshot, reach: &Reach) -> Result<(), Problem> {
        if !self.rights.has(Permission::MovementsRead) || !self.rights.has(Permission::MovementsCost) {
            return Ok(());
        }
        let worthless = costs::worthless(snapshot, self.caller.organization).await?;
        for status in [MovementStatus::Draft, MovementStatus::PendingApproval] {
            let query = costs::receipts(self.caller.organization, status);
            let found = movement_lists::newest(snapshot, query, reach, MOST).await?;
            self.cut(&found);
            for receipt in &found {
                if costs::wants_costs(receipt, &worthless)? {
                    self.cost(receipt);
                }
            }
        }
        Ok(())
    }

    fn cost(&mut self, receipt: &StockMovement) {
        let subject = receipt.id.to_string();
        let allowed = "cost".to_owned();
        match self.items.iter_mut().find(|item| item.subject == subject) {
            Some(item) => item.allowed.push(allowed),
            None => self.items.push(InboxItem {
                kind: Named(InboxKind::Cost),
                allowed: vec![allowed],
                ..of_movement(receipt, receipt.updated_at, receipt.updated_by)
            }),
        }
    }

    async fn unposted(
        &mut self,
        snapshot: &mut Snapshot,
        reach: &Reach,
        status: MovementStatus,
        of: Option<PrincipalId>,
    ) -> Result<Vec<StockMovement>, Problem> {
        let query = stored::unposted(self.caller.organization, "seq", &status.to_cell(), of);
        let found = movement_lists::newest(snapshot, query, reach, MOST).await?;
        self.cut(&found);
        Ok(found)
    }

    /// Counts whose differences are to be approved, and those that came back to who counted.
    async fn counts(&mut self, snapshot: &mut Snapshot, reach: &Reach) -> Result<(), Problem> {
        if !self.rights.has(Permission::CountsRead) {
            return Ok(());
        }
        let open = stored::counts(snapshot, self.caller.organization, reach, MOST).await?;
        self.cut(&open);
        let standings = self.standings(snapshot, &open.iter().map(Waiting::Count).collect::<Vec<_>>()).await?;
        for (count, standing) in open.iter().zip(standings) {
            let at = count.submitted_at.or(count.sent_back_at).unwrap_or(count.updated_at);
            let item = of_count(count, at, count.submitted_by.or(count.sent_back_by).unwrap_or(count.created_by));
            match count.status {
                CountStatus::Submitted => self.count(item, standing),
                CountStatus::Open if standing.1 && count.sent_back_at.is_some() => self.items.push(InboxItem {
                    kind: Named(InboxKind::Rejected),
                    reason: count.sent_back_reason.clone(),
                    ..item
                }),
                CountStatus::Open | CountStatus::Approved | CountStatus::Posted | CountStatus::Cancelled => {}
            }
        }
        Ok(())
    }

    fn count(&mut self, item: InboxItem, (held, is_own): Standing) {
        let approves = self.rights.has(Permission::CountsApprove);
        if approves && held.is_none() {
            let allowed = vec!["approve".to_owned(), "sendBack".to_owned()];
            self.items.push(InboxItem { kind: Named(InboxKind::Approve), allowed, ..item });
        } else if is_own {
            let allowed = if approves { vec!["sendBack".to_owned()] } else { Vec::new() };
            self.items.push(held_back(
                InboxItem { kind: Named(InboxKind::Submitted), allowed, ..item },
                held,
                approves,
            ));
        }
    }

    /// Changes of controls that somebody proposed.
    async fn control_changes(&mut self, snapshot: &mut Snapshot) -> Result<(), Problem> {
        if !self.rights.has(Permission::ControlChangesRead) {
            return Ok(());
        }
        let open = stored::control_changes(snapshot, self.caller.organization, self.now, MOST).await?;
        self.cut(&open);
        let standings = self.standings(snapshot, &open.iter().map(Waiting::Change).collect::<Vec<_>>()).await?;
        let approves = self.rights.has(Permission::ControlChangesApprove);
        for (change, (held, is_own)) in open.iter().zip(standings) {
            let item = of_change(change);
            let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
            if is_own {
                let item = InboxItem { kind: Named(InboxKind::Submitted), allowed: words(&["withdraw"]), ..item };
                self.items.push(held_back(item, held, approves));
            } else if approves {
                let allowed = if held.is_none() { words(&["approve", "reject"]) } else { words(&["reject"]) };
                self.items.push(held_back(InboxItem { kind: Named(InboxKind::Approve), allowed, ..item }, held, true));
            }
        }
        Ok(())
    }

    /// A document that was submitted: to be approved by whoever may; to who prepared it, something that waits for others.
    fn submitted(&mut self, item: InboxItem, (held, is_own): Standing, approve: Permission, draft: Permission) {
        let approves = self.rights.has(approve);
        let mut allowed = Vec::new();
        let mut may = |is_allowed: bool, what: &str| allowed.extend(is_allowed.then(|| what.to_owned()));
        may(approves && held.is_none(), "approve");
        may(approves, "reject");
        may(is_own && self.rights.has(draft), "withdraw");
        if approves && held.is_none() {
            self.items.push(InboxItem { kind: Named(InboxKind::Approve), allowed, ..item });
        } else if is_own || held.as_ref().is_some_and(is_by_own_account) {
            self.items.push(held_back(
                InboxItem { kind: Named(InboxKind::Submitted), allowed, ..item },
                held,
                approves,
            ));
        }
    }

    /// A draft of the caller's; one that was rejected says why.
    fn draft(&mut self, item: InboxItem, reason: Option<String>, draft: Permission, post: Permission) {
        let drafts = self.rights.has(draft).then_some(["edit", "submit", "delete"]);
        let mut allowed: Vec<String> = drafts.into_iter().flatten().map(str::to_owned).collect();
        allowed.extend(self.rights.has(post).then(|| "post".to_owned()));
        // Who stated the costs of another's receipt prepared it with them, and has no more to do.
        if allowed.is_empty() && reason.is_none() {
            return;
        }
        let kind = Named(if reason.is_some() { InboxKind::Rejected } else { InboxKind::Draft });
        self.items.push(InboxItem { kind, reason, allowed, ..item });
    }
}

/// With what keeps somebody from approving who otherwise may.
fn held_back(item: InboxItem, held: Option<Rejection>, approves: bool) -> InboxItem {
    let Some(held) = held.filter(|_| approves) else { return item };
    InboxItem {
        held_by: Some(rule(&held).unwrap_or_else(|| held.code.name().to_owned())),
        held_reason: Some(held.detail),
        ..item
    }
}

/// The name of the broken rule.
fn rule(held: &Rejection) -> Option<String> {
    held.context.iter().find_map(|(name, value)| match value {
        Value::Text(rule) if *name == "rule" => Some(rule.clone()),
        _ => None,
    })
}

fn is_by_own_account(held: &Rejection) -> bool {
    rule(held).is_some_and(|rule| rule == "ownServiceAccount")
}

fn of_entry(entry: &Entry, at: Instant, by: PrincipalId) -> InboxItem {
    InboxItem {
        number: entry.number.clone(),
        amount: Some(DecimalText(Decimal::from_units(entry.total_debit, entry.currency.decimals()))),
        currency: Some(CurrencyCode(entry.currency)),
        date: Some(Day(entry.date)),
        title: entry.description.clone(),
        ..item(InboxSubject::JournalEntry, entry.id.to_string(), entry.version, at, by)
    }
}

fn of_movement(movement: &StockMovement, at: Instant, by: PrincipalId) -> InboxItem {
    InboxItem {
        number: movement.reference.clone(),
        date: movement.posting_date.map(Day),
        title: if movement.description.is_empty() {
            movement.kind.name().to_owned()
        } else {
            movement.description.clone()
        },
        ..item(InboxSubject::Movement, movement.id.to_string(), movement.version, at, by)
    }
}

fn of_count(count: &Count, at: Instant, by: PrincipalId) -> InboxItem {
    InboxItem {
        number: count.reference.clone(),
        date: Some(Day(count.snapshot_date)),
        title: count.description.clone(),
        ..item(InboxSubject::Count, count.id.to_string(), count.version, at, by)
    }
}

fn of_change(change: &ControlChange) -> InboxItem {
    let state = change.after_state.as_deref().or(change.before_state.as_deref());
    let state: Option<serde_json::Value> = state.and_then(|state| serde_json::from_str(state).ok());
    let name = state.and_then(|state| state["name"].as_str().map(str::to_owned));
    InboxItem {
        title: name.unwrap_or_else(|| change.subject_type.name().to_owned()),
        ..item(
            InboxSubject::ControlChange,
            change.id.to_string(),
            change.version,
            change.proposed_at,
            change.proposed_by,
        )
    }
}

fn item(of: InboxSubject, subject: String, version: i64, at: Instant, by: PrincipalId) -> InboxItem {
    InboxItem {
        kind: Named(InboxKind::Draft),
        subject_type: Named(of),
        subject,
        version,
        number: None,
        title: String::new(),
        amount: None,
        currency: None,
        date: None,
        at: At(at),
        by: Id(by),
        by_name: None,
        reason: None,
        allowed: Vec::new(),
        held_by: None,
        held_reason: None,
    }
}

/// The place of an item in the inbox: what waits longest for a decision comes first.
pub fn place(item: &InboxItem) -> Vec<Cell> {
    vec![Cell::Int(item.kind.0 as i64), Cell::Int(item.at.0.0), Cell::Text(item.subject.clone())]
}
