//! A PostgreSQL of its own that takes encrypted connections alone (`hostssl`), for tests of how it is connected to.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::certificates::{Authority, Files};
use crate::folder::Folder;
use crate::ports::free_port;
use crate::{postgres, sources};

/// Who may come in over the network: `countinghouse` as anybody, `holder` with a certificate of that name, `bound` with a
/// password.
const WHO: &str = "local all all trust\n\
                   hostssl all countinghouse 127.0.0.1/32 trust\n\
                   hostssl all holder 127.0.0.1/32 cert\n\
                   hostssl all bound 127.0.0.1/32 scram-sha-256\n";

/// The password of `bound`.
pub const PASSWORD: &str = "seven green umbrellas";

/// A running cluster; it ends with its owner.
pub struct TlsCluster {
    folder: Folder,
    programs: PathBuf,
    port: u16,
}

impl TlsCluster {
    /// Starts one that shows this certificate, and takes those of clients from this authority; `None` where there is no test
    /// cluster, and so perhaps no PostgreSQL.
    pub async fn start(server: &Files, clients: &Authority) -> Option<Self> {
        if postgres::cluster().is_none() {
            println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
            return None;
        }
        let cluster = Self { folder: Folder::new(), programs: programs(), port: free_port() };
        let place = cluster.folder.path();
        let data = place.join("data");
        give_away(place);
        for (from, name) in
            [(&server.certificate, "server.pem"), (&server.key, "server.key"), (&clients.certificate, "clients.pem")]
        {
            std::fs::copy(from, place.join(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            give_away(&place.join(name));
        }
        std::fs::write(place.join("hba.conf"), WHO).unwrap_or_else(|fault| panic!("{fault}"));
        give_away(&place.join("hba.conf"));
        cluster.run("initdb", &["-U", "countinghouse", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]);
        let shown = place.display();
        let options = format!(
            "-k {shown} -c listen_addresses=127.0.0.1 -c port={} -c max_connections=60 -c fsync=off -c full_page_writes=off \
             -c ssl=on -c ssl_cert_file={shown}/server.pem -c ssl_key_file={shown}/server.key \
             -c ssl_ca_file={shown}/clients.pem -c hba_file={shown}/hba.conf",
            cluster.port
        );
        let log = data.join("server.log");
        cluster.run("pg_ctl", &["-l", &log.display().to_string(), "-w", "-t", "60", "-s", "-o", &options, "start"]);
        let socket =
            format!("postgres://countinghouse@{}:{}/postgres", shown.to_string().replace('/', "%2F"), cluster.port);
        postgres::statement(&socket, &format!("create role bound login password '{PASSWORD}'")).await;
        for sql in ["create role holder login", "create database books"] {
            postgres::statement(&socket, sql).await;
        }
        Some(cluster)
    }

    /// The address of its database for this user, with these parameters.
    #[must_use]
    pub fn url(&self, user: &str, host: &str, parameters: &str) -> String {
        format!("postgres://{user}@{host}:{}/books?{parameters}", self.port)
    }

    /// Runs a program of PostgreSQL on the data folder.
    fn run(&self, program: &str, arguments: &[&str]) {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir("/").arg("-D").arg(self.folder.path().join("data")).args(arguments);
        if let Some((user, group)) = owner() {
            command.uid(user).gid(group);
        }
        // A server that goes on must not hold a pipe of ours.
        let output = self.folder.path().join(format!("{program}.log"));
        let file = std::fs::File::create(&output).unwrap_or_else(|fault| panic!("{}: {fault}", output.display()));
        let errors = file.try_clone().unwrap_or_else(|fault| panic!("{fault}"));
        let status = command.stdout(file).stderr(errors).status().unwrap_or_else(|fault| panic!("{program}: {fault}"));
        let told = || std::fs::read_to_string(&output).unwrap_or_default();
        let log = || std::fs::read_to_string(self.folder.path().join("data/server.log")).unwrap_or_default();
        assert!(status.success() || std::thread::panicking(), "{program} ended with {status}: {} {}", told(), log());
    }
}

impl Drop for TlsCluster {
    fn drop(&mut self) {
        self.run("pg_ctl", &["-m", "immediate", "-w", "stop"]);
    }
}

fn programs() -> PathBuf {
    let script = sources::root().join("scripts/postgres-bin");
    let found = Command::new(&script).output().unwrap_or_else(|fault| panic!("{}: {fault}", script.display()));
    assert!(found.status.success(), "no PostgreSQL found; run scripts/setup");
    PathBuf::from(String::from_utf8_lossy(&found.stdout).trim())
}

/// The user and group who run programs that refuse to run as root; `None` if we are not root.
#[must_use]
pub fn owner() -> Option<(u32, u32)> {
    let id = |arguments: &[&str]| {
        let said = Command::new("id").args(arguments).output().ok().filter(|said| said.status.success())?;
        String::from_utf8_lossy(&said.stdout).trim().parse::<u32>().ok()
    };
    if id(&["-u"]) != Some(0) {
        return None;
    }
    ["postgres", "nobody"].into_iter().find_map(|name| Some((id(&["-u", name])?, id(&["-g", name])?)))
}

/// Gives a file or folder to the user who runs the servers.
pub fn give_away(path: &Path) {
    if let Some((user, group)) = owner() {
        chown(path, Some(user), Some(group)).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    }
}
