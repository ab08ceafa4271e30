//! Posts movements of goods in their order: existing ones are left alone, and refusals are reported.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::bodies::Writer;
use super::moves::{Move, MoveKind};
use super::supply::Supply;
use super::tally::{GoodsTally, Moved};
use crate::import::ImportError;
use crate::import::api::{WholeApi, text};
use crate::import::mapping::SOURCE;
use crate::import::posting::{Refusal, key};
use crate::import::progress::Progress;
use domain::value::Date;

/// Lines of movements in one request, and so in one commit; the last movement may exceed it, and so may the opening.
const LINES: usize = 1_000;
const PATH: &str = "/inventory/movements/batch";

/// Ids in the books by external id.
pub type There = BTreeMap<String, String>;

/// The movements of the import that the books have from a day on, in any status: a voided one is not posted a second
/// time.
pub async fn already_there(api: WholeApi<'_>, from: Date) -> Result<There, ImportError> {
    let rows = api.list(&format!("/inventory/movements?dateFrom={from}")).await?;
    let own = rows.iter().filter(|row| text(row, "source") == SOURCE);
    Ok(own.map(|row| (text(row, "externalId").to_owned(), text(row, "id").to_owned())).collect())
}

/// Sends movements and keeps the results.
pub struct Posting<'a> {
    api: WholeApi<'a>,
    file_hash: &'a [u8],
    there: There,
    tally: GoodsTally,
    waiting: Vec<Waiting>,
    progress: &'a mut dyn Progress,
}

/// A document in its file.
struct At {
    number: String,
    /// The line of its first row.
    line: u64,
}

/// A movement that was not sent yet.
struct Waiting {
    body: Value,
    external_id: String,
    moved: Moved,
    lines: usize,
    document: At,
}

impl<'a> Posting<'a> {
    /// Of movements that are not in the books.
    pub fn new(
        api: WholeApi<'a>,
        file_hash: &'a [u8],
        there: There,
        tally: GoodsTally,
        progress: &'a mut dyn Progress,
    ) -> Self {
        Self { api, file_hash, there, tally, waiting: Vec::new(), progress }
    }

    /// Posts the opening, then day by day the transfer of the morning, the sales and the returns.
    ///
    /// # Errors
    /// If the opening or a transfer is refused, without which nothing else would be accepted, or the API fails.
    pub async fn all(
        mut self,
        writer: &Writer<'_>,
        moves: &[&Move<'_>],
        supply: &Supply,
    ) -> Result<GoodsTally, ImportError> {
        let mut done = 0;
        self.progress.at("goods moved", done, moves.len());
        for day in moves.chunk_by(|one, other| one.document.date == other.document.date) {
            let Some(first) = day.first() else { continue };
            let (date, id) = (first.document.date, &first.external_id);
            if done == 0 && !supply.opening.is_empty() {
                let external_id = format!("opening/{id}");
                let body = writer.opening(date, &external_id, &supply.opening).ok_or_else(|| too_dear(first))?;
                self.provide(first, external_id, Moved::Opening, body).await?;
                self.tally.open(supply, writer.catalogue);
            }
            if let Some(transfer) = supply.transfers.get(&date) {
                let external_id = format!("transfer/{date}/{id}");
                let body = writer.transfer(date, &external_id, transfer);
                self.provide(first, external_id, Moved::Transfer, body).await?;
            }
            for one in day {
                self.one(writer, one).await?;
                done += 1;
                if self.waiting.iter().map(|waiting| waiting.lines).sum::<usize>() >= LINES {
                    self.flush().await?;
                    self.progress.at("goods moved", done, moves.len());
                }
            }
            self.flush().await?;
            self.progress.at("goods moved", done, moves.len());
        }
        Ok(self.tally)
    }

    /// Posts movements that others need, at once.
    async fn provide(
        &mut self,
        first: &Move<'_>,
        external_id: String,
        moved: Moved,
        body: Value,
    ) -> Result<(), ImportError> {
        let refused_before = self.tally.refused.len();
        let document = At { number: first.document.number.clone(), line: first.document.line };
        self.waiting.push(Waiting { body, external_id, moved, lines: 0, document });
        self.flush().await?;
        match self.tally.refused.split_off(refused_before) {
            refused if refused.is_empty() => Ok(()),
            refused => Err(ImportError::GoodsRefused(refused)),
        }
    }

    /// Makes a movement wait for its turn.
    async fn one(&mut self, writer: &Writer<'_>, one: &Move<'_>) -> Result<(), ImportError> {
        let document = At { number: one.document.number.clone(), line: one.document.line };
        let mut issue = None;
        if let MoveKind::Return(Some(of)) = &one.kind {
            if self.waiting.iter().any(|waiting| waiting.external_id == *of) {
                self.flush().await?;
            }
            issue = self.there.get(of).cloned();
            if issue.is_none() {
                let message = format!("the goods of invoice {of} were not issued, so they cannot come back");
                self.refuse(document, String::new(), message);
                return Ok(());
            }
        }
        let body = writer.movement(one, issue.as_deref());
        let (external_id, moved, lines) = (one.external_id.clone(), Moved::by(one), one.lines.len());
        self.waiting.push(Waiting { body, external_id, moved, lines, document });
        Ok(())
    }

    /// Sends the waiting movements, in one commit.
    async fn flush(&mut self) -> Result<(), ImportError> {
        let waiting = std::mem::take(&mut self.waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let items: Vec<&Value> = waiting.iter().map(|waiting| &waiting.body).collect();
        let body = json!({"atomic": false, "items": items});
        let answer = self.api.post(PATH, &body, Some(&key(self.file_hash, &body))).await?;
        for (index, sent) in waiting.into_iter().enumerate() {
            let result = &answer["results"][index];
            let problem = &result["problem"];
            match text(problem, "code") {
                "" if result["status"] == 201 => {
                    self.there.insert(sent.external_id, text(result, "id").to_owned());
                    self.tally.add(sent.moved);
                }
                "duplicate_external_id" => {
                    self.there.insert(sent.external_id, text(&problem["context"], "id").to_owned());
                    self.tally.already_there += 1;
                }
                code => {
                    let message = match text(problem, "detail") {
                        "" => "the service gave no result for its goods",
                        detail => detail,
                    };
                    self.refuse(sent.document, code.to_owned(), message.to_owned());
                }
            }
        }
        Ok(())
    }

    fn refuse(&mut self, document: At, code: String, message: String) {
        let At { number, line } = document;
        self.tally.refused.push(Refusal { number, line, code, message });
    }
}

/// The cost of the opening exceeds every amount.
fn too_dear(first: &Move<'_>) -> ImportError {
    let message = "the opening stock that it needs costs more than an amount can be: check its quantities";
    ImportError::GoodsRefused(vec![Refusal {
        number: first.document.number.clone(),
        line: first.document.line,
        code: "amount_out_of_range".to_owned(),
        message: message.to_owned(),
    }])
}
