//! A disk that fails on demand below the real program: `faults/disk.c`, built by the system's C compiler.

use std::fs::{self, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::folder::Folder;

/// The orders to the disk; their effects are described in `faults/disk.c`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Writes fail: no space is left.
    Full,
    /// The n-th sync from now fails, and every later one.
    FailSync(u32),
    /// The n-th sync of the database file from now fails, as a checkpoint makes it, and every later one.
    FailCheckpoint(u32),
    /// The process is killed just before the n-th write, truncation or sync from now.
    Die(u32),
    /// The process is killed just before a sync.
    DieAtSync,
    /// Syncs do not return.
    Hold,
    /// Overwritten bytes are kept until the next sync.
    KeepUndo,
}

impl Order {
    fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::FailSync(_) => "sync",
            Self::FailCheckpoint(_) => "sync-db",
            Self::Die(_) => "die",
            Self::DieAtSync => "die-at-sync",
            Self::Hold => "hold",
            Self::KeepUndo => "undo",
        }
    }
}

/// A disk for one database file.
#[derive(Debug)]
pub struct Disk {
    orders: Folder,
    database: PathBuf,
}

impl Disk {
    /// A disk for the database in this data folder, without any order.
    #[must_use]
    pub fn of(data: &Path) -> Self {
        Self { orders: Folder::new(), database: data.join(server::engine::DATABASE_FILE) }
    }

    /// The environment that puts it below a program.
    #[must_use]
    pub fn environment(&self) -> Vec<(String, String)> {
        let text = |path: &Path| path.display().to_string();
        vec![
            ("LD_PRELOAD".to_owned(), text(library())),
            ("FAULTS_ORDERS".to_owned(), text(self.orders.path())),
            ("FAULTS_DATABASE".to_owned(), text(&self.database)),
        ]
    }

    /// Gives an order; it holds until it is withdrawn.
    pub fn order(&self, order: Order) {
        let number = match order {
            Order::FailSync(number) | Order::FailCheckpoint(number) | Order::Die(number) => number,
            Order::Full | Order::DieAtSync | Order::Hold | Order::KeepUndo => 1,
        };
        // Renamed into place, so that nobody reads half of it.
        let draft = self.orders.path().join("draft");
        fs::write(&draft, number.to_string())
            .and_then(|()| fs::rename(&draft, self.path(order.name())))
            .unwrap_or_else(|fault| panic!("{order:?}: {fault}"));
    }

    /// Withdraws an order.
    pub fn withdraw(&self, order: Order) {
        fs::remove_file(self.path(order.name())).unwrap_or_else(|fault| panic!("{order:?}: {fault}"));
    }

    /// How often this fault happened.
    #[must_use]
    pub fn fired(&self, order: Order) -> usize {
        let marks = fs::read_to_string(self.path("fired")).unwrap_or_default();
        marks.lines().filter(|line| *line == order.name()).count()
    }

    /// Waits until this fault happened.
    pub async fn until_fired(&self, order: Order) {
        let begun = Instant::now();
        while self.fired(order) == 0 {
            assert!(begun.elapsed() < Duration::from_secs(60), "{order:?} did not happen");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    /// Undoes the writes that a loss of power loses, after the program was killed: every write since the last sync of
    /// its file for which `is_lost` is true. The index in shared memory goes in any case. Returns the number of lost
    /// writes.
    pub fn lose_power(&self, mut is_lost: impl FnMut() -> bool) -> usize {
        let mut lost = 0;
        for (undo, suffix) in [("undo-db", ""), ("undo-wal", "-wal")] {
            let records = records(&fs::read(self.path(undo)).unwrap_or_default());
            let file = PathBuf::from(format!("{}{suffix}", self.database.display()));
            let chosen: Vec<&Record> = records.iter().rev().filter(|_| is_lost()).collect();
            lost += chosen.len();
            let all = chosen.len() == records.len();
            if let Some(oldest) = records.first() {
                take_back(&file, &chosen, all.then_some(oldest.size));
            }
            // The records of one life mean nothing in the next.
            let _ = fs::remove_file(self.path(undo));
        }
        let _ = fs::remove_file(format!("{}-shm", self.database.display()));
        lost
    }

    fn path(&self, name: &str) -> PathBuf {
        self.orders.path().join(name)
    }
}

/// The old bytes at the place of one write.
struct Record {
    at: u64,
    bytes: Vec<u8>,
    /// The file's size before.
    size: u64,
}

fn records(mut undo: &[u8]) -> Vec<Record> {
    let mut found = Vec::new();
    while let Some((head, rest)) = undo.split_at_checked(24) {
        let number = |place: usize| head[place..place + 8].try_into().map_or(0, u64::from_le_bytes);
        let length = usize::try_from(number(8)).unwrap_or(usize::MAX);
        // The program was killed while it wrote the last record: the write behind it did not begin.
        let Some((bytes, rest)) = rest.split_at_checked(length) else { break };
        found.push(Record { at: number(0), bytes: bytes.to_vec(), size: number(16) });
        undo = rest;
    }
    found
}

/// Restores the old bytes, the newest write first. A file of which only some writes are lost keeps its length.
fn take_back(path: &Path, records: &[&Record], size: Option<u64>) {
    let file = OpenOptions::new().write(true).open(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    for record in records {
        file.write_all_at(&record.bytes, record.at).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    }
    if let Some(size) = size {
        file.set_len(size).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    }
}

/// The library, built once for this process.
fn library() -> &'static Path {
    static BUILT: OnceLock<(Folder, PathBuf)> = OnceLock::new();
    let (_, library) = BUILT.get_or_init(|| {
        let folder = Folder::new();
        let library = folder.path().join("disk.so");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("faults/disk.c");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&library).arg(&source);
        let built = compiler.args(["-ldl", "-lpthread"]).output().unwrap_or_else(|fault| panic!("cc: {fault}"));
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        (folder, library)
    });
    library
}
