//! Connections to PostgreSQL over TLS: every mode, who is trusted, who we are, and the whole program on top of it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use checks::certificates::{Authority, Files};
use checks::folder::Folder;
use checks::line::Line;
use checks::program::{Place, Program, run};
use checks::server::runtime;
use checks::tls_cluster::{PASSWORD, TlsCluster};
use checks::{Caller, entry, postgres, server};
use serde_json::Value;
use store::postgres::PostgresDatabase;

/// Connects, and answers whether the server says that the connection is encrypted, or the words of the refusal.
async fn encrypted(url: &str) -> Result<bool, String> {
    let (client, driver) = postgres::connect(url).await.map_err(|fault| fault.to_string())?;
    let row = client.query_one("select ssl from pg_stat_ssl where pid = pg_backend_pid()", &[]).await.unwrap();
    drop(client);
    driver.await.unwrap();
    Ok(row.get(0))
}

async fn assert_refused(url: &str, words: &str) {
    match encrypted(url).await {
        Ok(is_encrypted) => panic!("{url} connects, encrypted: {is_encrypted}"),
        Err(told) => assert!(told.contains(words), "{url} says {told:?}, and not {words:?}"),
    }
}

fn named(parameter: &str, path: &Path) -> String {
    format!("{parameter}={}", path.display())
}

fn shown(files: &Files) -> String {
    format!("{}&{}", named("sslcert", &files.certificate), named("sslkey", &files.key))
}

#[test]
fn each_mode_trusts_whom_it_says_and_no_other() {
    runtime().block_on(async {
        let (ours, foreign) = (Authority::new(), Authority::new());
        let Some(cluster) = TlsCluster::start(&ours.sign("server", &["localhost"]), &ours).await else { return };
        let line = Line::to(&postgres::cluster().unwrap()).await;
        let without = line.url().split('?').next().unwrap().to_owned();
        let (trusted, other) = (named("sslrootcert", &ours.certificate), named("sslrootcert", &foreign.certificate));

        // Modes without checks take any certificate; the certificate is for `localhost`, and not for 127.0.0.1.
        for parameters in ["", "sslmode=allow", "sslmode=prefer", "sslmode=require"] {
            for host in ["localhost", "127.0.0.1"] {
                let url = cluster.url("countinghouse", host, parameters);
                assert_eq!(encrypted(&url).await, Ok(true), "{url}");
            }
        }
        assert_refused(&cluster.url("countinghouse", "localhost", "sslmode=disable"), "write sslmode=verify-full")
            .await;
        let authority = "not from a trusted authority: set the PEM file of its authority in sslrootcert";
        for mode in ["require", "verify-ca", "verify-full"] {
            let url = |host, root: &str| cluster.url("countinghouse", host, &format!("sslmode={mode}&{root}"));
            assert_eq!(encrypted(&url("localhost", &trusted)).await, Ok(true), "{mode}");
            assert_refused(&url("localhost", &other), authority).await;
            assert_refused(&url("127.0.0.1", &other), authority).await;
            let by_number = url("127.0.0.1", &trusted);
            if mode == "verify-full" {
                assert_refused(&by_number, "is for localhost, and not for 127.0.0.1: write the host").await;
            } else {
                assert_eq!(encrypted(&by_number).await, Ok(true), "{mode}");
            }
        }
        // The authorities of this system know nothing of ours.
        for parameters in ["sslmode=verify-full", "sslrootcert=system"] {
            assert_refused(&cluster.url("countinghouse", "localhost", parameters), "sslrootcert").await;
        }

        // A server without TLS.
        for parameters in ["sslmode=disable", "sslmode=allow", "sslmode=prefer", ""] {
            assert_eq!(encrypted(&format!("{without}?{parameters}")).await, Ok(false), "{parameters}");
        }
        for parameters in ["sslmode=require".to_owned(), format!("sslmode=verify-full&{trusted}")] {
            assert_refused(&format!("{without}?{parameters}"), "offers no TLS: switch it on there (`ssl = on`)").await;
        }
    });
}

#[test]
fn a_certificate_that_a_server_made_for_itself_is_trusted_where_it_is_named() {
    runtime().block_on(async {
        let authority = Authority::new();
        let (own, another) = (authority.beside("localhost"), authority.beside("localhost"));
        let Some(cluster) = TlsCluster::start(&own, &authority).await else { return };
        let url = |mode: &str, host, files: &Files| {
            let root = named("sslrootcert", &files.certificate);
            cluster.url("countinghouse", host, &format!("sslmode={mode}&{root}"))
        };
        assert_eq!(encrypted(&url("verify-full", "localhost", &own)).await, Ok(true));
        assert_eq!(encrypted(&url("verify-ca", "127.0.0.1", &own)).await, Ok(true));
        assert_refused(&url("verify-full", "127.0.0.1", &own), "not for 127.0.0.1").await;
        for mode in ["verify-ca", "verify-full"] {
            assert_refused(&url(mode, "localhost", &another), "set this certificate in sslrootcert").await;
        }
    });
}

#[test]
fn a_client_certificate_says_who_connects_and_a_password_is_bound_to_the_servers() {
    runtime().block_on(async {
        let (ours, foreign) = (Authority::new(), Authority::new());
        let Some(cluster) = TlsCluster::start(&ours.sign("server", &["localhost"]), &ours).await else { return };
        let root = format!("sslmode=verify-full&{}", named("sslrootcert", &ours.certificate));
        let url = |files: &Files| cluster.url("holder", "localhost", &format!("{root}&{}", shown(files)));
        let holder = ours.sign("holder", &[]);
        assert_eq!(encrypted(&url(&holder)).await, Ok(true));
        assert_eq!(
            encrypted(&cluster.url("holder", "localhost", &format!("sslmode=allow&{}", shown(&holder)))).await,
            Ok(true)
        );
        assert_refused(&url(&ours.sign("somebody", &[])), "the certificate in sslcert belongs to another user").await;
        // The server hangs up, and its reason may get lost on the way.
        let told = encrypted(&url(&foreign.sign("holder", &[]))).await.unwrap_err();
        assert!(told.contains("name one that it trusts in sslcert") || told.contains("was lost"), "{told}");
        let bare = cluster.url("holder", "localhost", &root);
        assert_refused(&bare, "set the certificate in sslcert and its key in sslkey").await;

        // Files that cannot be used are named before anything is sent.
        let mixed = Files { certificate: holder.certificate.clone(), key: ours.sign("holder", &[]).key };
        assert_refused(&url(&mixed), "(sslkey) does not belong to the certificate").await;
        let swapped = Files { certificate: holder.key.clone(), key: holder.certificate.clone() };
        assert_refused(&url(&swapped), "has no certificate in PEM").await;
        let no_key = Files { certificate: holder.certificate.clone(), key: holder.certificate.clone() };
        assert_refused(&url(&no_key), "has no private key in PEM").await;
        std::fs::set_permissions(&holder.key, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert_refused(&url(&holder), &format!("run `chmod 600 {}`", holder.key.display())).await;

        let bound = |password: &str| {
            let user = format!("bound:{}", password.replace(' ', "%20"));
            cluster.url(&user, "localhost", &format!("{root}&channel_binding=require"))
        };
        assert_eq!(encrypted(&bound(PASSWORD)).await, Ok(true));
        let told = encrypted(&bound("wrong")).await.unwrap_err();
        assert!(told.contains("28P01") && !told.contains("wrong"), "{told}");
    });
}

#[test]
fn certificates_are_renewed_without_a_restart() {
    runtime().block_on(async {
        let (ours, foreign) = (Authority::new(), Authority::new());
        let Some(cluster) = TlsCluster::start(&ours.sign("server", &["localhost"]), &ours).await else { return };
        let folder = Folder::new();
        let root = folder.path().join("root.pem");
        let put = |text: &[u8]| std::fs::write(&root, text).unwrap();
        put(&std::fs::read(&foreign.certificate).unwrap());
        let url =
            cluster.url("countinghouse", "localhost", &format!("sslmode=verify-full&{}", named("sslrootcert", &root)));
        let address = store::postgres::parse(&url).unwrap();
        let database = PostgresDatabase::connect(&address, &store::postgres::Options::default()).unwrap();
        let told = database.reader().await.map(drop).unwrap_err().to_string();
        assert!(told.contains("not from a trusted authority"), "{told}");
        put(&std::fs::read(&ours.certificate).unwrap());
        let first = database.reader().await.unwrap();
        // Faulty files change nothing.
        put(b"nonsense");
        let second = database.reader().await.unwrap();
        drop((first, second));
        database.close();
    });
}

#[test]
fn the_program_keeps_its_books_over_tls_and_says_so() {
    runtime().block_on(async {
        let ours = Authority::new();
        let Some(cluster) = TlsCluster::start(&ours.sign("server", &["localhost"]), &ours).await else { return };
        let folder = Folder::new();
        let root = format!("sslmode=verify-full&{}", named("sslrootcert", &ours.certificate));
        let url = cluster.url("countinghouse", "localhost", &root);
        let prepared = server::prepare(folder.path(), Some(&url)).await;
        let place = Place { folder: folder.path(), database_url: Some(&url) };
        let program = Program::start(place).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let accountant = Caller::new(http, &program.url, Some(prepared.accountant.clone()));
        accountant.post_entry(&entry(&prepared.journal, "10.00")).await;
        let ready = accountant.get("~/readyz").await.expect(200).json();
        assert_eq!(ready["details"]["databaseSslMode"], "verify-full");
        drop(program);
        server::verify_at(folder.path(), Some(&url)).await;

        // The authorities of the system are those that it is given.
        let of_the_system = cluster.url("countinghouse", "localhost", "sslrootcert=system");
        let roots = [("SSL_CERT_FILE", ours.certificate.to_str().unwrap())];
        let place = Place { folder: folder.path(), database_url: Some(&of_the_system) };
        run(place, &roots, &["verify"], "").done();
        run(place, &[("SSL_CERT_FILE", "/dev/null"), ("SSL_CERT_DIR", "/dev/null")], &["verify"], "")
            .failed(1, "install its package ca-certificates");

        let checked = run(place, &[], &["config", "check"], "").done().out.clone();
        assert!(checked.contains("# PostgreSQL: sslmode=verify-full: with TLS"), "{checked}");
        let checked = run(place, &[], &["config", "check", "--json"], "").done().out.clone();
        let checked: Value = serde_json::from_str(&checked).unwrap();
        assert!(checked["postgres"]["encryption"].as_str().unwrap().starts_with("sslmode=verify-full"), "{checked}");
        for (parameters, words) in [
            ("sslmode=verify-full&sslrootcert=/nowhere.pem", "the file /nowhere.pem of sslrootcert cannot be read"),
            ("sslrootcert=/nowhere.pem", "sslmode=prefer checks no certificate"),
        ] {
            let url = cluster.url("countinghouse:hunter2", "localhost", parameters);
            let place = Place { folder: folder.path(), database_url: Some(&url) };
            let told = run(place, &[], &["config", "check"], "");
            assert!(!told.failed(2, words).err.contains("hunter2"), "{told:?}");
        }
        let url = cluster.url("countinghouse:hunter2", "127.0.0.1", &root);
        let place = Place { folder: folder.path(), database_url: Some(&url) };
        let told = run(place, &[("COUNTINGHOUSE_LISTEN", "127.0.0.1:0")], &["serve"], "");
        assert!(!told.failed(1, "is for localhost, and not for 127.0.0.1").err.contains("hunter2"), "{told:?}");
    });
}
