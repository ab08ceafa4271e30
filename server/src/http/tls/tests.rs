//! TLS over real sockets, with certificates made for the moment.

use std::future::pending;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::routing::get;
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::*;
use crate::auth::client_address::TrustedProxies;
use crate::http::transport::addresses::Addresses;
use crate::http::transport::{Limits, serve};

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder with the files of a certificate for `localhost`, which goes with it.
pub struct Folder {
    pub files: TlsFiles,
    pub made: CertifiedKey<KeyPair>,
    path: PathBuf,
}

impl Folder {
    pub fn fresh() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("countinghouse-tls-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        let files = TlsFiles { certificate: path.join("certificate.pem"), key: path.join("key.pem") };
        let folder = Self { files, made: made(), path };
        folder.write(&folder.made);
        folder
    }

    /// Replaces the certificate and its key.
    pub fn write(&self, made: &CertifiedKey<KeyPair>) {
        std::fs::write(&self.files.certificate, made.cert.pem()).unwrap();
        std::fs::write(&self.files.key, made.signing_key.serialize_pem()).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// A certificate for `localhost`.
pub fn made() -> CertifiedKey<KeyPair> {
    generate_simple_self_signed(["localhost".to_owned()]).unwrap()
}

async fn start(tls: Tls, limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let router = Router::new().route("/", get(|| async { "over TLS" }));
    let addresses = Addresses::new(1_000, TrustedProxies::default());
    tokio::spawn(serve(listener, router, limits, Some(tls), addresses, pending()));
    address
}

/// Connects as a client that trusts this certificate alone.
async fn connect(
    address: SocketAddr,
    trusted: &CertifiedKey<KeyPair>,
    protocols: &[&str],
) -> io::Result<tokio_rustls::client::TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.cert.der().clone()).unwrap();
    let builder = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().unwrap();
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, TcpStream::connect(address).await?).await
}

#[tokio::test]
async fn both_protocols_are_spoken_and_http_2_is_preferred() {
    let folder = Folder::fresh();
    let address = start(Tls::load(&folder.files).unwrap(), Limits::default()).await;
    for (offered, chosen) in
        [(vec!["http/1.1", "h2"], Some("h2")), (vec!["http/1.1"], Some("http/1.1")), (vec![], None)]
    {
        let stream = connect(address, &folder.made, &offered).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), chosen.map(str::as_bytes), "{offered:?}");
    }
    let mut stream = connect(address, &folder.made, &["h2"]).await.unwrap();
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let mut frame = [0; 9];
    stream.read_exact(&mut frame).await.unwrap();
    assert_eq!(frame[3], 4, "the server's settings frame");
    let mut stream = connect(address, &folder.made, &["http/1.1"]).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("over TLS"), "{answer}");
}

#[tokio::test]
async fn who_speaks_no_tls_or_does_not_finish_the_handshake_is_cut_off() {
    let folder = Folder::fresh();
    let limits = Limits { handshake_timeout: Duration::from_millis(100), connections: 1, ..Limits::default() };
    let address = start(Tls::load(&folder.files).unwrap(), limits).await;
    for begun in ["", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "\x16\x03\x01"] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // The server may cut the connection: the bytes before that count.
        let _ = stream.read_to_end(&mut answer).await;
        assert!(!String::from_utf8_lossy(&answer).contains("HTTP"), "{begun:?}");
    }
    // The only place is free again.
    connect(address, &folder.made, &[]).await.unwrap();
}

#[tokio::test]
async fn a_new_certificate_counts_from_the_reload_on_and_a_broken_one_never() {
    let folder = Folder::fresh();
    let tls = Tls::load(&folder.files).unwrap();
    let address = start(tls.clone(), Limits::default()).await;
    let next = made();
    folder.write(&next);
    connect(address, &folder.made, &[]).await.unwrap();
    tls.reload().unwrap();
    connect(address, &next, &[]).await.unwrap();
    assert!(connect(address, &folder.made, &[]).await.is_err());
    std::fs::write(&folder.files.key, "nonsense").unwrap();
    assert!(tls.reload().is_err());
    connect(address, &next, &[]).await.unwrap();
}

#[test]
fn files_that_are_no_certificate_and_its_key_are_named_with_what_is_wrong() {
    let folder = Folder::fresh();
    let told = || Tls::load(&folder.files).err().map(|error| error.to_string()).unwrap_or_default();
    folder.write(&made());
    std::fs::write(&folder.files.key, made().signing_key.serialize_pem()).unwrap();
    assert!(told().contains("key.pem does not belong to the certificate"), "{}", told());
    std::fs::write(&folder.files.key, "nonsense").unwrap();
    assert!(told().contains("of http.tls_key") && told().contains("has no private key"), "{}", told());
    std::fs::write(&folder.files.certificate, "nonsense").unwrap();
    assert!(told().contains("of http.tls_certificate") && told().contains("there is none in it"), "{}", told());
    std::fs::remove_file(&folder.files.certificate).unwrap();
    assert!(told().contains("cannot be read"), "{}", told());
}

/// A hello of a client that knows nothing newer than this version of TLS, as two bytes.
fn hello(version: [u8; 2]) -> Vec<u8> {
    let sized = |bytes: &[u8]| [&u16::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat();
    let extension = |kind: u8, bytes: &[u8]| [&[0, kind], sized(bytes).as_slice()].concat();
    let extensions = [
        extension(10, &sized(&[0, 0x1d, 0, 0x17])),
        extension(11, &[1, 0]),
        extension(13, &sized(&[4, 3, 8, 4, 4, 1, 2, 3, 2, 1])),
    ]
    .concat();
    // ECDHE with ECDSA and RSA, of TLS 1.2 and of before.
    let suites = sized(&[0xc0, 0x2b, 0xc0, 0x2f, 0xc0, 0x09, 0xc0, 0x0a, 0xc0, 0x13, 0xc0, 0x14, 0x00, 0x2f]);
    let body = [&version[..], &[7; 32], &[0], &suites, &[1, 0], &sized(&extensions)].concat();
    let length = u32::try_from(body.len()).unwrap().to_be_bytes();
    let handshake = [&[1], &length[1..], &body].concat();
    [&[22, 3, 1], sized(&handshake).as_slice()].concat()
}

#[tokio::test]
async fn a_client_of_an_older_tls_than_1_2_is_refused() {
    let folder = Folder::fresh();
    let address = start(Tls::load(&folder.files).unwrap(), Limits::default()).await;
    // SSL 3.0, TLS 1.0 and TLS 1.1 end with an alert (21); TLS 1.2 goes on with a handshake (22).
    for (version, answer) in [([3, 0], 21), ([3, 1], 21), ([3, 2], 21), ([3, 3], 22)] {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(&hello(version)).await.unwrap();
        let mut record = [0; 7];
        stream.read_exact(&mut record).await.unwrap();
        assert_eq!(record[0], answer, "{version:?}: {record:?}");
        if answer == 21 {
            // Fatal, for its version.
            assert_eq!(record[5..], [2, 70], "{version:?}");
        }
    }
}
