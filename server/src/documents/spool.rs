//! The spool: documents are written whole into files without a name before they are sent.
//!
//! Such a file is gone with its last user, also where the process dies. How many are written at a time is bounded, as
//! each takes a thread and a part of the disk; how many are kept until slow clients took them, too.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::HttpBody;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinHandle;

use super::table::{Heading, Row, Table};
use super::{DocumentFormat, writer};

/// Documents that are written at a time.
const WRITTEN_AT_A_TIME: usize = 2;
/// Documents that are written or on their way to clients.
const KEPT_AT_A_TIME: usize = 64;
/// How long a document waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);
/// Rows that go to the writer together.
const ROWS_TOGETHER: usize = 500;
/// Such batches that may wait for the writer.
const BATCHES_WAITING: usize = 4;
/// Bytes that are read for a client at once.
const PIECE_BYTES: usize = 64 * 1024;

/// Where documents are written.
#[derive(Debug)]
pub struct Spool {
    folder: PathBuf,
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// Why there is no document.
#[derive(Debug, thiserror::Error)]
pub enum SpoolFault {
    /// Too many are made or sent.
    #[error("too many documents are being made")]
    Busy,
    /// The report has more rows than a document of this form may have.
    #[error("a document of the format {} can have at most {} rows", .0.name(), .0.most_rows())]
    TooLong(DocumentFormat),
    /// The file cannot be written.
    #[error("a document cannot be written: {0}")]
    Io(#[from] io::Error),
    /// The writer is gone.
    #[error("the writer of a document ended: {0}")]
    Ended(String),
}

/// A document that is being written. Dropped before `finish`, it never was.
pub struct Draft {
    format: DocumentFormat,
    file_name: String,
    rows: mpsc::Sender<Step>,
    waiting: Vec<Row>,
    count: u32,
    writing: JoinHandle<Result<File, SpoolFault>>,
    place: OwnedSemaphorePermit,
}

/// The orders to the writing thread.
enum Step {
    Rows(Vec<Row>),
    Finish,
}

/// A whole document, ready to be sent.
#[derive(Debug)]
pub struct Spooled {
    /// Its form.
    pub format: DocumentFormat,
    /// The name of its file, with the extension.
    pub file_name: String,
    /// Its length in bytes.
    pub length: u64,
    file: File,
    place: OwnedSemaphorePermit,
}

impl Spool {
    /// A spool in this folder, which must be on a disk and nobody else's business: the data folder, for example.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            turns: Arc::new(Semaphore::new(WRITTEN_AT_A_TIME)),
            places: Arc::new(Semaphore::new(KEPT_AT_A_TIME)),
        }
    }

    /// Begins a document.
    ///
    /// # Errors
    /// `Busy` where too many are being made; `Io` where the folder takes no file.
    pub async fn begin(&self, format: DocumentFormat, heading: Heading) -> Result<Draft, SpoolFault> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| SpoolFault::Busy)?;
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.turns).acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or(SpoolFault::Busy)?;
        let (rows, steps) = mpsc::channel(BATCHES_WAITING);
        let (folder, file_name) = (self.folder.clone(), format!("{}.{}", heading.file_name, format.extension()));
        let writing = tokio::task::spawn_blocking(move || {
            let written = write(format, heading, &folder, steps);
            drop(turn);
            written
        });
        Ok(Draft { format, file_name, rows, waiting: Vec::new(), count: 0, writing, place })
    }

    /// Makes a document of a table.
    ///
    /// # Errors
    /// As [`Self::begin`] and [`Draft::push`].
    pub async fn write(&self, format: DocumentFormat, table: Table) -> Result<Spooled, SpoolFault> {
        let mut draft = self.begin(format, table.heading).await?;
        for row in table.rows {
            draft.push(row).await?;
        }
        draft.finish().await
    }
}

impl Draft {
    /// The place that the next row gets, from 0, for sums over it.
    #[must_use]
    pub fn next_row(&self) -> u32 {
        self.count
    }

    /// Adds a row; waits if the writer is behind.
    ///
    /// # Errors
    /// `TooLong` beyond the format's limit; else the error of writing.
    pub async fn push(&mut self, row: Row) -> Result<(), SpoolFault> {
        if self.count >= self.format.most_rows() {
            return Err(SpoolFault::TooLong(self.format));
        }
        self.count += 1;
        self.waiting.push(row);
        if self.waiting.len() >= ROWS_TOGETHER {
            let rows = std::mem::take(&mut self.waiting);
            self.tell(Step::Rows(rows)).await?;
        }
        Ok(())
    }

    /// Ends the document.
    ///
    /// # Errors
    /// The error of writing.
    pub async fn finish(mut self) -> Result<Spooled, SpoolFault> {
        let rows = std::mem::take(&mut self.waiting);
        self.tell(Step::Rows(rows)).await?;
        self.tell(Step::Finish).await?;
        let mut file = joined(self.writing.await)?;
        let length = file.seek(SeekFrom::End(0))?;
        file.rewind()?;
        Ok(Spooled { format: self.format, file_name: self.file_name, length, file, place: self.place })
    }

    /// Hands a step to the writer; where it ended early, says why.
    async fn tell(&mut self, step: Step) -> Result<(), SpoolFault> {
        if self.rows.send(step).await.is_ok() {
            return Ok(());
        }
        match joined((&mut self.writing).await) {
            Ok(_) => Err(SpoolFault::Ended("before the last row".to_owned())),
            Err(fault) => Err(fault),
        }
    }
}

fn joined(ended: Result<Result<File, SpoolFault>, tokio::task::JoinError>) -> Result<File, SpoolFault> {
    ended.map_err(|error| SpoolFault::Ended(error.to_string()))?
}

/// Writes rows until the end, on a thread that may wait for the disk.
fn write(
    format: DocumentFormat,
    heading: Heading,
    folder: &std::path::Path,
    mut steps: mpsc::Receiver<Step>,
) -> Result<File, SpoolFault> {
    let file = tempfile::tempfile_in(folder)?;
    let mut writer = writer(format, heading, file, folder)?;
    while let Some(step) = steps.blocking_recv() {
        match step {
            Step::Rows(rows) => rows.iter().try_for_each(|row| writer.row(row))?,
            Step::Finish => return Ok(writer.finish()?),
        }
    }
    Err(SpoolFault::Ended("nobody is waiting for the document any more".to_owned()))
}

impl Spooled {
    /// Its bytes as a body.
    pub fn body(self) -> axum::body::Body {
        let file = tokio::fs::File::from_std(self.file);
        axum::body::Body::new(Pieces { file, left: self.length, piece: vec![0; PIECE_BYTES], _place: self.place })
    }

    /// The file, at its beginning.
    #[must_use]
    pub fn into_file(self) -> File {
        self.file
    }
}

/// The body: one piece after the other, as the client takes them.
struct Pieces {
    file: tokio::fs::File,
    left: u64,
    piece: Vec<u8>,
    _place: OwnedSemaphorePermit,
}

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, io::Error>>> {
        let Self { file, left, piece, .. } = self.get_mut();
        if *left == 0 {
            return Poll::Ready(None);
        }
        let mut read = ReadBuf::new(piece);
        ready!(Pin::new(file).poll_read(cx, &mut read))?;
        let bytes = Bytes::copy_from_slice(read.filled());
        if bytes.is_empty() {
            return Poll::Ready(Some(Err(io::ErrorKind::UnexpectedEof.into())));
        }
        *left = left.saturating_sub(bytes.len() as u64);
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
