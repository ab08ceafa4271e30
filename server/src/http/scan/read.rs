//! `POST /inventory/scan`: what a label means here, one of GS1 or one of our own.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::stock::labels::{self, Carrier, Label, Misread, Today};
use domain::value::permission::Permission;
use store::Snapshot;
use store::read::availability::Moment;

use super::actions::{self, Asking};
use super::context::Context;
use super::meaning::{self, Meaning};
use super::own::{Found, Looking, READINGS, Reading};
use super::parts::{ScanKind, ScanReading};
use super::view::ScanView;
use super::wire::ScanInput;
use crate::app::App;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::organization;
use crate::http::output::Named;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::{commit, today};

pub(super) const OPERATION: Operation = Operation::action(Permission::ItemsRead);

/// Read a scanned label
///
/// Reads the input of a scanner, or typed text. **Labels of GS1**: element strings (GS1-128, GS1 DataMatrix, GS1 QR
/// Code, GS1 DataBar), with or without symbology identifier, with FNC1 as the group separator (`\u001d`), or in
/// brackets as people write them; GS1 Digital Links; and bare EAN, UPC and ITF-14 numbers. Every application identifier
/// of GS1 is read, checked and shown with its title. **Labels of your own**: the sku of an item, the number of a lot or
/// piece, the code of a location or warehouse, the reference or external id of a movement, count or reservation, the
/// number of a journal entry, and the id of any of them. Only records that the caller may see are found. If several
/// match, `kind` is `ambiguous` and `readings` lists all of them: nothing is guessed. If none matches, it is `unknown`.
/// A misread GS1 label is refused as a whole.
///
/// `nextActions` are calls that would be accepted as they stand, for the caller, the job and the place in the request.
/// Writes nothing.
#[utoipa::path(post, path = "/api/v1/inventory/scan", operation_id = "ScanController_scan", tag = "Scanning",
    request_body = ScanInput, responses((status = 200, description = "The result of the scan", body = ScanView)))]
pub async fn read(
    State(app): State<App>,
    caller: Caller,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let input: ScanInput = body.decode()?;
    let timezone = organization::find(&mut snapshot, caller.organization).await?.timezone;
    let now = commit::now();
    let now = Moment { at: now, day: today::on(now, &timezone) };
    let (rights, reach) = (caller.rights(&mut snapshot).await?, caller.reach(&mut snapshot).await?);
    let context = Context::of(&mut snapshot, caller.organization, rights, &reach, &input).await?;
    let asking = Asking { organization: caller.organization, rights, reach, now, base_url: &app.base_url, context };
    let view = answer(&mut snapshot, &asking, &input.data.0).await?;
    Ok(axum::Json(view).into_response())
}

/// What the text is: a label of GS1 where that names something here, else what is called so, else nothing.
async fn answer(snapshot: &mut Snapshot, asking: &Asking<'_>, text: &str) -> Result<ScanView, Problem> {
    let year = Today(asking.now.day.year());
    let own = labels::own_text(text);
    let mut found = match own {
        Some(own) => {
            let here = asking.context.warehouse.as_ref().map(|house| house.id);
            let (organization, rights) = (asking.organization, asking.rights);
            let looking = Looking { organization, rights, reach: &asking.reach, here };
            looking.find(snapshot, own).await?
        }
        None => Found::default(),
    };
    let others = labels::other_readings(text, year);
    let label = match labels::read(text, year) {
        Ok(label) => label,
        Err(misread) if found.readings.is_empty() => return unread(own, &misread, &others),
        Err(_) => return one_of(snapshot, asking, found, None).await,
    };
    let meaning = meaning::of(snapshot, asking.organization, asking.rights, &asking.reach, &label).await?;
    // A sku that is the item's GTIN is the same thing.
    found.readings.retain(|reading| match (reading, &meaning.item) {
        (Reading::Item(item), Some(labelled)) => item.id != labelled.id,
        _ => true,
    });
    let names_something = meaning.item.is_some() || !meaning.warehouses.is_empty();
    if !found.readings.is_empty() {
        return one_of(snapshot, asking, found, names_something.then_some(&label)).await;
    }
    let is_label = own.is_none() || label.has_key();
    let actions = actions::of(snapshot, asking, &label, &meaning).await?;
    let mut view = ScanView::of(label, meaning, others, actions);
    if let Some(own) = own.filter(|_| !is_label) {
        view.kind = Named(ScanKind::Unknown);
        view.notices.insert(0, nothing(own));
    }
    Ok(view)
}

/// The one thing that is called so, or all of them as offers, with the label that it may be, too.
async fn one_of(
    snapshot: &mut Snapshot,
    asking: &Asking<'_>,
    found: Found,
    label: Option<&Label>,
) -> Result<ScanView, Problem> {
    let Found { mut readings, cut } = found;
    if readings.len() > 1 || label.is_some() {
        let label = label.map(|label| ScanReading {
            kind: Named(ScanKind::Label),
            title: "a label of GS1".to_owned(),
            data: label.bracketed(),
        });
        let offers = label.into_iter().chain(readings.iter().map(ScanReading::of)).collect();
        let told = "several records match: choose one, and send its data";
        let more = cut.iter().map(|kind| {
            format!(
                "more than {READINGS} {kind} match, and only the newest {READINGS} are listed: search for the others"
            )
        });
        let notices = std::iter::once(told.to_owned()).chain(more).collect();
        return Ok(ScanView::of_readings(offers, notices));
    }
    let Some(reading) = readings.pop() else { return Ok(ScanView::of_readings(Vec::new(), Vec::new())) };
    let meaning = Meaning::of_own(&reading);
    let actions = match &meaning.item {
        Some(_) => {
            let label = Label { carrier: Carrier::ElementString, elements: Vec::new() };
            actions::of(snapshot, asking, &label, &meaning).await?
        }
        None => asking.with(snapshot, &reading).await?,
    };
    Ok(ScanView::of_own(reading, meaning, actions))
}

/// What cannot be read as a label: refused where it can be nothing else, else unknown.
fn unread(own: Option<&str>, misread: &Misread, others: &[String]) -> Result<ScanView, Problem> {
    let is_wrong = matches!(misread, Misread::CheckDigit { .. } | Misread::NoSuchDay { .. });
    match own.filter(|_| !is_wrong && others.is_empty()) {
        Some(own) => Ok(ScanView::of_readings(Vec::new(), vec![nothing(own)])),
        None => {
            let mut told = misread.to_string();
            if !others.is_empty() {
                told.push_str(&format!("; if the printer left out a separator, send {}", others.join(" or ")));
            }
            Err(Problem::violation("/data", misread.code(), told))
        }
    }
}

fn nothing(own: &str) -> String {
    let short: String = own.chars().take(40).collect();
    format!("nothing that you can see here matches {short:?}: scan it again, or search for it by name")
}
