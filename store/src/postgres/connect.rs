//! The one way to connect to PostgreSQL: as often as the mode of an address allows, with TLS and without.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Mutex, PoisonError};

use deadpool_postgres::Connect;
use tokio::task::JoinHandle;
use tokio_postgres::config::{SslMode as Wanted, SslNegotiation};
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Error, NoTls, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::{Address, Encryption, Roots, SslMode};
use super::{refusal, tls};
use crate::fault::Fault;

/// The connector for one address.
pub(super) struct Door {
    encryption: Encryption,
    /// Nothing where no host could be encrypted.
    tls: Option<Mutex<MakeRustlsConnect>>,
}

/// One try to connect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attempt {
    Plain,
    IfOffered,
    Encrypted,
}

impl Door {
    /// Reads the files that the address names.
    pub fn of(address: &Address) -> Result<Self, Fault> {
        let encryption = address.encryption.clone();
        let is_plain = address.is_local() || encryption.mode == SslMode::Disable;
        let tls = if is_plain {
            None
        } else {
            let config = tls::client_config(&encryption).map_err(Fault::Unreachable)?;
            Some(Mutex::new(MakeRustlsConnect::new(config)))
        };
        Ok(Self { encryption, tls })
    }

    /// Connects, and lets a task drive the connection.
    ///
    /// # Errors
    /// The error of the server or of the way to it; after two tries, that of the first.
    pub async fn open(&self, config: &Config) -> Result<(Client, JoinHandle<()>), Error> {
        let Some(tls) = self.connector() else { return attempt(config, NoTls, Attempt::Plain).await };
        let (begin, then) = match self.encryption.mode {
            SslMode::Disable => (Attempt::Plain, None),
            SslMode::Allow => (Attempt::Plain, Some(Attempt::Encrypted)),
            SslMode::Prefer => (Attempt::IfOffered, Some(Attempt::Plain)),
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => (Attempt::Encrypted, None),
        };
        let mut config = config.clone();
        if self.encryption.is_direct {
            config.ssl_negotiation(SslNegotiation::Direct);
        }
        let (first, then) = match (attempt(&config, tls.clone(), begin).await, then) {
            (Err(error), Some(then)) if refusal::is_about_encryption(&error) => (error, then),
            (answer, _) => return answer,
        };
        match attempt(&config, tls, then).await {
            Err(error) if refusal::is_about_encryption(&error) => Err(first),
            answer => answer,
        }
    }

    /// Files are read for each connection: a certificate is renewed without a restart. Where the new ones do not hold,
    /// those before stay.
    fn connector(&self) -> Option<MakeRustlsConnect> {
        let mut current = self.tls.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(self.encryption.roots, Roots::File(_)) || self.encryption.client.is_some() {
            match tls::client_config(&self.encryption) {
                Ok(config) => *current = MakeRustlsConnect::new(config),
                Err(why) => tracing::warn!(why, "the previous certificates for PostgreSQL stay in use"),
            }
        }
        Some(current.clone())
    }
}

impl Connect for Door {
    fn connect(
        &self,
        config: &Config,
    ) -> Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), Error>> + Send + '_>> {
        let config = config.clone();
        Box::pin(async move { self.open(&config).await })
    }
}

async fn attempt<T>(config: &Config, tls: T, how: Attempt) -> Result<(Client, JoinHandle<()>), Error>
where
    T: MakeTlsConnect<Socket>,
    T::Stream: Send + 'static,
{
    let mut config = config.clone();
    config.ssl_mode(match how {
        Attempt::Plain => Wanted::Disable,
        Attempt::IfOffered => Wanted::Prefer,
        Attempt::Encrypted => Wanted::Require,
    });
    let (client, connection) = config.connect(tls).await?;
    let driver = tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::warn!(%error, "a connection to PostgreSQL ended");
        }
    });
    Ok((client, driver))
}
