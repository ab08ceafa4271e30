//! The answer to a change of a warehouse by which its goods moved in the books.

use axum::http::header::LOCATION;
use axum::response::Response;

use super::get;
use crate::http::problem::Problem;
use crate::http::writing::{Done, Writing, set};
use domain::value::Sought;
use domain::value::id::WarehouseId;

/// 204, or the warehouse where the client prefers to get it; `Location` is the movement, where there is one.
pub async fn changed(writing: &Writing, done: Done, id: &Sought<WarehouseId>) -> Result<Response, Problem> {
    let movement = done.reply.related.clone();
    let view = writing
        .preferred(&done, async |snapshot| {
            get::read(snapshot, writing.caller.organization, &writing.app.base_url, id).await
        })
        .await?;
    let mut response = done.changed(view)?;
    if let Some(movement) = movement.filter(|_| !writing.is_dry_run()) {
        let place = format!("{}/api/v1/inventory/movements/{movement}", writing.app.base_url);
        set(response.headers_mut(), LOCATION, &place);
    }
    Ok(response)
}
