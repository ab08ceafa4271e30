//! Load on a running server over HTTP: many connections, each with one request under way.

pub mod backdate;
mod books;
mod connection;
mod goods;
mod tally;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use jiff::civil::Date;

use self::books::Books;
use self::connection::{Connection, Target};
use self::goods::Goods;
use self::tally::Tally;
use crate::failure::Failure;
use crate::random::Random;

#[derive(clap::Args)]
#[command(args_override_self = true)]
pub struct Options {
    /// The server's base URL
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    url: String,
    /// Access token, as `countinghouse token --user admin` prints it
    #[arg(long, env = "COUNTINGHOUSE_TOKEN", hide_env_values = true)]
    token: String,
    #[arg(long, value_enum, default_value_t = Mode::Post)]
    mode: Mode,
    /// Connections, each with at most one request under way
    #[arg(long, default_value_t = 64)]
    connections: u64,
    /// How long to measure
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// How long to load before measuring (not with --count or voids)
    #[arg(long, default_value_t = 2)]
    warm_up: u64,
    /// End after this many entries even if time is left; for voids, how many are posted first
    #[arg(long)]
    count: Option<u64>,
    /// Entries or movements per batch request
    #[arg(long, default_value_t = 1_000)]
    items: usize,
    /// Items that movements are of and reports of stock tell; 1 is one hot item
    #[arg(long, default_value_t = 10_000)]
    goods: u64,
    /// Send this many requests per second, ready or not; a late request's wait counts as latency
    #[arg(long, alias = "half-load")]
    rate: Option<f64>,
    /// What Idempotency-Key the requests carry
    #[arg(long, value_enum, default_value_t = Keys::Random)]
    keys: Keys,
    /// First accounting date; the period must be open
    #[arg(long, default_value = "2010-12-01")]
    date: Date,
    /// Days over which the accounting dates spread
    #[arg(long, default_value_t = 31)]
    date_spread: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Mode {
    /// Post one entry per request
    Post,
    /// Post many entries per request
    Batch,
    /// Post entries, then void them, measuring only the voids
    Void,
    /// Read the trial balance
    TrialBalance,
    /// Read the profit and loss of all days that have entries
    ProfitAndLoss,
    /// Read the balance sheet
    BalanceSheet,
    /// Read the trial balance that was known in the middle of the log, where it is farthest from both ends
    KnownAt,
    /// Post one movement of goods per request
    Move,
    /// Post many movements of goods per request
    MoveBatch,
    /// Read the first page of stock on hand as of the day of the last movement
    Stock,
    /// Read all of it as CSV
    StockFile,
    /// Read the first page of the valuation as of that day, with its totals
    Valuation,
    /// Read all of it as CSV
    ValuationFile,
}

impl Mode {
    /// Whether it needs goods.
    fn moves_goods(self) -> bool {
        use Mode as M;
        matches!(self, M::Move | M::MoveBatch | M::Stock | M::StockFile | M::Valuation | M::ValuationFile)
    }

    /// Whether one request does many things.
    fn is_batch(self) -> bool {
        matches!(self, Self::Batch | Self::MoveBatch)
    }

    /// The report that is read again and again, if nothing is written.
    fn report(self, books: &Books) -> Option<String> {
        let (first, last) = (books.first_date(), books.last_date());
        let query = match self {
            Self::Post | Self::Batch | Self::Void | Self::Move | Self::MoveBatch => return None,
            Self::Stock => return Some("/inventory/stock?asOf=2010-12-15".to_owned()),
            Self::StockFile => return Some("/inventory/stock?asOf=2010-12-15&format=csv".to_owned()),
            Self::Valuation => return Some("/inventory/reports/valuation?asOf=2010-12-15".to_owned()),
            Self::ValuationFile => return Some("/inventory/reports/valuation?asOf=2010-12-15&format=csv".to_owned()),
            Self::TrialBalance => format!("trial-balance?asOf={last}"),
            Self::ProfitAndLoss => format!("profit-and-loss?dateFrom={first}&dateTo={last}"),
            Self::BalanceSheet => format!("balance-sheet?asOf={last}"),
            Self::KnownAt => format!("trial-balance?asOf={last}&knownAt=seq:{}", (books.last_seq / 2).max(1)),
        };
        Some(format!("/accounting/reports/{query}"))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Keys {
    /// A new random key for each request
    Random,
    /// No key
    None,
}

/// # Errors
/// When the server cannot be prepared, or not one request succeeds.
pub async fn run(options: Options) -> Result<(), Failure> {
    let target = Arc::new(Target::new(&options.url, &options.token)?);
    let mut first = Connection::new(Arc::clone(&target));
    let mut random = Random::seeded()?;
    let books = Books::prepare(&mut first, options.date, options.date_spread).await?;
    let goods = match options.mode.moves_goods() {
        true => Some(Goods::prepare(&mut first, options.goods.max(1)).await?),
        false => None,
    };
    let mut voidable = Vec::new();
    if options.mode == Mode::Void {
        let count = options.count.unwrap_or(20_000) as usize;
        voidable = books.post_entries(&mut first, &mut random, count).await?;
    }
    drop(first);

    let warm_up = if options.mode == Mode::Void || options.count.is_some() { 0 } else { options.warm_up };
    let begun = Instant::now() + Duration::from_secs(warm_up);
    let plan = Arc::new(Plan {
        begun,
        end: begun + Duration::from_secs(options.seconds),
        left: AtomicU64::new(options.count.unwrap_or(u64::MAX)),
        books,
        goods,
        target,
        options,
    });
    let tasks: Vec<_> = (0..plan.options.connections)
        .map(|index| {
            // Each connection voids its own share, so that no two void one entry.
            let share = voidable.iter().skip(index as usize).step_by(plan.options.connections as usize);
            tokio::spawn(load(Arc::clone(&plan), index, share.cloned().collect()))
        })
        .collect();
    let mut total = Tally::new();
    for task in tasks {
        total.add(task.await??);
    }
    let all_success = total.is_all_success();
    total.print(begun);
    if all_success { Ok(()) } else { Err(Failure::unusable("this run", "requests were refused; see status_ lines")) }
}

/// The shared state of all connections.
struct Plan {
    begun: Instant,
    end: Instant,
    /// Entries that may still be sent.
    left: AtomicU64,
    books: Books,
    /// Where goods move.
    goods: Option<Goods>,
    target: Arc<Target>,
    options: Options,
}

/// One connection: a request, its answer, the next request.
async fn load(plan: Arc<Plan>, index: u64, mut voidable: Vec<String>) -> Result<Tally, Failure> {
    let options = &plan.options;
    let mut random = Random::seeded()?;
    let mut connection = Connection::new(Arc::clone(&plan.target));
    let mut tally = Tally::new();
    let mut body = String::new();
    let fixed_head = match options.mode {
        Mode::Post => plan.target.head("POST", "/accounting/journal-entries"),
        Mode::Batch => plan.target.head("POST", "/accounting/journal-entries/batch"),
        Mode::Move => plan.target.head("POST", "/inventory/movements"),
        Mode::MoveBatch => plan.target.head("POST", "/inventory/movements/batch"),
        Mode::Void => String::new(),
        mode => plan.target.head("GET", &mode.report(&plan.books).unwrap_or_default()),
    };
    let mut pace = options.rate.map(|rate| Pace::new(rate, options.connections, index));

    while Instant::now() < plan.end {
        let mut void_head = None;
        let mut entries = 1;
        body.clear();
        if options.mode.is_batch() {
            entries = options.items as u64;
        }
        match (options.mode, &plan.goods) {
            (Mode::Move, Some(goods)) => goods.write_movement(&mut random, &mut body),
            (Mode::MoveBatch, Some(goods)) => goods.write_batch(&mut random, options.items, &mut body),
            _ => {}
        }
        match options.mode {
            Mode::Post => plan.books.write_entry(&mut random, &mut body),
            Mode::Batch => plan.books.write_batch(&mut random, options.items, &mut body),
            Mode::Void => {
                let Some(id) = voidable.pop() else { break };
                void_head = Some(plan.target.head("POST", &format!("/accounting/journal-entries/{id}/void")));
                body.push_str(r#"{"reason":"posted by mistake"}"#);
            }
            _ => {}
        }
        let taken = plan.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(entries));
        if taken.is_err() {
            break;
        }
        let sent = match &mut pace {
            Some(pace) => pace.next().await,
            None => Instant::now(),
        };
        let writes = options.mode.report(&plan.books).is_none();
        let key = (writes && options.keys == Keys::Random).then(|| random.key());
        let measured = sent >= plan.begun;
        match connection.send(void_head.as_ref().unwrap_or(&fixed_head), key, body.as_bytes()).await {
            Ok(answer) if answer.is_success() => {
                let refused = if options.mode.is_batch() { count_problems(answer.body) } else { 0 };
                if refused > 0 {
                    tally.explain(|| answer.text());
                }
                if measured {
                    tally.succeeded(answer.status, sent.elapsed(), entries.saturating_sub(refused), refused);
                }
            }
            // Refusals count from the first: a run that warms up with errors is no run.
            Ok(answer) => {
                tally.refused(answer.status, || answer.text());
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            Err(error) => {
                tally.lost(&error);
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    Ok(tally)
}

/// Items of a batch answer that were refused, without parsing it.
fn count_problems(body: &[u8]) -> u64 {
    const MARK: &[u8] = br#""problem":{"#;
    body.windows(MARK.len()).filter(|window| *window == MARK).count() as u64
}

/// The times at which one connection is due, out of a rate that all connections share.
struct Pace {
    due: Instant,
    every: Duration,
}

impl Pace {
    fn new(rate: f64, connections: u64, index: u64) -> Self {
        let every = Duration::from_secs_f64(connections as f64 / rate.max(0.001));
        Self { due: Instant::now() + every.mul_f64(index as f64 / connections as f64), every }
    }

    /// Waits until the next request is due and says from when its latency counts: from when it was
    /// due if the connection was still busy then, else from now, as the timer is only exact to 1 ms.
    async fn next(&mut self) -> Instant {
        let due = self.due;
        self.due += self.every;
        if Instant::now() >= due {
            return due;
        }
        tokio::time::sleep_until(due.into()).await;
        Instant::now()
    }
}
