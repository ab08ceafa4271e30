//! The real program as a process, for tests that need one: signals, locks, restarts.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::ports::free_port;

/// How long a start or an orderly stop may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server process; it is killed when it is dropped.
pub struct Program {
    /// Where it listens, without a slash at the end.
    pub url: String,
    child: Child,
    log: PathBuf,
}

/// The folder or database of a program.
#[derive(Clone, Copy, Debug)]
pub struct Place<'p> {
    /// The data folder.
    pub folder: &'p Path,
    /// PostgreSQL, where it is used.
    pub database_url: Option<&'p str>,
}

/// The program that was built next to these tests.
#[must_use]
pub fn binary() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_else(|fault| panic!("{fault}"));
    // target/debug/deps/kill-… stands next to target/debug/countinghouse.
    let folder = test.parent().and_then(Path::parent).unwrap_or(Path::new("."));
    let binary = folder.join("countinghouse");
    assert!(
        binary.is_file(),
        "{} is not there; build it: cargo build --workspace --bin countinghouse",
        binary.display()
    );
    binary
}

/// The program with a place to work in and nothing of this process's own settings.
#[must_use]
pub fn command(place: Place<'_>) -> Command {
    let mut command = Command::new(binary());
    for (name, _) in std::env::vars() {
        if name.starts_with("COUNTINGHOUSE_") || name == "DATABASE_URL" {
            command.env_remove(name);
        }
    }
    command.env("COUNTINGHOUSE_DATA", place.folder).env("COUNTINGHOUSE_LOG", "warn").stdin(Stdio::null());
    if let Some(url) = place.database_url {
        command.env("DATABASE_URL", url);
    }
    // Tests of faults work in organizations of their own, one each time.
    command.env("COUNTINGHOUSE_ORGANIZATION_FOUNDERS", "administrators");
    command.env("COUNTINGHOUSE_ORGANIZATIONS_PER_USER", "1000000");
    // A build for tests on a busy machine reads slowly.
    command.env("COUNTINGHOUSE_READ_TIMEOUT_S", "60");
    command
}

/// The result of a command: its exit code, and its output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// The exit code; -1 where a signal ended it.
    pub code: i32,
    /// Its standard output, without the last line's end.
    pub out: String,
    /// Its standard error.
    pub err: String,
}

impl Ran {
    /// Goes on where it ended with 0.
    #[track_caller]
    pub fn done(&self) -> &Self {
        assert_eq!(self.code, 0, "{self:?}");
        self
    }

    /// Goes on where it failed with this code and these words.
    #[track_caller]
    pub fn failed(&self, code: i32, words: &str) -> &Self {
        assert!(self.code == code && self.err.contains(words), "not {code} with {words:?}: {self:?}");
        self
    }
}

/// Runs a command to its end, with this text on its standard input.
#[must_use]
pub fn run(place: Place<'_>, variables: &[(&str, &str)], arguments: &[&str], input: &str) -> Ran {
    let mut command = command(place);
    command.args(arguments).envs(variables.iter().copied());
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|fault| panic!("{}: {fault}", binary().display()));
    if let Some(mut stdin) = child.stdin.take() {
        // A command that fails early reads nothing.
        let _ = stdin.write_all(input.as_bytes());
    }
    let ended = child.wait_with_output().unwrap_or_else(|fault| panic!("{fault}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    Ran { code: ended.status.code().unwrap_or(-1), out: text(&ended.stdout), err: text(&ended.stderr) }
}

impl Program {
    /// Starts a server and waits until it is ready.
    pub async fn start(place: Place<'_>) -> Self {
        Self::start_with(place, &[]).await
    }

    /// As [`Self::start`], with more of an environment.
    pub async fn start_with(place: Place<'_>, environment: &[(String, String)]) -> Self {
        let mut program = Self::spawn(place, environment);
        let client = reqwest::Client::builder()
            .no_proxy()
            .timeout(Duration::from_secs(5))
            .build()
            .unwrap_or_else(|fault| panic!("{fault}"));
        let begun = Instant::now();
        loop {
            let ready = client.get(format!("{}/readyz", program.url)).send().await;
            if ready.is_ok_and(|answer| answer.status().is_success()) {
                return program;
            }
            if let Ok(Some(status)) = program.child.try_wait() {
                panic!("the server ended with {status} before it was ready: {}", program.log());
            }
            assert!(begun.elapsed() < PATIENCE, "the server is not ready: {}", program.log());
            // The process says by nothing else that it is ready.
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Starts a server and does not wait.
    #[must_use]
    pub fn spawn(place: Place<'_>, environment: &[(String, String)]) -> Self {
        let port = free_port();
        let address = format!("127.0.0.1:{port}");
        let log = place.folder.join(format!("server-{port}.log"));
        let output = File::create(&log).unwrap_or_else(|fault| panic!("{}: {fault}", log.display()));
        let errors = output.try_clone().unwrap_or_else(|fault| panic!("{fault}"));
        let mut command = command(place);
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        command.arg("serve").env("COUNTINGHOUSE_LISTEN", &address).stdout(output).stderr(errors);
        let child = command.spawn().unwrap_or_else(|fault| panic!("{}: {fault}", binary().display()));
        Self { url: format!("http://{address}"), child, log }
    }

    /// Whether it says now that it is ready.
    pub async fn is_ready(&self) -> bool {
        let asked = reqwest::get(format!("{}/readyz", self.url)).await;
        asked.is_ok_and(|answer| answer.status().is_success())
    }

    /// Whether it ended.
    pub fn has_ended(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(Some(_)))
    }

    /// Its process id.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The most memory that it ever had, in KiB.
    #[must_use]
    pub fn peak_memory_kib(&self) -> u64 {
        self.status_kib("VmHWM:")
    }

    /// The memory that it has, in KiB.
    #[must_use]
    pub fn memory_kib(&self) -> u64 {
        self.status_kib("VmRSS:")
    }

    fn status_kib(&self, name: &str) -> u64 {
        let path = format!("/proc/{}/status", self.pid());
        let status = std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{path}: {fault}"));
        let line = status.lines().find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse().ok());
        kib.unwrap_or_else(|| panic!("{path} says nothing of {name}"))
    }

    /// Ends it as a power cut would: at once, during any work.
    pub fn kill(&mut self) {
        // It may have ended by itself, which the next start will tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end, waits until it did and says how long that took.
    pub async fn terminate(&mut self) -> (ExitStatus, Duration) {
        let asked = Command::new("kill").args(["-TERM", &self.pid().to_string()]).status();
        assert!(asked.is_ok_and(|status| status.success()), "the process is gone");
        self.ended().await
    }

    /// Waits until it ended by itself, and says how long that took.
    pub async fn ended(&mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return (status, begun.elapsed());
            }
            assert!(begun.elapsed() < PATIENCE, "the server does not end: {}", self.log());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until its log has the text.
    pub async fn logged<T>(&self, find: impl Fn(&str) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            let log = self.log();
            if let Some(found) = find(&log) {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "the server does not say it: {log}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Its log so far.
    #[must_use]
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // A test that fails shows its server's log.
        if std::thread::panicking() {
            let ended = if self.has_ended() { "had ended" } else { "was running" };
            println!("the server {ended}; its log:\n{}", self.log());
        }
        self.kill();
    }
}
