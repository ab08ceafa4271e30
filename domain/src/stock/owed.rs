//! Stock below zero cannot be forbidden while there is some.

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::StockLevel;
use crate::stock::goods::posting::refusals::quantity as quantity_text;
use crate::value::id::WarehouseId;
use crate::value::limits;
use crate::value::rejection::{Code, Rejection, Value};

/// Requires that nothing is below zero in these warehouses; the refusal names the first place.
pub(crate) fn require_nothing_owed(book: &Book, warehouses: &[WarehouseId], pointer: &str) -> Result<(), Stop> {
    require_all(book, warehouses.iter().map(|id| book.owed_key(*id)).collect())?;
    let mut owed: Vec<StockLevel> = Vec::new();
    for id in warehouses {
        owed.extend(book.owed_in(*id)?.cloned());
    }
    if owed.is_empty() {
        return Ok(());
    }
    owed.truncate(limits::LISTED);
    let listed = listed_stock(book, &owed)?;
    let message = "stock is below zero there: receive the goods or adjust their quantity first, then forbid negative \
         stock";
    let rejection = Rejection::new(Code::StockIsNegative, message).at(pointer).with("stock", listed);
    Err(match owed.first() {
        Some(first) => with_stock(rejection, first.warehouse_id),
        None => rejection,
    }
    .into())
}

/// Adds a link to the stock of a warehouse.
pub(crate) fn with_stock(rejection: Rejection, warehouse: WarehouseId) -> Rejection {
    rejection.offer("stock", "See the stock there", "GET", format!("/inventory/stock?warehouseId={warehouse}"))
}

/// The stock of these places, for a refusal that lists it.
pub(crate) fn listed_stock(book: &Book, levels: &[StockLevel]) -> Result<Value, Stop> {
    require_all(book, levels.iter().map(|level| Key::Item(level.item_id)).collect())?;
    let mut listed = Vec::with_capacity(levels.len());
    for level in levels {
        let item = book.item(level.item_id)?.ok_or_else(|| Stop::lost("items", level.item_id))?;
        listed.push(Value::Object(vec![
            ("itemId", item.id.to_string().into()),
            ("sku", item.sku.clone().into()),
            ("warehouseId", level.warehouse_id.to_string().into()),
            ("quantity", quantity_text(item, level.quantity).into()),
        ]));
    }
    Ok(Value::List(listed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::commands::warehouses::update::UpdateWarehouse;
    use crate::rows::{NegativeStock, Warehouse};
    use crate::stock::goods::tests::{line, movement, stage};
    use crate::stock::warehouses::change::WarehouseChange;
    use crate::testing::Stage;
    use crate::value::Sought;
    use crate::value::movement_kind::MovementKind;

    fn set(stage: &mut Stage, negative_stock: NegativeStock) -> Result<(), Rejection> {
        let main = stage.rows::<Warehouse>().into_iter().find(|row| row.code == "MAIN").expect("main").id.to_string();
        let fields = WarehouseChange { negative_stock: Some(negative_stock), ..WarehouseChange::default() };
        stage.run(UpdateWarehouse { warehouse: Sought::of(&main), if_match: None, fields }).map(drop)
    }

    fn set_for_all(stage: &mut Stage, negative_stock: bool) -> Result<(), Rejection> {
        let negative_stock = Some(negative_stock);
        stage.run(UpdateOrganization { negative_stock, ..UpdateOrganization::default() }).map(drop)
    }

    #[test]
    fn stock_below_zero_is_not_forbidden_while_there_is_some() {
        let mut stage = stage();
        let receipt = movement(MovementKind::Receipt, 5, vec![line("FIFO", "2", Some("2.00"))]);
        stage.run(receipt).expect("received");
        set_for_all(&mut stage, true).expect("allowed");
        stage.run(movement(MovementKind::Issue, 6, vec![line("FIFO", "5", None)])).expect("owed");
        let refused = set_for_all(&mut stage, false).expect_err("3 are owed");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::StockIsNegative, "/negativeStock"));
        let told = refused.context.iter().find(|(name, _)| *name == "stock").expect("stock").1.to_json().to_string();
        assert!(told.contains("\"quantity\":\"-3\""), "{told}");
        assert!(refused.resolutions[0].path.starts_with("/inventory/stock?warehouseId="), "{refused:?}");
        assert_eq!(set(&mut stage, NegativeStock::Deny).expect_err("3 are owed").code, Code::StockIsNegative);
        // Where the warehouse allows it itself, the organization may forbid it to others.
        set(&mut stage, NegativeStock::Allow).expect("as it is");
        set_for_all(&mut stage, false).expect("nobody inherits it with something owed");
        stage.run(movement(MovementKind::Receipt, 7, vec![line("FIFO", "3", Some("3.00"))])).expect("received");
        set(&mut stage, NegativeStock::Deny).expect("nothing is owed");
    }
}
