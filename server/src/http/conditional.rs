//! Strong ETags that are versions, and the preconditions `If-Match` and `If-None-Match`.

use axum::http::header::{ETAG, IF_MATCH, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use domain::Code;

use super::problem::Problem;

/// The ETag field of a resource of this version: `"7"`.
#[must_use]
pub fn etag(version: i64) -> (HeaderName, HeaderValue) {
    // Quotes and digits are a valid field value; the fallback is never taken.
    let value = HeaderValue::from_str(&format!("\"{version}\"")).unwrap_or(HeaderValue::from_static("\"0\""));
    (ETAG, value)
}

/// A list of entity tags, or `*`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Tags {
    /// The field was not sent.
    #[default]
    Absent,
    /// `*`: any existing version.
    Any,
    /// Versions named by strong tags; tags that are no versions match nothing and are left out.
    Versions(Vec<i64>),
}

impl Tags {
    /// `If-Match`, which compares strongly: weak tags match nothing.
    ///
    /// # Errors
    /// 400 where the field is no list of entity tags.
    pub fn if_match(headers: &HeaderMap) -> Result<Self, Problem> {
        Self::read(headers, IF_MATCH, false)
    }

    /// `If-None-Match`, which compares weakly.
    ///
    /// # Errors
    /// 400 where the field is no list of entity tags.
    pub fn if_none_match(headers: &HeaderMap) -> Result<Self, Problem> {
        Self::read(headers, IF_NONE_MATCH, true)
    }

    fn read(headers: &HeaderMap, name: HeaderName, weak: bool) -> Result<Self, Problem> {
        let malformed = || {
            let message = "must be * or entity tags in double quotes, for example \"7\"";
            Problem::violation(name.as_str(), "malformed_header", message)
        };
        let mut fields = headers.get_all(&name).iter().peekable();
        if fields.peek().is_none() {
            return Ok(Self::Absent);
        }
        let mut versions = Vec::new();
        let mut any = false;
        let mut count = 0_usize;
        for field in fields {
            let mut rest = field.to_str().map_err(|_| malformed())?.trim();
            while !rest.is_empty() {
                count += 1;
                if let Some(after) = rest.strip_prefix('*') {
                    any = true;
                    rest = after.trim_start();
                } else {
                    let is_weak = rest.starts_with("W/");
                    let quoted = rest.strip_prefix("W/").unwrap_or(rest).strip_prefix('"').ok_or_else(malformed)?;
                    let (tag, after) = quoted.split_once('"').ok_or_else(malformed)?;
                    let canonical = tag.parse::<i64>().ok().filter(|version| version.to_string() == tag);
                    versions.extend(canonical.filter(|_| weak || !is_weak));
                    rest = after.trim_start();
                }
                match rest.strip_prefix(',') {
                    Some(after) => rest = after.trim_start(),
                    None if rest.is_empty() => {}
                    None => return Err(malformed()),
                }
            }
        }
        match (any, count) {
            (_, 0) => Err(malformed()),
            (true, 1) => Ok(Self::Any),
            (true, _) => Err(malformed()),
            (false, _) => Ok(Self::Versions(versions)),
        }
    }

    /// Whether the version is among them; an absent field says nothing and is `None`.
    #[must_use]
    pub fn matches(&self, version: i64) -> Option<bool> {
        match self {
            Self::Absent => None,
            Self::Any => Some(true),
            Self::Versions(versions) => Some(versions.contains(&version)),
        }
    }

    /// The versions that a command must find, `None` for any.
    #[must_use]
    pub fn expected(self) -> Option<Vec<i64>> {
        match self {
            Self::Absent | Self::Any => None,
            Self::Versions(versions) => Some(versions),
        }
    }

    /// For `If-Match`: goes on where it is absent or names the version.
    ///
    /// # Errors
    /// 412 `version_mismatch` with the present version.
    pub fn require(&self, version: i64) -> Result<(), Problem> {
        if self.matches(version) == Some(false) {
            let detail = format!("If-Match does not match the present version {version}: read the resource again");
            return Err(Problem::new(Code::VersionMismatch, detail).with("version", version));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(value: &str) -> Result<Tags, u16> {
        let mut headers = HeaderMap::new();
        headers.insert(IF_MATCH, value.parse().unwrap());
        Tags::if_match(&headers).map_err(|problem| problem.status().as_u16())
    }

    #[test]
    fn if_match_reads_a_list_a_star_or_nothing() {
        assert_eq!(Tags::if_match(&HeaderMap::new()).unwrap(), Tags::Absent);
        assert_eq!(tags("*"), Ok(Tags::Any));
        assert_eq!(tags("\"7\""), Ok(Tags::Versions(vec![7])));
        assert_eq!(tags("\"7\" , \"8\",\"abc\""), Ok(Tags::Versions(vec![7, 8])));
        assert_eq!(tags("W/\"7\""), Ok(Tags::Versions(vec![])), "a weak tag matches nothing");
        assert_eq!(tags("\"07\""), Ok(Tags::Versions(vec![])));
        for bad in ["7", "\"7", "*, \"7\"", "\"7\" \"8\"", "", "'7'"] {
            assert_eq!(tags(bad), Err(400), "{bad}");
        }
    }

    #[test]
    fn another_version_is_412_and_no_field_is_no_condition() {
        assert!(Tags::Absent.require(3).is_ok());
        assert!(Tags::Any.require(3).is_ok());
        assert!(Tags::Versions(vec![2, 3]).require(3).is_ok());
        assert_eq!(Tags::Versions(vec![2]).require(3).unwrap_err().status(), 412);
    }

    #[test]
    fn if_none_match_compares_weakly() {
        let mut headers = HeaderMap::new();
        headers.insert(IF_NONE_MATCH, "W/\"7\"".parse().unwrap());
        assert_eq!(Tags::if_none_match(&headers).unwrap().matches(7), Some(true));
    }
}
