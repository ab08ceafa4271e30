//! A client: its identity, and its requests.

use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use crate::Answer;
use crate::event_stream::EventStream;
use crate::ways::Ways;

/// A client of a running service.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Where the service is, without a slash at the end.
    pub url: String,
    /// Its access token, if it has one.
    pub token: Option<String>,
    http: reqwest::Client,
    ways: Ways,
}

/// A request on its way; `.await` sends it.
#[derive(Debug)]
pub struct Ask {
    asked: String,
    request: reqwest::RequestBuilder,
    caller: Caller,
}

impl Caller {
    /// A client of the service at this address.
    #[must_use]
    pub fn new(http: reqwest::Client, url: &str, token: Option<String>) -> Self {
        Self { url: url.to_owned(), token, http, ways: Ways::default() }
    }

    /// The same, whose ways out of refusals are taken where they are followed.
    #[must_use]
    pub fn with_ways(self, ways: Ways) -> Self {
        Self { ways, ..self }
    }

    /// Somebody else at the same service.
    #[must_use]
    pub fn with_token(&self, token: Option<String>) -> Self {
        Self { token, ..self.clone() }
    }

    /// A request. The path is below `/api/v1`, or below the root where it begins with `~`.
    #[must_use]
    pub fn ask(&self, method: Method, path: &str) -> Ask {
        let url = match path.strip_prefix('~') {
            Some(path) => format!("{}{path}", self.url),
            None => format!("{}/api/v1{path}", self.url),
        };
        let mut request = self.http.request(method.clone(), url);
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        Ask { asked: format!("{method} {path}"), request, caller: self.clone() }
    }

    /// Reads.
    #[must_use]
    pub fn get(&self, path: &str) -> Ask {
        self.ask(Method::GET, path)
    }

    /// Follows the feed of events.
    #[must_use]
    pub fn follow(&self, query: &str) -> Ask {
        self.get(&format!("/events/stream{query}"))
    }

    /// Posts JSON.
    #[must_use]
    pub fn post(&self, path: &str, body: &Value) -> Ask {
        self.ask(Method::POST, path).json(body)
    }

    /// Puts JSON.
    #[must_use]
    pub fn put(&self, path: &str, body: &Value) -> Ask {
        self.ask(Method::PUT, path).json(body)
    }

    /// Deletes.
    #[must_use]
    pub fn delete(&self, path: &str) -> Ask {
        self.ask(Method::DELETE, path)
    }

    /// Posts an entry and returns its id.
    pub async fn post_entry(&self, entry: &crate::entry::NewEntry) -> String {
        self.post("/accounting/journal-entries", &entry.json()).await.expect(201).id()
    }

    /// Reads an entry.
    pub async fn entry(&self, id: &str) -> Value {
        self.get(&format!("/accounting/journal-entries/{id}")).await.expect(200).json()
    }

    /// Asks for the void of an entry.
    #[must_use]
    pub fn void(&self, id: &str) -> Ask {
        self.post(&format!("/accounting/journal-entries/{id}/void"), &serde_json::json!({"reason": "entered twice"}))
    }

    /// Posts to the receivables of a party, a payment where the amount begins with a minus, and returns the entry's id.
    pub async fn receivable(&self, journal: &str, party: &str, date: &str, amount: &str) -> String {
        let (side, other, amount) = match amount.strip_prefix('-') {
            Some(paid) => ("credit", "debit", paid),
            None => ("debit", "credit", amount),
        };
        let body = serde_json::json!({
            "date": date, "journalId": journal, "status": "posted",
            "lines": [{"accountCode": "1100", "partyName": party, side: amount}, {"accountCode": "1000", other: amount}],
        });
        self.post("/accounting/journal-entries", &body).await.expect(201).id()
    }

    /// Asks to match the first lines of these entries.
    #[must_use]
    pub fn matching(&self, entries: &[&str]) -> Ask {
        let lines = entries.iter().map(|entry| serde_json::json!({"entryId": entry, "lineNumber": 1}));
        self.post("/accounting/matches", &serde_json::json!({"lines": lines.collect::<Vec<_>>()}))
    }

    /// Matches an invoice of 5.00 with its payment, and returns the match's id.
    pub async fn matched(&self, journal: &str) -> String {
        let invoice = self.receivable(journal, "17850", "2010-12-01", "5.00").await;
        let payment = self.receivable(journal, "17850", "2010-12-01", "-5.00").await;
        self.matching(&[&invoice, &payment]).await.expect(201).id()
    }

    /// Creates a recurring entry whose days are far away, and returns its id.
    pub async fn recurring_entry(&self, journal: &str) -> String {
        let body = serde_json::json!({
            "name": "Rent", "rule": "FREQ=YEARLY;COUNT=2", "startDate": "2090-01-01", "journalId": journal,
            "lines": [{"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}],
        });
        self.post("/accounting/recurring-entries", &body).await.expect(201).id()
    }

    /// Brings goods of an item to a warehouse, with the account that takes their cost, and reserves one; returns its id.
    pub async fn reservation(&self, warehouse: &str, sku: &str) -> String {
        let account = serde_json::json!({
            "code": "2150", "name": "Received", "type": "liability", "subtype": "goodsReceivedNotInvoiced",
        });
        self.post("/accounting/accounts", &account).await.expect(201);
        let stock = self.get("/accounting/accounts?code=1200").await.expect(200).data().remove(0);
        self.put("/organization", &serde_json::json!({"valuationAccountId": stock["id"]})).await.expect(204);
        let line = serde_json::json!({"sku": sku, "quantity": "2", "totalCost": "1.00"});
        let receipt = serde_json::json!({
            "kind": "receipt", "occurredAt": "2010-01-05", "warehouseId": warehouse, "lines": [line],
        });
        self.post("/inventory/movements", &receipt).await.expect(201);
        let body = serde_json::json!({"sku": sku, "quantity": "1", "warehouseId": warehouse});
        self.post("/inventory/reservations", &body).await.expect(201).id()
    }

    /// Creates a warehouse and returns its id.
    pub async fn warehouse(&self, code: &str) -> String {
        let body = serde_json::json!({"code": code, "name": format!("Warehouse {code}")});
        self.post("/warehouses", &body).await.expect(201).id()
    }
}

impl Ask {
    /// With a header field.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.header(name, value);
        self
    }

    /// With an idempotency key.
    #[must_use]
    pub fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }

    /// With a body of these bytes and this type.
    #[must_use]
    pub fn raw(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        self.request = self.request.header("content-type", content_type).body(body.into());
        self
    }

    /// With a JSON body from text, however wrong.
    #[must_use]
    pub fn text(mut self, body: &str) -> Self {
        self.asked = format!("{} {}", self.asked, body.chars().take(300).collect::<String>());
        self.raw("application/json", body)
    }

    fn json(self, body: &Value) -> Self {
        self.text(&body.to_string())
    }
}

impl Ask {
    /// Waits so long for the whole answer, in place of the client's minute.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.request = self.request.timeout(patience);
        self
    }

    /// Sends it and reads its answer as a stream of events.
    pub async fn stream(self) -> EventStream {
        let asked = self.asked;
        let response = self.request.send().await.unwrap_or_else(|fault| panic!("{asked} was not answered: {fault:?}"));
        assert_eq!(response.status().as_u16(), 200, "{asked}");
        EventStream::of(response)
    }

    /// Sends it; `None` where no whole answer came, as from a server that is gone.
    pub async fn try_send(self) -> Option<Answer> {
        let response = self.request.send().await.ok()?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = body_of(response).await.ok()?;
        Some(Answer { asked: self.asked, status, headers, bytes })
    }
}

impl IntoFuture for Ask {
    type Output = Answer;
    type IntoFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let asked = self.asked;
            let response =
                self.request.send().await.unwrap_or_else(|fault| panic!("{asked} was not answered: {fault:?}"));
            let (status, headers) = (response.status().as_u16(), response.headers().clone());
            let bytes =
                body_of(response).await.unwrap_or_else(|fault| panic!("{asked}: the answer broke off: {fault:?}"));
            let answer = Answer { asked, status, headers, bytes };
            self.caller.ways.take(&self.caller, &answer).await;
            answer
        })
    }
}

/// The body; of a stream, which does not end, its first piece.
async fn body_of(mut response: reqwest::Response) -> Result<Vec<u8>, reqwest::Error> {
    let kind = response.headers().get("content-type").map_or(&[][..], |kind| kind.as_bytes());
    if kind.starts_with(b"text/event-stream") {
        return Ok(response.chunk().await?.unwrap_or_default().to_vec());
    }
    Ok(response.bytes().await?.to_vec())
}
