//! Assembly: components leave at their cost, and outputs come at all of that plus the absorbed amount.

use std::sync::Arc;

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Assembly, Beyond, Cost, Kind, Place, Quantity, Source};
use crate::rows::movement_drafts::DraftLine;
use crate::stock::goods::plan::{Plan, Planner, at};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Decimal};

impl Planner<'_> {
    /// Plans an assembly or disassembly: components are lines below 0 and stand before all outputs.
    pub(super) fn assembly(&self, book: &mut Book, drafts: &[DraftLine], plan: &mut Plan) -> Result<(), Stop> {
        let passage = self.passage_of_assembly(book, drafts)?;
        let absorbed = self.in_base(book, self.movement.amount.unwrap_or_default(), || "/amount".to_owned())?;
        let mut components: Vec<Place> = Vec::new();
        let outputs = drafts.iter().filter(|draft| draft.quantity > 0);
        let weights: Vec<i64> = outputs.map(|draft| draft.weight.unwrap_or(1)).collect();
        let base = book.organization()?.base_currency;
        let mut assembly = None;
        let mut number = 0;
        for (index, draft) in drafts.iter().enumerate() {
            let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
            let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
            let Some((id, key)) = self.pool(book, &item, warehouse, draft)? else {
                let message = format!("goods in warehouse {} have no value: choose another", warehouse.code);
                return Err(Rejection::new(Code::WarehouseNotUsable, message).at(at(index, "warehouseId")).into());
            };
            let quantity =
                Quantity::new(draft.quantity.abs()).ok_or_else(|| Stop::lost("movements", self.movement.id))?;
            if draft.quantity < 0 {
                self.buy(book, index, draft, quantity, plan)?;
            }
            let mut line = self.blank(plan, draft);
            line.quantity = draft.quantity;
            line.pool_id = Some(id);
            line.counter_account_id = Some(passage);
            if draft.quantity < 0 {
                components.push(self.add_out(plan, key, Kind::Out { quantity, beyond: Beyond::Refused }));
            } else {
                let whole = match &assembly {
                    Some(whole) => Arc::clone(whole),
                    None => {
                        let made = Assembly::new(components.clone(), absorbed, weights.clone());
                        let whole = Arc::new(made.ok_or_else(|| out_of_range(absorbed, base))?);
                        assembly = Some(Arc::clone(&whole));
                        whole
                    }
                };
                let source = Source::Output { assembly: whole, number };
                number += 1;
                self.add_in(plan, key, Kind::In { quantity, cost: Cost::From(source) });
            }
            plan.lines.push(line);
        }
        Ok(())
    }

    /// The account between components and outputs, which keeps the absorbed amount.
    fn passage_of_assembly(&self, book: &Book, drafts: &[DraftLine]) -> Result<crate::value::id::AccountId, Stop> {
        if let Some(named) = self.accounts.named(book, self.movement)? {
            return Ok(named);
        }
        if self.movement.amount.is_some_and(|absorbed| absorbed != 0) {
            let message = "an absorbed cost needs an account: give offsetAccountId, or a reason code with an account";
            return Err(Rejection::new(Code::MovementIncomplete, message).at("/offsetAccountId").into());
        }
        let first = drafts.first().ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        let item = book.item(first.item_id)?.ok_or_else(|| Stop::lost("items", first.item_id))?;
        self.accounts.passage(item, self.accounts.warehouse(first.warehouse_id)?)
    }
}

fn out_of_range(absorbed: i64, base: Currency) -> Rejection {
    let message = if absorbed < 0 {
        let absorbed = Decimal::from_units(absorbed, base.decimals());
        format!("{absorbed} {base} cannot be absorbed: the absorbed cost must be 0 or more")
    } else {
        "the absorbed amount or a weight is out of range: make less at once".to_owned()
    };
    Rejection::new(Code::AmountOutOfRange, message).at("/amount")
}
