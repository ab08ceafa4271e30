//! The beginning of a journal: the organization, its chart, journals, years and dimensions at one moment.

use std::collections::{BTreeMap, BTreeSet};

use domain::commands::chart::import::ChartAccount;
use domain::commands::fiscal_years::create::Cut;
use domain::rows::{
    Account, CustomCurrency, Dimension, DimensionValue, FiscalYear, Journal, Organization, Period, PeriodType,
};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, DimensionId, DimensionValueId, JournalId, OrganizationId, PeriodId};
use domain::value::{Cell, Currency, Date};
use serde_json::{Value, json};
use store::read::posted_pages;
use store::{Fault, Snapshot};

use super::names::Paths;
use super::{DECLARATION, PlainFormat, commodities};
use crate::http::chart::wire::ChartAccountView;

/// Most dimension values that are declared; more are created as they come.
const DECLARED_VALUES: usize = 10_000;

/// The books of an organization, without entries.
#[derive(Debug)]
pub struct Books {
    /// The organization.
    pub settings: Organization,
    /// All accounts by code.
    pub accounts: Vec<Account>,
    /// Their names.
    pub paths: Paths,
    /// Currencies of posted lines and the base currency.
    pub currencies: BTreeSet<Currency>,
    /// How those are written that have a code made of their names.
    written: BTreeMap<String, String>,
    /// The first accounting date of any posted entry.
    pub opened: Date,
    /// Codes of journals.
    pub journals: BTreeMap<JournalId, String>,
    /// Names of adjustment periods.
    pub adjustments: BTreeMap<PeriodId, String>,
    /// As of which event of the log this holds.
    pub seq: i64,
    /// The last place of the series of posted entries.
    pub entry_sequence: i64,
    declarations: Vec<Value>,
}

impl Books {
    /// The books as the snapshot has them; `None` where there is no such organization.
    pub async fn of(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        format: PlainFormat,
    ) -> Result<Option<Self>, Fault> {
        let own = [Cell::Id(organization.0)];
        let Some(head) = snapshot.head(organization).await? else { return Ok(None) };
        let Some(settings) = snapshot.rows::<Organization>("where organization_id = $1", &own).await?.pop() else {
            return Ok(None);
        };
        let accounts: Vec<Account> = snapshot.rows("where organization_id = $1 order by code", &own).await?;
        let journals: Vec<Journal> = snapshot.rows("where organization_id = $1 order by code", &own).await?;
        let years: Vec<FiscalYear> = snapshot.rows("where organization_id = $1 order by start_date", &own).await?;
        let periods: Vec<Period> = snapshot.rows("where organization_id = $1", &own).await?;
        let dimensions: Vec<Dimension> = snapshot.rows("where organization_id = $1 order by code", &own).await?;
        let rest = format!("where organization_id = $1 order by dimension_id, code limit {DECLARED_VALUES}");
        let values: Vec<DimensionValue> = snapshot.rows(&rest, &own).await?;
        let (mut currencies, opened) = posted_pages::extent(snapshot, organization).await?;
        currencies.insert(settings.base_currency);
        let own_currencies: Vec<CustomCurrency> =
            snapshot.rows("where organization_id = $1 order by code", &own).await?;
        let mut declarations: Vec<Value> = own_currencies.iter().map(currency_as_declared).collect();
        declarations.extend(accounts_as_declared(&accounts));
        declarations.extend(journals.iter().map(journal_as_declared));
        declarations.extend(years.iter().map(|year| year_as_declared(year, &periods)));
        declarations.extend(dimensions_as_declared(&dimensions, &values));
        let adjustments = periods.iter().filter(|period| period.period_type == PeriodType::Adjustment);
        Ok(Some(Self {
            paths: Paths::of(&accounts, format),
            accounts,
            currencies,
            written: written(&own_currencies, format),
            opened: opened.unwrap_or_else(|| jiff::civil::date(1970, 1, 1)),
            journals: journals.into_iter().map(|journal| (journal.id, journal.code)).collect(),
            adjustments: adjustments.map(|period| (period.id, period.name.clone())).collect(),
            seq: head.seq,
            entry_sequence: head.entry_sequence,
            settings,
            declarations,
        }))
    }

    /// The currency as it is written in the journal.
    #[must_use]
    pub fn written(&self, currency: Currency) -> String {
        self.written.get(currency.code()).cloned().unwrap_or_else(|| currency.to_string())
    }

    /// The comments that the way back needs, one declaration per line.
    #[must_use]
    pub fn declarations(&self) -> String {
        // JSON on one line has no line ends of its own: they are escaped.
        self.declarations.iter().map(|value| format!("{DECLARATION}{value}\n")).collect()
    }
}

/// Names that stand for one currency alone.
fn written(own: &[CustomCurrency], format: PlainFormat) -> BTreeMap<String, String> {
    let codes: BTreeSet<&str> = own.iter().map(|one| one.code.as_str()).collect();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for one in own {
        let name = commodities::written(&one.code, &one.name, format);
        if !codes.contains(name.as_str()) && Currency::parse(&name).is_none() && taken.insert(name.clone()) {
            names.insert(one.code.clone(), name);
        }
    }
    names
}

fn currency_as_declared(own: &CustomCurrency) -> Value {
    json!({"currency": {"code": own.code, "name": own.name, "decimals": own.decimals, "isActive": own.is_active}})
}

fn accounts_as_declared(accounts: &[Account]) -> Vec<Value> {
    let codes: BTreeMap<AccountId, &str> = accounts.iter().map(|account| (account.id, account.code.as_str())).collect();
    accounts
        .iter()
        .map(|account| {
            let view = ChartAccountView::from(ChartAccount {
                code: account.code.clone(),
                name: account.name.clone(),
                account_type: account.account_type,
                subtype: account.subtype,
                parent_code: account.parent_id.and_then(|id| codes.get(&id).map(|code| (*code).to_owned())),
                is_group: account.is_group,
                currency: account.currency.map(Into::into),
                control_for: account.control_for,
                revalue: Some(account.revalue),
                is_reconcilable: Some(account.is_reconcilable),
                required_dimensions: account.required_dimensions.split_whitespace().map(str::to_owned).collect(),
                default_dimensions: account.default_dimensions.clone(),
                description: account.description.clone(),
                is_active: account.is_active,
            });
            json!({"account": view})
        })
        .collect()
}

fn journal_as_declared(journal: &Journal) -> Value {
    json!({"journal": {
        "code": journal.code,
        "name": journal.name,
        "type": journal.journal_type.name(),
        "numberPattern": journal.number_pattern,
        "resetPer": journal.reset_per.name(),
    }})
}

fn year_as_declared(year: &FiscalYear, periods: &[Period]) -> Value {
    let of_type = |wanted| {
        periods.iter().filter(move |period| period.fiscal_year_id == year.id && period.period_type == wanted).count()
    };
    let standard = periods
        .iter()
        .filter(|period| period.fiscal_year_id == year.id && period.period_type == PeriodType::Standard)
        .map(|period| (period.start_date, period.end_date));
    let mut standard: Vec<_> = standard.collect();
    standard.sort_unstable();
    let frequency = match Cut::of(&standard) {
        Cut::Monthly => "monthly",
        Cut::Quarterly => "quarterly",
        Cut::FourFourFive => "4-4-5",
        Cut::FourFiveFour => "4-5-4",
        Cut::FiveFourFour => "5-4-4",
    };
    json!({"fiscalYear": {
        "name": year.name,
        "startDate": IsoDate(year.start_date).to_string(),
        "endDate": IsoDate(year.end_date).to_string(),
        "periodFrequency": frequency,
        "adjustmentPeriod": of_type(PeriodType::Adjustment) > 0,
    }})
}

/// Parents before their children, as they are created.
fn dimensions_as_declared(dimensions: &[Dimension], values: &[DimensionValue]) -> Vec<Value> {
    let mut declared: Vec<Value> = dimensions
        .iter()
        .map(|one| json!({"dimension": {"code": one.code, "name": one.name, "description": one.description}}))
        .collect();
    let codes: BTreeMap<DimensionId, &str> = dimensions.iter().map(|one| (one.id, one.code.as_str())).collect();
    let mut done: BTreeMap<DimensionValueId, &str> = BTreeMap::new();
    loop {
        let before = done.len();
        for value in values
            .iter()
            .filter(|value| value.parent_id.is_none_or(|parent| done.contains_key(&parent)))
            .collect::<Vec<_>>()
        {
            if done.contains_key(&value.id) {
                continue;
            }
            declared.push(json!({"dimensionValue": {
                "dimension": codes.get(&value.dimension_id),
                "code": value.code,
                "name": value.name,
                "parentCode": value.parent_id.and_then(|parent| done.get(&parent).copied()),
                "isGroup": value.is_group,
                "activeFrom": value.active_from.map(|day| IsoDate(day).to_string()),
                "activeTo": value.active_to.map(|day| IsoDate(day).to_string()),
            }}));
            done.insert(value.id, &value.code);
        }
        if done.len() == before {
            return declared;
        }
    }
}
