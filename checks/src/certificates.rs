//! Authorities and certificates that are made for one test.

use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};

use crate::folder::{Folder, next_number};

/// Files of a certificate and its key.
#[derive(Clone, Debug)]
pub struct Files {
    /// PEM: the certificate.
    pub certificate: PathBuf,
    /// PEM: its private key, which its owner alone may read.
    pub key: PathBuf,
}

/// An authority that signs certificates; all its files go with it.
pub struct Authority {
    /// PEM: its own certificate.
    pub certificate: PathBuf,
    issuer: Issuer<'static, KeyPair>,
    folder: Folder,
}

impl Authority {
    /// A new one, known to nobody.
    #[must_use]
    pub fn new() -> Self {
        let folder = Folder::new();
        let (params, key) = (of_an_authority("Authority", &[]), key());
        let own = params.self_signed(&key).unwrap_or_else(|fault| panic!("{fault}"));
        let certificate = folder.path().join("authority.pem");
        write(&certificate, &own.pem());
        Self { certificate, issuer: Issuer::new(params, key), folder }
    }

    /// A certificate for these hosts, or without hosts for the client of this name.
    #[must_use]
    pub fn sign(&self, name: &str, hosts: &[&str]) -> Files {
        let (params, key) = (params(name, hosts), key());
        let signed = params.signed_by(&key, &self.issuer).unwrap_or_else(|fault| panic!("{fault}"));
        self.files(&signed.pem(), &key)
    }

    /// A certificate that signed itself and is an authority, as the usual tools make them for a server.
    #[must_use]
    pub fn beside(&self, host: &str) -> Files {
        let (params, key) = (of_an_authority(host, &[host]), key());
        let own = params.self_signed(&key).unwrap_or_else(|fault| panic!("{fault}"));
        self.files(&own.pem(), &key)
    }

    fn files(&self, certificate: &str, key: &KeyPair) -> Files {
        let path = |kind: &str| self.folder.path().join(format!("{}-{kind}.pem", next_number()));
        let files = Files { certificate: path("certificate"), key: path("key") };
        write(&files.certificate, certificate);
        write(&files.key, &key.serialize_pem());
        files
    }
}

impl Default for Authority {
    fn default() -> Self {
        Self::new()
    }
}

fn key() -> KeyPair {
    KeyPair::generate().unwrap_or_else(|fault| panic!("{fault}"))
}

fn params(name: &str, hosts: &[&str]) -> CertificateParams {
    let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
    let mut params = CertificateParams::new(hosts).unwrap_or_else(|fault| panic!("{fault}"));
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

fn of_an_authority(name: &str, hosts: &[&str]) -> CertificateParams {
    // Two authorities of one name would differ only by their signatures, which is another fault.
    let mut params = params(&format!("{name} {}", next_number()), hosts);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params
}

fn write(path: &Path, text: &str) {
    use std::io::Write as _;
    let file = store::private::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
    file.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
}
