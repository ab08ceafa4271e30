//! The repository's own text, for checks of style and of walls.

use std::path::{Path, PathBuf};

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path from the repository's root, with slashes.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Whether all of it is for tests: by its place, or because its module is declared for tests alone.
    pub is_test: bool,
}

/// The repository's root.
#[must_use]
pub fn root() -> PathBuf {
    let checks = Path::new(env!("CARGO_MANIFEST_DIR"));
    checks.parent().unwrap_or(checks).to_owned()
}

/// All Rust files below these folders, in the order of their paths.
#[must_use]
pub fn rust_files(folders: &[&str]) -> Vec<Source> {
    let root = root();
    let mut found = Vec::new();
    for folder in folders {
        collect(&root, &root.join(folder), &mut found);
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    let for_tests: Vec<String> = found.iter().flat_map(test_modules).collect();
    for file in &mut found {
        file.is_test =
            ["/tests/", "/tests.rs", "_tests.rs", "/examples/"].iter().any(|place| file.path.contains(place))
                || for_tests.iter().any(|module| file.path.starts_with(module.as_str()));
    }
    found
}

/// Where the modules are that a file declares for tests alone.
fn test_modules(file: &Source) -> Vec<String> {
    let folder = match file.path.rsplit_once('/') {
        Some((folder, "mod.rs" | "lib.rs" | "main.rs")) => folder.to_owned(),
        _ => file.path.trim_end_matches(".rs").to_owned(),
    };
    let declared = file.text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| rest.lines().next()?.strip_suffix(';'));
    let names = declared.filter_map(|line| line.rsplit_once("mod ").map(|(_, name)| name));
    names.flat_map(|name| [format!("{folder}/{name}."), format!("{folder}/{name}/")]).collect()
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "target") {
                collect(root, &path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
            let shown = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            found.push(Source { path: shown, text, is_test: false });
        }
    }
}

impl Source {
    /// The part that is built into the product: up to the file's tests, without comments.
    #[must_use]
    pub fn product_lines(&self) -> Vec<(usize, &str)> {
        if self.is_test {
            return Vec::new();
        }
        let all: Vec<&str> = self.text.lines().collect();
        let is_test_block =
            |at: usize| all[at] == "#[cfg(test)]" && !all.get(at + 1).is_some_and(|next| next.ends_with(';'));
        let end = (0..all.len()).find(|at| is_test_block(*at)).unwrap_or(all.len());
        let product = (1..).zip(all).take(end);
        product.filter(|(_, line)| !line.trim_start().starts_with("//")).collect()
    }

    /// The test part: the whole of a test file, or the text after `#[cfg(test)]`.
    #[must_use]
    pub fn test_text(&self) -> &str {
        if self.is_test {
            return &self.text;
        }
        self.text.split_once("\n#[cfg(test)]\nmod tests {").map_or("", |(_, tests)| tests)
    }
}
