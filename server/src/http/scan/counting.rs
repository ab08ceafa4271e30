//! Records scanned goods in the count for which they are scanned.

use domain::rows::{Count, CountLine, CountStatus, Tracking};
use domain::value::Cell;
use domain::value::permission::Permission;
use serde_json::json;
use store::Snapshot;
use store::read::Conditions;

use super::actions::ScanAction;
use super::goods::Goods;
use crate::http::problem::Problem;

/// The recording, where who scans counts: of the one line that the goods and the place have, or of goods that nobody expected.
pub async fn recorded(snapshot: &mut Snapshot, goods: &Goods<'_>) -> Result<Vec<ScanAction>, Problem> {
    let asking = goods.asking;
    let may = asking.may(Permission::CountsRecord);
    let count = asking.context.count.as_ref().filter(|count| may && count.status == CountStatus::Open);
    let is_told_apart = match goods.item.tracking {
        Tracking::None => true,
        Tracking::Lot => goods.meaning.lot.is_some(),
        Tracking::Serial => goods.meaning.serial.is_some(),
    };
    let Some(count) = count.filter(|_| is_told_apart) else { return Ok(Vec::new()) };
    let Some(much) = goods.labelled() else { return Ok(Vec::new()) };
    let mut conditions = Conditions::new(asking.organization);
    conditions.equal("count_id", Some(Cell::Id(count.id.0)));
    conditions.equal("item_id", Some(Cell::Id(goods.item.id.0)));
    conditions.equal("lot_id", goods.meaning.lot.as_ref().map(|lot| Cell::Id(lot.id.0)));
    conditions.equal("serial_id", goods.meaning.serial.as_ref().map(|piece| Cell::Id(piece.id.0)));
    conditions.equal("location_id", asking.context.place.as_ref().map(|place| Cell::Id(place.id.0)));
    let lines: Vec<CountLine> = conditions.page(snapshot, "line_number", 2).await?;
    let goods_line = goods.line(much, None);
    let quantity = goods_line["quantity"].clone();
    let line = match lines.as_slice() {
        [line] => json!({"lineNumber": line.line_number, "quantity": quantity}),
        [] if is_of_all(count) => {
            let mut line = goods_line;
            let lot = goods.meaning.lot.as_ref().map(|lot| ("lotId", lot.id.to_string()));
            let serial = goods.meaning.serial.as_ref().map(|piece| ("serialId", piece.id.to_string()));
            let place = asking.context.place.as_ref().map(|place| ("locationId", place.id.to_string()));
            for (member, id) in [lot, serial, place].into_iter().flatten() {
                line[member] = json!(id);
            }
            line
        }
        _ => {
            let path = format!("/inventory/counts/{}/lines?itemId={}", count.id, goods.item.id);
            let title = "See its lines to find the place: scan again with place, the bin".to_owned();
            return Ok(vec![asking.look("count-lines", title, &path)]);
        }
    };
    let title = "Record it: quantity is the whole quantity there".to_owned();
    let path = format!("/inventory/counts/{}/lines", count.id);
    Ok(vec![asking.action("record", title, &path, json!({"lines": [line]}))])
}

/// Whether the count is of all goods and places of its warehouse.
fn is_of_all(count: &Count) -> bool {
    count.items.is_empty() && count.categories.is_empty() && count.locations.is_empty()
}
