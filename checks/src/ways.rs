//! Ways out of refusals: each is sent as it stands, as a preview where it writes, and what came of it is written down.

pub mod offered;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::Method;
use serde_json::Value;

use crate::{Answer, Caller};

/// The ways out that were taken while somebody looked.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    followed: Arc<AtomicBool>,
    taken: Arc<Mutex<Vec<Taken>>>,
}

/// A way out, and what came of it.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The refused request.
    pub asked: String,
    /// The code of its refusal.
    pub code: String,
    /// The relation of the way out.
    pub rel: String,
    /// Its method, address and body.
    pub way: Value,
    /// The status that it was answered.
    pub status: u16,
    /// The answer.
    pub said: String,
}

impl Taken {
    /// Whether it led somewhere, or there is a reason why it did not for this caller, or in the books of tests.
    fn leads_on(&self) -> bool {
        if (200..300).contains(&self.status) || self.status == 304 {
            return true;
        }
        let said: Value =
            self.said.split_once(' ').and_then(|(_, body)| serde_json::from_str(body).ok()).unwrap_or_default();
        match (self.code.as_str(), self.rel.as_str(), said["code"].as_str().unwrap_or_default()) {
            // Somebody else can do it.
            (_, _, "forbidden") => true,
            // The books of tests end in 2010, and goods move today where no other day is said.
            (_, "reclassify" | "transfer" | "movement", "no_period") => true,
            // Nothing was counted yet: the refusal offers to count it as 0.
            ("count_state", "submit", "count_incomplete") => true,
            // The rate is what only the caller can know.
            ("rate_missing", "create-rate", _) => said["detail"] == "/rate: this field is required",
            // What goods cost is what only the caller can know.
            ("cost_required", "costs", _) => said["detail"] == "/lines: this field is required",
            // Something took from the movement since: its own refusal says what must be voided first.
            ("movement_not_draft", "void", "movement_has_dependents") => true,
            // It changes the session of a cookie, has no preview, and is taken where it is offered.
            ("organization_mismatch", "switch-organization", _) => true,
            // Closed adjustment periods are behind it, and open first: the refusal offers that.
            ("period_closed", "reopen-period", "period_state") => true,
            // The earlier period is not ready itself: its own refusal says what it waits for.
            ("period_not_ready", "earlierPeriods", "period_not_ready") => true,
            _ => false,
        }
    }

    /// Whether it is allowed and complete where it says so: who may not take it is refused for that, and what needs members
    /// is refused for them.
    fn keeps_its_word(&self) -> bool {
        let (is_allowed, needs) = (&self.way["allowed"], &self.way["needs"]);
        let is_complete = needs.as_array().is_some_and(Vec::is_empty);
        (is_allowed == true || self.status == 403) && (is_complete || matches!(self.status, 400 | 403))
    }

    fn is_known(&self) -> bool {
        let has_code = offered::OFFERED.iter().any(|(code, _)| *code == self.code);
        has_code && offered::OFFERED.iter().any(|(_, rels)| rels.contains(&self.rel.as_str()))
    }
}

impl Ways {
    /// From now on, every way out that a caller is offered is taken.
    pub fn follow(&self) {
        self.followed.store(true, Ordering::SeqCst);
    }

    /// Requires that every way out that was taken is known, and led on.
    pub fn require_success(&self) {
        for one in self.taken.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            let Taken { asked, code, rel, way, said, .. } = one;
            assert!(
                one.leads_on(),
                "{asked} was refused with {code}, whose way out {rel} cannot be taken: {way} is {said}"
            );
            assert!(
                one.keeps_its_word(),
                "{asked} was refused with {code}, whose way out {rel} promises otherwise: {way} is {said}"
            );
            assert!(
                one.is_known(),
                "{asked} was refused with {code} and the way out {rel}: name it in ways/offered.rs"
            );
        }
    }

    /// Takes all ways out of an answer, as the caller who was refused.
    pub(crate) async fn take(&self, caller: &Caller, answer: &Answer) {
        if !self.followed.load(Ordering::SeqCst) || answer.status < 400 {
            return;
        }
        let problem = answer.json();
        for way in problem["resolutions"].as_array().into_iter().flatten() {
            let (status, said) = sent(caller, way).await;
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            let (code, rel) = (text(&problem["code"]), text(&way["rel"]));
            let taken = Taken { asked: answer.asked.clone(), code, rel, way: way.clone(), status, said };
            self.taken.lock().unwrap_or_else(PoisonError::into_inner).push(taken);
        }
    }
}

/// Sends the request of a way out.
async fn sent(caller: &Caller, way: &Value) -> (u16, String) {
    let method = way["method"].as_str().unwrap_or_default();
    let method = Method::from_bytes(method.as_bytes()).unwrap_or_else(|bad| panic!("{way}: {bad}"));
    let href = way["href"].as_str().unwrap_or_default();
    let path = href.split_once("/api/v1").map_or(href, |(_, path)| path);
    let preview = if path.contains('?') { "&dryRun=true" } else { "?dryRun=true" };
    let path = if method == Method::GET { path.to_owned() } else { format!("{path}{preview}") };
    let mut ask = caller.ask(method, &path);
    let needs_more = way["needs"].as_array().is_some_and(|needs| !needs.is_empty());
    match &way["body"] {
        // What is needed goes into a body that begins empty.
        Value::Null if needs_more => ask = ask.text("{}"),
        Value::Null => {}
        body => ask = ask.text(&body.to_string()),
    }
    match ask.try_send().await {
        Some(answer) => (answer.status, answer.text()),
        None => (0, "no answer".to_owned()),
    }
}
