//! The writer's thread: it owns the writer and does its work in order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use domain::value::{Cell, CellKind};
use tokio::sync::{mpsc, oneshot};

use super::Writer;
use super::load::Rows;
use crate::fault::Fault;

/// Jobs that may wait for the writer; the next one waits for room.
const WAITING_JOBS: usize = 1_024;
/// Operational statements that share one commit.
const STATEMENTS_PER_COMMIT: usize = 64;

type Answer = oneshot::Sender<Result<Rows, Fault>>;

enum Job {
    /// The commit shard's work: it begins and commits itself.
    Run(Box<dyn FnOnce(&mut Writer) + Send>),
    /// One operational statement with a commit of its own, or shared with its neighbours.
    Statement(Statement, Answer),
    /// Ends the thread.
    Stop,
}

struct Statement {
    sql: String,
    params: Vec<Cell>,
    kinds: Vec<CellKind>,
}

/// The way to the writer; cheap to clone.
#[derive(Clone, Debug)]
pub struct WriterHandle {
    jobs: mpsc::Sender<Job>,
}

impl WriterHandle {
    /// Gives a writer its thread. `failed` is called if the disk fails below an operational statement, before the
    /// caller gets an answer; the commit shard's work handles its own faults.
    pub fn start(writer: Writer, failed: fn(&str)) -> Result<(Self, JoinHandle<()>), Fault> {
        let (jobs, waiting) = mpsc::channel(WAITING_JOBS);
        let thread = std::thread::Builder::new()
            .name("sqlite-writer".to_owned())
            .spawn(move || serve(writer, waiting, failed))
            .map_err(|error| Fault::Other(format!("the writer's thread cannot start: {error}")))?;
        Ok((Self { jobs }, thread))
    }

    /// Runs `work` with the writer and returns its result. Later work waits in the caller's queue: the previous
    /// commit's duration is the next one's collecting window.
    ///
    /// # Errors
    /// Where the writer is gone, or `work` panicked (its transaction is then rolled back).
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Writer) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let (answer, answered) = oneshot::channel();
        let job = Job::Run(Box::new(move |writer| {
            // Nobody waits any more: the work is done all the same.
            let _ = answer.send(work(writer));
        }));
        self.jobs.send(job).await.map_err(|_| gone())?;
        answered.await.map_err(|_| Fault::Other("the writer's work panicked and was rolled back".to_owned()))
    }

    /// As [`Self::run`], for a caller that is a thread of its own and not a task.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Writer) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let (answer, answered) = oneshot::channel();
        let job = Job::Run(Box::new(move |writer| {
            let _ = answer.send(work(writer));
        }));
        self.jobs.blocking_send(job).map_err(|_| gone())?;
        answered.blocking_recv().map_err(|_| Fault::Other("the writer's work panicked and was rolled back".to_owned()))
    }

    /// Runs one operational statement and answers once it is durable.
    pub async fn statement(&self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Rows, Fault> {
        let (answer, answered) = oneshot::channel();
        let statement = Statement { sql: sql.to_owned(), params: params.to_vec(), kinds: kinds.to_vec() };
        self.jobs.send(Job::Statement(statement, answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    /// Ends the thread once it has done the waiting work.
    pub async fn stop(&self) {
        // It is gone already: as wanted.
        let _ = self.jobs.send(Job::Stop).await;
    }
}

fn gone() -> Fault {
    Fault::Other("the database is closed".to_owned())
}

fn serve(mut writer: Writer, mut waiting: mpsc::Receiver<Job>, failed: fn(&str)) {
    let mut next = waiting.blocking_recv();
    while let Some(job) = next.take() {
        match job {
            Job::Stop => break,
            Job::Run(work) => {
                if catch_unwind(AssertUnwindSafe(|| work(&mut writer))).is_err() {
                    tracing::error!("the writer's work panicked, its transaction is rolled back");
                }
                writer.rollback();
            }
            Job::Statement(statement, answer) => {
                let mut group = vec![(statement, answer)];
                while group.len() < STATEMENTS_PER_COMMIT && next.is_none() {
                    match waiting.try_recv() {
                        Ok(Job::Statement(statement, answer)) => group.push((statement, answer)),
                        Ok(other) => next = Some(other),
                        Err(_) => break,
                    }
                }
                together(&mut writer, group, failed);
            }
        }
        if next.is_none() {
            next = waiting.blocking_recv();
        }
    }
}

/// One commit for statements that came together, so that they share its wait for the disk. A
/// statement that fails is undone alone.
fn together(writer: &mut Writer, group: Vec<(Statement, Answer)>, failed: fn(&str)) {
    let begun = writer.begin();
    let mut outcomes = Vec::with_capacity(group.len());
    for (statement, answer) in group {
        let outcome = begun.clone().and_then(|()| alone(writer, &statement));
        outcomes.push((outcome, answer));
    }
    let kept = begun.and_then(|()| writer.commit());
    if let Err(Fault::Io(why)) = &kept {
        failed(why);
    }
    for (outcome, answer) in outcomes {
        // Nobody waits any more: nothing to tell.
        let _ = answer.send(match &kept {
            Ok(()) => outcome,
            Err(fault) => Err(outcome.err().unwrap_or_else(|| fault.clone())),
        });
    }
}

fn alone(writer: &mut Writer, statement: &Statement) -> Result<Rows, Fault> {
    writer.savepoint()?;
    match writer.execute(&statement.sql, &statement.params, &statement.kinds) {
        Ok(rows) => writer.release_savepoint().map(|()| rows),
        Err(fault) => {
            writer.rollback_to_savepoint()?;
            Err(fault)
        }
    }
}
