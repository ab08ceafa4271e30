//! One request of a bookkeeper: the request, its answer, and the place where the books show that it was done, once.

use std::collections::BTreeMap;

use domain::value::movement_kind::MovementKind;
use reqwest::Method;
use serde_json::Value;

use crate::caller::Ask;
use crate::{Answer, Caller};

/// One line of a bookkeeper's journal.
#[derive(Clone, Debug)]
pub struct Errand {
    /// The idempotency key; empty until it is sent, unless several share it.
    pub key: String,
    /// The sender's token; `None` for the administrator of the first organization.
    pub by: Option<String>,
    /// The answer's id, empty where it has none; `None` where nothing was acknowledged.
    pub told: Option<String>,
    method: Method,
    path: String,
    pub(super) body: Value,
    pub(super) status: u16,
    /// The kind of the movement that it posts, where it posts one.
    pub(super) kind: Option<MovementKind>,
    proof: Proof,
}

/// Where the books show it; `{id}` stands for the id of the answer.
#[derive(Clone, Debug)]
enum Proof {
    /// By the same key alone.
    Replay,
    /// A read shows it now and later.
    Shown {
        path: String,
        /// A row of the list that the read answers, by this member and its value; `None` for a single resource.
        row: Option<(&'static str, String)>,
        pointer: &'static str,
        value: String,
    },
    /// The feed has one such event of this subject.
    Event { kind: String, subject: String },
}

/// The events of an organization, counted by type and subject.
pub struct Feed(BTreeMap<(String, String), usize>);

impl Feed {
    /// Reads the feed from its beginning to its end.
    pub async fn read(caller: &Caller) -> Self {
        let (mut counts, mut after) = (BTreeMap::new(), String::new());
        loop {
            let page = caller.get(&format!("/events?limit=200{after}")).await.expect(200).json();
            let events = page["data"].as_array().cloned().unwrap_or_default();
            if events.is_empty() {
                return Self(counts);
            }
            for event in &events {
                let text = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
                *counts.entry((text("type"), text("subject"))).or_default() += 1;
            }
            after = format!("&after={}", page["nextCursor"].as_str().unwrap_or_default());
        }
    }
}

impl Errand {
    /// Posts, and is answered 201.
    pub fn post(path: impl Into<String>, body: Value) -> Self {
        Self::new(Method::POST, path.into(), body, 201)
    }

    /// Posts a step of something that is there, and is answered 204.
    pub fn step(path: impl Into<String>, body: Value) -> Self {
        Self::new(Method::POST, path.into(), body, 204)
    }

    /// Changes something, and is answered 204.
    pub fn put(path: impl Into<String>, body: Value) -> Self {
        Self::new(Method::PUT, path.into(), body, 204)
    }

    /// Deletes something, and is answered 204.
    pub fn delete(path: impl Into<String>) -> Self {
        Self::new(Method::DELETE, path.into(), Value::Null, 204)
    }

    fn new(method: Method, path: String, body: Value, status: u16) -> Self {
        let kind = body["kind"].as_str().filter(|_| path == "/inventory/movements" && body["status"] != "draft");
        let kind = kind.and_then(MovementKind::parse);
        Self { key: String::new(), by: None, told: None, method, path, body, status, kind, proof: Proof::Replay }
    }

    /// Is answered 200 instead.
    #[must_use]
    pub fn answered(mut self) -> Self {
        self.status = 200;
        self
    }

    /// Is answered 202 instead: it is proposed.
    #[must_use]
    pub fn proposed(mut self) -> Self {
        self.status = 202;
        self.event("controlChange.proposed", "{id}")
    }

    /// Also posts a movement of this kind.
    #[must_use]
    pub fn of_kind(mut self, kind: MovementKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Several send it with this one key, and one of them does it.
    #[must_use]
    pub fn shared(mut self, key: &str) -> Self {
        self.key = key.to_owned();
        self
    }

    /// A resource shows it.
    #[must_use]
    pub fn shown(mut self, path: &str, pointer: &'static str, value: &str) -> Self {
        self.proof = Proof::Shown { path: path.to_owned(), row: None, pointer, value: value.to_owned() };
        self
    }

    /// The one row of a list shows it.
    #[must_use]
    pub fn listed(
        mut self,
        path: &str,
        (name, is): (&'static str, &str),
        (pointer, value): (&'static str, &str),
    ) -> Self {
        let row = Some((name, is.to_owned()));
        self.proof = Proof::Shown { path: path.to_owned(), row, pointer, value: value.to_owned() };
        self
    }

    /// One event tells it.
    #[must_use]
    pub fn event(mut self, kind: impl Into<String>, subject: &str) -> Self {
        self.proof = Proof::Event { kind: kind.into(), subject: subject.to_owned() };
        self
    }

    pub(super) fn ask(&self, caller: &Caller) -> Ask {
        let ask = caller.ask(self.method.clone(), &self.path);
        let ask = if self.body.is_null() { ask } else { ask.text(&self.body.to_string()) };
        ask.key(&self.key)
    }

    /// The operation's name in the API's document, `POST /accounting/accounts`.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        operations::of(self.method.as_str(), &self.path)
    }

    /// Requires that the books show the acknowledged result.
    pub async fn assert_kept(&self, caller: &Caller, feed: &Feed) {
        if let Some(told) = &self.told {
            self.assert_shown(caller, feed, told).await;
        }
    }

    /// Sends it with the same key again: an acknowledged request is answered alike. Returns the id.
    pub async fn repeat(&self, caller: &Caller) -> String {
        let again = self.ask(caller).await;
        let id = id_of(again.expect(self.status));
        if let Some(told) = &self.told {
            assert_eq!((&id, again.header("idempotent-replayed")), (told, "true"), "{}", self.key);
        }
        id
    }

    /// That the books show it, once.
    pub async fn assert_shown(&self, caller: &Caller, feed: &Feed, id: &str) {
        let with_id = |text: &str| text.replace("{id}", id);
        match &self.proof {
            Proof::Replay => {}
            Proof::Event { kind, subject } => {
                let event = (kind.clone(), with_id(subject));
                assert_eq!(feed.0.get(&event), Some(&1), "{}: {event:?} of {:?}", self.key, feed.0);
            }
            Proof::Shown { path, row, pointer, value } => {
                let path = with_id(path);
                let shown = match row {
                    None => caller.get(&path).await.expect(200).json(),
                    Some((name, is)) => {
                        let mut rows = every_row(caller, &path).await;
                        // A void's mirror has the external id, too.
                        rows.retain(|row| row[name] == with_id(is) && row["entryType"] != "void");
                        assert_eq!(rows.len(), 1, "{}: {name} {is} in {path}: {rows:?}", self.key);
                        rows.remove(0)
                    }
                };
                let found = shown.pointer(pointer).and_then(Value::as_str);
                assert_eq!(found, Some(with_id(value).as_str()), "{}: {pointer} of {shown}", self.key);
            }
        }
    }
}

/// The rows of a list to its end.
async fn every_row(caller: &Caller, path: &str) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = caller.get(&format!("{path}{cursor}")).await;
        rows.extend(page.expect(200).data());
        let page = page.json();
        let Some(next) = page["nextCursor"].as_str() else { return rows };
        let joint = if path.contains('?') { '&' } else { '?' };
        cursor = format!("{joint}cursor={next}");
    }
}

/// The id that an answer names; empty where it names none.
pub(super) fn id_of(answer: &Answer) -> String {
    answer.json()["id"].as_str().unwrap_or_default().to_owned()
}

/// The operations that write, by the API's document.
pub mod operations {
    use std::sync::LazyLock;

    use serde_json::Value;

    /// Every operation that takes an idempotency key, as `POST /accounting/accounts/{id}`.
    pub static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
        let document = include_str!("../../../docs/reference/openapi.json");
        let document: Value = serde_json::from_str(document).unwrap_or_else(|fault| panic!("{fault}"));
        let mut found = Vec::new();
        for (path, item) in document["paths"].as_object().into_iter().flatten() {
            for (method, operation) in item.as_object().into_iter().flatten() {
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let mut named = parameters.filter_map(|one| one["$ref"].as_str());
                if named.any(|name| name == "#/components/parameters/IdempotencyKey") {
                    found.push(format!("{} {}", method.to_uppercase(), path.trim_start_matches("/api/v1")));
                }
            }
        }
        assert!(found.len() > 100, "the document has {} operations that write", found.len());
        found
    });

    /// The operation that this request asks for.
    ///
    /// # Panics
    /// Where it is none of them.
    #[must_use]
    pub fn of(method: &str, path: &str) -> &'static str {
        let asked = format!("{method} {path}");
        let fits = |template: &str| {
            let (mut wanted, mut given) = (template.split('/'), asked.split('/'));
            loop {
                match (wanted.next(), given.next()) {
                    (None, None) => return true,
                    (Some(wanted), Some(given)) if wanted == given || wanted.starts_with('{') => {}
                    _ => return false,
                }
            }
        };
        let found = ALL.iter().find(|template| fits(template));
        found.unwrap_or_else(|| panic!("{asked} is no operation that takes an idempotency key"))
    }
}
