//! A chart on the wire: the same accounts go in and come out.

use std::collections::BTreeMap;

use domain::commands::chart::import::{ChartAccount, ImportChart};
use domain::rows::{AccountSubtype, AccountType, ControlFor};
use domain::value::CurrencyRef;
use domain::value::limits::{CHART_ACCOUNTS, DIMENSIONS_PER_LINE};

use crate::charts;
use crate::http::input::{CodeText, List, LongText, Name, StringMap, Text};
use crate::http::journal_entries::view::texts;
use crate::http::journal_entries::wire::canonical;
use crate::http::output::Named;
use crate::http::problem::Problem;

crate::input! {
    /// An account of a chart; it refers to its parent group by code.
    pub struct ChartAccountInput {
        pub code: CodeText<32> = "1100",
        pub name: Name<200> = "Trade receivables",
        /// Or `kind`: one of the two is required.
        pub r#type: AccountType = "asset",
        pub subtype: Option<AccountSubtype>,
        /// Code of a group in the chart, or of one that is already in the books.
        pub parent_code: Option<CodeText<32>>,
        pub is_group: Option<bool>,
        pub currency: Option<CurrencyRef>,
        pub control_for: Option<ControlFor>,
        pub revalue: Option<bool>,
        pub is_reconcilable: Option<bool>,
        pub required_dimensions: Option<List<CodeText<60>, 0, 20>>,
        /// Default dimension values by dimension code, for lines whose own values and entry give none.
        pub default_dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
        pub description: Option<LongText<0, 2000>>,
        /// False retires it: it stays in the chart and accepts no new postings.
        pub is_active: Option<bool>,
    }

    /// A chart: the id of a template, or a list of accounts.
    pub struct ChartInput {
        /// Id of a chart template; instead of `accounts`.
        pub template: Option<Text<1, 60>> = "ifrs",
        /// The accounts in any order; instead of `template`.
        pub accounts: Option<List<ChartAccountInput, 1, CHART_ACCOUNTS>>,
    }
}

crate::output! {
    /// An account of a chart.
    pub struct ChartAccountView {
        pub code: String,
        pub name: String,
        pub r#type: Named<AccountType>,
        pub subtype: Option<Named<AccountSubtype>>,
        pub parent_code: Option<String>,
        pub is_group: bool,
        pub currency: Option<String>,
        pub control_for: Option<Named<ControlFor>>,
        /// Null takes the default.
        pub revalue: Option<bool>,
        /// Null takes the default.
        pub is_reconcilable: Option<bool>,
        pub required_dimensions: Vec<String>,
        pub default_dimensions: BTreeMap<String, String>,
        pub description: Option<String>,
        pub is_active: bool,
    }
}

impl From<ChartAccount> for ChartAccountView {
    fn from(account: ChartAccount) -> Self {
        Self {
            code: account.code,
            name: account.name,
            r#type: Named(account.account_type),
            subtype: account.subtype.map(Named),
            parent_code: account.parent_code,
            is_group: account.is_group,
            currency: account.currency.map(|currency| currency.to_string()),
            control_for: account.control_for.map(Named),
            revalue: account.revalue,
            is_reconcilable: account.is_reconcilable,
            required_dimensions: account.required_dimensions,
            default_dimensions: texts(&account.default_dimensions),
            description: account.description,
            is_active: account.is_active,
        }
    }
}

impl ChartInput {
    /// The command.
    ///
    /// # Errors
    /// 400 where it names no template, or both or neither.
    pub fn command(self) -> Result<ImportChart, Problem> {
        match (self.template, self.accounts) {
            (Some(template), None) => match charts::template(&template) {
                Some(template) => Ok(ImportChart { accounts: template.accounts() }),
                None => {
                    let known: Vec<&str> = charts::TEMPLATES.iter().map(|template| template.id).collect();
                    let message = format!("there is no template {:?}: choose one of {}", template.0, known.join(", "));
                    Err(Problem::violation("/template", "unknown_value", message))
                }
            },
            (None, Some(accounts)) => {
                Ok(ImportChart { accounts: accounts.0.into_iter().map(ChartAccountInput::account).collect() })
            }
            (Some(_), Some(_)) => {
                Err(Problem::violation("/accounts", "ambiguous", "give template or accounts, not both".to_owned()))
            }
            (None, None) => Err(Problem::violation("/accounts", "required", "give template or accounts".to_owned())),
        }
    }
}

impl ChartAccountInput {
    fn account(self) -> ChartAccount {
        ChartAccount {
            code: self.code.0,
            name: self.name.0,
            account_type: self.r#type,
            subtype: self.subtype,
            parent_code: self.parent_code.map(|code| code.0),
            is_group: self.is_group.unwrap_or(false),
            currency: self.currency,
            control_for: self.control_for,
            revalue: self.revalue,
            is_reconcilable: self.is_reconcilable,
            required_dimensions: self
                .required_dimensions
                .map(|list| list.0.into_iter().map(|code| code.0).collect())
                .unwrap_or_default(),
            default_dimensions: canonical(self.default_dimensions),
            description: self.description.map(|text| text.0),
            is_active: self.is_active.unwrap_or(true),
        }
    }
}
