//! The input of a movement of goods.

use domain::commands::movements::create::CreateMovement;
use domain::ledger::invoice_numbers::NumberUse;
use domain::rows::CostingMethod;
use domain::stock::goods::document::new::{NewCharge, NewMovement, NewMovementLine};
use domain::value::id::{
    AccountId, ItemId, LocationId, LotId, MovementId, PartyId, ReasonCodeId, ReservationId, SerialId, WarehouseId,
};
use domain::value::limits::{DIMENSIONS_PER_LINE, LINES_PER_MOVEMENT};
use domain::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use domain::value::permission::Permission;
use domain::value::{CurrencyRef, Date, IdOrCode, Rate, Sought, TypedId};

use super::brought::{self, BroughtLotInput, BroughtSerialInput};
use crate::http::caller::NeedsByContent;
use crate::http::input::{
    Amount, CodeText, EachItem, ForeignKey, JsonObject, List, LongText, Moment, Name, NameOrEmpty, Pointer,
    QuantityText, ShownLine, SignedAmount, StringMap, Text, Violations,
};
use crate::http::journal_entries::wire::canonical;
use crate::http::problem::Problem;

domain::named_enum! {
    /// The status of a new movement.
    NewMovementStatus {
        /// Without effect, until it is posted.
        Draft = "draft",
        /// Posted in the same call.
        Posted = "posted",
    }
}

domain::named_enum! {
    /// The role of a line in an assembly.
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
    /// A line: one item, one place. The kind of movement determines its fields.
    pub struct MovementLineInput {
        /// The item by its id; not needed if the line refers to a receipt's line.
        pub item_id: Option<Sought<ItemId>>,
        /// The item by its SKU, instead of `itemId`.
        pub sku: Option<CodeText<60>> = "85123A",
        /// Above 0; in an adjustment, below 0 for goods taken out. Required if goods move; in an invoice, all open
        /// goods if absent.
        pub quantity: Option<QuantityText> = "12",
        /// The unit of the quantity; the item's base unit if absent.
        pub unit_code: Option<CodeText<3>>,
        /// The warehouse that goods enter or leave; the document's warehouse if absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub warehouse_code: Option<CodeText<20>>,
        /// The bin.
        pub location_id: Option<Sought<LocationId>>,
        pub location_code: Option<CodeText<40>>,
        /// The destination of a transfer; the document's if absent.
        pub to_warehouse_id: Option<Sought<WarehouseId>>,
        pub to_warehouse_code: Option<CodeText<20>>,
        pub to_location_id: Option<Sought<LocationId>>,
        pub to_location_code: Option<CodeText<40>>,
        /// The lot, if the item is tracked by lot.
        pub lot_id: Option<Sought<LotId>>,
        pub lot_number: Option<CodeText<60>>,
        /// The piece, if the item is tracked by serial number.
        pub serial_id: Option<Sought<SerialId>>,
        pub serial_number: Option<CodeText<60>>,
        /// For goods that come from outside or are found, instead of `lotId`: the lot by its number, created if it does
        /// not exist.
        pub lot: Option<BroughtLotInput>,
        /// For goods that come from outside or are found, instead of `serialId`: the piece by its number, created if it
        /// does not exist.
        pub serial: Option<BroughtSerialInput>,
        /// The total cost of the line, in the movement's currency: required if goods come from outside, refused if
        /// their cost follows from earlier movements.
        pub total_cost: Option<Amount> = "30.60",
        /// The increase in value, or below 0 the decrease (`revaluation`); the amount written down (`writeDown`); the
        /// invoiced amount for a receipt's line (as received if absent); or the line's share of a landed cost or a credit
        /// note that is split by hand.
        pub amount: Option<SignedAmount>,
        /// The movement that the line takes back or refers to; the document's if absent.
        pub of_movement_id: Option<Sought<MovementId>>,
        /// The line of the other movement that it takes back or refers to; needed if several have the item.
        pub of_line: Option<crate::http::input::Whole<1, 10_000>>,
        /// For an issue or transfer: the reservation from which it takes its whole quantity.
        pub reservation_id: Option<Sought<ReservationId>>,
        /// For an assembly or disassembly: whether the goods go in or come out.
        pub role: Option<AssemblyRole>,
        /// The share of an output in the cost of all components; needed if there are several outputs.
        pub weight: Option<crate::http::input::Whole<0, 1_000_000_000>>,
        /// The new cost of a base unit: for a `standardCostChange`, and for a `costingChange` to standard.
        pub standard_cost: Option<Amount>,
        /// The new costing method of the item (`costingChange`).
        pub costing_method: Option<CostingMethod>,
        pub description: Option<Text<1, 500>>,
    }

    /// A charge on an invoice or a credit note besides goods: tax, freight, a rebate.
    pub struct ChargeInput {
        pub account_id: Option<Sought<AccountId>>,
        pub account_code: Option<CodeText<32>>,
        /// In the document's currency; below 0 for a deduction.
        pub amount: SignedAmount = "6.12",
        pub description: Option<Text<1, 500>>,
    }

    /// A new movement of goods.
    pub struct MovementInput {
        /// The kind of movement.
        pub kind: MovementKind = "receipt",
        /// When the goods moved; now if absent. A date alone means the usual hour of its kind: 00:00 for an opening,
        /// 12:00 for a receipt, 18:00 for all others, in the organization's time zone.
        pub occurred_at: Option<Moment> = "2010-12-01",
        /// Its position in the order of costs: `inOrder` (the default) costs it when it occurred, and recosts later
        /// movements; `prospective` costs it when it is posted, at the cost and on the day of posting (needs
        /// `inventory:lateEntry`).
        pub costing: Option<CostingPlace>,
        /// Derived, never chosen: if you send it, it must be the derived day.
        pub posting_date: Option<Date>,
        /// `draft` or `posted` (the default).
        pub status: Option<NewMovementStatus> = "posted",
        /// The warehouse of lines that give none; the default warehouse if absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub warehouse_code: Option<CodeText<20>>,
        /// For a transfer: other names for `warehouseId` and `warehouseCode`.
        pub from_warehouse_id: Option<Sought<WarehouseId>>,
        pub from_warehouse_code: Option<CodeText<20>>,
        /// The destination of transfer lines that give none.
        pub to_warehouse_id: Option<Sought<WarehouseId>>,
        pub to_warehouse_code: Option<CodeText<20>>,
        /// The supplier or customer by its id.
        pub party_id: Option<Sought<PartyId>>,
        /// The supplier or customer by name; created if it does not exist.
        pub party_name: Option<Name<200>>,
        /// The currency of the costs; the base currency if absent.
        pub currency: Option<CurrencyRef>,
        /// Units of base currency per unit; the rate in effect on the posting date if absent.
        pub exchange_rate: Option<Rate>,
        /// The reason for the movement.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        /// The account for the other side, instead of the usual one.
        pub offset_account_id: Option<Sought<AccountId>>,
        pub offset_account_code: Option<CodeText<32>>,
        /// The movement that it takes back, or to which its lines refer unless they name another. An invoice, credit note
        /// or landed cost without lines applies to all of it.
        pub of_movement_id: Option<Sought<MovementId>>,
        /// For a transfer: `direct` (the default), or `twoStep`: the goods are in transit until they are received.
        pub mode: Option<NewTransferMode>,
        /// The day on which the invoice or the credit note is due.
        pub due_date: Option<Date>,
        /// How to spread a landed cost or a credit note: by value if absent, by hand if the lines give their amounts.
        pub split_by: Option<SplitBy>,
        /// For a landed cost below 0: true if you know that it takes more than the goods are worth, and what is beyond that is a
        /// gain. Otherwise it is refused.
        pub allow_beyond_value: Option<bool>,
        /// A landed cost or a supplier's credit to spread over the lines, or the cost that an assembly absorbs (labour,
        /// energy).
        pub amount: Option<SignedAmount>,
        /// A charge on an invoice or a credit note besides goods.
        pub charges: Option<List<ChargeInput, 0, 100>>,
        pub description: Option<LongText<0, 2000>> = "Delivery 4711",
        /// The document's own number.
        pub reference: Option<Name<200>> = "4711",
        /// For an invoice or a credit note: true if you know that another document in effect has this `reference` of the same supplier. Otherwise it
        /// is refused.
        pub allow_duplicate_reference: Option<bool>,
        /// The namespace of `externalId`.
        pub source: Option<NameOrEmpty<100>>,
        /// Your own id, unique among the movements of one source that have not been voided.
        pub external_id: Option<ForeignKey<200>>,
        /// Dimension values for the lines of its entry.
        pub dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
        /// At least one; an invoice, credit note or landed cost for one receipt can have none.
        pub lines: Option<List<MovementLineInput, 0, LINES_PER_MOVEMENT>>,
        /// Your own data.
        pub metadata: Option<JsonObject>,
    }

    /// Several movements in one commit.
    pub struct MovementBatchInput {
        /// Whether one refused item causes all to be refused.
        pub atomic: Option<bool> = false,
        /// The movements, in order.
        pub items: List<EachItem<MovementInput>, 1, 1_000>,
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

/// Where a reference is sent by its id or by its code.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub at: &'a Pointer<'a>,
    pub id: &'static str,
    pub code: &'static str,
}

/// A reference by id or by code; naming both is a violation.
pub fn named<I: TypedId>(
    id: Option<Sought<I>>,
    code: Option<impl Into<String>>,
    names: Names<'_>,
    errors: &mut Violations,
) -> Option<IdOrCode<I>> {
    match (id, code) {
        (Some(_), Some(_)) => {
            let message = format!("give {} or {}, not both", names.id, names.code);
            errors.push(&names.at.field(names.code), "ambiguous", message);
            None
        }
        (Some(id), None) => Some(IdOrCode::Id(id)),
        (None, Some(code)) => Some(IdOrCode::Code(code.into())),
        (None, None) => None,
    }
}

impl NeedsByContent for MovementInput {
    fn needed(&self) -> Permission {
        CreateMovement::needed(self.status != Some(NewMovementStatus::Draft), self.kind)
    }
}

impl MovementInput {
    /// The command. `below` is where the movement stands in the body.
    pub fn command(self, below: &str) -> Result<CreateMovement, Problem> {
        let mut errors = Violations::default();
        let body = Pointer::Body;
        let at = |id, code| Names { at: &body, id, code };
        let own = named(self.warehouse_id, self.warehouse_code, at("warehouseId", "warehouseCode"), &mut errors);
        let from_names = at("fromWarehouseId", "fromWarehouseCode");
        let from = named(self.from_warehouse_id, self.from_warehouse_code, from_names, &mut errors);
        if from.is_some() && self.kind != MovementKind::Transfer {
            let message = "only a transfer goes from one warehouse to another: use warehouseId";
            errors.push(&body.field("fromWarehouseId"), "no_such_field", message);
        } else if from.is_some() && own.is_some() {
            errors.push(
                &body.field("fromWarehouseId"),
                "ambiguous",
                "is another name for warehouseId: send only one of them",
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
            errors.push(&body.field("lines"), "too_few", "must have at least 1 item, not 0");
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
            allow_beyond_value: self.allow_beyond_value.unwrap_or_default(),
            amount: self.amount.map(|amount| amount.0),
            charges,
            description: self.description.map(|text| text.0).unwrap_or_default(),
            reference: self.reference.map(|text| text.0),
            number_use: NumberUse::allowing(self.allow_duplicate_reference),
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
    const READ_ONLY: &'static [&'static str] = &[
        "lineNumber",
        "itemName",
        "entered",
        "cost",
        "provisionalCost",
        "counterAccountId",
        "counterAccountCode",
        "ofSequence",
        "ofQuantity",
    ];
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
            errors.push(&here.field("quantity"), "required", "the quantity is missing: give quantity");
        }
    }

    /// The core's line.
    pub fn line(self, index: usize, errors: &mut Violations) -> NewMovementLine {
        let lines = Pointer::Body.field("lines");
        let here = lines.item(index);
        let at = |id, code| Names { at: &here, id, code };
        let item = named(self.item_id, self.sku, at("itemId", "sku"), errors);
        let lot = named(self.lot_id, self.lot_number, at("lotId", "lotNumber"), errors);
        let serial = named(self.serial_id, self.serial_number, at("serialId", "serialNumber"), errors);
        let brought = brought::brought(self.lot, self.serial, lot.as_ref(), serial.as_ref(), &here, errors);
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
        let names = Names { at: &here, id: "accountId", code: "accountCode" };
        let account = named(self.account_id, self.account_code, names, errors);
        if account.is_none() {
            let message = "the account is missing: give accountId or accountCode";
            errors.push(&here.field("accountId"), "required", message);
        }
        let account = account?;
        Some(NewCharge { account, amount: self.amount.0, description: self.description.map(|text| text.0) })
    }
}
