//! The ground that entries stand on: currencies, accounts, journals, years and dimensions, looked up and created where they lack.

use std::collections::{BTreeMap, BTreeSet};

use domain::value::Date;
use domain::value::counted;
use jiff::civil::date;
use serde_json::{Value, json};

use super::accounts::Accounts;
use super::currencies::Currencies;
use super::entries::days;
use crate::cli::client::ClientError;
use crate::import::api::{Accounting, text};
use crate::import::books::made;
use crate::import::progress::Progress;
use crate::plaintext::read::{PlainJournal, day};

/// Where entries go whose journal nobody named.
const GENERAL: &str = "GJ";

/// The rows of an organization, and those that a journal needs in addition.
#[derive(Debug, Default)]
pub struct Ground {
    journals: BTreeMap<String, String>,
    general: String,
    /// Codes of accounts whose lines need a party.
    with_party: BTreeSet<String>,
    /// Adjustment periods: the year's days and the period.
    adjustments: Vec<(Date, Date, String)>,
    /// As the API takes them.
    new_currencies: Vec<Value>,
    /// Codes of new currencies that are retired once the entries are there.
    retired_currencies: Vec<String>,
    accounts: Vec<Value>,
    /// Codes of new accounts that movements of goods post to where the journal comes from.
    without_goods: Vec<String>,
    new_journals: Vec<Value>,
    years: Vec<Value>,
    new_dimensions: Vec<Value>,
    /// The dimension's code and the value.
    new_values: Vec<(String, Value)>,
}

impl Ground {
    /// Looks at the organization.
    pub async fn look(
        api: Accounting<'_>,
        journal: &PlainJournal,
        accounts: &Accounts,
        currencies: &Currencies,
    ) -> Result<Self, ClientError> {
        let (new_currencies, retired_currencies) = (currencies.missing.clone(), currencies.retired.clone());
        let mut ground = Self { new_currencies, retired_currencies, ..Self::default() };
        let declared = |name: &'static str| journal.declared.iter().filter_map(move |one| one.get(name));
        let there = api.list("/accounts?").await?;
        let codes: BTreeSet<&str> = there.iter().map(|one| text(one, "code")).collect();
        ground.accounts = accounts.wanted.iter().filter(|one| !codes.contains(text(one, "code"))).cloned().collect();
        ground.without_goods = let_post_to_stock(&mut ground.accounts, journal, accounts);
        let controls = there.iter().chain(&ground.accounts);
        let with_party = controls.filter(|one| matches!(text(one, "controlFor"), "receivable" | "payable"));
        ground.with_party = with_party.map(|one| text(one, "code").to_owned()).collect();

        for one in api.list("/journals?").await? {
            if ground.general.is_empty() && text(&one, "type") == "general" {
                ground.general = text(&one, "code").to_owned();
            }
            ground.journals.insert(text(&one, "code").to_owned(), text(&one, "id").to_owned());
        }
        ground.new_journals =
            declared("journal").filter(|one| !ground.journals.contains_key(text(one, "code"))).cloned().collect();
        if ground.general.is_empty() {
            let general = ground.new_journals.iter().find(|one| text(one, "type") == "general");
            ground.general = general.map_or(GENERAL, |one| text(one, "code")).to_owned();
            if general.is_none() && !ground.journals.contains_key(GENERAL) {
                ground.new_journals.push(json!({"code": GENERAL, "name": "General journal", "type": "general"}));
            }
        }
        let known = api.list("/fiscal-years?").await?;
        ground.years = missing_years(&known, declared("fiscalYear").cloned().collect(), journal);
        ground.look_at_dimensions(api, journal).await?;
        ground.look_at_periods(api).await?;
        Ok(ground)
    }

    async fn look_at_dimensions(&mut self, api: Accounting<'_>, journal: &PlainJournal) -> Result<(), ClientError> {
        let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for dimension in api.list("/dimensions?").await? {
            let values = api.list(&format!("/dimensions/{}/values?", text(&dimension, "id"))).await?;
            let codes = values.iter().map(|value| text(value, "code").to_owned()).collect();
            known.insert(text(&dimension, "code").to_owned(), codes);
        }
        for one in journal.declared.iter().filter_map(|one| one.get("dimension")) {
            if !known.contains_key(text(one, "code")) {
                self.new_dimensions.push(one.clone());
            }
        }
        for one in journal.declared.iter().filter_map(|one| one.get("dimensionValue")) {
            let dimension = text(one, "dimension").to_owned();
            if !known.get(&dimension).is_some_and(|values| values.contains(text(one, "code"))) {
                self.new_values.push((dimension, one.clone()));
            }
        }
        Ok(())
    }

    async fn look_at_periods(&mut self, api: Accounting<'_>) -> Result<(), ClientError> {
        let years = api.list("/fiscal-years?").await?;
        for period in api.list("/periods?").await?.iter().filter(|one| text(one, "type") == "adjustment") {
            let year = years.iter().find(|year| text(year, "id") == text(period, "fiscalYearId"));
            let bounds = year.and_then(|year| Some((day(text(year, "startDate"))?, day(text(year, "endDate"))?)));
            self.adjustments.extend(bounds.map(|(from, to)| (from, to, text(period, "id").to_owned())));
        }
        Ok(())
    }

    /// The rows that `complete` would create, in words.
    #[must_use]
    pub fn lacks(&self) -> Vec<String> {
        let listed = |(one, many): (&str, &str), some: &[Value], name: &str| {
            let names: Vec<&str> = some.iter().take(8).map(|one| text(one, name)).collect();
            let more = if some.len() > names.len() { " …" } else { "" };
            (!some.is_empty()).then(|| format!("{}: {}{more}", counted(some.len(), one, many), names.join(", ")))
        };
        let plain = (!self.without_goods.is_empty()).then(|| {
            let codes = self.without_goods.join(", ");
            format!("accounts without control by stock, because a journal contains values and no goods: {codes}")
        });
        let values = (!self.new_values.is_empty())
            .then(|| counted(self.new_values.len(), "dimension value", "dimension values"));
        [
            listed(("currency", "currencies"), &self.new_currencies, "code"),
            listed(("account", "accounts"), &self.accounts, "code"),
            plain,
            listed(("journal", "journals"), &self.new_journals, "code"),
            listed(("fiscal year", "fiscal years"), &self.years, "name"),
            listed(("dimension", "dimensions"), &self.new_dimensions, "code"),
            values,
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Creates the missing rows.
    pub async fn complete(&mut self, api: Accounting<'_>, progress: &mut dyn Progress) -> Result<(), ClientError> {
        for one in &self.new_currencies {
            api.post("/currencies", one, None).await?;
        }
        for one in &self.new_dimensions {
            made(api.post("/dimensions", one, None).await)?;
        }
        self.complete_values(api).await?;
        if !self.accounts.is_empty() {
            let open: Vec<Value> = self.accounts.iter().map(taking_all).collect();
            api.post("/chart", &json!({"accounts": open}), None).await?;
            progress.at("accounts", open.len(), open.len());
        }
        for one in &self.new_journals {
            let id = made(api.post("/journals", one, None).await)?;
            self.journals.insert(text(one, "code").to_owned(), id);
        }
        for (index, one) in self.years.iter().enumerate() {
            api.post("/fiscal-years", one, None).await?;
            progress.at("fiscal years", index + 1, self.years.len());
        }
        self.adjustments.clear();
        self.look_at_periods(api).await
    }

    async fn complete_values(&self, api: Accounting<'_>) -> Result<(), ClientError> {
        if self.new_values.is_empty() {
            return Ok(());
        }
        let dimensions = api.list("/dimensions?").await?;
        let mut ids: BTreeMap<(String, String), String> = BTreeMap::new();
        for (code, value) in &self.new_values {
            let Some(dimension) = dimensions.iter().find(|one| text(one, "code") == code) else { continue };
            let dimension = text(dimension, "id");
            let mut request = value.clone();
            if let Some(members) = request.as_object_mut() {
                members.remove("dimension");
                members.retain(|_, member| !member.is_null());
                if let Some(Value::String(parent)) = members.remove("parentCode")
                    && let Some(id) = ids.get(&(code.clone(), parent))
                {
                    members.insert("parentId".to_owned(), json!(id));
                }
            }
            let id = made(api.post(&format!("/dimensions/{dimension}/values"), &request, None).await)?;
            ids.insert((code.clone(), text(value, "code").to_owned()), id);
        }
        Ok(())
    }

    /// Sets properties of accounts and currencies that would have blocked old entries: retires those that are retired
    /// where the journal comes from, and lets lines have the dimensions that accounts require or give.
    pub async fn finish(&self, api: Accounting<'_>) -> Result<(), ClientError> {
        let changed: Vec<&Value> = self.accounts.iter().filter(|one| taking_all(one) != **one).collect();
        if !changed.is_empty() {
            api.post("/chart", &json!({"accounts": changed}), None).await?;
        }
        for code in &self.retired_currencies {
            api.put(&format!("/currencies/{code}"), &json!({"isActive": false})).await?;
        }
        Ok(())
    }

    /// The id of a journal; of the general one where there is none with this code.
    #[must_use]
    pub fn journal(&self, code: Option<&str>) -> &str {
        let named = code.and_then(|code| self.journals.get(code));
        named.or_else(|| self.journals.get(&self.general)).map_or("", String::as_str)
    }

    /// The adjustment period of the year of a day.
    #[must_use]
    pub fn adjustment(&self, on: Date) -> Option<&str> {
        let found = self.adjustments.iter().find(|(from, to, _)| *from <= on && on <= *to);
        found.map(|(_, _, period)| period.as_str())
    }

    /// Whether lines of this account need a party.
    #[must_use]
    pub fn needs_party(&self, code: &str) -> bool {
        self.with_party.contains(code)
    }
}

/// The account such that it takes every line as it stands: active, and without a word about dimensions.
fn taking_all(one: &Value) -> Value {
    let mut changed = one.clone();
    if let Some(members) = changed.as_object_mut() {
        for (name, value) in
            [("isActive", json!(true)), ("requiredDimensions", json!([])), ("defaultDimensions", json!({}))]
        {
            members.entry(name).and_modify(|member| *member = value);
        }
    }
    changed
}

/// Removes the control by stock, and the subtype for goods received and not invoiced, from new accounts that the
/// journal posts to, and returns their codes: only movements of goods post to such accounts, and a journal has none.
fn let_post_to_stock(new: &mut [Value], journal: &PlainJournal, accounts: &Accounts) -> Vec<String> {
    let postings = journal.entries.iter().flat_map(|entry| &entry.postings);
    let posted: BTreeSet<&str> = postings.map(|posting| accounts.code(&posting.account)).collect();
    let mut codes = Vec::new();
    for one in new.iter_mut().filter(|one| posted.contains(text(one, "code"))) {
        let of_goods = [("controlFor", "stock"), ("subtype", "goodsReceivedNotInvoiced")]
            .map(|(name, is)| (name, text(one, name) == is));
        for (name, _) in of_goods.into_iter().filter(|(_, is_of_goods)| *is_of_goods) {
            codes.push(text(one, "code").to_owned());
            one[name] = Value::Null;
        }
    }
    codes
}

/// The declared years that are not there, and calendar years for days that none covers, so that years touch.
fn missing_years(known: &[Value], declared: Vec<Value>, journal: &PlainJournal) -> Vec<Value> {
    let bounds = |year: &Value| Some((day(text(year, "startDate"))?, day(text(year, "endDate"))?));
    let mut covered: Vec<(Date, Date)> = known.iter().filter_map(bounds).collect();
    let mut years: Vec<Value> = Vec::new();
    for year in declared {
        let Some((from, to)) = bounds(&year) else { continue };
        if covered.iter().all(|(first, last)| to < *first || *last < from) {
            covered.push((from, to));
            years.push(year);
        }
    }
    let Some((first, last)) = days(journal) else { return years };
    let first = covered.iter().map(|(from, _)| *from).chain([first]).min().unwrap_or(first);
    let last = covered.iter().map(|(_, to)| *to).chain([last]).max().unwrap_or(last);
    for year in first.year()..=last.year() {
        let (from, to) = (date(year, 1, 1), date(year, 12, 31));
        if covered.iter().all(|(begin, end)| to < *begin || *end < from) {
            years.push(json!({
                "name": format!("{year:04}"), "startDate": from.to_string(), "endDate": to.to_string(),
                "periodFrequency": "monthly", "adjustmentPeriod": true,
            }));
        }
    }
    // Away from the existing years: each touches the one before.
    let begin = known.iter().filter_map(bounds).map(|(from, _)| from).min();
    years.sort_by_key(|year| day(text(year, "startDate")));
    let (mut earlier, later): (Vec<Value>, Vec<Value>) =
        years.into_iter().partition(|year| begin.is_some_and(|begin| day(text(year, "startDate")) < Some(begin)));
    earlier.reverse();
    earlier.into_iter().chain(later).collect()
}
