//! Puts scanned goods away, or moves them from one bin to another.

use domain::rows::{BinsMode, Location, Warehouse};
use domain::stock::goods::document::bins::may_be_brought_to;
use domain::value::permission::Permission;
use domain::value::place_use::LocationActivity;
use serde_json::json;
use store::Snapshot;
use store::read::by_id;
use store::read::stock::OnHand;
use store::read::zones;

use super::actions::ScanAction;
use super::context::ScanJob;
use super::goods::Goods;
use crate::http::problem::Problem;

/// Moves within a warehouse that keeps bins, if the scanning person does that job: it puts goods away to the bin where
/// they are, and takes goods from it otherwise.
pub async fn within(
    snapshot: &mut Snapshot,
    goods: &Goods<'_>,
    there: &[OnHand],
) -> Result<Option<ScanAction>, Problem> {
    let asking = goods.asking;
    let puts_away = asking.is_for(ScanJob::PutAway);
    if !(puts_away || asking.is_for(ScanJob::Move)) || !asking.may(Permission::MovementsPost) {
        return Ok(None);
    }
    let to = asking.context.place.as_ref().filter(|_| puts_away);
    let found = match puts_away {
        true => waiting(snapshot, goods, there, to).await?,
        false => goods.first(there),
    };
    let (Some((house, from)), Some(much)) = (found, goods.labelled()) else { return Ok(None) };
    if house.bins_mode == BinsMode::None {
        return Ok(None);
    }
    if let Some(to) = to {
        let above = zones::above(snapshot, asking.organization, to).await?;
        if !may_be_brought_to(house, to, &above) {
            return Ok(None);
        }
    }
    let mut line = goods.line(much.min(from.quantity), Some(from));
    let (rel, verb) = if puts_away { ("put-away", "Put it away") } else { ("move", "Move it") };
    let title = match to {
        Some(to) => {
            line["toLocationId"] = json!(to.id.to_string());
            format!("{verb} in {}, {}", house.code, to.code)
        }
        None => format!("{verb} in {}: add toLocationId, the destination bin", house.code),
    };
    Ok(Some(asking.action(rel, title, "/inventory/movements", goods.movement("transfer", house, line))))
}

/// Where goods wait to be put away: outside of all bins, or where goods come in, else anywhere but where they go.
async fn waiting<'b, 'g>(
    snapshot: &mut Snapshot,
    goods: &'g Goods<'_>,
    there: &'b [OnHand],
    to: Option<&Location>,
) -> Result<Option<(&'g Warehouse, &'b OnHand)>, Problem> {
    let ids = goods.all(there).filter_map(|(_, place)| place.location.as_ref().map(|(id, _)| *id));
    let places: Vec<Location> = by_id::rows(snapshot, goods.asking.organization, ids).await?;
    let rank = |place: &OnHand| match &place.location {
        None => 0,
        Some((id, _)) => {
            let activities = places.iter().find(|one| one.id == *id).map_or("", |one| one.activities.as_str());
            1 + i32::from(!activities.split_whitespace().any(|name| name == LocationActivity::Receiving.name()))
        }
    };
    let elsewhere = |place: &OnHand| match (&place.location, to) {
        (Some((id, _)), Some(to)) => *id != to.id,
        _ => true,
    };
    Ok(goods.all(there).filter(|(_, place)| elsewhere(place)).min_by_key(|(_, place)| rank(place)))
}
