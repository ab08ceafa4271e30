//! The generator's knowledge of one organization: ids and codes that exist, learnt from the answers.

use domain::batch::{Envelope, Outcome};
use domain::book::Query;
use domain::command::Command;
use domain::model::Model;
use domain::rows::replies::Item;
use domain::rows::{AccountType, ApprovalPolicy, ControlFor, Entry, EntryStatus, PrincipalKind, Row, StockMovement};
use domain::value::TypedId;
use domain::value::id::{ApprovalPolicyId, EntryId, MovementId, OrganizationId, PrincipalId};
use domain::value::movement_kind::MovementKind;

/// The prefix of the skus of goods that move.
pub const GOODS: &str = "goods-";

/// The administrator, whose rights stay.
pub const ADMIN: PrincipalId = PrincipalId([1; 16]);

/// An account as it was created; updates may have changed it since.
#[derive(Clone, Debug)]
pub struct KnownAccount {
    /// Wire id.
    pub id: String,
    /// The code that it got.
    pub code: String,
    /// Its type.
    pub account_type: AccountType,
    /// Whether it is a group.
    pub is_group: bool,
    /// Its control.
    pub control_for: Option<ControlFor>,
}

/// A value of a dimension as it is known.
#[derive(Clone, Debug)]
pub struct KnownValue {
    /// Wire id of its dimension.
    pub dimension: String,
    /// Wire id.
    pub id: String,
    /// The code that it has.
    pub code: String,
}

/// A posted movement as it is known.
#[derive(Clone, Debug)]
pub struct KnownMovement {
    /// Wire id.
    pub id: String,
    /// Its kind.
    pub kind: MovementKind,
}

/// One organization, its model, and the rows that requests can name.
#[derive(Clone, Debug)]
pub struct World {
    /// The books in memory, which the databases must equal.
    pub model: Model,
    /// The clock of the next request, in microseconds.
    pub clock: i64,
    /// The next step of the opening, until it is over.
    pub opening: Option<usize>,
    /// The last event of the opening.
    pub opened_at: i64,
    /// Numbers for codes and names.
    pub next: usize,
    pub accounts: Vec<KnownAccount>,
    pub parties: Vec<(String, String)>,
    pub journals: Vec<String>,
    pub policies: Vec<String>,
    /// Statement mappings.
    pub mappings: Vec<String>,
    /// Entry templates.
    pub templates: Vec<String>,
    /// Ids and codes of dimensions.
    pub dimensions: Vec<(String, String)>,
    pub dimension_values: Vec<KnownValue>,
    pub drafts: Vec<String>,
    pub pending: Vec<String>,
    pub posted: Vec<String>,
    pub voided: Vec<String>,
    pub mirrors: Vec<String>,
    pub recurring: Vec<String>,
    pub warehouses: Vec<String>,
    pub item_categories: Vec<String>,
    pub items: Vec<String>,
    /// Warehouse and location.
    pub locations: Vec<(String, String)>,
    pub lots: Vec<String>,
    pub serials: Vec<String>,
    pub reason_codes: Vec<String>,
    /// Drafts of movements.
    pub movement_drafts: Vec<String>,
    /// Movements that wait for approval.
    pub pending_movements: Vec<String>,
    /// Posted movements.
    pub movements: Vec<KnownMovement>,
    pub voided_movements: Vec<String>,
    /// Movements of which something came back.
    pub returned: Vec<String>,
    pub reservations: Vec<String>,
    pub frozen_pools: Vec<String>,
    pub released_pools: Vec<String>,
    pub roles: Vec<String>,
    /// Principals that were made members, with their kind.
    pub members: Vec<(PrincipalId, PrincipalKind)>,
    pub external_ids: Vec<String>,
    /// Requests with a key that were carried out.
    pub kept: Vec<Envelope>,
    /// Ids of another organization.
    pub foreign: Vec<String>,
}

impl World {
    /// An organization that does not exist yet.
    #[must_use]
    pub fn new(organization: OrganizationId) -> Self {
        Self {
            model: Model::new(organization),
            clock: 1_291_161_600_000_000,
            opening: Some(0),
            opened_at: i64::MAX,
            next: 0,
            accounts: Vec::new(),
            parties: Vec::new(),
            journals: Vec::new(),
            policies: Vec::new(),
            mappings: Vec::new(),
            templates: Vec::new(),
            dimensions: Vec::new(),
            dimension_values: Vec::new(),
            drafts: Vec::new(),
            pending: Vec::new(),
            posted: Vec::new(),
            voided: Vec::new(),
            mirrors: Vec::new(),
            recurring: Vec::new(),
            warehouses: Vec::new(),
            item_categories: Vec::new(),
            items: Vec::new(),
            locations: Vec::new(),
            lots: Vec::new(),
            serials: Vec::new(),
            reason_codes: Vec::new(),
            movement_drafts: Vec::new(),
            pending_movements: Vec::new(),
            movements: Vec::new(),
            voided_movements: Vec::new(),
            returned: Vec::new(),
            reservations: Vec::new(),
            frozen_pools: Vec::new(),
            released_pools: Vec::new(),
            roles: Vec::new(),
            members: Vec::new(),
            external_ids: Vec::new(),
            kept: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// A number that no code or name has yet.
    pub fn number(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    /// The rows of a small table as the model has them.
    ///
    /// # Panics
    /// If the model holds cells that are no row.
    #[must_use]
    pub fn rows<R: Row>(&self) -> Vec<R> {
        let rows = self.model.load(&Query::all::<R>());
        rows.iter().map(|cells| R::from_cells(cells).unwrap_or_else(|bad| panic!("{bad}"))).collect()
    }

    /// Notes the rows that a request made or removed.
    pub fn learn(&mut self, envelope: &Envelope, outcome: &Outcome) {
        let Outcome::Done { items, replayed: false } = outcome else { return };
        for (command, item) in envelope.work.commands().into_iter().zip(items) {
            if let Item::Done(reply) = item {
                self.learn_one(command, &reply.subject, reply.related.as_deref());
            }
        }
        if envelope.receipt.is_some() {
            self.kept.push(envelope.clone());
        }
    }

    /// A movement that was posted, by its wire id.
    fn note_movement(&mut self, id: &str) {
        let row = MovementId::parse(id).map(|id| self.model.load(&Query::row::<StockMovement>(&(id,))));
        let found = row.and_then(|mut rows| rows.pop()).and_then(|cells| StockMovement::from_cells(&cells).ok());
        self.movements.extend(found.map(|row| KnownMovement { id: id.to_owned(), kind: row.kind }));
    }

    fn is_voided(&self, id: &str) -> bool {
        let row = EntryId::parse(id).map(|id| self.model.load(&Query::row::<Entry>(&(id,))));
        let entry = row.and_then(|mut rows| rows.pop()).and_then(|cells| Entry::from_cells(&cells).ok());
        entry.is_some_and(|entry| entry.status == EntryStatus::Voided)
    }

    fn learn_one(&mut self, command: &Command, subject: &str, related: Option<&str>) {
        let id = subject.to_owned();
        match command {
            Command::CreateAccount(made) => self.accounts.push(KnownAccount {
                id,
                code: made.code.clone(),
                account_type: made.account_type,
                is_group: made.is_group,
                control_for: made.control_for,
            }),
            Command::UpdateAccount(changed) => {
                if let (Some(known), Some(code)) =
                    (self.accounts.iter_mut().find(|known| known.id == id), &changed.code)
                {
                    known.code.clone_from(code);
                }
            }
            Command::DeleteAccount(_) => self.accounts.retain(|known| known.id != id),
            Command::CreateParty(made) => self.parties.push((id, made.name.clone())),
            Command::UpdateParty(changed) => {
                if let (Some(known), Some(name)) = (self.parties.iter_mut().find(|known| known.0 == id), &changed.name)
                {
                    known.1.clone_from(name);
                }
            }
            Command::DeleteParty(_) => self.parties.retain(|known| known.0 != id),
            Command::CreateJournal(_) => self.journals.push(id),
            // A change that takes two is proposed, and exists once it is approved.
            Command::CreateApprovalPolicy(_) if ApprovalPolicyId::parse(&id).is_some() => self.policies.push(id),
            Command::ApproveControlChange(_) => {
                self.policies = self.rows::<ApprovalPolicy>().iter().map(|policy| policy.id.to_string()).collect();
            }
            Command::DeleteApprovalPolicy(_) => self.policies.retain(|policy| *policy != id),
            Command::CreateEntryTemplate(_) => self.templates.push(id),
            Command::DeleteEntryTemplate(_) => self.templates.retain(|template| *template != id),
            Command::CreateStatementMapping(_) => self.mappings.push(id),
            Command::DeleteStatementMapping(_) => self.mappings.retain(|mapping| *mapping != id),
            Command::CreateDimension(made) => self.dimensions.push((id, made.code.as_str().to_owned())),
            Command::UpdateDimension(changed) => {
                let known = self.dimensions.iter_mut().find(|known| known.0 == id);
                if let (Some(known), Some(code)) = (known, &changed.code) {
                    code.as_str().clone_into(&mut known.1);
                }
            }
            Command::DeleteDimension(_) => self.dimensions.retain(|known| known.0 != id),
            Command::CreateDimensionValue(made) => {
                let (dimension, code) = (made.dimension.to_string(), made.code.clone());
                self.dimension_values.push(KnownValue { dimension, id, code });
            }
            Command::UpdateDimensionValue(changed) => {
                let known = self.dimension_values.iter_mut().find(|known| known.id == id);
                if let (Some(known), Some(code)) = (known, &changed.code) {
                    known.code.clone_from(code);
                }
            }
            Command::DeleteDimensionValue(_) => self.dimension_values.retain(|known| known.id != id),
            Command::CreateMovement(made) => {
                self.external_ids.extend(made.new.external_id.clone());
                let of = made.new.of_movement.as_ref().filter(|_| made.new.post);
                self.returned.extend(of.map(ToString::to_string));
                if made.new.post { self.note_movement(&id) } else { self.movement_drafts.push(id) }
            }
            Command::PostMovement(_) => {
                self.movement_drafts.retain(|draft| *draft != id);
                self.note_movement(&id);
            }
            Command::ReceiveTransfer(_) | Command::CloseTransfer(_) => self.note_movement(&id),
            Command::ReclassifyWarehouse(_) | Command::ChangeCostingScope(_) | Command::PostCount(_) => {
                related.into_iter().for_each(|movement| self.note_movement(movement));
            }
            Command::SubmitMovement(_) => {
                self.movement_drafts.retain(|draft| *draft != id);
                self.pending_movements.push(id);
            }
            Command::RejectMovement(_) | Command::WithdrawMovement(_) => {
                self.pending_movements.retain(|pending| *pending != id);
                self.movement_drafts.push(id);
            }
            Command::ApproveMovement(_) => {
                self.pending_movements.retain(|pending| *pending != id);
                self.note_movement(&id);
            }
            Command::DeleteMovement(_) => self.movement_drafts.retain(|draft| *draft != id),
            Command::VoidMovement(_) => {
                self.movements.retain(|known| known.id != id);
                self.voided_movements.push(id);
            }
            Command::FreezePool(_) if !self.frozen_pools.contains(&id) => self.frozen_pools.push(id),
            Command::ReleasePool(_) => {
                self.frozen_pools.retain(|frozen| *frozen != id);
                self.released_pools.push(id);
            }
            Command::CreateReservation(_) => self.reservations.push(id),
            Command::CreateEntry(made) => {
                self.external_ids.extend(made.external_id.clone());
                if made.post { self.posted.push(id) } else { self.drafts.push(id) }
            }
            Command::PostEntry(_) => {
                self.drafts.retain(|draft| *draft != id);
                self.posted.push(id);
            }
            Command::SubmitEntry(_) => {
                self.drafts.retain(|draft| *draft != id);
                self.pending.push(id);
            }
            // An edit of nothing leaves it waiting: then it is tried as a draft.
            Command::UpdateEntry(_) | Command::RejectEntry(_) | Command::WithdrawEntry(_)
                if self.pending.contains(&id) =>
            {
                self.pending.retain(|pending| *pending != id);
                self.drafts.push(id);
            }
            Command::ApproveEntry(_) => {
                self.pending.retain(|pending| *pending != id);
                self.posted.push(id);
            }
            Command::DeleteEntry(_) => self.drafts.retain(|draft| *draft != id),
            // Where the period is closed, a void may be a reversal.
            Command::VoidEntry(_) if self.is_voided(&id) => {
                self.posted.retain(|posted| *posted != id);
                self.voided.push(id);
                self.mirrors.extend(related.map(str::to_owned));
            }
            Command::VoidEntry(_) | Command::AutoReverseEntry(_) => self.posted.extend(related.map(str::to_owned)),
            Command::ReverseEntry(_) => self.posted.push(id),
            Command::CorrectEntry(_) => {
                self.posted.push(id);
                if let Some(corrected) = related.filter(|corrected| self.is_voided(corrected)) {
                    self.posted.retain(|posted| posted != corrected);
                    self.voided.push(corrected.to_owned());
                }
            }
            Command::MatchLines(_) => self.posted.extend(related.map(str::to_owned)),
            Command::CreateRecurringEntry(_) => self.recurring.push(id),
            Command::DeleteRecurringEntry(_) => self.recurring.retain(|recurring| *recurring != id),
            // The entry of a day is a draft or posted; the generator takes it for a draft until it learns better.
            Command::RunOccurrence(_) => self.drafts.push(id),
            Command::CloseFiscalYear(_) => self.posted.extend(related.map(str::to_owned)),
            Command::ReopenFiscalYear(_) => self.mirrors.extend(related.map(str::to_owned)),
            Command::CreateWarehouse(_) => self.warehouses.push(id),
            Command::DeleteWarehouse(_) => self.warehouses.retain(|warehouse| *warehouse != id),
            Command::CreateItemCategory(_) => self.item_categories.push(id),
            Command::DeleteItemCategory(_) => self.item_categories.retain(|category| *category != id),
            // Goods that move are left as they are, so that their histories grow.
            Command::CreateItem(made) if made.fields.sku.as_deref().is_some_and(|sku| sku.starts_with(GOODS)) => {}
            Command::CreateItem(_) => self.items.push(id),
            Command::DeleteItem(_) => self.items.retain(|item| *item != id),
            // Goods move into the bin and out of it, too.
            Command::CreateLocation(made) if made.fields.code.as_deref() == Some("bin") => {}
            Command::CreateLocation(made) => self.locations.push((made.warehouse.to_string(), id)),
            Command::DeleteLocation(_) => self.locations.retain(|(_, location)| *location != id),
            Command::CreateLot(made) if made.fields.number.as_deref() == Some("L-1") => {}
            Command::CreateLot(_) => self.lots.push(id),
            Command::DeleteLot(_) => self.lots.retain(|lot| *lot != id),
            Command::CreateSerial(_) => self.serials.push(id),
            Command::DeleteSerial(_) => self.serials.retain(|serial| *serial != id),
            Command::CreateReasonCode(_) => self.reason_codes.push(id),
            Command::DeleteReasonCode(_) => self.reason_codes.retain(|reason| *reason != id),
            Command::CreateRole(_) => self.roles.push(id),
            Command::DeleteRole(_) => self.roles.retain(|role| *role != id),
            _ => {}
        }
    }
}
