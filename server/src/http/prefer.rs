//! `Prefer: return=representation | minimal` (RFC 7240).

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The client's wish for the answer of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Prefer {
    /// Nothing was said: the operation's own default.
    #[default]
    Unsaid,
    /// The resource.
    Representation,
    /// As little as possible.
    Minimal,
}

impl Prefer {
    /// Reads the field; the first `return` counts, and unknown values are ignored, as the RFC asks.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let fields = headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
        let mut preferences = fields.flat_map(|field| field.split(',')).filter_map(|one| {
            let one = one.split(';').next().unwrap_or_default();
            let (name, value) = one.split_once('=')?;
            let value = value.trim().trim_matches('"');
            if !name.trim().eq_ignore_ascii_case("return") {
                return None;
            }
            match value {
                "representation" => Some(Self::Representation),
                "minimal" => Some(Self::Minimal),
                _ => Some(Self::Unsaid),
            }
        });
        preferences.next().unwrap_or_default()
    }

    /// Asks for it in a request.
    pub fn ask(self, headers: &mut HeaderMap) {
        if let Some((_, value)) = self.applied() {
            headers.insert("prefer", value);
        }
    }

    /// The field that states the applied preference, if there was one.
    #[must_use]
    pub fn applied(self) -> Option<(HeaderName, HeaderValue)> {
        let value = match self {
            Self::Unsaid => return None,
            Self::Representation => "return=representation",
            Self::Minimal => "return=minimal",
        };
        Some((HeaderName::from_static("preference-applied"), HeaderValue::from_static(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_return_preference_counts() {
        for (text, wanted) in [
            ("return=representation", Prefer::Representation),
            ("respond-async, Return=\"minimal\"; x=1", Prefer::Minimal),
            ("wait=10", Prefer::Unsaid),
            ("return=all", Prefer::Unsaid),
            ("return=minimal, return=representation", Prefer::Minimal),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("prefer", text.parse().unwrap());
            assert_eq!(Prefer::of(&headers), wanted, "{text}");
        }
        assert_eq!(Prefer::of(&HeaderMap::new()), Prefer::Unsaid);
    }
}
