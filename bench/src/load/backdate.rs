//! A receipt before all movements of one item, or of many: the time until stock and books are consistent again, and the
//! wait of others meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jiff::civil::Date;

use super::books::Books;
use super::connection::{Connection, Target};
use super::goods;
use super::tally::Tally;
use crate::failure::Failure;
use crate::random::Random;

#[derive(clap::Args)]
pub struct Options {
    /// The server's base URL
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    url: String,
    /// Access token, as `countinghouse token --user admin` prints it
    #[arg(long, env = "COUNTINGHOUSE_TOKEN", hide_env_values = true)]
    token: String,
    /// Movements of each item that come after the receipt
    #[arg(long, default_value_t = 25_000)]
    movements: usize,
    /// Items of the receipt, a line each
    #[arg(long, default_value_t = 1)]
    items: usize,
    /// Connections that post entries meanwhile, and as many that read a page of stock, each ten a second; 0 measures the receipt
    /// alone
    #[arg(long, default_value_t = 0)]
    others: u64,
    /// Movements of the item that are added then, so that there are more than a change of the past may replay: another such receipt
    /// is refused, and one that stands in the order of costs now is not
    #[arg(long, default_value_t = 0)]
    beyond: usize,
    /// Accounting date of the entries
    #[arg(long, default_value = "2010-12-01")]
    date: Date,
}

/// Time between two entries of one connection.
const PAUSE: Duration = Duration::from_millis(100);

/// # Errors
/// When the server cannot be prepared, or refuses.
pub async fn run(options: Options) -> Result<(), Failure> {
    let target = Arc::new(Target::new(&options.url, &options.token)?);
    let mut connection = Connection::new(Arc::clone(&target));
    let mut random = Random::seeded()?;
    let run = random.next() >> 32;
    let skus: Vec<String> = (1..=options.items).map(|item| format!("LOAD-PAST-{run:08x}-{item}")).collect();
    let books = Arc::new(Books::prepare(&mut connection, options.date, 1).await?);
    for sku in &skus {
        goods::prepare_history(&mut connection, sku, options.movements).await?;
    }

    let is_over = Arc::new(AtomicBool::new(false));
    let others: Vec<_> = (0..options.others)
        .map(|_| tokio::spawn(post_until(Arc::clone(&target), Arc::clone(&books), Arc::clone(&is_over))))
        .collect();
    let readers: Vec<_> =
        (0..options.others).map(|_| tokio::spawn(read_until(Arc::clone(&target), Arc::clone(&is_over)))).collect();
    let begun = Instant::now();
    // Every issue after it costs something else then.
    goods::receive(&mut connection, &skus, ("2010-12-01", options.movements, 3)).await?;
    println!("seconds {:.3}", begun.elapsed().as_secs_f64());
    is_over.store(true, Ordering::Relaxed);
    let mut total = Tally::new();
    for other in others {
        total.add(other.await??);
    }
    let mut reads = Tally::new();
    for reader in readers {
        reads.add(reader.await??);
    }
    if options.others > 0 {
        total.print(begun);
        println!("reads_p99_ms {:.3}", reads.p99_ms());
    }
    if options.beyond > 0 { beyond(&mut connection, &skus, &options).await } else { Ok(()) }
}

/// Shows where the past ends that can be changed: the refusal, and the way out that it names.
async fn beyond(connection: &mut Connection, skus: &[String], options: &Options) -> Result<(), Failure> {
    for sku in skus {
        let numbers = options.movements..options.movements + options.beyond;
        goods::issue(connection, sku, numbers, options.movements).await?;
    }
    let begun = Instant::now();
    match goods::receive(connection, skus, ("2010-12-01", 1, 3)).await {
        Err(Failure::Refused { body, .. }) if body.contains("replay_too_large") => {
            println!("beyond_refused_seconds {:.3}", begun.elapsed().as_secs_f64());
        }
        Err(other) => return Err(other),
        Ok(()) => return Err(Failure::unusable("the receipt", "it was taken, whatever comes after it".to_owned())),
    }
    let begun = Instant::now();
    goods::receive_costed(connection, skus, ("2010-12-01", 1, 3), "prospective").await?;
    println!("beyond_prospective_seconds {:.3}", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Reads a page of stock until the receipt is there.
async fn read_until(target: Arc<Target>, is_over: Arc<AtomicBool>) -> Result<Tally, Failure> {
    let mut tally = Tally::new();
    let head = target.head("GET", "/inventory/stock?limit=50");
    let mut connection = Connection::new(target);
    while !is_over.load(Ordering::Relaxed) {
        let sent = Instant::now();
        match connection.send(&head, None, b"").await {
            Ok(answer) if answer.is_success() => tally.succeeded(answer.status, sent.elapsed(), 1, 0),
            Ok(answer) => tally.refused(answer.status, || answer.text()),
            Err(error) => tally.lost(&error),
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(tally)
}

/// Posts entries until the receipt is there.
async fn post_until(target: Arc<Target>, books: Arc<Books>, is_over: Arc<AtomicBool>) -> Result<Tally, Failure> {
    let (mut random, mut tally, mut body) = (Random::seeded()?, Tally::new(), String::new());
    let head = target.head("POST", "/accounting/journal-entries");
    let mut connection = Connection::new(target);
    while !is_over.load(Ordering::Relaxed) {
        body.clear();
        books.write_entry(&mut random, &mut body);
        let sent = Instant::now();
        match connection.send(&head, Some(random.key()), body.as_bytes()).await {
            Ok(answer) if answer.is_success() => tally.succeeded(answer.status, sent.elapsed(), 1, 0),
            Ok(answer) => tally.refused(answer.status, || answer.text()),
            Err(error) => tally.lost(&error),
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(tally)
}
