//! Addresses and their meaning, and the faults of others.

use std::path::Path;

use super::*;

fn words(url: &str) -> String {
    match parse(url) {
        Ok(address) => panic!("{url} is taken: {address:?}"),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn each_mode_is_read_in_both_forms() {
    for (parameters, wanted) in [
        ("", SslMode::Prefer),
        ("sslmode=", SslMode::Prefer),
        ("sslmode=disable", SslMode::Disable),
        ("sslmode=allow", SslMode::Allow),
        ("sslmode=prefer", SslMode::Prefer),
        ("sslmode=require", SslMode::Require),
        ("sslmode=require sslrootcert=/ca.pem", SslMode::VerifyCa),
        ("sslmode=verify-ca sslrootcert=/ca.pem", SslMode::VerifyCa),
        ("sslmode=verify-full", SslMode::VerifyFull),
        ("sslmode=verify-full sslrootcert=system", SslMode::VerifyFull),
        ("sslrootcert=system", SslMode::VerifyFull),
    ] {
        let url = format!("postgres://u:p@h/d?{}", parameters.replace(' ', "&"));
        let of_url = parse(&url).unwrap();
        assert_eq!(of_url.encryption.mode, wanted, "{url}");
        let line = format!("host=h user=u password=p dbname=d {}", parameters.replace("sslmode=", "sslmode = "));
        if parameters != "sslmode=" {
            assert_eq!(parse(&line).unwrap(), of_url_without_port(&of_url), "{line}");
        }
    }
}

/// An address in the form of a URL always names its port.
fn of_url_without_port(address: &Address) -> Address {
    let mut config = Config::new();
    config.host("h").user("u").password("p").dbname("d");
    Address { config, encryption: address.encryption.clone() }
}

#[test]
fn files_are_read_from_urls_and_words() {
    for text in [
        "postgres://h/d?sslmode=verify-full&sslrootcert=/a%20b/ca@1.pem&connect_timeout=3&sslcert=c.pem&sslkey=k.pem",
        "host=h dbname=d sslmode='verify-full' sslrootcert='/a b/ca@1.pem' connect_timeout=3 sslcert=c.pem sslkey=k.pem",
        r"sslmode = verify-full host=h dbname=d sslrootcert=/a\ b/ca@1.pem sslcert='c.pem'sslkey=k.pem connect_timeout=3",
    ] {
        let address = parse(text).unwrap();
        assert_eq!(address.encryption.mode, SslMode::VerifyFull);
        assert_eq!(address.encryption.roots, Roots::File("/a b/ca@1.pem".into()), "{text}");
        let client = address.encryption.client.unwrap();
        assert_eq!((client.certificate.as_path(), client.key.as_path()), (Path::new("c.pem"), Path::new("k.pem")));
        assert_eq!(address.config.get_connect_timeout(), Some(&std::time::Duration::from_secs(3)));
        assert_eq!(address.config.get_dbname(), Some("d"));
    }
}

#[test]
fn passwords_may_hold_anything_that_they_may_hold_for_postgresql() {
    for (text, password) in [
        ("postgres://u:a%3Fb%26c%2F@h/d?sslmode=require", "a?b&c/"),
        ("postgres://u:a?b@h/d?sslmode=require", "a?b"),
        (r"host=h user=u password='it\'s \\ me' sslmode=require", r"it's \ me"),
        ("host=h user=u password=a=b sslmode=require", "a=b"),
    ] {
        let address = parse(text).unwrap();
        assert_eq!(address.config.get_password(), Some(password.as_bytes()), "{text}");
        assert_eq!(address.encryption.mode, SslMode::Require, "{text}");
    }
}

#[test]
fn what_does_not_go_together_is_refused_with_what_to_do() {
    for (parameters, wanted) in [
        ("sslmode=on", "sslmode must be disable, allow, prefer, require, verify-ca or verify-full"),
        ("sslmode=require&sslmode=disable", "sslmode is given twice"),
        ("sslmod=require", "did you mean sslmode"),
        ("sslrootcert=/ca.pem", "sslmode=prefer checks no certificate: write sslmode=verify-full"),
        ("sslrootcert=/ca.pem&sslmode=disable", "sslmode=disable checks no certificate"),
        ("sslmode=verify-ca", "set the file of your authority in sslrootcert"),
        ("sslmode=verify-ca&sslrootcert=system", "would trust everybody"),
        ("sslmode=require&sslrootcert=system", "would trust everybody"),
        ("sslmode=require&sslcert=c.pem", "set its file in sslkey"),
        ("sslmode=require&sslkey=k.pem", "set its file in sslcert"),
        ("sslmode=disable&sslkey=k.pem&sslcert=c.pem", "sslmode=disable shows none"),
        ("channel_binding=require", "channel_binding=require needs TLS"),
        ("sslnegotiation=direct", "sslnegotiation=direct cannot be combined with sslmode=prefer"),
        ("sslnegotiation=none", "sslnegotiation must be postgres or direct"),
        ("sslpassword=hunter2", "sslpassword is not supported here: keep the key without a password"),
        ("sslcrl=/crl.pem", "sslcrl is not supported here: leave it out"),
        ("hunter2=1", "unknown parameter: leave it out"),
        ("sslmode", "a parameter has no `=`"),
        ("port=hunter2", "invalid value for option `port`"),
        ("sslrootcert=%ff", "not UTF-8"),
    ] {
        let told = words(&format!("postgres://u:hunter2@h/d?{parameters}"));
        assert!(told.starts_with("DATABASE_URL is not an address of PostgreSQL: "), "{told}");
        assert!(told.contains(wanted), "{parameters}: {told}");
        assert!(!told.contains("hunter2"), "{told}");
    }
    for (text, wanted) in [
        ("books", "begin it with postgres://"),
        ("", "it has no host"),
        ("postgres:///books", "it has no host"),
        ("host=h password='hunter2", "a quoted value has no closing quote"),
        ("postgres://u:hun/ter2?a@h/d", "percent-encoded"),
        ("mysql://u:hunter2@h/d?x=y", "unknown parameter"),
    ] {
        let told = words(text);
        assert!(told.contains(wanted) && !told.contains("hunter2") && !told.contains("ter2"), "{text}: {told}");
    }
}

#[test]
fn a_socket_is_never_encrypted_and_a_number_is_a_host() {
    let socket = parse("postgres://u@%2Frun%2Fpostgresql/d?sslmode=verify-full").unwrap();
    assert!(socket.is_local());
    assert_eq!(socket.told(), "a socket of this machine, without TLS");
    let mixed = parse("host=/run/postgresql,db.example.com sslmode=require").unwrap();
    assert!(!mixed.is_local());
    let number = parse("hostaddr=192.0.2.1 sslmode=verify-full").unwrap();
    assert_eq!(number.config.get_hosts(), [Host::Tcp("192.0.2.1".to_owned())]);
    assert!(number.told().contains("sslmode=verify-full"));
}

#[test]
fn files_that_do_not_hold_are_named() {
    let gone = "/nowhere/at-all.pem";
    for parameters in [
        format!("sslmode=verify-full&sslrootcert={gone}"),
        format!("sslmode=require&sslcert={gone}&sslkey={gone}"),
        format!("sslmode=prefer&sslcert={gone}&sslkey={gone}"),
    ] {
        let told = parse(&format!("postgres://u@h/d?{parameters}")).unwrap().check().unwrap_err().to_string();
        assert!(told.contains(gone) && told.contains("cannot be read"), "{told}");
    }
}
