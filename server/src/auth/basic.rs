//! The id and secret of a client in an HTTP Basic header, as OAuth libraries send it (RFC 6749, section 2.3.1).

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use thiserror::Error;

/// A Basic header that is none.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("the Basic authorization is not base64 of `client_id:client_secret`, each form-encoded")]
pub struct BadBasic;

/// A client's id and secret. The secret does not show in logs.
#[derive(PartialEq, Eq)]
pub struct ClientLogin {
    /// The client's id.
    pub id: String,
    /// The text presented as its secret.
    pub secret: String,
}

impl std::fmt::Debug for ClientLogin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientLogin").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The client of a Basic header; `None` where there is no header or another scheme.
///
/// # Errors
/// A Basic header that cannot be read, or two headers.
pub fn find(headers: &HeaderMap) -> Result<Option<ClientLogin>, BadBasic> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(BadBasic);
    }
    let text = value.to_str().map_err(|_| BadBasic)?;
    let Some((_, encoded)) = text.split_once(' ').filter(|(scheme, _)| scheme.eq_ignore_ascii_case("basic")) else {
        return Ok(None);
    };
    let bytes = BASE64_STANDARD.decode(encoded.trim()).map_err(|_| BadBasic)?;
    let pair = String::from_utf8(bytes).map_err(|_| BadBasic)?;
    let (id, secret) = pair.split_once(':').ok_or(BadBasic)?;
    Ok(Some(ClientLogin { id: form_decoded(id)?, secret: form_decoded(secret)? }))
}

fn form_decoded(text: &str) -> Result<String, BadBasic> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16)).ok_or(BadBasic);
                let value = digit()? * 16 + digit()?;
                u8::try_from(value).map_err(|_| BadBasic)?
            }
            other => other,
        });
    }
    String::from_utf8(bytes).map_err(|_| BadBasic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_is_read_or_refused() {
        let login = |id: &str, secret: &str| Ok(Some(ClientLogin { id: id.to_owned(), secret: secret.to_owned() }));
        let basic = |pair: &str| format!("Basic {}", BASE64_STANDARD.encode(pair));
        for (value, expected) in [
            (basic("prn_1:chs_x-_"), login("prn_1", "chs_x-_")),
            (basic("a%3Ab:c+d%25:e"), login("a:b", "c d%:e")),
            (basic(":"), login("", "")),
            (basic("x:y").replace("Basic", "BASIC"), login("x", "y")),
            ("Bearer a.b.c".to_owned(), Ok(None)),
            ("Basic".to_owned(), Ok(None)),
            ("Basic !!!".to_owned(), Err(BadBasic)),
            (basic("no colon"), Err(BadBasic)),
            (basic("a:%4"), Err(BadBasic)),
            (basic("a:%zz"), Err(BadBasic)),
            (basic("a:%ff"), Err(BadBasic)),
        ] {
            let mut headers = HeaderMap::new();
            headers.append(AUTHORIZATION, value.parse().unwrap());
            assert_eq!(find(&headers), expected, "{value}");
        }
        assert_eq!(find(&HeaderMap::new()), Ok(None));
        let mut two = HeaderMap::new();
        two.append(AUTHORIZATION, "Bearer a.b.c".parse().unwrap());
        two.append(AUTHORIZATION, basic("x:y").parse().unwrap());
        assert_eq!(find(&two), Err(BadBasic));
    }
}
