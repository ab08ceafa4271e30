//! The outcome of the requests: latencies, statuses, rates.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The status under which lost connections are counted.
const NO_ANSWER: u16 = 0;

pub struct Tally {
    latencies_us: Vec<u32>,
    statuses: BTreeMap<u16, u64>,
    /// Entries or reports that were done; a batch request does many.
    done: u64,
    /// Items of a batch that were refused in an answer of 200.
    items_refused: u64,
    first_refusal: Option<String>,
    last_answer: Option<Instant>,
}

impl Tally {
    pub fn new() -> Self {
        Self {
            latencies_us: Vec::new(),
            statuses: BTreeMap::new(),
            done: 0,
            items_refused: 0,
            first_refusal: None,
            last_answer: None,
        }
    }

    pub fn succeeded(&mut self, status: u16, latency: Duration, done: u64, items_refused: u64) {
        *self.statuses.entry(status).or_default() += 1;
        self.latencies_us.push(u32::try_from(latency.as_micros()).unwrap_or(u32::MAX));
        self.done += done;
        self.items_refused += items_refused;
        self.last_answer = Some(Instant::now());
    }

    pub fn refused(&mut self, status: u16, body: impl FnOnce() -> String) {
        *self.statuses.entry(status).or_default() += 1;
        self.explain(body);
    }

    /// Keeps the words of the first refusal.
    pub fn explain(&mut self, body: impl FnOnce() -> String) {
        self.first_refusal.get_or_insert_with(|| body().chars().take(1_000).collect());
    }

    pub fn lost(&mut self, error: &std::io::Error) {
        self.refused(NO_ANSWER, || error.to_string());
    }

    pub fn add(&mut self, other: Self) {
        self.latencies_us.extend(other.latencies_us);
        for (status, count) in other.statuses {
            *self.statuses.entry(status).or_default() += count;
        }
        self.done += other.done;
        self.items_refused += other.items_refused;
        self.first_refusal = self.first_refusal.take().or(other.first_refusal);
        self.last_answer = self.last_answer.max(other.last_answer);
    }

    /// Prints `name value` lines; the first refusal goes to standard error.
    pub fn print(mut self, begun: Instant) {
        self.latencies_us.sort_unstable();
        let seconds = self.last_answer.map_or(0.0, |last| last.duration_since(begun).as_secs_f64());
        let per_second = |count: u64| {
            if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
        };
        println!("entries_per_second {:.0}", per_second(self.done));
        println!("requests_per_second {:.1}", per_second(self.latencies_us.len() as u64));
        for (name, per_mille) in [("p50_ms", 500), ("p99_ms", 990), ("p999_ms", 999), ("max_ms", 1_000)] {
            println!("{name} {:.3}", f64::from(self.quantile_us(per_mille)) / 1_000.0);
        }
        println!("done {}", self.done);
        println!("items_refused {}", self.items_refused);
        for (status, count) in &self.statuses {
            match *status {
                NO_ANSWER => println!("no_answer {count}"),
                status => println!("status_{status} {count}"),
            }
        }
        if let Some(body) = &self.first_refusal {
            eprintln!("first refusal: {body}");
        }
    }

    pub fn is_all_success(&self) -> bool {
        self.done > 0 && self.items_refused == 0 && self.first_refusal.is_none()
    }

    /// The latency that 99 of 100 requests do not exceed.
    pub fn p99_ms(&mut self) -> f64 {
        self.latencies_us.sort_unstable();
        f64::from(self.quantile_us(990)) / 1_000.0
    }

    /// The latency that `per_mille` of the requests do not exceed; the latencies are sorted.
    fn quantile_us(&self, per_mille: usize) -> u32 {
        let rank = (self.latencies_us.len() * per_mille).div_ceil(1_000);
        self.latencies_us.get(rank.saturating_sub(1)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_the_nearest_rank() {
        let mut tally = Tally::new();
        tally.latencies_us = (1..=100).collect();
        assert_eq!((tally.quantile_us(500), tally.quantile_us(990), tally.quantile_us(1_000)), (50, 99, 100));
        tally.latencies_us.clear();
        assert_eq!(tally.quantile_us(500), 0);
    }
}
