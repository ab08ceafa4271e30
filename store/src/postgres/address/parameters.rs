//! The parameters that say how to encrypt, taken out of an address: the driver reads the rest and does not know them.

use percent_encoding::percent_decode_str;

/// Parameters that we read ourselves.
const OURS: &[&str] = &["sslmode", "sslnegotiation", "sslrootcert", "sslcert", "sslkey"];

/// Parameters that the driver reads.
const OF_THE_DRIVER: &[&str] = &[
    "user",
    "password",
    "dbname",
    "options",
    "application_name",
    "host",
    "hostaddr",
    "port",
    "connect_timeout",
    "tcp_user_timeout",
    "keepalives",
    "keepalives_idle",
    "keepalives_interval",
    "keepalives_retries",
    "target_session_attrs",
    "channel_binding",
    "load_balance_hosts",
];

/// Parameters that PostgreSQL's own clients read, too, and what to do here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("sslpassword", "keep the key without a password, in a file that only its owner can read"),
    ("sslcrl", "leave it out: lists of revoked certificates are not supported"),
    ("sslcrldir", "leave it out: lists of revoked certificates are not supported"),
    ("sslcompression", "leave it out: compression is not supported"),
    ("sslsni", "leave it out: the host name is always sent"),
    ("sslcertmode", "leave it out: a certificate is sent if sslcert is set"),
    ("ssl_min_protocol_version", "leave it out: it is TLS 1.2 or 1.3"),
    ("ssl_max_protocol_version", "leave it out: it is TLS 1.2 or 1.3"),
    ("gssencmode", "leave it out: encryption is TLS"),
    ("krbsrvname", "leave it out: Kerberos is not supported"),
    ("gsslib", "leave it out: Kerberos is not supported"),
    ("require_auth", "leave it out, and write channel_binding=require"),
    ("requirepeer", "leave it out"),
    ("passfile", "write the password into the address"),
    ("service", "write host, user and database into the address"),
    ("client_encoding", "leave it out: it is UTF8"),
    ("fallback_application_name", "write application_name"),
    ("keepalives_count", "write keepalives_retries"),
    ("replication", "leave it out"),
];

const ENCODE: &str = "in user and password, write the characters / ? @ : & and % percent-encoded";

/// Parameters with their values, each at most once and none of them empty.
#[derive(Debug, Default)]
pub(super) struct Given(Vec<(&'static str, String)>);

impl Given {
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }

    fn add(&mut self, name: &'static str, value: String) -> Result<(), String> {
        if self.get(name).is_some() {
            return Err(format!("{name} is given twice: write it once"));
        }
        // Empty is as good as not there, as PostgreSQL's own clients take it.
        if !value.is_empty() {
            self.0.push((name, value));
        }
        Ok(())
    }
}

/// The address without the parameters that are ours, and these. Messages repeat nothing of the address except names of
/// parameters.
pub(super) fn take(text: &str) -> Result<(String, Given), String> {
    match ["postgres://", "postgresql://"].iter().find_map(|scheme| text.strip_prefix(scheme)) {
        Some(rest) => take_from_url(text, rest),
        None => take_from_words(text),
    }
}

fn take_from_url(text: &str, rest: &str) -> Result<(String, Given), String> {
    let mut given = Given::default();
    // The user may have a password with a question mark in it; a value may have an `@`.
    let credentials = rest.find(['@', '/']).filter(|at| rest[*at..].starts_with('@')).unwrap_or(0);
    let Some(question) = rest[credentials..].find('?') else { return Ok((text.to_owned(), given)) };
    let (before, query) = text.split_at(text.len() - rest.len() + credentials + question);
    let mut kept = Vec::new();
    for pair in query[1..].split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').ok_or_else(|| format!("a parameter has no `=`; {ENCODE}"))?;
        match named(&decoded(name)?)? {
            Some(ours) => given.add(ours, decoded(value)?)?,
            None => kept.push(pair),
        }
    }
    let mark = if kept.is_empty() { "" } else { "?" };
    Ok((format!("{before}{mark}{}", kept.join("&")), given))
}

fn take_from_words(text: &str) -> Result<(String, Given), String> {
    let (mut given, mut kept, mut rest) = (Given::default(), Vec::new(), text.trim());
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=').ok_or("begin it with postgres://")?;
        let name = name.trim_end();
        let (value, left) = value_of(after.trim_start())?;
        rest = left.trim_start();
        match named(name)? {
            Some(ours) => given.add(ours, value)?,
            None => kept.push(format!("{name}='{}'", value.replace('\\', "\\\\").replace('\'', "\\'"))),
        }
    }
    Ok((kept.join(" "), given))
}

/// The value at the beginning of a text, and the text after it.
fn value_of(text: &str) -> Result<(String, &str), String> {
    let is_quoted = text.starts_with('\'');
    let mut value = String::new();
    let mut characters = text.char_indices().skip(usize::from(is_quoted));
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => value.extend(characters.next().map(|(_, escaped)| escaped)),
            '\'' if is_quoted => return Ok((value, &text[at + 1..])),
            _ if !is_quoted && character.is_whitespace() => return Ok((value, &text[at..])),
            _ => value.push(character),
        }
    }
    if is_quoted { Err("a quoted value has no closing quote".to_owned()) } else { Ok((value, "")) }
}

/// Which of ours it is; `None` where the driver reads it.
fn named(name: &str) -> Result<Option<&'static str>, String> {
    if let Some(ours) = OURS.iter().find(|ours| **ours == name) {
        return Ok(Some(ours));
    }
    if OF_THE_DRIVER.contains(&name) {
        return Ok(None);
    }
    if let Some((known, advice)) = ELSEWHERE.iter().find(|(known, _)| *known == name) {
        return Err(format!("{known} is not supported here: {advice}"));
    }
    // An unknown parameter may be a piece of a password: the message only names the parameter that was probably meant.
    let alike = |known: &str| known.bytes().zip(name.bytes()).take_while(|(one, other)| one == other).count();
    match OURS.iter().chain(OF_THE_DRIVER).max_by_key(|known| alike(known)) {
        Some(meant) if alike(meant) >= 4 => Err(format!("it has an unknown parameter: did you mean {meant}")),
        _ => Err(format!("it has an unknown parameter: leave it out; {ENCODE}")),
    }
}

fn decoded(text: &str) -> Result<String, String> {
    let text = percent_decode_str(text).decode_utf8();
    text.map(String::from).map_err(|_| "a parameter is not UTF-8".to_owned())
}
