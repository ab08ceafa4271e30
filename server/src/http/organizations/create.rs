//! `POST /organizations`: another set of books, with the caller as its administrator.

use axum::Json;
use axum::extract::State;
use axum::http::header::{HeaderName, HeaderValue, LOCATION};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::batch::ReceiptKey;
use domain::rows::PrincipalKind;
use domain::rows::replies::Item;
use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};
use sha2::{Digest, Sha256};
use store::operational::login_memberships::Origin;
use store::operational::{logins, organizations_list};

use super::beginnings::{BegunBooks, ChartTemplate, FirstWarehouseInput, YearStart, beginnings};
use super::demo;
use crate::app::App;
use crate::commit::Submitted;
use crate::http::body::JsonBody;
use crate::http::caller::Login;
use crate::http::context::RequestContext;
use crate::http::idempotency::IdempotencyKey;
use crate::http::input::{Name, Pointer, Violations};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::Id;
use crate::http::preview;
use crate::http::problem::Problem;
use crate::http::query::{RawQuery, WriteQuery};
use crate::http::warehouses::wire::Zone;
use crate::http::writing::set;
use crate::identity::fresh_id;
use crate::identity::organizations::{self, NewOrganization};

crate::input! {
    /// A new organization.
    pub struct OrganizationInput {
        /// Needed, like currency and time zone, unless it is the demo.
        pub name: Option<Name<120>> = "Lovelace & Co",
        /// The currency of the books; it never changes.
        pub base_currency: Option<Currency> = "GBP",
        /// The IANA time zone that decides what day it is.
        pub timezone: Option<Zone> = "Europe/London",
        /// The chart template that the books begin with, as `GET /accounting/chart-templates` lists them: its accounts, its
        /// journals, the default accounts of stock and books, and a fiscal year.
        pub chart: Option<ChartTemplate> = "ifrs",
        /// The fiscal year that the books begin with: a year such as `2026`, or its first day; twelve months. With `chart`,
        /// the present calendar year if absent.
        pub fiscal_year: Option<YearStart> = "2026",
        /// The warehouse that the books begin with.
        pub warehouse: Option<FirstWarehouseInput>,
        /// `true`, alone, for the made-up demo organization, of which there is one.
        pub demo: Option<bool>,
    }
}

crate::output! {
    /// A new organization.
    pub struct NewOrganizationView {
        pub id: Id<OrganizationId>,
        pub name: String,
        /// The caller's roles there.
        pub roles: Vec<String>,
        /// What its books begin with, if the request asked for anything.
        pub books: Option<BegunBooks>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::new(Kind::Write, Access::Login).rejects(&[Code::Forbidden, Code::CodeTaken, Code::LimitReached]);

/// Create an organization
///
/// The caller becomes its administrator. With `chart`, `fiscalYear` and `warehouse`, its books can take entries, receipts
/// and issues at once: all of it is made in one commit, or nothing. Without them its books are empty. Get a token with its id from `POST /auth/token`. The
/// setting `auth.organization_founders` says who may create organizations: nobody, unless the operator has changed it.
///
/// With `demo`, the answer is 202: a made-up company whose trading year ends today is loaded in the background, and
/// `GET /organizations/{id}` tells how far it is (`demo`). Asked for again, it is the same one, and what broke off goes on.
#[utoipa::path(post, path = "/api/v1/organizations", operation_id = "OrganizationsController_create", tag = "Organizations",
    request_body = OrganizationInput, responses((status = 201, description = "The organization", body = NewOrganizationView),
        (status = 202, description = "The demo organization", body = NewOrganizationView)))]
#[expect(clippy::too_many_arguments, reason = "each is an extractor")]
pub async fn create(
    State(app): State<App>,
    login: Login,
    context: RequestContext,
    query: RawQuery,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: JsonBody,
) -> Result<Response, Problem> {
    let stored = logins::by_principal(&mut app.database.snapshot().await?, login.actor.principal).await?;
    let stored =
        stored.filter(|_| login.actor.kind == PrincipalKind::User && login.actor.scope.is_none() && !login.must_change);
    let stored = stored.ok_or_else(|| {
        Problem::new(
            Code::Forbidden,
            "only a user can create an organization, with a token that is not restricted by \
             a scope",
        )
    })?;
    let query: WriteQuery = query.decode()?;
    let key = IdempotencyKey::of(&headers, &method, &uri, &body)?;
    let input: OrganizationInput = body.decode()?;
    if input.is_demo(query.is_preview())? {
        require_own_password(&stored)?;
        return demo::answer(&app, &context, stored.principal_id, &stored.display_name).await;
    }
    let (name, base_currency, timezone) = input.named()?;
    let receipt = key.map(|key| receipt(stored.principal_id, &key));
    let id: OrganizationId = match &receipt {
        Some(receipt) => fresh_id::of_key(&[], receipt.key_hash),
        None => fresh_id::new(),
    };
    let mut snapshot = app.database.snapshot().await?;
    // The same request again finds the organization that it created.
    if organizations_list::get(&mut snapshot, id).await?.is_none() {
        app.auth.founding.require(&mut snapshot, stored.principal_id).await?;
    }
    drop(snapshot);
    require_own_password(&stored)?;
    let new = NewOrganization {
        id,
        name,
        base_currency,
        timezone,
        admin: stored.principal_id,
        admin_name: stored.display_name,
        origin: Origin::Joined,
        founded_by: Some(stored.principal_id),
        beginnings: beginnings(input.chart, input.fiscal_year, input.warehouse),
    };
    if query.is_preview() {
        let preview = app.committer.preview(new.request(&context.request_id, None)).await?;
        if let Submitted::Rejected(rejection) = preview.submitted {
            return Err(new.beginnings.told(&new.timezone, *rejection).into());
        }
        let would_return =
            serde_json::to_value(view(&new, &preview.submitted)).map_err(|error| Problem::internal(&error))?;
        return preview::response(&preview, Some(would_return));
    }
    let (founding, request_id) = (app.auth.founding, &context.request_id);
    let submitted = organizations::create(&app.database, &app.committer, founding, &new, request_id, receipt).await?;
    let mut response = (StatusCode::CREATED, Json(view(&new, &submitted))).into_response();
    set(response.headers_mut(), LOCATION, &context.href(&format!("/organizations/{id}")));
    if matches!(submitted, Submitted::Done { replayed: true, .. }) {
        response.headers_mut().insert(HeaderName::from_static("idempotent-replayed"), HeaderValue::from_static("true"));
    }
    Ok(response)
}

/// Who chose the password could go where this login goes.
fn require_own_password(stored: &logins::Login) -> Result<(), Problem> {
    if stored.has_own_password {
        return Ok(());
    }
    let detail = "somebody else chose your password: change it before you create an organization (POST /auth/password)";
    Err(Problem::new(Code::Forbidden, detail))
}

impl OrganizationInput {
    /// Whether it is the demo, about which there is nothing else to say.
    fn is_demo(&self, is_preview: bool) -> Result<bool, Problem> {
        if self.demo != Some(true) {
            return Ok(false);
        }
        let message = "the demo organization is made up as a whole: leave it out";
        let said = [
            ("/name", self.name.is_some()),
            ("/baseCurrency", self.base_currency.is_some()),
            ("/timezone", self.timezone.is_some()),
            ("/chart", self.chart.is_some()),
            ("/fiscalYear", self.fiscal_year.is_some()),
            ("/warehouse", self.warehouse.is_some()),
            ("dryRun", is_preview),
        ];
        match said.iter().find(|(_, is_said)| *is_said) {
            Some((pointer, _)) => Err(Problem::violation(*pointer, "not_with_the_demo", message)),
            None => Ok(true),
        }
    }

    /// Name, currency and time zone, which all books but the demo's need.
    fn named(&self) -> Result<(String, Currency, String), Problem> {
        let (name, currency, zone) = (self.name.as_ref(), self.base_currency, self.timezone.as_ref());
        if let (Some(name), Some(currency), Some(zone)) = (name, currency, zone) {
            return Ok((name.0.clone(), currency, zone.0.clone()));
        }
        let mut errors = Violations::default();
        let missing = [("name", name.is_none()), ("baseCurrency", currency.is_none()), ("timezone", zone.is_none())];
        for (field, _) in missing.into_iter().filter(|(_, is_missing)| *is_missing) {
            errors.push(&Pointer::Body.field(field), "required", "this field is required");
        }
        Err(Problem::validation(errors.into_vec()))
    }
}

/// The organization, and what its books begin with.
fn view(new: &NewOrganization, submitted: &Submitted) -> NewOrganizationView {
    let books = match submitted {
        Submitted::Done { items, .. } if items.len() > 1 => {
            Some(BegunBooks::of(items.iter().filter_map(|item| match item {
                Item::Done(reply) => Some(reply),
                Item::Rejected(_) | Item::RejectedBefore(_) => None,
            })))
        }
        Submitted::Done { .. } | Submitted::Rejected(_) => None,
    };
    NewOrganizationView { id: Id(new.id), name: new.name.clone(), roles: vec!["admin".to_owned()], books }
}

/// The receipt lies in the new books, whose id follows from the key.
fn receipt(principal: PrincipalId, key: &IdempotencyKey) -> ReceiptKey {
    let digest: [u8; 32] = Sha256::new().chain_update(principal.0).chain_update(key.key.as_bytes()).finalize().into();
    let mut key_hash = [0; 16];
    key_hash.copy_from_slice(&digest[..16]);
    ReceiptKey { key_hash, fingerprint: key.fingerprint, request: key.request.clone() }
}
