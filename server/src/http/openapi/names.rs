//! What clients in programming languages call an operation: `warehouses.update`.

/// The name of an operation, from its given id: `JournalEntriesController_void` is `journalEntries.void`.
pub fn sdk_name(operation_id: &str) -> String {
    let (noun, verb) = operation_id.split_once('_').unwrap_or((operation_id, ""));
    let noun = noun.strip_suffix("Controller").unwrap_or(noun);
    let first = noun.chars().next().map(|first| first.to_ascii_lowercase());
    let noun: String = first.into_iter().chain(noun.chars().skip(1)).collect();
    format!("{noun}.{verb}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::router;

    #[test]
    fn a_name_is_the_noun_and_the_verb_of_the_id() {
        for (id, name) in [
            ("WarehousesController_update", "warehouses.update"),
            ("JournalEntriesController_void", "journalEntries.void"),
            ("AuthController_signOut", "auth.signOut"),
        ] {
            assert_eq!(sdk_name(id), name);
        }
    }

    #[test]
    fn no_two_operations_have_one_name() {
        let table = router::operations().table;
        let names: BTreeSet<String> = table.iter().map(|row| sdk_name(&row.id)).collect();
        assert_eq!(names.len(), table.len());
        assert!(
            names
                .iter()
                .all(|name| name.split_once('.').is_some_and(|(noun, verb)| !noun.is_empty() && !verb.is_empty()))
        );
    }
}
