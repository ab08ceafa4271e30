//! A storm of retries: every request comes one to five times, in parallel, in any order, and has one effect.

use std::collections::BTreeMap;

use checks::caller::Ask;
use checks::simulate::random::Random;
use checks::{Answer, TestServer, on_both};
use serde_json::json;

use super::idempotency::told;

const REQUESTS: usize = 60;

/// The content of one request of the storm.
#[derive(Clone, Debug)]
enum Wish {
    Post(String),
    Void(String),
    Warehouse(String),
    Rename(String, String),
    /// One that the books refuse, however often it comes.
    Unbalanced,
}

impl Wish {
    fn ask(&self, app: &TestServer, key: &str) -> Ask {
        let admin = app.as_role("admin");
        let ask = match self {
            Self::Post(amount) => admin.post("/accounting/journal-entries", &app.sale(amount).json()),
            Self::Void(entry) => admin.void(entry),
            Self::Warehouse(code) => admin.post("/warehouses", &json!({"code": code, "name": code})),
            Self::Rename(id, name) => admin.put(&format!("/warehouses/{id}"), &json!({"name": name})),
            Self::Unbalanced => {
                let lines = [("1000", "1.00", ""), ("4000", "", "2.00")];
                admin.post("/accounting/journal-entries", &app.sale("1.00").lines(&lines).json())
            }
        };
        ask.key(key)
    }

    /// The status that every copy is answered.
    fn status(&self) -> u16 {
        match self {
            Self::Post(_) | Self::Warehouse(_) => 201,
            Self::Void(_) | Self::Rename(..) => 204,
            Self::Unbalanced => 422,
        }
    }
}

/// A seeded mixture of everything; rows to be voided or renamed exist before the storm.
async fn wishes(app: &TestServer, random: &mut Random) -> Vec<Wish> {
    let admin = app.as_role("admin");
    let mut wishes = Vec::new();
    for number in 0..REQUESTS {
        wishes.push(match random.below(10) {
            0..4 => Wish::Post(format!("{}.00", number + 1)),
            4..7 => Wish::Void(admin.post_entry(&app.sale("7.00")).await),
            7 => Wish::Warehouse(format!("W{number}")),
            8 => Wish::Rename(admin.warehouse(&format!("R{number}")).await, format!("Name {number}")),
            _ => Wish::Unbalanced,
        });
    }
    wishes
}

on_both![however_often_and_in_whatever_order_requests_come_each_key_has_one_effect_and_one_answer,];

async fn however_often_and_in_whatever_order_requests_come_each_key_has_one_effect_and_one_answer(app: &TestServer) {
    let mut random = Random::new(0x5707);
    let wishes = wishes(app, &mut random).await;
    let entries = app.as_role("admin").get("/accounting/journal-entries?limit=200").await.data().len();
    let before = app.head(&app.books).await.unwrap();

    let mut copies: Vec<usize> = Vec::new();
    for number in 0..wishes.len() {
        copies.extend(std::iter::repeat_n(number, 1 + random.below(5)));
    }
    for last in (1..copies.len()).rev() {
        copies.swap(last, random.below(last + 1));
    }
    let asks: Vec<(usize, Ask)> =
        copies.iter().map(|number| (*number, wishes[*number].ask(app, &format!("key-{number}")))).collect();
    let running: Vec<_> =
        asks.into_iter().map(|(number, ask)| (number, tokio::spawn(async move { ask.await }))).collect();
    let mut answers: BTreeMap<usize, Vec<Answer>> = BTreeMap::new();
    for (number, one) in running {
        answers.entry(number).or_default().push(one.await.unwrap());
    }
    // And once more, when the storm is over.
    for (number, wish) in wishes.iter().enumerate() {
        let late = wish.ask(app, &format!("key-{number}")).await;
        answers.entry(number).or_default().push(late);
    }

    let mut effects = 0;
    for (number, wish) in wishes.iter().enumerate() {
        let of_key = &answers[&number];
        for answer in of_key {
            answer.expect(wish.status());
        }
        let first_times = of_key.iter().filter(|answer| answer.header("idempotent-replayed") != "true").count();
        if wish.status() == 422 {
            assert_eq!(first_times, of_key.len(), "a refusal leaves no receipt: {wish:?}");
            continue;
        }
        assert_eq!(first_times, 1, "{wish:?}");
        assert!(of_key.iter().all(|answer| told(answer) == told(&of_key[0])), "{wish:?}");
        effects += 1;
    }
    let after = app.head(&app.books).await.unwrap();
    assert_eq!(after.seq - before.seq, effects, "one fact for each key that had an effect");
    let posted = wishes.iter().filter(|wish| matches!(wish, Wish::Post(_) | Wish::Void(_))).count();
    assert_eq!(after.entry_sequence - before.entry_sequence, i64::try_from(posted).unwrap());
    let now = app.as_role("admin").get("/accounting/journal-entries?limit=200").await.data().len();
    assert_eq!(now - entries, posted);
}
