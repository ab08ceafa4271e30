//! A bookkeeper next to the clients that post: sends every other write, part by part (`books`, `goods` in the books
//! that all share, the rest in companies of its own). The part of an answer that never came ends with it.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::value::movement_kind::MovementKind;
use serde_json::Value;

use super::errand::{Errand, id_of};
use crate::Caller;
use crate::server::Prepared;

/// Parts of a cycle, each of which stands alone.
pub const PARTS: usize = 13;

/// The operations and kinds of movement acknowledged so far.
pub type Met = Arc<Mutex<BTreeSet<&'static str>>>;

/// Who does the errands of one round.
pub struct Bookkeeper {
    /// The caller.
    pub caller: Caller,
    /// The earlier contents of the books.
    pub prepared: Prepared,
    /// The prefix of its keys; no other bookkeeper has it.
    pub name: String,
    /// The operations that all of them met.
    pub met: Met,
    /// Answers so far.
    pub done: Arc<AtomicUsize>,
    /// Whether they shall end.
    pub stop: Arc<AtomicBool>,
    /// The sent errands, in order.
    pub errands: Vec<Errand>,
}

/// Why a part ended early.
pub(super) enum Ended {
    /// The outcome of the last request is unknown.
    Unknown,
    /// The server is gone.
    Gone,
}

impl Bookkeeper {
    /// Works, beginning with this part of a cycle, until the server is gone.
    pub async fn work(mut self, first: usize) -> Vec<Errand> {
        for number in first.. {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            match self.part(number).await {
                Ok(()) => {}
                Err(Ended::Gone) => break,
                // Asked to come again: at once would be a storm.
                Err(Ended::Unknown) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
        self.errands
    }

    async fn part(&mut self, number: usize) -> Result<(), Ended> {
        match number % PARTS {
            0 => self.settle(number).await,
            1 => self.name_accounts().await,
            2 => self.reverse().await,
            3 => self.approve().await,
            4 => self.approve_goods().await,
            5 => self.close().await,
            6 => self.revalue().await,
            7 => self.name_goods().await,
            8 => self.recur().await,
            9 => self.let_in().await,
            10 => self.move_goods().await,
            11 => self.count_goods().await,
            _ => self.correct().await,
        }
    }

    /// A name that nothing else has.
    pub(super) fn key(&self, kind: &str) -> String {
        format!("{}-{}-{kind}", self.name, self.errands.len())
    }

    /// Sends it as the administrator of the first organization, and records the answer. Returns the id.
    pub(super) async fn send(&mut self, errand: Errand) -> Result<String, Ended> {
        let caller = self.caller.clone();
        self.send_as(&caller, errand).await
    }

    /// Sends it as this caller.
    pub(super) async fn send_as(&mut self, caller: &Caller, mut errand: Errand) -> Result<String, Ended> {
        if errand.key.is_empty() {
            errand.key = self.key("errand");
        }
        errand.by.clone_from(&caller.token);
        let answer = errand.ask(caller).try_send().await;
        let outcome = match &answer {
            Some(answer) if answer.status == errand.status => {
                let id = id_of(answer);
                errand.told = Some(id.clone());
                let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
                met.insert(errand.operation());
                met.extend(errand.kind.map(MovementKind::name));
                Ok(id)
            }
            Some(answer) => {
                assert_eq!(answer.status, 503, "{}: {}", answer.asked, answer.text());
                Err(Ended::Unknown)
            }
            None => Err(Ended::Gone),
        };
        self.errands.push(errand);
        self.done.fetch_add(1, Ordering::Relaxed);
        outcome
    }
}

/// The rows of a list.
pub(super) async fn read(caller: &Caller, path: &str) -> Result<Vec<Value>, Ended> {
    let answer = caller.get(path).try_send().await.ok_or(Ended::Gone)?;
    match answer.status {
        200 => Ok(answer.data()),
        _ => {
            assert_eq!(answer.status, 503, "{}", answer.text());
            Err(Ended::Unknown)
        }
    }
}
