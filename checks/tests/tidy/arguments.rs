//! Arguments are named: no function takes a tuple apart that is spelled in its list of parameters.

use checks::sources::rust_files;

use super::assert_none;

/// The text between a bracket, which the text begins with, and its counterpart.
fn enclosed(text: &str) -> &str {
    let mut depth = 0;
    for (at, one) in text.char_indices() {
        match one {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[1..at];
        }
    }
    ""
}

/// The parameters of the function whose name begins the text.
fn parameters(text: &str) -> Vec<String> {
    let name = text.find(|one: char| !one.is_alphanumeric() && one != '_').unwrap_or_default();
    let mut rest = &text[name..];
    if rest.starts_with('<') {
        let mut depth = 0;
        let mut before = ' ';
        let end = rest.find(|one: char| {
            depth += i32::from(one == '<') - i32::from(one == '>' && before != '-');
            before = one;
            depth == 0
        });
        rest = &rest[end.map_or(0, |end| end + 1)..];
    }
    if !rest.starts_with('(') {
        return Vec::new();
    }
    let (mut found, mut depth) = (vec![String::new()], 0);
    for one in enclosed(rest).chars() {
        match one {
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            _ => {}
        }
        match found.last_mut() {
            Some(last) if one != ',' || depth > 0 => last.push(one),
            _ => found.push(String::new()),
        }
    }
    found.iter().map(|parameter| parameter.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Whether a parameter takes a tuple apart. A key that has a name of its own may be: `(item, scope, tracked): PoolName`.
fn is_taken_apart(parameter: &str) -> bool {
    parameter.starts_with('(')
        && !parameter.starts_with("()")
        && [": (", ": &("].iter().any(|of| parameter.contains(of))
}

#[test]
fn no_function_takes_a_tuple_apart() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for file in rust_files(&["domain/src", "store/src", "server/src"]) {
        let mut number = 1;
        let mut parts = file.text.split("fn ");
        let mut before = parts.next().unwrap_or_default();
        for part in parts {
            number += before.matches('\n').count();
            before = part;
            for parameter in parameters(part) {
                seen += 1;
                if is_taken_apart(&parameter) {
                    wrong.push(format!("{}:{number}: {parameter}", file.path));
                }
            }
        }
    }
    assert!(seen > 10_000, "only {seen} parameters were found");
    assert_none(&wrong, "parameters that belong together are a struct with named fields, others stand alone");
}

#[test]
fn parameters_are_read_as_they_are_written() {
    let read = parameters("of<F: Fn(A) -> B>(&self, (a, b): (A, [B; 2]), map: BTreeMap<A, (B, C)>) -> X { f(y) }");
    assert_eq!(read, ["&self", "(a, b): (A, [B; 2])", "map: BTreeMap<A, (B, C)>"]);
    let taken_apart = |parameter: &&String| is_taken_apart(parameter);
    assert_eq!(read.iter().filter(taken_apart).count(), 1);
    assert!(!is_taken_apart("(item, scope, tracked): PoolName"));
}
