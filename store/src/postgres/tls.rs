//! TLS to PostgreSQL: the settings of an address in the library's form, with the files that it names.

use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use tokio_rustls::rustls::crypto::{
    WebPkiSupportedAlgorithms, aws_lc_rs, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme, server as server_side,
};

use super::address::{ClientFiles, Encryption, Roots, SslMode};
use crate::private;

/// The protocol that is named where TLS begins at once.
const PROTOCOL: &[u8] = b"postgresql";

/// The library's configuration; reads the files.
///
/// # Errors
/// If a file cannot be read or holds something else: a sentence that names it.
pub(super) fn client_config(encryption: &Encryption) -> Result<ClientConfig, String> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let verifier = Arc::new(Verifier::of(encryption, provider.signature_verification_algorithms)?);
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| format!("TLS cannot be used: {error}"))?;
    let builder = builder.dangerous().with_custom_certificate_verifier(verifier);
    let mut config = match &encryption.client {
        None => builder.with_no_client_auth(),
        Some(files) => {
            let (chain, key) = client_certificate(files)?;
            builder.with_client_auth_cert(chain, key).map_err(|error| {
                let (certificate, key) = (files.certificate.display(), files.key.display());
                format!("the key {key} (sslkey) does not belong to the certificate {certificate} (sslcert): {error}")
            })?
        }
    };
    if encryption.is_direct {
        config.alpn_protocols = vec![PROTOCOL.to_vec()];
    }
    Ok(config)
}

fn client_certificate(files: &ClientFiles) -> Result<(Vec<CertificateDer<'static>>, PrivateKeyDer<'static>), String> {
    let chain = certificates("sslcert", &files.certificate)?;
    if let Some(why) = private::key_objection(&files.key) {
        return Err(format!("sslkey: {why}"));
    }
    let key = PrivateKeyDer::from_pem_slice(&bytes("sslkey", &files.key)?).map_err(|_| {
        let path = files.key.display();
        format!("the file {path} of sslkey has no private key in PEM that can be read without a password")
    })?;
    Ok((chain, key))
}

fn certificates(parameter: &str, path: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let no_pem = |why: &str| format!("the file {} of {parameter} has no certificate in PEM: {why}", path.display());
    let text = bytes(parameter, path)?;
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&text).collect();
    let found = found.map_err(|error| no_pem(&error.to_string()))?;
    if found.is_empty() { Err(no_pem("there is none in it")) } else { Ok(found) }
}

fn bytes(parameter: &str, path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("the file {} of {parameter} cannot be read: {error}", path.display()))
}

/// The checks of a server's certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Checks {
    Nothing,
    Authority,
    AuthorityAndName,
}

/// Checks a server's certificate as far as the mode wants it. That the server has its key is checked in every mode: a
/// password that is bound to the certificate (`channel_binding`) would otherwise be given to everybody who shows a copy
/// of it.
#[derive(Debug)]
struct Verifier {
    checks: Checks,
    roots: RootCertStore,
    /// The trusted certificates themselves.
    named: Vec<CertificateDer<'static>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl Verifier {
    fn of(encryption: &Encryption, algorithms: WebPkiSupportedAlgorithms) -> Result<Self, String> {
        let checks = match encryption.mode {
            SslMode::Disable | SslMode::Allow | SslMode::Prefer | SslMode::Require => Checks::Nothing,
            SslMode::VerifyCa => Checks::Authority,
            SslMode::VerifyFull => Checks::AuthorityAndName,
        };
        let mut roots = RootCertStore::empty();
        let mut named = Vec::new();
        match &encryption.roots {
            _ if checks == Checks::Nothing => {}
            Roots::System => {
                let (added, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                if added == 0 {
                    return Err("this system has no trusted authorities: install its package ca-certificates, or set \
                                the file of yours in sslrootcert"
                        .to_owned());
                }
            }
            Roots::File(path) => {
                named = certificates("sslrootcert", path)?;
                for certificate in &named {
                    roots.add(certificate.clone()).map_err(|error| {
                        format!("the file {} of sslrootcert has an unusable certificate: {error}", path.display())
                    })?;
                }
            }
        }
        Ok(Self { checks, roots, named, algorithms })
    }

    /// Many a server makes its own certificate, which is an authority by the defaults of the usual tools. Who names just
    /// that one trusts it; that it has not expired was looked at before.
    fn is_named_itself(&self, certificate: &CertificateDer<'_>, error: &Error) -> bool {
        let Error::InvalidCertificate(CertificateError::Other(other)) = error else { return false };
        other.to_string().contains("CaUsedAsEndEntity") && self.named.contains(certificate)
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        host: &ServerName<'_>,
        _ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.checks == Checks::Nothing {
            return Ok(ServerCertVerified::assertion());
        }
        let parsed = server_side::ParsedCertificate::try_from(certificate)?;
        let algorithms = self.algorithms.all;
        match verify_server_cert_signed_by_trust_anchor(&parsed, &self.roots, intermediates, now, algorithms) {
            Err(error) if self.is_named_itself(certificate, &error) => {}
            verified => verified?,
        }
        if self.checks == Checks::AuthorityAndName {
            verify_server_name(&parsed, host)?;
        }
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
