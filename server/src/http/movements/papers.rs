//! Papers of movements: the house's own note of any, the delivery note that leaves with the goods, and the list to pick by.
//!
//! What leaves the house, and what lies on a cart, has no costs on it. The note has those that its reader may see.

use std::collections::BTreeMap;

use axum::response::Response;
use domain::rows::items::Item;
use domain::rows::{MovementStatus, PartyName};
use domain::value::id::{ItemId, PartyId};
use domain::value::movement_kind::{Goods, MovementKind, TransferMode};
use domain::value::permission::Permission;
use domain::value::{Cell as Value, Decimal, Json};
use store::Snapshot;
use store::read::by_id;

use super::line_view::MovementLineView;
use super::view::MovementView;
use crate::app::App;
use crate::documents::table::{Cell, Column, Row};
use crate::http::caller::Caller;
use crate::http::output::DecimalText;
use crate::http::papers::{self, Facts, PaperFormat, Papers};
use crate::http::problem::Problem;

domain::named_enum! {
    /// A paper of a movement.
    MovementPaper {
        Note = "note",
        DeliveryNote = "deliveryNote",
        PickList = "pickList",
    }
}

crate::wire_enum! {
    MovementPaper = "MovementPaper",
}

crate::input! {
    /// In which form.
    pub struct MovementPaperQuery {
        /// `print` answers with a page to print; JSON if absent.
        pub format: Option<PaperFormat>,
        /// Which page. If absent: the pick list of a transfer, and of a draft of goods that leave; the delivery note of
        /// goods that left for a customer or a supplier; else the note.
        pub paper: Option<MovementPaper>,
    }
}

impl MovementPaperQuery {
    /// Whether a page to print is wanted.
    pub fn is_print(&self) -> bool {
        self.format == Some(PaperFormat::Print)
    }
}

/// Units of the items of a movement, as far as the reader may see them.
type Units = BTreeMap<ItemId, String>;

/// Answers with a paper of the movement as the caller sees it.
///
/// # Errors
/// 400 where such a movement has no such paper.
pub async fn page(
    app: &App,
    mut snapshot: Snapshot,
    caller: &Caller,
    movement: MovementView,
    wanted: Option<MovementPaper>,
) -> Result<Response, Problem> {
    let paper = wanted.unwrap_or_else(|| usual(&movement));
    if !fits(paper, &movement) {
        let message =
            "goods that leave have a pick list, and those for others a delivery note: leave it out, or use note";
        return Err(Problem::violation("paper", "not_of_this_kind", message));
    }
    let papers = Papers::open(&mut snapshot, caller.organization).await?;
    let rights = caller.rights(&mut snapshot).await?;
    let items = movement.lines.iter().map(|line| line.item_id.0).filter(|_| rights.has(Permission::ItemsRead));
    let items: Vec<Item> = by_id::rows(&mut snapshot, caller.organization, items).await?;
    let units: Units = items.into_iter().map(|item| (item.id, item.unit_code)).collect();
    let party = movement.party_id.map(|id| id.0).filter(|_| rights.has(Permission::PartiesRead));
    let address = match (paper, party) {
        (MovementPaper::DeliveryNote, Some(party)) => address(&mut snapshot, caller, party).await?,
        _ => None,
    };
    drop(snapshot);
    let number = movement.sequence.map_or_else(|| "(draft)".to_owned(), |sequence| sequence.to_string());
    let name = movement.sequence.map_or_else(|| movement.id.0.to_string(), |sequence| sequence.to_string());
    let sees_costs = rights.has(Permission::CostsRead) && paper == MovementPaper::Note;
    let (title, file, signatures) = match paper {
        MovementPaper::Note => (movement.kind.0.rules().title, "movement", ["Recorded by", "Checked by"]),
        MovementPaper::DeliveryNote => ("Delivery note", "delivery-note", ["Handed over by", "Received by"]),
        MovementPaper::PickList => ("Pick list", "pick-list", ["Picked by", "Checked by"]),
    };
    let (columns, rows) = match paper {
        MovementPaper::Note => (note_columns(&movement, sees_costs), note_rows(&movement, &units, sees_costs)),
        MovementPaper::DeliveryNote => (delivery_columns(), delivery_rows(&movement, &units)),
        MovementPaper::PickList => (pick_columns(), pick_rows(&movement, &units)),
    };
    let mut heading = papers.heading(format!("{file}-{name}"), format!("{title} {number}"), sees_costs, columns);
    let facts = match paper {
        MovementPaper::Note => own_facts(&papers, &movement),
        MovementPaper::DeliveryNote => delivery_facts(&papers, &movement, address),
        MovementPaper::PickList => pick_facts(&papers, &movement),
    };
    heading.paper = Some(facts.signed_by(&signatures));
    papers::page(app, heading, rows).await
}

/// The paper that a movement most often needs.
fn usual(movement: &MovementView) -> MovementPaper {
    let is_draft = movement.sequence.is_none();
    match movement.kind.0.rules().goods {
        Goods::Pass if fits(MovementPaper::PickList, movement) => MovementPaper::PickList,
        Goods::Leave if is_draft => MovementPaper::PickList,
        Goods::Leave if fits(MovementPaper::DeliveryNote, movement) => MovementPaper::DeliveryNote,
        Goods::Leave | Goods::Pass | Goods::Come | Goods::BySign | Goods::Stay => MovementPaper::Note,
    }
}

/// Whether the movement has this paper.
fn fits(paper: MovementPaper, movement: &MovementView) -> bool {
    let kind = movement.kind.0;
    let mode = movement.mode.as_ref().map(|mode| mode.0);
    let goods = kind.rules().goods;
    let sends = goods == Goods::Pass && !matches!(mode, Some(TransferMode::Receive | TransferMode::Close));
    match paper {
        MovementPaper::Note => true,
        MovementPaper::DeliveryNote => sends || matches!(kind, MovementKind::Issue | MovementKind::SupplierReturn),
        MovementPaper::PickList => sends || goods == Goods::Leave,
    }
}

/// The address among the contacts of a party: a text, or an object of texts.
async fn address(snapshot: &mut Snapshot, caller: &Caller, party: PartyId) -> Result<Option<String>, Problem> {
    let rest = "where organization_id = $1 and party_id = $2";
    let params = [Value::Id(caller.organization.0), Value::Id(party.0)];
    let found: Vec<PartyName> = snapshot.rows(rest, &params).await?;
    let contact = found.into_iter().next().and_then(|row| Json::parse(&row.contact).ok());
    let Some(Json::Object(members)) = contact else { return Ok(None) };
    let address = members.into_iter().find(|(name, _)| name == "address").map(|(_, value)| value);
    Ok(address.map(|address| texts(address).join(", ")))
}

/// The texts in a value, in its order.
fn texts(value: Json) -> Vec<String> {
    match value {
        Json::Text(text) => vec![text],
        Json::List(items) => items.into_iter().flat_map(texts).collect(),
        Json::Object(members) => members.into_values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

fn own_facts(papers: &Papers, movement: &MovementView) -> Facts {
    let drafted = papers.done(Some(movement.created_at), movement.created_by_name.as_ref(), Some(movement.created_by));
    let approved = papers.done(movement.approved_at, movement.approved_by_name.as_ref(), movement.approved_by);
    let posted = papers.done(movement.posted_at, movement.posted_by_name.as_ref(), movement.posted_by);
    let voided = papers.done(movement.voided_at, movement.voided_by_name.as_ref(), movement.voided_by);
    dated(papers, movement)
        .with("Posting date", movement.posting_date.as_ref().map(papers::day))
        .with("Party", papers::called(movement.party_code.as_ref(), movement.party_name.as_ref()))
        .with("Text", Some(movement.description.clone()))
        .with("Reason", movement.reason_code.clone())
        .with("Dimensions", papers::dimensions(&movement.dimensions))
        .with("Drafted", drafted.filter(|_| !movement.prepared_by.is_empty()))
        .with("Approved", approved)
        .with("Posted", posted)
        .with("Voided", voided)
        .with("Why voided", movement.void_reason.clone())
}

fn delivery_facts(papers: &Papers, movement: &MovementView, address: Option<String>) -> Facts {
    dated(papers, movement)
        .with("From", places(movement.lines.iter().map(|line| line.warehouse_code.as_ref())))
        .with("To", papers::called(movement.party_code.as_ref(), movement.party_name.as_ref()))
        .with("Address", address)
        .with("To warehouse", places(movement.lines.iter().map(|line| line.to_warehouse_code.as_ref())))
}

fn pick_facts(papers: &Papers, movement: &MovementView) -> Facts {
    dated(papers, movement)
        .with("For", papers::called(movement.party_code.as_ref(), movement.party_name.as_ref()))
        .with("Text", Some(movement.description.clone()))
}

/// What every paper says of its movement.
fn dated(papers: &Papers, movement: &MovementView) -> Facts {
    let is_told = movement.status.0 != MovementStatus::Posted;
    Facts::default()
        .with("Date", movement.occurred_at.map(|at| papers.at(at.0)))
        .with("Status", is_told.then(|| papers::words(&movement.status)))
        .with("Reference", movement.reference.clone())
}

/// Each of these codes once, in order.
fn places<'a>(codes: impl Iterator<Item = Option<&'a String>>) -> Option<String> {
    let mut found: Vec<&str> = codes.flatten().map(String::as_str).collect();
    found.sort_unstable();
    found.dedup();
    (!found.is_empty()).then(|| found.join(", "))
}

fn note_columns(movement: &MovementView, sees_costs: bool) -> Vec<Column> {
    let mut columns: Vec<Column> =
        ["Line", "SKU", "Item", "Warehouse", "Bin", "To", "Lot", "Serial number"].map(Column::text).into();
    columns.extend([papers::quantities("Quantity"), Column::text("Unit"), Column::text("Text")]);
    if sees_costs {
        let stated = movement.currency.0;
        columns.push(Column::amount(format!("Stated {}", stated.code()), stated.decimals()));
        columns.push(Column::amount("Cost", movement.base_currency.0.decimals()));
    }
    columns
}

fn note_rows(movement: &MovementView, units: &Units, sees_costs: bool) -> Vec<Row> {
    let amount = |amount: Option<&DecimalText>| amount.map_or(Cell::Empty, |amount| Cell::Amount(amount.0.unscaled));
    let line = |line: &MovementLineView| {
        let mut cells = vec![
            Cell::text(line.line_number.to_string()),
            Cell::text(line.sku.clone()),
            Cell::maybe(line.item_name.clone()),
            Cell::maybe(line.warehouse_code.clone()),
            Cell::maybe(line.location_code.clone()),
            Cell::maybe(destination(line)),
            Cell::maybe(lot(line)),
            Cell::maybe(serial(line)),
            papers::quantity(line.of_quantity.as_ref().unwrap_or(&line.quantity)),
            Cell::maybe(units.get(&line.item_id.0).cloned()),
            Cell::maybe(line.description.clone()),
        ];
        if sees_costs {
            cells.push(amount(line.total_cost.as_ref().or(line.amount.as_ref())));
            cells.push(amount(line.cost.as_ref()));
        }
        Row::line(cells)
    };
    movement.lines.iter().map(line).collect()
}

fn delivery_columns() -> Vec<Column> {
    let mut columns: Vec<Column> = ["Line", "SKU", "Item", "Lot", "Serial number"].map(Column::text).into();
    columns.extend([papers::quantities("Quantity"), Column::text("Unit"), Column::text("Packed as")]);
    columns
}

fn delivery_rows(movement: &MovementView, units: &Units) -> Vec<Row> {
    let line = |line: &MovementLineView| {
        Row::line(vec![
            Cell::text(line.line_number.to_string()),
            Cell::text(line.sku.clone()),
            Cell::maybe(line.item_name.clone()),
            Cell::maybe(lot(line)),
            Cell::maybe(serial(line)),
            papers::quantity(&without_sign(&line.quantity)),
            Cell::maybe(units.get(&line.item_id.0).cloned()),
            Cell::maybe(packed(line)),
        ])
    };
    movement.lines.iter().map(line).collect()
}

fn pick_columns() -> Vec<Column> {
    let mut columns: Vec<Column> =
        ["Picked", "Warehouse", "Bin", "SKU", "Item", "Lot", "Serial number"].map(Column::text).into();
    columns.extend([papers::quantities("Quantity"), Column::text("Unit"), Column::text("Packed as")]);
    columns.push(Column::text("To"));
    columns
}

/// By bin, as the picker walks.
fn pick_rows(movement: &MovementView, units: &Units) -> Vec<Row> {
    let mut lines: Vec<&MovementLineView> = movement.lines.iter().collect();
    lines.sort_by_key(|line| (&line.warehouse_code, &line.location_code, &line.sku, line.line_number));
    let line = |line: &MovementLineView| {
        Row::line(vec![
            Cell::text("\u{2610}"),
            Cell::maybe(line.warehouse_code.clone()),
            Cell::maybe(line.location_code.clone()),
            Cell::text(line.sku.clone()),
            Cell::maybe(line.item_name.clone()),
            Cell::maybe(lot(line)),
            Cell::maybe(serial(line)),
            papers::quantity(&without_sign(&line.quantity)),
            Cell::maybe(units.get(&line.item_id.0).cloned()),
            Cell::maybe(packed(line)),
            Cell::maybe(destination(line)),
        ])
    };
    lines.into_iter().map(line).collect()
}

fn without_sign(quantity: &DecimalText) -> DecimalText {
    let Decimal { unscaled, scale } = quantity.0;
    DecimalText(Decimal { unscaled: unscaled.abs(), scale })
}

/// The quantity as it was entered, where that is in another unit than the item's own.
fn packed(line: &MovementLineView) -> Option<String> {
    let entered = line.entered.as_ref()?;
    entered.unit_code.as_ref().map(|unit| format!("{} {unit}", entered.quantity.0))
}

fn destination(line: &MovementLineView) -> Option<String> {
    papers::called(line.to_warehouse_code.as_ref(), line.to_location_code.as_ref())
}

/// The lot that it names, or that posting will make.
fn lot(line: &MovementLineView) -> Option<String> {
    line.lot_number.clone().or_else(|| line.lot.as_ref().map(|lot| lot.number.clone()))
}

fn serial(line: &MovementLineView) -> Option<String> {
    line.serial_number.clone().or_else(|| line.serial.as_ref().map(|serial| serial.number.clone()))
}
