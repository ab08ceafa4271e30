//! The pages of the documentation, taken apart.

use std::path::Path;

use crate::sources::root;

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its path from the repository's root.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A block of code.
#[derive(Clone, Debug)]
pub struct Block<'t> {
    /// The word behind its fence.
    pub language: &'t str,
    /// Its contents.
    pub text: String,
}

/// All pages of the documentation except reports of single findings, and those in the root that make promises.
#[must_use]
pub fn pages() -> Vec<Page> {
    let mut found = Vec::new();
    for name in ["README.md", "SECURITY.md", "CONTRIBUTING.md"] {
        found.push(page(name));
    }
    collect(&root().join("docs"), &mut found);
    found.retain(|page| !page.path.starts_with("docs/reports/"));
    found.sort_by(|one, other| one.path.cmp(&other.path));
    found
}

/// One page, by its path from the root.
#[must_use]
pub fn page(path: &str) -> Page {
    let text = std::fs::read_to_string(root().join(path)).unwrap_or_else(|fault| panic!("{path}: {fault}"));
    Page { path: path.to_owned(), text }
}

fn collect(folder: &Path, found: &mut Vec<Page>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let shown = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push(page(&shown));
        }
    }
}

/// The blocks between fences.
#[must_use]
pub fn code_blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        match line.trim_start().strip_prefix("```") {
            Some(language) if !is_open => {
                is_open = true;
                found.push(Block { language, text: String::new() });
            }
            Some(_) => is_open = false,
            None if is_open => {
                if let Some(block) = found.last_mut() {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
            None => {}
        }
    }
    found
}

/// The text without its blocks of code.
#[must_use]
pub fn prose(text: &str) -> String {
    let mut is_open = false;
    let mut kept = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_open = !is_open;
        } else if !is_open {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The texts between backticks in the prose, with single blanks.
#[must_use]
pub fn spans(text: &str) -> Vec<String> {
    let prose = prose(text);
    let between = prose.split('`').skip(1).step_by(2);
    between.map(|span| span.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
