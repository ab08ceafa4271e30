//! `GET /accounting/chart-templates`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::rows::JournalType;
use domain::value::permission::Permission;

use super::wire::ChartAccountView;
use crate::app::App;
use crate::charts::{self, Template};
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::Named;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// A range of account codes and the accounts in it.
    pub struct TemplateRangeView {
        pub from: String,
        pub to: String,
        pub name: String,
    }

    /// A journal that goes with a chart template.
    pub struct TemplateJournalView {
        pub code: String,
        pub name: String,
        pub r#type: Named<JournalType>,
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
        /// Codes of the accounts that the books use by themselves, by their use: `valuation`, `cogs`, `adjustment`,
        /// `inTransit`, `scrap`, `fxGainLoss`, `realisedGain`, `realisedLoss`, `unrealisedGain`, `unrealisedLoss` and
        /// `rounding`. A new organization that begins with the chart names them.
        pub default_accounts: BTreeMap<String, String>,
        /// The journals of a new organization that begins with the chart.
        pub journals: Vec<TemplateJournalView>,
        pub accounts: Vec<ChartAccountView>,
    }

    /// All chart templates.
    pub struct ChartTemplates {
        pub data: Vec<ChartTemplateView>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// List chart templates
///
/// Charts of accounts to begin with. `POST /organizations` and `POST /accounting/chart` take their ids.
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
        default_accounts: template
            .default_accounts
            .iter()
            .map(|(used_for, code)| (used_for.name().to_owned(), (*code).to_owned()))
            .collect(),
        journals: template
            .journals
            .iter()
            .map(|(code, name, journal_type)| TemplateJournalView {
                code: (*code).to_owned(),
                name: (*name).to_owned(),
                r#type: Named(*journal_type),
            })
            .collect(),
        accounts: template.accounts().into_iter().map(ChartAccountView::from).collect(),
    }
}
