//! The simulation as a test: 20,000 commands per database or more, until every case was met, and every seed that ever failed.

use checks::simulate::coverage::Coverage;
use checks::simulate::{Plan, run};

/// Commands of the normal run.
const COMMANDS: usize = 20_000;

/// Commands of one seed: books that grow longer make each command slower, and meet little that two of half the length do not.
const COMMANDS_PER_SEED: usize = 10_000;

/// Short runs that are added where something was not met.
const MORE_SEEDS: usize = 8;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is {text}: give a whole number")))
}

/// Runs a seed; a failure says how to see it again.
fn run_seed(seed: u64, commands: usize) -> Coverage {
    let again = Again { seed, commands };
    let coverage = run(Plan { seed, commands });
    std::mem::forget(again);
    coverage
}

struct Again {
    seed: u64,
    commands: usize,
}

impl Drop for Again {
    fn drop(&mut self) {
        eprintln!(
            "failed with seed {}: run it again with COUNTINGHOUSE_SEED={} COUNTINGHOUSE_TORTURE_COMMANDS={} \
             cargo test -p countinghouse-checks --test simulate, and keep it in checks/seeds.txt",
            self.seed, self.seed, self.commands
        );
    }
}

#[test]
fn model_and_databases_agree_on_random_requests() {
    let wanted =
        number("COUNTINGHOUSE_TORTURE_COMMANDS").and_then(|wanted| usize::try_from(wanted).ok()).unwrap_or(COMMANDS);
    let mut seed = number("COUNTINGHOUSE_SEED").unwrap_or(20_101_210);
    let mut coverage = Coverage::default();
    while coverage.commands < wanted {
        coverage.add(&run_seed(seed, COMMANDS_PER_SEED.min(wanted - coverage.commands)));
        println!("seed {seed}: {} commands so far, {} % accepted", coverage.commands, coverage.share_accepted());
        seed += 1;
    }
    // A case that is rare in one seed is not rare in all: it must be met in one of a few short ones.
    for _ in 0..MORE_SEEDS {
        if wanted < COMMANDS || coverage.gaps().is_empty() {
            break;
        }
        coverage.add(&run_seed(seed, COMMANDS / 4));
        seed += 1;
    }
    println!("{coverage:#?}");
    if wanted >= COMMANDS {
        assert!(coverage.gaps().is_empty(), "{:#?}", coverage.gaps());
    }
}

#[test]
fn seeds_that_failed_once_pass() {
    for line in include_str!("../seeds.txt").lines() {
        let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
        let Some(seed) = words.next() else { continue };
        let commands = words.next().unwrap_or("2000");
        let parse = |word: &str| word.parse().unwrap_or_else(|_| panic!("seeds.txt: {line}"));
        let _ = run_seed(parse(seed), usize::try_from(parse(commands)).unwrap_or(usize::MAX));
    }
}
