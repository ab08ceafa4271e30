//! Years that an export of ours says were closed: closed here, too, after all entries, so that reports can leave the
//! closing entries out. Entries that moved a result and were voided since are ordinary ones.

use std::collections::BTreeMap;

use domain::rows::AccountType;
use domain::value::Date;
use serde_json::{Value, json};

use super::accounts::Accounts;
use super::ground::Ground;
use crate::cli::client::ClientError;
use crate::import::api::{Accounting, text};
use crate::import::progress::Progress;
use crate::plaintext::read::{PlainEntry, PlainJournal, day, type_of_root};
use crate::plaintext::tags::BASE_ONLY;

const REASON: &str = "closed in the imported journal";

/// A year that was closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct YearEnd {
    /// The code of the account that took the result.
    account: Option<String>,
    /// The code of the journal.
    journal: Option<String>,
}

/// Whether an entry closed a year that the file declares, and the year can be closed here: with lines in several
/// currencies its months may wait for rates, which a journal does not have.
pub fn is_closing(journal: &PlainJournal, entry: &PlainEntry) -> bool {
    let is_told = entry.tags.get("entry-type").is_some_and(|kind| kind == "closing");
    let years = || journal.declared.iter().filter_map(|one| one.get("fiscalYear"));
    is_told
        && !entry.tags.contains_key("voided-by")
        && years().any(|year| day(text(year, "endDate")) == Some(entry.date))
        && is_of_one_currency(journal)
}

fn is_of_one_currency(journal: &PlainJournal) -> bool {
    let postings = || journal.entries.iter().flat_map(|entry| &entry.postings);
    let mut commodities = postings().filter_map(|posting| posting.amount.as_ref()).map(|amount| &amount.commodity);
    let first = commodities.next();
    commodities.all(|commodity| Some(commodity) == first)
        && !postings().any(|posting| posting.tags.contains_key(BASE_ONLY))
}

/// The years to close by their last days.
pub fn of(journal: &PlainJournal, accounts: &Accounts) -> BTreeMap<Date, YearEnd> {
    let mut ends: BTreeMap<Date, YearEnd> = BTreeMap::new();
    for entry in journal.entries.iter().filter(|entry| is_closing(journal, entry)) {
        let end =
            ends.entry(entry.date).or_insert(YearEnd { account: None, journal: entry.tags.get("journal").cloned() });
        let took = entry.postings.iter().find(|one| type_of_root(&one.account) == Some(AccountType::Equity));
        end.account = end.account.take().or_else(|| took.map(|one| accounts.code(&one.account).to_owned()));
    }
    ends
}

/// Closes the years that are open, with all periods up to their ends. Returns how many.
///
/// # Errors
/// A problem, or no answer: what is in stays, and a second run goes on.
pub async fn close(
    api: Accounting<'_>,
    ends: &BTreeMap<Date, YearEnd>,
    ground: &Ground,
    progress: &mut dyn Progress,
) -> Result<usize, ClientError> {
    let open = open(api, ends).await?;
    if open.is_empty() {
        return Ok(0);
    }
    let accounts = api.list("/accounts?").await?;
    let mut periods = api.list("/periods?").await?;
    periods.sort_by_key(|one| {
        (text(one, "endDate").to_owned(), text(one, "type") == "adjustment", one["number"].as_i64())
    });
    let reason = json!({"reason": REASON, "force": true});
    for (place, (last, id)) in open.iter().enumerate() {
        let due = periods
            .iter()
            .filter(|one| text(one, "status") != "closed" && day(text(one, "endDate")).is_some_and(|end| end <= *last));
        for period in due {
            let id = text(period, "id");
            match api
                .post(&format!("/periods/{id}/close"), &reason, Some(&format!("{}-close-{id}", super::SOURCE)))
                .await
            {
                // Closed with an earlier year.
                Err(ClientError::Problem { code, .. }) if code == "period_state" => {}
                done => drop(done?),
            }
        }
        let mut body = reason.clone();
        if let Some(end) = ends.get(last) {
            let account = accounts.iter().find(|one| Some(text(one, "code")) == end.account.as_deref());
            if let Some(account) = account {
                body["retainedEarningsAccountId"] = account["id"].clone();
            }
            body["journalId"] = Value::String(ground.journal(end.journal.as_deref()).to_owned());
        }
        api.post(&format!("/fiscal-years/{id}/close"), &body, None).await?;
        progress.at("fiscal years closed", place + 1, open.len());
    }
    Ok(open.len())
}

/// Those that are open: their last days and ids, the earliest first.
pub async fn open(api: Accounting<'_>, ends: &BTreeMap<Date, YearEnd>) -> Result<Vec<(Date, String)>, ClientError> {
    if ends.is_empty() {
        return Ok(Vec::new());
    }
    let years = api.list("/fiscal-years?").await?;
    let of_end = |last: &Date| {
        let year = years.iter().find(|one| day(text(one, "endDate")) == Some(*last))?;
        (text(year, "status") != "closed").then(|| (*last, text(year, "id").to_owned()))
    };
    Ok(ends.keys().filter_map(of_end).collect())
}
