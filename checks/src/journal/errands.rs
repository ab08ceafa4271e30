//! A bookkeeper beside the clients that post: matches, undoes, reverses, corrects, records rates, revalues, lets entries
//! recur, and moves goods (`goods`). Each request has a key of its own; the cycle of an answer that never came ends with it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use crate::{Answer, Caller, entry};

/// Every kind of request that a bookkeeper sends.
pub const KINDS: &[&str] = &[
    "account",
    "rate",
    "import rates",
    "invoice",
    "payment",
    "match",
    "unmatch",
    "reverse",
    "correct",
    "revalue",
    "recur",
    "run",
    "skip",
    "stock account",
    "warehouse",
    "item",
    "receive goods",
    "issue goods",
    "receive late",
    "send goods on",
    "take goods in",
    "void goods",
];
/// Parts of a cycle, each of which stands alone.
const PARTS: usize = 6;

/// One line of a bookkeeper's journal.
#[derive(Clone, Debug)]
pub struct Errand {
    /// What it is.
    pub kind: &'static str,
    /// The idempotency key.
    pub key: String,
    pub(super) path: String,
    pub(super) body: Value,
    pub(super) status: u16,
    /// Where the books show that it was done.
    pub(super) proof: Proof,
    /// The answer's id, empty where it has none; `None` where nothing was acknowledged.
    pub told: Option<String>,
}

/// What a read must show; `{id}` stands for the id of the answer.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    path: String,
    /// A row of the list that the read answers, by this member and what it is; `None` for a single resource.
    row: Option<(&'static str, String)>,
    pointer: &'static str,
    value: String,
}

/// What was acknowledged so far, by kind.
pub type Met = Arc<Mutex<BTreeSet<&'static str>>>;

/// Who does the errands of one round.
pub struct Bookkeeper {
    /// As whom.
    pub caller: Caller,
    /// Where entries go.
    pub journal: String,
    /// What its keys begin with; no other bookkeeper has it.
    pub name: String,
    /// What all of them met.
    pub met: Met,
    /// Answers so far.
    pub done: Arc<AtomicUsize>,
    /// Whether they shall end.
    pub stop: Arc<AtomicBool>,
}

/// Why a part ended early.
pub(super) enum Ended {
    /// Nobody knows what became of the last request.
    Unknown,
    /// The server is gone.
    Gone,
}

impl Bookkeeper {
    /// Works, beginning with this part of a cycle, until the server is gone.
    pub async fn work(self, first: usize) -> Vec<Errand> {
        let mut errands = Vec::new();
        for number in first.. {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            match self.part(number, &mut errands).await {
                Ok(()) => {}
                Err(Ended::Gone) => break,
                // Told to come again: at once would be a storm.
                Err(Ended::Unknown) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
        errands
    }

    async fn part(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        match number % PARTS {
            0 => self.settle(number, errands).await,
            1 => self.reverse(number, errands).await,
            2 => self.correct(number, errands).await,
            3 => self.revalue(number, errands).await,
            4 => self.recur(number, errands).await,
            _ => self.move_goods(number, errands).await,
        }
    }

    /// An invoice and its payment, matched, and every other match undone.
    async fn settle(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        let invoice = self.item("invoice", number, "debit", "credit");
        let invoice = self.send(invoice, errands).await?;
        let payment = self.item("payment", number, "credit", "debit");
        let payment = self.send(payment, errands).await?;
        let line = |entry: &str| json!({"entryId": entry, "lineNumber": 1});
        let made = Errand {
            path: "/accounting/matches".to_owned(),
            body: json!({"lines": [line(&invoice), line(&payment)]}),
            proof: Proof::of_row(
                &format!("/accounting/matches?entryId={invoice}&source=manual"),
                ("source", "manual"),
                ("/id", "{id}"),
            ),
            ..self.errand("match", number)
        };
        let made = self.send(made, errands).await?;
        if number.is_multiple_of(2) {
            let undone = Errand {
                path: format!("/accounting/matches/{made}/unmatch"),
                body: json!({"reason": "it paid another invoice"}),
                status: 204,
                proof: Proof::of(&format!("/accounting/matches/{made}"), ("/status", "undone")),
                ..self.errand("unmatch", number)
            };
            self.send(undone, errands).await?;
        }
        Ok(())
    }

    async fn reverse(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        let sale = self.send(self.sale("invoice", number), errands).await?;
        let reversal = Errand {
            path: format!("/accounting/journal-entries/{sale}/reverse"),
            body: json!({"date": "2010-12-31", "reason": "the customer returned the goods"}),
            proof: Proof::of(&format!("/accounting/journal-entries/{sale}"), ("/reversedByEntryId", "{id}")),
            ..self.errand("reverse", number)
        };
        self.send(reversal, errands).await.map(drop)
    }

    async fn correct(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        let sale = self.send(self.sale("invoice", number), errands).await?;
        let lines = json!([{"accountCode": "1000", "debit": "13.00"}, {"accountCode": "4000", "credit": "13.00"}]);
        let correction = Errand {
            path: format!("/accounting/journal-entries/{sale}/correct"),
            // With an id of its own, so that the sale is found alone.
            body: json!({"reason": "misread", "replacement": {"externalId": self.key("correct", number), "lines": lines}}),
            proof: Proof::of(&format!("/accounting/journal-entries/{sale}"), ("/correctedByEntryId", "{id}")),
            ..self.errand("correct", number)
        };
        self.send(correction, errands).await.map(drop)
    }

    /// Rates, an invoice in foreign currency, and what it is worth at the end of the month.
    async fn revalue(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        // The same key for all: one of them makes it.
        let gains = Errand {
            key: "gains".to_owned(),
            path: "/accounting/accounts".to_owned(),
            body: json!({"code": "7000", "name": "Exchange differences", "type": "expense", "subtype": "fxGainLoss"}),
            proof: Proof::of("/accounting/accounts/{id}", ("/code", "7000")),
            ..self.errand("account", number)
        };
        self.send(gains, errands).await?;
        // A figure and a day of its own, so that the rate is recorded, and found among few.
        let own = self.key("rate", number).bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte));
        let place = own % 2_500;
        let day = format!("20{:02}-{:02}-{:02}", place % 8, 1 + place / 8 % 12, 1 + place / 96);
        let rate = |kind: &str, day: &str| {
            let (told, source) = (format!("0.9{own:010}"), self.key(kind, number));
            json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": told, "validFrom": day, "source": source})
        };
        let of_day = format!("/accounting/exchange-rates?dateFrom={day}&dateTo={day}&limit=200");
        let rates = ["2010-01-10", "2010-01-31", &day].map(|day| rate("import rates", day));
        let source = self.key("import rates", number);
        let imported = Errand {
            path: "/accounting/exchange-rates/import".to_owned(),
            body: json!({"rates": rates}),
            status: 200,
            proof: Proof::of_row(&of_day, ("source", &source), ("/validFrom", &day)),
            ..self.errand("import rates", number)
        };
        self.send(imported, errands).await?;
        let source = self.key("rate", number);
        let recorded = Errand {
            path: "/accounting/exchange-rates".to_owned(),
            body: rate("rate", &day),
            proof: Proof::of_row(&of_day, ("source", &source), ("/id", "{id}")),
            ..self.errand("rate", number)
        };
        self.send(recorded, errands).await?;
        let mut invoice = self.item("invoice", number, "debit", "credit");
        invoice.body["currency"] = json!("EUR");
        invoice.body["date"] = json!("2010-01-10");
        self.send(invoice, errands).await?;
        let run = Errand {
            path: "/accounting/revaluations".to_owned(),
            body: json!({"date": "2010-01-31", "journalId": self.journal}),
            proof: Proof::of("/accounting/revaluations/{id}", ("/date", "2010-01-31")),
            ..self.errand("revalue", number)
        };
        self.send(run, errands).await.map(drop)
    }

    /// An entry that recurs on days that are far away, of which one is run by hand and one left out.
    async fn recur(&self, number: usize, errands: &mut Vec<Errand>) -> Result<(), Ended> {
        let name = self.key("recur", number);
        let made = Errand {
            path: "/accounting/recurring-entries".to_owned(),
            body: json!({
                "name": name, "rule": "FREQ=YEARLY;COUNT=3", "startDate": "2090-01-01", "journalId": self.journal,
                "outcome": "draft",
                "lines": [{"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}],
            }),
            proof: Proof::of_row(&format!("/accounting/recurring-entries?q={name}"), ("name", &name), ("/id", "{id}")),
            ..self.errand("recur", number)
        };
        let recurring = self.send(made, errands).await?;
        let days = format!("/accounting/recurring-entries/{recurring}/occurrences");
        let run = Errand {
            path: format!("/accounting/recurring-entries/{recurring}/run"),
            body: json!({"date": "2090-01-01"}),
            proof: Proof::of_row(&days, ("date", "2090-01-01"), ("/entryId", "{id}")),
            ..self.errand("run", number)
        };
        self.send(run, errands).await?;
        let skipped = Errand {
            path: format!("/accounting/recurring-entries/{recurring}/skip"),
            body: json!({"date": "2091-01-01"}),
            status: 204,
            proof: Proof::of_row(&days, ("date", "2091-01-01"), ("/status", "skipped")),
            ..self.errand("skip", number)
        };
        self.send(skipped, errands).await.map(drop)
    }

    pub(super) fn key(&self, kind: &str, number: usize) -> String {
        format!("{}-{number}-{}", self.name, kind.replace(' ', "-"))
    }

    pub(super) fn errand(&self, kind: &'static str, number: usize) -> Errand {
        Errand {
            kind,
            key: self.key(kind, number),
            path: "/accounting/journal-entries".to_owned(),
            body: Value::Null,
            status: 201,
            proof: Proof::of("", ("", "")),
            told: None,
        }
    }

    /// A posted sale that its key can be found by.
    fn sale(&self, kind: &'static str, number: usize) -> Errand {
        let errand = self.errand(kind, number);
        let found = format!("/accounting/journal-entries?externalId={}", errand.key);
        let body = entry(&self.journal, "10.00").with("externalId", errand.key.as_str()).json();
        Errand { body, proof: Proof::of_row(&found, ("externalId", &errand.key.clone()), ("/id", "{id}")), ..errand }
    }

    /// A posted open item.
    fn item(&self, kind: &'static str, number: usize, side: &str, other: &str) -> Errand {
        let mut sale = self.sale(kind, number);
        sale.body["lines"] = json!([
            {"accountCode": "1100", "partyName": "17850", side: "10.00"}, {"accountCode": "1000", other: "10.00"},
        ]);
        sale
    }

    /// Sends it and writes down what was told.
    pub(super) async fn send(&self, mut errand: Errand, errands: &mut Vec<Errand>) -> Result<String, Ended> {
        let answer = errand.ask(&self.caller).try_send().await;
        let outcome = match &answer {
            Some(answer) if answer.status == errand.status => {
                let id = id_of(answer);
                errand.told = Some(id.clone());
                self.met.lock().unwrap_or_else(PoisonError::into_inner).insert(errand.kind);
                Ok(id)
            }
            Some(answer) => {
                assert_eq!(answer.status, 503, "{}", answer.text());
                Err(Ended::Unknown)
            }
            None => Err(Ended::Gone),
        };
        errands.push(errand);
        self.done.fetch_add(1, Ordering::Relaxed);
        outcome
    }
}

impl Errand {
    fn ask(&self, caller: &Caller) -> crate::caller::Ask {
        caller.post(&self.path, &self.body).key(&self.key)
    }

    /// Against the books: acknowledged is present, and the same key gives the one result, which the books show once.
    pub async fn compare(&self, caller: &Caller) {
        if let Some(told) = &self.told {
            self.proof.assert(caller, told, &self.key).await;
        }
        let again = self.ask(caller).await;
        let id = id_of(again.expect(self.status));
        if let Some(told) = &self.told {
            assert_eq!((&id, again.header("idempotent-replayed")), (told, "true"), "{}", self.key);
        }
        self.proof.assert(caller, &id, &self.key).await;
    }
}

impl Proof {
    /// A resource that shows it.
    pub(super) fn of(path: &str, (pointer, value): (&'static str, &str)) -> Self {
        Self { path: path.to_owned(), row: None, pointer, value: value.to_owned() }
    }

    /// The one row of a list that shows it.
    pub(super) fn of_row(path: &str, (name, is): (&'static str, &str), shows: (&'static str, &str)) -> Self {
        Self { row: Some((name, is.to_owned())), ..Self::of(path, shows) }
    }

    async fn assert(&self, caller: &Caller, id: &str, key: &str) {
        let with_id = |text: &str| text.replace("{id}", id);
        let answer = caller.get(&with_id(&self.path)).await;
        answer.expect(200);
        let shown = match &self.row {
            None => answer.json(),
            Some((name, is)) => {
                let mut rows = answer.data();
                // A void's mirror has the external id, too.
                rows.retain(|row| row[name] == with_id(is) && row["entryType"] != "void");
                assert_eq!(rows.len(), 1, "{key} is there {} times: {}", rows.len(), answer.text());
                rows.remove(0)
            }
        };
        let found = shown.pointer(self.pointer).and_then(Value::as_str);
        assert_eq!(found, Some(with_id(&self.value).as_str()), "{key}: {} of {}", self.pointer, answer.text());
    }
}

fn id_of(answer: &Answer) -> String {
    answer.json()["id"].as_str().unwrap_or_default().to_owned()
}
