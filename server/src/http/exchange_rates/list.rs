//! `GET /accounting/exchange-rates`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{ExchangeRate, RateType};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, CurrencyRef, Date};
use store::Snapshot;
use store::read::Conditions;

use super::view::ExchangeRateView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which rates.
    pub struct ExchangeRateQuery {
        /// Only rates from this currency.
        pub from_currency: Option<CurrencyRef>,
        /// Only rates to this currency.
        pub to_currency: Option<CurrencyRef>,
        /// Only rates of this type.
        pub rate_type: Option<RateType>,
        /// Only rates whose first day is this day or later.
        pub date_from: Option<Date>,
        /// Only rates whose first day is this day or earlier.
        pub date_to: Option<Date>,
        /// `json` (the default), or the whole list as `csv` or `xlsx`; takes precedence over `Accept`.
        pub format: Option<ListFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of rates.
    pub struct ExchangeRatePage {
        pub data: Vec<ExchangeRateView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ExchangeRatesRead);

/// List exchange rates, newest day first
#[utoipa::path(get, path = "/api/v1/accounting/exchange-rates", operation_id = "ExchangeRatesController_list",
    tag = "Exchange rates", params(ExchangeRateQuery),
    responses((status = 200, description = "A page", body = ExchangeRatePage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let snapshot = caller.read(&app).await?;
    let query: ExchangeRateQuery = query.decode()?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for ExchangeRateQuery {
    type Row = ExchangeRateView;
    const TITLE: &'static str = "Exchange rates";
    crate::paging!();

    async fn page(self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<ExchangeRateView>, Problem> {
        let mut conditions = Conditions::new(caller.organization);
        for (column, named) in [("from_currency", self.from_currency), ("to_currency", self.to_currency)] {
            let Some(named) = named else { continue };
            // One of the organization's own is stored with its decimals.
            let code = conditions.bind(Cell::Text(named.text().to_owned()));
            let own = conditions.bind(Cell::Text(format!("{}:%", named.text())));
            conditions.text.push_str(&format!(" and ({column} = {code} or {column} like {own})"));
        }
        conditions.equal("rate_type", self.rate_type.map(|kind| kind.to_cell()));
        conditions.when("valid_from >= {}", self.date_from.map(|day| day.to_cell()));
        conditions.when("valid_from <= {}", self.date_to.map(|day| day.to_cell()));
        if let Some(cursor) = &self.cursor {
            let [day, id] = cursor.require(&[CellKind::Text, CellKind::Id])? else { return Err(Problem::not_found()) };
            let (day, id) = (conditions.bind(day.clone()), conditions.bind(id.clone()));
            conditions.text.push_str(&format!(" and (valid_from, id) < ({day}, {id})"));
        }
        let order = "valid_from desc, id desc";
        let rows: Vec<ExchangeRate> = conditions.page(snapshot, order, self.limit.0 + 1).await?;
        let page =
            Page::of(rows, self.limit.0, |rate: &ExchangeRate| vec![rate.valid_from.to_cell(), rate.id.to_cell()]);
        Ok(page.map(ExchangeRateView::from))
    }
}
