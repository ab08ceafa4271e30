//! Where the server listens: its one address, and in addition to TLS a door for the command line on this machine alone.

use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::http::tls::Tls;
use crate::http::transport::addresses::Addresses;
use crate::http::transport::{self, Answers, Limits};

/// The listeners of a server.
pub struct Doors {
    /// Where clients come in.
    pub address: SocketAddr,
    /// The certificate shown to them, for TLS.
    pub tls: Option<Tls>,
    front: TcpListener,
    /// The certificate has the name that clients use, which no command on this machine needs to know: where there
    /// is TLS, commands come in here, on the loopback and without.
    local: Option<TcpListener>,
}

impl Doors {
    /// The doors around a listener.
    pub async fn open(front: TcpListener, tls: Option<Tls>) -> io::Result<Self> {
        let local = match tls {
            Some(_) => Some(TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?),
            None => None,
        };
        Ok(Self { address: front.local_addr()?, tls, front, local })
    }

    /// The address for clients where nobody configured one.
    #[must_use]
    pub fn url(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", reachable(self.address))
    }

    /// Where this machine reaches the server without TLS.
    #[must_use]
    pub fn local_url(&self) -> String {
        let local = self.local.as_ref().and_then(|local| local.local_addr().ok());
        format!("http://{}", local.unwrap_or_else(|| reachable(self.address)))
    }

    /// Serves at all doors until `shutdown`.
    pub async fn serve(
        self,
        router: impl Answers,
        limits: Limits,
        addresses: Addresses,
        shutdown: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let Some(local) = self.local else {
            return transport::serve(self.front, router, limits, self.tls, addresses, shutdown).await;
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let front = transport::serve(self.front, router.clone(), limits, self.tls, addresses.clone(), async move {
            shutdown.await;
            drop(stop);
        });
        let local = transport::serve(local, router, limits, None, addresses, async move {
            // It is dropped with the stop of the front.
            let _ = stopped.await;
        });
        tokio::try_join!(front, local).map(drop)
    }
}

/// Where this machine reaches a listener: one on all addresses is also on the loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), v4.port()),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => SocketAddr::new(Ipv6Addr::LOCALHOST.into(), v6.port()),
        other => other,
    }
}
