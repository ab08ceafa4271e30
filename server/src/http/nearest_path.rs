//! Which path a template stands for, and which one somebody probably meant whose own does not exist.

use std::sync::OnceLock;

use super::router;

/// What clients leave out before a path.
const LEFT_OUT: [&str; 4] = ["", "/api/v1", "/api/v1/accounting", "/api/v1/inventory"];
/// Longer paths are not looked at.
const PATH_BYTES: usize = 200;
/// How alike two spellings must be, of 1.
const ALIKE: f64 = 0.85;

/// The path of the API that is nearest to this one, if any is near; with the ids that were sent.
#[must_use]
pub fn path(sent: &str) -> Option<String> {
    static PATHS: OnceLock<Vec<String>> = OnceLock::new();
    let known = PATHS.get_or_init(|| router::operations().table.into_iter().map(|row| row.path).collect());
    near(sent, known)
}

fn near(sent: &str, known: &[String]) -> Option<String> {
    if sent.len() > PATH_BYTES {
        return None;
    }
    let parts: Vec<&str> = sent.split('/').filter(|part| !part.is_empty()).collect();
    let whole = |before: &str| format!("{before}/{}", parts.join("/"));
    let is_known = |path: &String| known.iter().any(|template| matches(template, path));
    if let Some(path) = LEFT_OUT.iter().map(|before| whole(before)).find(is_known) {
        return Some(path);
    }
    let candidates = LEFT_OUT.iter().map(|before| whole(before));
    let spelt = candidates.flat_map(|path| known.iter().map(move |template| (filled(template, &path), path.clone())));
    let alike = spelt.filter_map(|(template, path)| {
        let template = template?;
        let likeness = strsim::normalized_levenshtein(&template, &path);
        (likeness >= ALIKE).then_some((likeness, template))
    });
    alike.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, path)| path)
}

/// Whether a path is one of the template, of which each part in braces stands for one part of any text.
#[must_use]
pub fn matches(template: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(wanted), Some(given)) if wanted == given => {}
            (Some(wanted), Some(given)) if wanted.starts_with('{') && !given.is_empty() => {}
            (Some(_), _) | (None, Some(_)) => return false,
        }
    }
}

/// The template with the ids of a path of as many parts.
fn filled(template: &str, path: &str) -> Option<String> {
    let (wanted, found): (Vec<&str>, Vec<&str>) = (template.split('/').collect(), path.split('/').collect());
    let parts = wanted.iter().zip(&found).map(|(wanted, found)| if wanted.starts_with('{') { *found } else { *wanted });
    (wanted.len() == found.len()).then(|| parts.collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_matches_part_by_part() {
        assert!(matches("/a/{id}/b", "/a/x/b"));
        for other in ["/a//b", "/a/x", "/a/x/b/", "/a/x/b/c", "/a/x/c"] {
            assert!(!matches("/a/{id}/b", other), "{other}");
        }
    }

    #[test]
    fn a_slash_a_prefix_and_a_slip_are_seen_through_and_nothing_else() {
        let known = [
            "/api/v1/accounting/journal-entries",
            "/api/v1/accounting/journal-entries/{id}/void",
            "/api/v1/warehouses",
        ];
        let known = known.map(str::to_owned);
        for (sent, meant) in [
            ("/api/v1/accounting/journal-entries/je_1/void/", Some("/api/v1/accounting/journal-entries/je_1/void")),
            ("/journal-entries", Some("/api/v1/accounting/journal-entries")),
            ("/accounting/journal-entries", Some("/api/v1/accounting/journal-entries")),
            ("/warehouses", Some("/api/v1/warehouses")),
            ("/api/v1/warehuoses", Some("/api/v1/warehouses")),
            ("/api/v1/accounting/journal-entry", Some("/api/v1/accounting/journal-entries")),
            ("/nothing", None),
            ("/favicon.ico", None),
            ("/", None),
        ] {
            assert_eq!(near(sent, &known).as_deref(), meant, "{sent}");
        }
    }
}
