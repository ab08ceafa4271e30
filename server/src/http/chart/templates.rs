//! `GET /accounting/chart-templates`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::permission::Permission;

use super::wire::ChartAccountView;
use crate::app::App;
use crate::charts::{self, Template};
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// A range of account codes and the accounts in it.
    pub struct TemplateRangeView {
        pub from: String,
        pub to: String,
        pub name: String,
    }

    /// A chart template.
    pub struct ChartTemplateView {
        pub id: String,
        pub name: String,
        pub description: String,
        /// ISO 3166 code of its country.
        pub country: Option<String>,
        /// Where new accounts belong.
        pub ranges: Vec<TemplateRangeView>,
        pub accounts: Vec<ChartAccountView>,
    }

    /// All chart templates.
    pub struct ChartTemplates {
        pub data: Vec<ChartTemplateView>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// List chart templates
#[utoipa::path(get, path = "/api/v1/accounting/chart-templates", operation_id = "ChartTemplatesController_list",
    tag = "Chart of accounts", responses((status = 200, description = "All of them", body = ChartTemplates)))]
pub async fn templates(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let data = charts::TEMPLATES.iter().map(view).collect();
    Ok(axum::Json(ChartTemplates { data }).into_response())
}

pub(super) fn view(template: &Template) -> ChartTemplateView {
    ChartTemplateView {
        id: template.id.to_owned(),
        name: template.name.to_owned(),
        description: template.description.to_owned(),
        country: template.country.map(str::to_owned),
        ranges: template
            .ranges
            .iter()
            .map(|range| TemplateRangeView {
                from: range.from.to_owned(),
                to: range.to.to_owned(),
                name: range.name.to_owned(),
            })
            .collect(),
        accounts: template.accounts().into_iter().map(ChartAccountView::from).collect(),
    }
}
