//! The way of the made-up documents into the books: half a month in one commit, with the ids of what they refer to.

use std::collections::{HashMap, HashSet};

use domain::value::Date;
use serde_json::{Value, json};

use super::money::SOURCE;
use super::year::{Deed, takings_of};
use crate::import::{ImportError, WholeApi, text};

/// The account of suppliers.
const PAYABLE: &str = "2000";

/// Books that are being filled.
pub struct Books<'a> {
    api: WholeApi<'a>,
    today: String,
    /// What was made here, by name.
    ids: HashMap<String, String>,
}

impl<'a> Books<'a> {
    /// Nothing was made yet; `today` is the day that has not passed.
    #[must_use]
    pub fn new(api: WholeApi<'a>, today: Date) -> Self {
        Self { api, today: today.to_string(), ids: HashMap::new() }
    }

    /// All of these in one commit, or none.
    pub async fn send(&mut self, deeds: Vec<Deed>) -> Result<(), ImportError> {
        let own: HashSet<String> = deeds.iter().filter_map(|deed| deed.name.clone()).collect();
        let key = deeds.iter().find_map(|deed| deed.name.as_ref()).map(|name| format!("living-{name}"));
        let mut items = Vec::with_capacity(deeds.len());
        for Deed { name, path, mut body, settles } in deeds {
            if let Some(bill) = settles {
                let line = self.payable(&bill).await?;
                if let Some(lines) = body["lines"].as_array_mut() {
                    lines.push(line);
                }
            }
            // A day stands for an hour of it that may be yet to come: what happens today happens now.
            if text(&body, "occurredAt") == self.today
                && let Some(fields) = body.as_object_mut()
            {
                fields.remove("occurredAt");
            }
            self.refer(&mut body, &own).await?;
            items.push(json!({"method": "POST", "path": path, "name": name, "body": body}));
        }
        if items.is_empty() {
            return Ok(());
        }
        let answer = self.api.post("/batch", &json!({"items": items}), key.as_deref()).await?;
        for made in answer["results"].as_array().into_iter().flatten() {
            if let (Some(name), Some(id)) = (made["name"].as_str(), made["id"].as_str()) {
                self.ids.insert(name.to_owned(), id.to_owned());
            }
        }
        Ok(())
    }

    /// Puts ids in the place of names that no item of the same commit has.
    async fn refer(&mut self, body: &mut Value, own: &HashSet<String>) -> Result<(), ImportError> {
        let mut lines = body["lines"].take();
        for part in std::iter::once(&mut *body).chain(lines.as_array_mut().into_iter().flatten()) {
            for field in ["ofMovementId", "entryId"] {
                let Some(name) = part[field].as_str().and_then(|text| text.strip_prefix('$')) else { continue };
                if !own.contains(name) {
                    part[field] = json!(self.id(name).await?);
                }
            }
        }
        if lines.is_array() {
            body["lines"] = lines;
        }
        Ok(())
    }

    /// The id of a document by its external id.
    async fn id(&mut self, name: &str) -> Result<String, ImportError> {
        if let Some(id) = self.ids.get(name) {
            return Ok(id.clone());
        }
        let is_goods = ["rec-", "out-", "bill-"].iter().any(|start| name.starts_with(start));
        let list = if is_goods { "/inventory/movements" } else { "/accounting/journal-entries" };
        let found = self.api.list(&format!("{list}?source={SOURCE}&externalId={name}")).await?;
        let id = found.first().map_or_else(String::new, |one| text(one, "id").to_owned());
        self.ids.insert(name.to_owned(), id.clone());
        Ok(id)
    }

    /// The line of a supplier's invoice that is owed.
    async fn payable(&mut self, bill: &str) -> Result<Value, ImportError> {
        let movement = self.api.get(&format!("/inventory/movements/{}", self.id(bill).await?)).await?;
        let entry = self.api.get(&format!("/accounting/journal-entries/{}", text(&movement, "entryId"))).await?;
        let mut lines = entry["lines"].as_array().into_iter().flatten();
        let owed = lines.find(|line| text(line, "accountCode") == PAYABLE);
        Ok(json!({"entryId": entry["id"], "lineNumber": owed.map_or(Value::Null, |line| line["lineNumber"].clone())}))
    }
}

/// The last of these days that is in the books; `None` if the books have not begun.
pub async fn known_until(api: WholeApi<'_>, days: &[(Date, Vec<Deed>)]) -> Result<Option<Date>, ImportError> {
    let is_there = async |name: &str| -> Result<bool, ImportError> {
        let path = format!("/accounting/journal-entries?source={SOURCE}&externalId={name}");
        Ok(!api.list(&path).await?.is_empty())
    };
    if !is_there("opening-balances").await? {
        return Ok(None);
    }
    for (day, _) in days.iter().rev() {
        if is_there(&takings_of(*day)).await? {
            return Ok(Some(*day));
        }
    }
    // It broke off behind the opening.
    Ok(days.first().and_then(|(day, _)| day.yesterday().ok()))
}

/// Days by halves of months.
#[must_use]
pub fn halves(days: Vec<(Date, Vec<Deed>)>) -> Vec<Vec<(Date, Vec<Deed>)>> {
    let mut halves: Vec<Vec<(Date, Vec<Deed>)>> = Vec::new();
    let half = |day: Date| (day.year(), day.month(), day.day() > 15);
    for (day, deeds) in days {
        match halves.last_mut() {
            Some(last) if last.last().is_some_and(|(before, _)| half(*before) == half(day)) => last.push((day, deeds)),
            _ => halves.push(vec![(day, deeds)]),
        }
    }
    halves
}
