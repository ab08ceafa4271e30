//! What clients send as a movement of goods.

use domain::commands::movements::create::CreateMovement;
use domain::rows::CostingMethod;
use domain::stock::goods::document::found::needed_to_post;
use domain::stock::goods::document::new::{NewCharge, NewMovement, NewMovementLine};
use domain::value::id::{
    AccountId, ItemId, LocationId, LotId, MovementId, PartyId, ReasonCodeId, ReservationId, SerialId, WarehouseId,
};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_MOVEMENT};
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::value::permission::Permission;
use domain::value::{CurrencyRef, Date, IdOrCode, Rate, Sought, TypedId};

use super::brought::{self, BroughtLotInput, BroughtSerialInput};
use crate::http::input::{
    Amount, CodeText, ForeignKey, JsonObject, List, LongText, Moment, Name, NameOrEmpty, Pointer, QuantityText,
    ShownLine, SignedAmount, StringMap, Text, Violations,
};
use crate::http::journal_entries::wire::canonical;
use crate::http::problem::Problem;

domain::named_enum! {
    /// What a new movement shall be.
    NewMovementStatus {
        /// Without effect, until it is posted.
        Draft = "draft",
        /// Posted in the same call.
        Posted = "posted",
    }
}

domain::named_enum! {
    /// What a line of an assembly is.
    AssemblyRole {
        /// It goes into it.
        Component = "component",
        /// It comes out of it.
        Output = "output",
    }

    /// How goods of a new transfer move.
    NewTransferMode {
        /// They leave and come in one step.
        Direct = "direct",
        /// They leave, and are in transit until they are received.
        TwoStep = "twoStep",
    }
}

crate::wire_enum! {
    NewMovementStatus = "NewMovementStatus",
    AssemblyRole = "AssemblyRole",
    NewTransferMode = "NewTransferMode",
}

crate::input! {
    /// A line: one item, one place. Which fields it has follows from the kind of the movement.
    pub struct MovementLineInput {
        /// The item by its id; not needed where the line is about one of a receipt.
        pub item_id: Option<Sought<ItemId>>,
        /// The item by its sku, instead of `itemId`.
        pub sku: Option<CodeText<60>> = "85123A",
        /// Above 0; of an adjustment below 0 what is taken out. Needed wherever goods move; of an invoice all that is open
        /// where absent.
        pub quantity: Option<QuantityText> = "12",
        /// The unit that it is in; the item's base unit where absent.
        pub unit_code: Option<CodeText<3>>,
        /// Where goods come to or leave from; the document's warehouse where absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub warehouse_code: Option<CodeText<20>>,
        /// The bin.
        pub location_id: Option<Sought<LocationId>>,
        pub location_code: Option<CodeText<40>>,
        /// Where a transfer goes; the document's where absent.
        pub to_warehouse_id: Option<Sought<WarehouseId>>,
        pub to_warehouse_code: Option<CodeText<20>>,
        pub to_location_id: Option<Sought<LocationId>>,
        pub to_location_code: Option<CodeText<40>>,
        /// The lot, where the item is tracked by lot.
        pub lot_id: Option<Sought<LotId>>,
        pub lot_number: Option<CodeText<60>>,
        /// The piece, where the item is tracked by serial number.
        pub serial_id: Option<Sought<SerialId>>,
        pub serial_number: Option<CodeText<60>>,
        /// Where goods come from outside or are found, instead of `lotId`: the lot by its number, made where none has it.
        pub lot: Option<BroughtLotInput>,
        /// Where goods come from outside or are found, instead of `serialId`: the piece by its number, made where none has it.
        pub serial: Option<BroughtSerialInput>,
        /// What all of it costs, in the movement's currency: needed where goods come from outside, refused where their cost
        /// follows from what came before.
        pub total_cost: Option<Amount> = "30.60",
        /// By how much the goods are worth more, or below 0 less (`revaluation`), are written down (`writeDown`); what is
        /// invoiced of a receipt's line (as received where absent), or its part of a landed cost that is split by hand.
        pub amount: Option<SignedAmount>,
        /// The movement that the line takes back or is about; the document's where absent.
        pub of_movement_id: Option<Sought<MovementId>>,
        /// Which line of the other movement it takes back or is about; needed where several have the item.
        pub of_line: Option<crate::http::input::Whole<1, 10_000>>,
        /// Of an issue or transfer: the reservation of which it takes all of its quantity.
        pub reservation_id: Option<Sought<ReservationId>>,
        /// Of an assembly or disassembly: whether it goes in or comes out.
        pub role: Option<AssemblyRole>,
        /// The share of an output in the cost of all components; needed where there are several.
        pub weight: Option<crate::http::input::Whole<0, 1_000_000_000>>,
        /// What a base unit costs from here on: of a `standardCostChange`, and of a `costingChange` to standard.
        pub standard_cost: Option<Amount>,
        /// How the item is valued from here on (`costingChange`).
        pub costing_method: Option<CostingMethod>,
        pub description: Option<Text<1, 500>>,
    }

    /// What an invoice charges beside goods: tax, freight, a rebate.
    pub struct ChargeInput {
        pub account_id: Option<Sought<AccountId>>,
        pub account_code: Option<CodeText<32>>,
        /// In the invoice's currency; below 0 what it takes off.
        pub amount: SignedAmount = "6.12",
        pub description: Option<Text<1, 500>>,
    }

    /// A new movement of goods.
    pub struct MovementInput {
        /// What it does.
        pub kind: MovementKind = "receipt",
        /// When goods moved; now where absent. A day alone is its usual hour: 00:00 for an opening, 12:00 for a
        /// receipt, 18:00 for the rest, in the organization's time zone.
        pub occurred_at: Option<Moment> = "2010-12-01",
        /// Where it stands in the order of costs: `inOrder` (the default) is where it occurred, and what came after it is costed
        /// anew; `prospective` is where it is posted, at the cost of then, and on that day (with `inventory:lateEntry`).
        pub costing: Option<CostingPlace>,
        /// Derived, never chosen: where it is sent it must be the day that is derived.
        pub posting_date: Option<Date>,
        /// `draft` or `posted` (the default).
        pub status: Option<NewMovementStatus> = "posted",
        /// The warehouse of lines that name none; the default warehouse where absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub warehouse_code: Option<CodeText<20>>,
        /// Of a transfer: other names of `warehouseId` and `warehouseCode`.
        pub from_warehouse_id: Option<Sought<WarehouseId>>,
        pub from_warehouse_code: Option<CodeText<20>>,
        /// Where lines of a transfer go that do not say it.
        pub to_warehouse_id: Option<Sought<WarehouseId>>,
        pub to_warehouse_code: Option<CodeText<20>>,
        /// The supplier or customer by its id.
        pub party_id: Option<Sought<PartyId>>,
        /// The supplier or customer by its name; created where none has it.
        pub party_name: Option<Name<200>>,
        /// What costs are in; the base currency where absent.
        pub currency: Option<CurrencyRef>,
        /// Units of base currency per unit; the rate in effect on the posting date where absent.
        pub exchange_rate: Option<Rate>,
        /// Why goods moved.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        /// Takes the other side instead of the usual account.
        pub offset_account_id: Option<Sought<AccountId>>,
        pub offset_account_code: Option<CodeText<32>>,
        /// The movement that it takes back, or that lines are about which name none. An invoice or a landed cost that
        /// names one and has no lines is about all of it.
        pub of_movement_id: Option<Sought<MovementId>>,
        /// Of a transfer: `direct` (the default), or `twoStep`, where goods are in transit until they are received.
        pub mode: Option<NewTransferMode>,
        /// When an invoice is to be paid.
        pub due_date: Option<Date>,
        /// By what a landed cost is spread: by value where absent, by hand where lines say their amounts.
        pub split_by: Option<SplitBy>,
        /// A landed cost to be spread over its lines, or what an assembly absorbs (labour, energy).
        pub amount: Option<SignedAmount>,
        /// What an invoice charges beside goods.
        pub charges: Option<List<ChargeInput, 0, 100>>,
        pub description: Option<LongText<0, 2000>> = "Delivery 4711",
        /// The paper's own number.
        pub reference: Option<Name<200>> = "4711",
        /// The namespace of `externalId`.
        pub source: Option<NameOrEmpty<100>>,
        /// Your own id, unique among the movements of one source that are not voided.
        pub external_id: Option<ForeignKey<200>>,
        /// Dimension values for the lines of its entry.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
        /// At least one; an invoice or a landed cost of one receipt may have none.
        pub lines: Option<List<MovementLineInput, 0, LINES_PER_MOVEMENT>>,
        /// Your own data.
        pub metadata: Option<JsonObject>,
    }

    /// Several movements in one commit.
    pub struct MovementBatchInput {
        /// Whether all are refused where one is.
        pub atomic: Option<bool> = false,
        /// The movements, in order.
        pub items: List<MovementInput, 1, 1_000>,
    }
}

impl NewTransferMode {
    /// The core's mode.
    pub fn mode(self) -> TransferMode {
        match self {
            Self::Direct => TransferMode::Direct,
            Self::TwoStep => TransferMode::TwoStep,
        }
    }
}

/// A reference by id or by code; naming both is a violation.
pub fn named<I: TypedId>(
    id: Option<Sought<I>>,
    code: Option<impl Into<String>>,
    (at, id_field, code_field): (&Pointer<'_>, &str, &'static str),
    errors: &mut Violations,
) -> Option<IdOrCode<I>> {
    match (id, code) {
        (Some(_), Some(_)) => {
            let message = format!("give {id_field} or {code_field}, not both");
            errors.push(&at.field(code_field), "ambiguous", message);
            None
        }
        (Some(id), None) => Some(IdOrCode::Id(id)),
        (None, Some(code)) => Some(IdOrCode::Code(code.into())),
        (None, None) => None,
    }
}

impl MovementInput {
    /// The permission that it needs.
    pub fn permission(&self) -> Permission {
        match self.status {
            Some(NewMovementStatus::Draft) => Permission::MovementsDraft,
            _ => needed_to_post(self.kind),
        }
    }

    /// The command. `below` is where the movement stands in the body.
    pub fn command(self, below: &str) -> Result<CreateMovement, Problem> {
        let mut errors = Violations::default();
        let body = Pointer::Body;
        let at = |id, code| (&body, id, code);
        let own = named(self.warehouse_id, self.warehouse_code, at("warehouseId", "warehouseCode"), &mut errors);
        let from_names = at("fromWarehouseId", "fromWarehouseCode");
        let from = named(self.from_warehouse_id, self.from_warehouse_code, from_names, &mut errors);
        if from.is_some() && self.kind != MovementKind::Transfer {
            let message = "only a transfer goes from one warehouse to another: name warehouseId";
            errors.push(&body.field("fromWarehouseId"), "no_such_field", message);
        } else if from.is_some() && own.is_some() {
            errors.push(
                &body.field("fromWarehouseId"),
                "ambiguous",
                "is another name of warehouseId: send one of both",
            );
        }
        let is_from = from.is_some();
        let warehouse = own.or(from);
        let to_names = at("toWarehouseId", "toWarehouseCode");
        let to_warehouse = named(self.to_warehouse_id, self.to_warehouse_code, to_names, &mut errors);
        let reason = named(self.reason_code_id, self.reason_code, at("reasonCodeId", "reasonCode"), &mut errors);
        let offset_names = at("offsetAccountId", "offsetAccountCode");
        let offset = named(self.offset_account_id, self.offset_account_code, offset_names, &mut errors);
        let party = named(self.party_id, self.party_name, at("partyId", "partyName"), &mut errors);
        let kind = self.kind;
        if self.lines.as_ref().is_none_or(|lines| lines.0.is_empty()) && !kind.is_of_receipts() {
            errors.push(&body.field("lines"), "too_few", "must have at least 1 items, not 0");
        }
        let lines = self.lines.map(|lines| lines.0).unwrap_or_default().into_iter().enumerate();
        let line = |(index, line): (usize, MovementLineInput)| {
            line.require_goods(kind, index, &mut errors);
            line.line(index, &mut errors)
        };
        let lines: Vec<NewMovementLine> = lines.map(line).collect();
        let charges = self.charges.map(|charges| charges.0).unwrap_or_default().into_iter().enumerate();
        let charges: Vec<NewCharge> = charges.filter_map(|(index, charge)| charge.charge(index, &mut errors)).collect();
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()).below(below));
        }
        let new = NewMovement {
            kind: self.kind,
            occurred_at: self.occurred_at.map(|moment| moment.0),
            costing: self.costing.unwrap_or(CostingPlace::InOrder),
            posting_date: self.posting_date,
            post: self.status != Some(NewMovementStatus::Draft),
            warehouse,
            is_from,
            to_warehouse,
            party,
            currency: self.currency.map(|currency| currency.to_string()),
            exchange_rate: self.exchange_rate,
            reason,
            offset_account: offset,
            of_movement: self.of_movement_id,
            mode: self.mode.map(NewTransferMode::mode),
            due_date: self.due_date,
            split_by: self.split_by,
            amount: self.amount.map(|amount| amount.0),
            charges,
            description: self.description.map(|text| text.0).unwrap_or_default(),
            reference: self.reference.map(|text| text.0),
            source: self.source.map(|text| text.0).unwrap_or_default(),
            external_id: self.external_id.map(|text| text.0),
            dimensions: canonical(self.dimensions),
            lines,
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
        };
        Ok(CreateMovement { new })
    }
}

impl ShownLine for MovementLineInput {
    const NAME: &'static str = "MovementLineEdit";
    const READ_ONLY: &'static [&'static str] =
        &["lineNumber", "entered", "cost", "provisionalCost", "counterAccountId", "ofSequence", "ofQuantity"];
}

impl MovementLineInput {
    /// A line of such a movement says which item, and how much of it.
    fn require_goods(&self, kind: MovementKind, index: usize, errors: &mut Violations) {
        let lines = Pointer::Body.field("lines");
        let here = lines.item(index);
        if self.item_id.is_none() && self.sku.is_none() && !kind.is_of_receipts() {
            errors.push(&here.field("itemId"), "required", "the line has no item: give itemId or sku");
        }
        if self.quantity.is_none() && kind.moves_goods() {
            errors.push(&here.field("quantity"), "required", "how much moves is not said: give quantity");
        }
    }

    /// The core's line.
    pub fn line(self, index: usize, errors: &mut Violations) -> NewMovementLine {
        let lines = Pointer::Body.field("lines");
        let here = lines.item(index);
        let at = |id, code| (&here, id, code);
        let item = named(self.item_id, self.sku, at("itemId", "sku"), errors);
        let lot = named(self.lot_id, self.lot_number, at("lotId", "lotNumber"), errors);
        let serial = named(self.serial_id, self.serial_number, at("serialId", "serialNumber"), errors);
        let brought = brought::brought((self.lot, self.serial), (lot.as_ref(), serial.as_ref()), &here, errors);
        NewMovementLine {
            item,
            quantity: self.quantity.map(|quantity| quantity.0),
            unit: self.unit_code.map(|code| code.0),
            warehouse: named(self.warehouse_id, self.warehouse_code, at("warehouseId", "warehouseCode"), errors),
            location: named(self.location_id, self.location_code, at("locationId", "locationCode"), errors),
            to_warehouse: {
                let names = at("toWarehouseId", "toWarehouseCode");
                named(self.to_warehouse_id, self.to_warehouse_code, names, errors)
            },
            to_location: {
                named(self.to_location_id, self.to_location_code, at("toLocationId", "toLocationCode"), errors)
            },
            lot,
            serial,
            brought,
            total_cost: self.total_cost.map(|amount| amount.0),
            amount: self.amount.map(|amount| amount.0),
            of_movement: self.of_movement_id,
            of_line: self.of_line.map(|line| line.0),
            is_component: self.role.map(|role| role == AssemblyRole::Component),
            weight: self.weight.map(|weight| weight.0),
            standard_cost: self.standard_cost.map(|cost| cost.0),
            to_method: self.costing_method,
            reservation: self.reservation_id,
            description: self.description.map(|text| text.0),
        }
    }
}

impl ChargeInput {
    /// The core's charge.
    pub fn charge(self, index: usize, errors: &mut Violations) -> Option<NewCharge> {
        let charges = Pointer::Body.field("charges");
        let here = charges.item(index);
        let names = (&here, "accountId", "accountCode");
        let account = named(self.account_id, self.account_code, names, errors);
        if account.is_none() {
            let message = "which account takes it is not said: give accountId or accountCode";
            errors.push(&here.field("accountId"), "required", message);
        }
        let account = account?;
        Some(NewCharge { account, amount: self.amount.0, description: self.description.map(|text| text.0) })
    }
}
