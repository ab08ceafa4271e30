//! Where the goods of a file lie: warehouses, the accounts of stock, and the reasons of adjustments; existing rows are
//! looked up by code, and missing ones are created.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use serde_json::{Value, json};

use super::codes::Reason;
use super::moves::{Move, MoveKind, Site};
use super::row::millionths;
use super::supply::Levels;
use crate::commit;
use crate::import::ImportError;
use crate::import::api::{WholeApi, text};
use crate::import::books::made;
use crate::import::retail::CURRENCY;
use domain::value::{Date, Decimal};

/// The code of the main warehouse.
pub const MAIN: &str = "DEPOT";
/// The code of the warehouse of counter and web sales.
pub const WEB: &str = "WEB";
/// The code of the account for the cost of sales, in the chart that an import begins with.
pub const COST_OF_GOODS: &str = "5000";

/// Accounts that stock needs: the organization's field, and the code in the chart that an import begins with.
const ACCOUNTS: [(&str, &str); 4] = [
    ("valuationAccountId", "1200"),
    ("cogsAccountId", COST_OF_GOODS),
    ("adjustmentAccountId", "5100"),
    ("scrapAccountId", "5200"),
];

/// The existing and the missing rows of an organization for goods.
pub struct Place {
    base_currency: String,
    zone: TimeZone,
    /// The organization's settings that name no account yet, and the accounts to name.
    accounts: Vec<(&'static str, String)>,
    sites: Vec<Site>,
    reasons: Vec<Reason>,
}

impl Site {
    /// The code of its warehouse.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Main => MAIN,
            Self::Web => WEB,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Main => "Depot",
            Self::Web => "Counter and web sales",
        }
    }
}

impl Place {
    /// Looks at the organization.
    ///
    /// # Errors
    /// Where it names no account for stock and its chart has none of the usual code, or the API fails.
    pub async fn look(api: WholeApi<'_>, moves: &[&Move<'_>]) -> Result<Self, ImportError> {
        let organization = api.get("/organization").await?;
        let (mut accounts, mut unmapped) = (Vec::new(), Vec::new());
        for (field, code) in ACCOUNTS.into_iter().filter(|(field, _)| organization[*field].is_null()) {
            let found = api.list(&format!("/accounting/accounts?code={code}")).await?;
            match found.first() {
                Some(account) => accounts.push((field, text(account, "id").to_owned())),
                None => unmapped.push(format!(
                    "the organization has no {field} and there is no account {code}: set one (PUT /organization), or \
                     import with --no-goods"
                )),
            }
        }
        if !unmapped.is_empty() {
            return Err(ImportError::Unmapped(unmapped));
        }
        let codes: BTreeSet<String> =
            api.list("/warehouses?").await?.iter().map(|warehouse| text(warehouse, "code").to_owned()).collect();
        // All goods come to the main warehouse first.
        let wanted: BTreeSet<Site> = moves.iter().map(|one| one.site).chain([Site::Main]).collect();
        let sites = wanted.into_iter().filter(|site| !codes.contains(site.code())).collect();
        let known: BTreeSet<String> =
            api.list("/inventory/reason-codes?").await?.iter().map(|reason| text(reason, "code").to_owned()).collect();
        let named: BTreeSet<Reason> = moves.iter().filter_map(|one| reason_of(one)).collect();
        let reasons = named.into_iter().filter(|reason| !known.contains(reason.code())).collect();
        let zone = TimeZone::get(text(&organization, "timezone")).unwrap_or(TimeZone::UTC);
        let base_currency = text(&organization, "baseCurrency").to_owned();
        Ok(Self { base_currency, zone, accounts, sites, reasons })
    }

    /// The rows that `complete` would create, in words.
    #[must_use]
    pub fn lacks(&self) -> Vec<String> {
        let accounts = Some("the accounts of stock in the organization's settings".to_owned());
        let sites = self.sites.iter().map(|site| format!("the warehouse {}", site.code()));
        let reasons = self.reasons.iter().map(|reason| format!("the reason code {}", reason.code()));
        accounts.filter(|_| !self.accounts.is_empty()).into_iter().chain(sites).chain(reasons).collect()
    }

    /// Creates the missing rows.
    pub async fn complete(&mut self, api: WholeApi<'_>) -> Result<(), ImportError> {
        let accounts = std::mem::take(&mut self.accounts);
        if !accounts.is_empty() {
            let change: serde_json::Map<String, Value> =
                accounts.into_iter().map(|(field, id)| (field.to_owned(), json!(id))).collect();
            api.put("/organization", &Value::Object(change)).await?;
        }
        for site in std::mem::take(&mut self.sites) {
            made(api.post("/warehouses", &json!({"code": site.code(), "name": site.name()}), None).await)?;
        }
        for reason in std::mem::take(&mut self.reasons) {
            let body = json!({"code": reason.code(), "name": reason.name(), "kinds": [reason.kind()]});
            made(api.post("/inventory/reason-codes", &body, None).await)?;
        }
        Ok(())
    }

    /// Whether the books are in the currency of the file.
    #[must_use]
    pub fn is_base_currency(&self) -> bool {
        self.base_currency == CURRENCY
    }

    /// The present stock of both warehouses.
    pub async fn on_hand(&self, api: WholeApi<'_>) -> Result<Levels, ImportError> {
        let mut levels = Levels::new();
        for row in api.list("/inventory/stock?").await? {
            let site = [Site::Main, Site::Web].into_iter().find(|site| site.code() == text(&row, "warehouseCode"));
            let quantity = Decimal::parse(text(&row, "quantity")).ok().and_then(|quantity| millionths(quantity).ok());
            if let (Some(site), Some(quantity)) = (site, quantity) {
                levels.insert((site, super::codes::sku(text(&row, "sku"))), quantity);
            }
        }
        Ok(levels)
    }

    /// An hour of a day in the organization's time zone; the day alone where that is still to come, which the service
    /// takes as now.
    #[must_use]
    pub fn at(&self, day: Date, hour: i8) -> String {
        let at = self.zone.to_ambiguous_zoned(day.at(hour, 0, 0, 0)).compatible().map(|zoned| zoned.timestamp());
        match at {
            Ok(at) if at.as_microsecond() <= commit::now().0 => at.to_string(),
            _ => day.to_string(),
        }
    }
}

/// Why a movement sets stock right.
fn reason_of(one: &Move<'_>) -> Option<Reason> {
    match one.kind {
        MoveKind::SetRight(reason) => Some(reason),
        _ => None,
    }
}
