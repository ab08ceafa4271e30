//! TLS: certificate and key from their files, checked before anything starts, and read again without a restart.

use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::signal::unix::{SignalKind, signal};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// The protocols that are offered to clients, the preferred one first.
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// Where the certificate and its key are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsFiles {
    /// PEM: the certificate, then those that lead to its issuer.
    pub certificate: PathBuf,
    /// PEM: its private key.
    pub key: PathBuf,
}

/// Why files are no certificate and key.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file that cannot be read.
    #[error("the file {} of {setting} cannot be read: {reason}", path.display())]
    Unreadable {
        /// The setting.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// A file that holds something else.
    #[error("the file {} of {setting} has no {wanted} in PEM: {reason}", path.display())]
    NoPem {
        /// The setting.
        setting: &'static str,
        /// The file.
        path: PathBuf,
        /// Its expected content.
        wanted: &'static str,
        /// The fault.
        reason: String,
    },
    /// Files that do not fit together.
    #[error("the key {} does not belong to the certificate {}: {reason}", files.key.display(), files.certificate.display())]
    Unfit {
        /// The files.
        files: TlsFiles,
        /// The fault.
        reason: String,
    },
}

/// The certificate that the service shows; cheap to clone.
#[derive(Clone)]
pub struct Tls {
    files: TlsFiles,
    current: Arc<RwLock<Arc<ServerConfig>>>,
}

impl Tls {
    /// Reads the files.
    pub fn load(files: &TlsFiles) -> Result<Self, TlsError> {
        let config = Arc::new(read(files)?);
        tracing::info!(certificate = %files.certificate.display(), "TLS certificate loaded");
        Ok(Self { files: files.clone(), current: Arc::new(RwLock::new(config)) })
    }

    /// Reads the files again, for new connections; if they are faulty, the loaded ones stay.
    ///
    /// # Errors
    /// As for [`Tls::load`].
    pub fn reload(&self) -> Result<(), TlsError> {
        let config = Arc::new(read(&self.files)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Reads the files again with every SIGHUP, from this call on.
    pub fn keep_reloading(self) -> impl Future<Output = ()> + Send + 'static {
        let heard = signal(SignalKind::hangup());
        async move {
            let mut hangup = match heard {
                Ok(hangup) => hangup,
                Err(error) => {
                    tracing::warn!(%error, "SIGHUP cannot be received: a new certificate needs a restart");
                    return;
                }
            };
            while hangup.recv().await.is_some() {
                let certificate = self.files.certificate.display();
                match self.reload() {
                    Ok(()) => tracing::info!(%certificate, "TLS certificate reloaded"),
                    Err(error) => tracing::error!(%error, "TLS certificate not loaded: the previous one stays in use"),
                }
            }
        }
    }

    /// Shakes hands with a client.
    pub async fn accept(&self, stream: TcpStream, most: Duration) -> io::Result<TlsStream<TcpStream>> {
        let config = Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner));
        let shaking = TlsAcceptor::from(config).accept(stream);
        match tokio::time::timeout(most, shaking).await {
            Ok(shaken) => shaken,
            Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "the client did not finish the TLS handshake")),
        }
    }
}

fn read(files: &TlsFiles) -> Result<ServerConfig, TlsError> {
    let (setting, path) = ("http.tls_certificate", files.certificate.as_path());
    let text = text_of(setting, path)?;
    let chain: Result<Vec<CertificateDer<'static>>, pem::Error> = CertificateDer::pem_slice_iter(&text).collect();
    let chain = match chain {
        Ok(chain) if chain.is_empty() => Err("there is none in it".to_owned()),
        other => other.map_err(|error| error.to_string()),
    };
    let no_pem = |setting, path: &Path, wanted| {
        let path = path.to_owned();
        move |reason| TlsError::NoPem { setting, path, wanted, reason }
    };
    let chain = chain.map_err(no_pem(setting, path, "certificate"))?;
    let (setting, path) = ("http.tls_key", files.key.as_path());
    let key = PrivateKeyDer::from_pem_slice(&text_of(setting, path)?).map_err(|error| error.to_string());
    let key = key.map_err(no_pem(setting, path, "private key"))?;
    let unfit =
        |error: tokio_rustls::rustls::Error| TlsError::Unfit { files: files.clone(), reason: error.to_string() };
    let builder = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(unfit)?;
    let mut config = builder.with_no_client_auth().with_single_cert(chain, key).map_err(unfit)?;
    config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).to_vec();
    Ok(config)
}

fn text_of(setting: &'static str, path: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(path).map_err(|error| TlsError::Unreadable {
        setting,
        path: path.to_owned(),
        reason: error.to_string(),
    })
}

#[cfg(test)]
pub mod tests;
