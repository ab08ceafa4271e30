//! `GET /accounting/journal-entries/suggest`: earlier entries that a new one may be like.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::State;
use domain::rows::{Entry, Line};
use domain::value::id::{AccountId, EntryId, JournalId, OrganizationId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Cell, Decimal, Sought};
use store::Snapshot;
use store::read::entries;
use store::read::like_entries::{self, LikeEntry};

use super::view::{LineView, line_view, texts};
use crate::app::App;
use crate::http::called::{self, Names, Naming, Wanted};
use crate::http::caller::Caller;
use crate::http::input::Search;
use crate::http::matches::list::of_party;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

/// Most suggestions of an answer.
const SUGGESTED: usize = 3;
/// Entries of which the lines are read to tell suggestions apart.
const COMPARED: usize = 12;

crate::input! {
    /// What the new entry is about; one of the two is required.
    pub struct SuggestQuery {
        /// Its description, or the beginning of it.
        pub description: Option<Search>,
        /// Only entries with a line of this party.
        pub party_id: Option<Sought<PartyId>>,
    }
}

crate::output! {
    /// A line as a new entry takes it. Foreign amounts take the rate of the new day.
    pub struct RepeatedLine {
        pub account_id: Id<AccountId>,
        /// One of the sides is 0.
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub currency: CurrencyCode,
        pub description: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        pub dimensions: BTreeMap<String, String>,
    }

    /// A new entry like an earlier one: with a date, it can be sent as it is.
    pub struct RepeatedEntry {
        pub journal_id: Id<JournalId>,
        pub description: String,
        pub currency: CurrencyCode,
        pub lines: Vec<RepeatedLine>,
    }

    /// An earlier entry.
    pub struct SuggestedEntry {
        pub entry_id: Id<EntryId>,
        pub number: Option<String>,
        pub date: Day,
        pub description: String,
        pub lines: Vec<LineView>,
        pub repeat: RepeatedEntry,
    }

    /// Earlier entries, the likest first.
    pub struct Suggestions {
        pub data: Vec<SuggestedEntry>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// Suggest entries to repeat
///
/// Up to three of the last 3,000 posted entries with the same description or words that begin alike, the likest first and
/// then the newest; of entries that differ in amounts and dates alone, the newest. Entries with more than 100 lines are
/// left out.
#[utoipa::path(get, path = "/api/v1/accounting/journal-entries/suggest", operation_id = "JournalEntriesController_suggest",
    tag = "Journal entries", params(SuggestQuery),
    responses((status = 200, description = "The entries", body = Suggestions)))]
pub async fn suggest(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Json<Suggestions>, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let organization = caller.organization;
    let query: SuggestQuery = query.decode_in(&mut snapshot, organization).await?;
    if query.description.is_none() && query.party_id.is_none() {
        return Err(Problem::violation("description", "required", "give description or partyId"));
    }
    let parties = of_party(&mut snapshot, organization, query.party_id).await?;
    let newest = like_entries::newest(&mut snapshot, organization, parties.as_deref()).await?;
    let sequences = match &query.description {
        Some(wanted) => likest(&wanted.0, newest),
        None => newest.into_iter().map(|entry| entry.sequence).take(COMPARED).collect(),
    };
    let mut data = read(&mut snapshot, organization, &sequences).await?;
    called::fill(&mut snapshot, &caller, &mut data).await?;
    Ok(Json(Suggestions { data }))
}

/// The places of the entries whose descriptions are like this one, the likest first.
fn likest(wanted: &str, newest: Vec<LikeEntry>) -> Vec<i64> {
    let (text, wanted) = (wanted.trim().to_lowercase(), words(wanted));
    let score = |entry: LikeEntry| {
        let own = words(&entry.description);
        let is_same = entry.description.trim().to_lowercase() == text;
        let found = wanted.iter().filter(|word| own.iter().any(|own| own.starts_with(word.as_str()))).count();
        let is_like = is_same || (found > 0 && found * 2 >= wanted.len());
        is_like.then_some((is_same, found, entry.sequence))
    };
    let mut scored: Vec<(bool, usize, i64)> = newest.into_iter().filter_map(score).collect();
    scored.sort_unstable_by(|one, other| other.cmp(one));
    scored.into_iter().take(COMPARED).map(|(_, _, sequence)| sequence).collect()
}

/// The words of a text, in small letters.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The entries at these places in their order, of those with the same accounts, parties and description the first.
async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
) -> Result<Vec<SuggestedEntry>, Problem> {
    let mut lines: BTreeMap<i64, Vec<Line>> = BTreeMap::new();
    for line in entries::lines(snapshot, organization, sequences).await? {
        lines.entry(line.entry_sequence).or_default().push(line);
    }
    let (mut seen, mut suggested) = (BTreeSet::new(), Vec::new());
    for sequence in sequences {
        let rest = "where organization_id = $1 and sequence = $2";
        let mut found: Vec<Entry> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Int(*sequence)]).await?;
        let Some(entry) = found.pop() else { continue };
        let lines = lines.remove(sequence).unwrap_or_default();
        let what: Vec<_> = lines.iter().map(|line| (line.account_id, line.debit > 0, line.party_id)).collect();
        if seen.insert((entry.description.to_lowercase(), what)) {
            suggested.push(view(entry, &lines));
        }
        if suggested.len() == SUGGESTED {
            break;
        }
    }
    Ok(suggested)
}

fn view(entry: Entry, lines: &[Line]) -> SuggestedEntry {
    SuggestedEntry {
        entry_id: Id(entry.id),
        number: entry.number,
        date: Day(entry.date),
        lines: lines.iter().map(|line| line_view(line, entry.currency)).collect(),
        repeat: RepeatedEntry {
            journal_id: Id(entry.journal_id),
            description: entry.description.clone(),
            currency: CurrencyCode(entry.transaction_currency),
            lines: lines.iter().map(repeated).collect(),
        },
        description: entry.description,
    }
}

fn repeated(line: &Line) -> RepeatedLine {
    let amount = |units| DecimalText(Decimal::from_units(units, line.currency.decimals()));
    RepeatedLine {
        account_id: Id(line.account_id),
        debit: amount(line.debit),
        credit: amount(line.credit),
        currency: CurrencyCode(line.currency),
        description: line.description.clone(),
        party_id: line.party_id.map(Id),
        dimensions: texts(&line.dimensions),
    }
}

impl Naming for SuggestedEntry {
    fn ask(&self, wanted: &mut Wanted) {
        self.lines.iter().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        self.lines.iter_mut().for_each(|line| line.name(names));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_like_a_description_by_the_beginnings_of_half_of_its_words() {
        let all = ["Rent March", "Electricity", "Rent of the van, April", "rent april", "Parent company", "Rent April"];
        let entry = |(place, text): (usize, &&str)| LikeEntry {
            sequence: i64::try_from(place).unwrap() + 1,
            description: (*text).to_owned(),
        };
        let newest = || all.iter().enumerate().map(entry).rev().collect::<Vec<_>>();
        for (wanted, found) in [
            ("Rent April", &[6, 4, 3, 1][..]),
            ("re", &[6, 4, 3, 1]),
            ("ele", &[2]),
            ("rent may office", &[]),
            ("...", &[]),
        ] {
            assert_eq!(likest(wanted, newest()), found, "{wanted}");
        }
    }
}
