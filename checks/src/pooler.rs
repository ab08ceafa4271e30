//! A PgBouncer before the test cluster, for tests of its effect on sessions.

use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio_postgres::config::Host;

use crate::folder::Folder;
use crate::ports::free_port;
use crate::tls_cluster::{give_away, owner};

/// How long a start may take on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running pooler; it ends with its owner.
pub struct Pooler {
    port: u16,
    child: Child,
    _folder: Folder,
}

impl Pooler {
    /// Starts one before the cluster with this address, with these settings; `None` where it is not installed.
    pub async fn start(cluster: &str, settings: &str) -> Option<Self> {
        let program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
        let Some(program) = program.into_iter().find(|path| Path::new(path).is_file()) else {
            println!("skipped: there is no PgBouncer; scripts/setup installs it");
            return None;
        };
        let config: tokio_postgres::Config = cluster.parse().unwrap_or_else(|fault| panic!("{fault}"));
        let host = match config.get_hosts().first() {
            Some(Host::Unix(folder)) => folder.display().to_string(),
            Some(Host::Tcp(host)) => host.clone(),
            None => panic!("the test cluster has no host"),
        };
        let (server_port, port) = (config.get_ports().first().copied().unwrap_or(5432), free_port());
        let user = config.get_user().unwrap_or("countinghouse");
        let text = format!(
            "[databases]\n* = host={host} port={server_port} user={user}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n\
             listen_port = {port}\nunix_socket_dir =\nauth_type = any\n{settings}\n"
        );
        let folder = Folder::new();
        let (file, log) = (folder.path().join("pgbouncer.ini"), folder.path().join("pgbouncer.log"));
        std::fs::write(&file, text).unwrap_or_else(|fault| panic!("{fault}"));
        let output = std::fs::File::create(&log).unwrap_or_else(|fault| panic!("{fault}"));
        give_away(folder.path());
        give_away(&file);
        let mut command = Command::new(program);
        command.arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(output);
        if let Some((user, group)) = owner() {
            command.uid(user).gid(group);
        }
        let child = command.spawn().unwrap_or_else(|fault| panic!("{program}: {fault}"));
        let mut pooler = Self { port, child, _folder: folder };
        let begun = Instant::now();
        while tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            let ended = !matches!(pooler.child.try_wait(), Ok(None));
            let told = std::fs::read_to_string(&log).unwrap_or_default();
            assert!(!ended && begun.elapsed() < PATIENCE, "PgBouncer does not start: {told}");
            // It says by nothing else that it listens.
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Some(pooler)
    }

    /// The address of a database of the cluster, through it.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://countinghouse@127.0.0.1:{}/{database}", self.port)
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
