//! A line to PostgreSQL that can be cut: a proxy that reads enough of the protocol to find COMMIT.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::broadcast;

/// Where a line is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// Before the next COMMIT reaches the database.
    BeforeCommit,
    /// When the database has the next COMMIT, whatever its outcome.
    AfterCommit,
    /// When the database has answered the next COMMIT, before its answer is passed on.
    BeforeAnswer,
    /// Before the n-th piece of bytes from now reaches the database; nobody is let through after it.
    AtPiece(usize),
}

/// The shared state of a line's connections.
struct State {
    armed: Mutex<Option<Cut>>,
    cuts: AtomicUsize,
    refuses: AtomicBool,
    now: broadcast::Sender<()>,
}

impl State {
    fn armed(&self) -> MutexGuard<'_, Option<Cut>> {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the armed cut where this piece meets it: only one connection gets it.
    fn take(&self, holds_commit: bool) -> Option<Cut> {
        let mut armed = self.armed();
        let cut = match *armed {
            Some(Cut::AtPiece(number)) if number > 1 => {
                *armed = Some(Cut::AtPiece(number - 1));
                None
            }
            Some(Cut::AtPiece(_)) => {
                self.refuses.store(true, Ordering::SeqCst);
                armed.take()
            }
            Some(_) if holds_commit => armed.take(),
            _ => None,
        };
        if cut.is_some() {
            self.cuts.fetch_add(1, Ordering::SeqCst);
        }
        cut
    }
}

/// A line to a database. All its connections end with it.
pub struct Line {
    state: Arc<State>,
    port: u16,
    user: String,
    database: String,
}

impl Line {
    /// A line to the database with this address, which names a folder with a socket or a host.
    pub async fn to(url: &str) -> Self {
        let config: tokio_postgres::Config = url.parse().unwrap_or_else(|fault| panic!("{url}: {fault}"));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap_or_else(|fault| panic!("{fault}"));
        let port = listener.local_addr().map_or(0, |address| address.port());
        let state = Arc::new(State {
            armed: Mutex::new(None),
            cuts: AtomicUsize::new(0),
            refuses: AtomicBool::new(false),
            now: broadcast::channel(1).0,
        });
        let line = Self {
            state: Arc::clone(&state),
            port,
            user: config.get_user().unwrap_or_default().to_owned(),
            database: config.get_dbname().unwrap_or_default().to_owned(),
        };
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                if state.refuses.load(Ordering::SeqCst) {
                    continue;
                }
                tokio::spawn(connect(client, config.clone(), Arc::clone(&state)));
            }
        });
        line
    }

    /// The address of the database over this line.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://{}@127.0.0.1:{}/{}?sslmode=disable", self.user, self.port, self.database)
    }

    /// Cuts every connection now.
    pub fn cut(&self) {
        self.state.cuts.fetch_add(1, Ordering::SeqCst);
        // Nobody is connected: as wanted.
        let _ = self.state.now.send(());
    }

    /// Cuts one connection where it meets this.
    pub fn arm(&self, cut: Cut) {
        *self.state.armed() = Some(cut);
    }

    /// Disarms a fault that did not happen.
    pub fn disarm(&self) {
        *self.state.armed() = None;
    }

    /// How often it was cut.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.state.cuts.load(Ordering::SeqCst)
    }

    /// Whether new connections are closed at once.
    pub fn refuse(&self, refuses: bool) {
        self.state.refuses.store(refuses, Ordering::SeqCst);
    }
}

async fn connect(client: TcpStream, config: tokio_postgres::Config, state: Arc<State>) {
    let port = config.get_ports().first().copied().unwrap_or(5432);
    match config.get_hosts().first() {
        Some(tokio_postgres::config::Host::Unix(folder)) => {
            if let Ok(server) = UnixStream::connect(folder.join(format!(".s.PGSQL.{port}"))).await {
                carry(client, server, &state).await;
            }
        }
        Some(tokio_postgres::config::Host::Tcp(host)) => {
            if let Ok(server) = TcpStream::connect((host.as_str(), port)).await {
                carry(client, server, &state).await;
            }
        }
        None => {}
    }
}

/// Carries bytes both ways until an end closes or the line is cut; both ends close with it.
async fn carry(mut client: TcpStream, mut server: impl AsyncRead + AsyncWrite + Unpin, state: &State) {
    let mut now = state.now.subscribe();
    let (mut asked, mut answered) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    // The last bytes of the piece before, so that a word over its end is found.
    let mut tail = Vec::new();
    // Readers end their snapshots with COMMIT, too.
    let mut is_writing = false;
    loop {
        let count = tokio::select! {
            _ = now.recv() => return,
            read = client.read(&mut asked) => match read {
                Ok(count) if count > 0 => {
                    tail.extend_from_slice(&asked[..count]);
                    is_writing |= holds(&tail, BEGIN);
                    let commits = holds(&tail, COMMIT);
                    let cut = state.take(is_writing && commits);
                    is_writing &= !commits;
                    let kept = if commits { 0 } else { BEGIN.len() };
                    tail.drain(..tail.len().saturating_sub(kept));
                    if matches!(cut, Some(Cut::BeforeCommit | Cut::AtPiece(_))) {
                        return;
                    }
                    if server.write_all(&asked[..count]).await.is_err() || cut == Some(Cut::AfterCommit) {
                        return;
                    }
                    if cut == Some(Cut::BeforeAnswer) {
                        await_committed(&mut server).await;
                        return;
                    }
                    continue;
                }
                _ => return,
            },
            read = server.read(&mut answered) => read.unwrap_or(0),
        };
        if count == 0 || client.write_all(&answered[..count]).await.is_err() {
            return;
        }
    }
}

/// How a transaction of the books begins.
const BEGIN: &[u8] = b"begin isolation level read committed";
/// A simple query `commit`: its kind, its length and its text.
const COMMIT: &[u8] = b"Q\0\0\0\x0bcommit\0";
/// The tag with which the database says that it committed.
const COMMITTED: &[u8] = b"COMMIT\0";

fn holds(bytes: &[u8], words: &[u8]) -> bool {
    bytes.windows(words.len()).any(|window| window == words)
}

/// Reads and drops answers until the database says that it committed.
async fn await_committed(server: &mut (impl AsyncRead + Unpin)) {
    let (mut all, mut piece) = (Vec::new(), vec![0; 64 * 1024]);
    while let Ok(count) = server.read(&mut piece).await {
        all.extend_from_slice(&piece[..count]);
        if count == 0 || holds(&all, COMMITTED) {
            return;
        }
    }
}
