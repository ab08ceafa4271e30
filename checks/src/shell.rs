//! Commands as pages write them, taken apart into words as a shell does; nothing is run.

/// The simple commands of a text, those inside of `$(…)` among them, each as its words. Variables stay as they are written, and
/// the bodies of here-documents are left out.
#[must_use]
pub fn commands(text: &str) -> Vec<Vec<String>> {
    let text = without_documents(text);
    let mut reader = Reader { left: text.chars().collect::<Vec<_>>(), at: 0, found: Vec::new() };
    reader.commands(None);
    reader.found
}

/// Leaves out the text between `<<WORD` and the line `WORD`.
fn without_documents(text: &str) -> String {
    let mut kept = String::new();
    let mut end: Option<String> = None;
    for line in text.lines() {
        match &end {
            Some(word) if line.trim() == word => end = None,
            Some(_) => {}
            None => {
                end = line.split_once("<<").map(|(_, rest)| {
                    let word = rest.trim_start_matches('-').split_whitespace().next().unwrap_or_default();
                    word.trim_matches(['\'', '"']).to_owned()
                });
                kept.push_str(line.split("<<").next().unwrap_or_default());
                kept.push('\n');
            }
        }
    }
    kept
}

struct Reader {
    left: Vec<char>,
    at: usize,
    found: Vec<Vec<String>>,
}

impl Reader {
    fn take(&mut self) -> Option<char> {
        let one = self.left.get(self.at).copied();
        self.at += 1;
        one
    }

    fn peek(&self) -> Option<char> {
        self.left.get(self.at).copied()
    }

    /// Reads commands up to the character that ends them.
    fn commands(&mut self, end: Option<char>) {
        let (mut words, mut word) = (Vec::new(), None::<String>);
        while let Some(one) = self.take() {
            match one {
                _ if Some(one) == end => break,
                '\\' if self.peek() == Some('\n') => {
                    self.take();
                    words.extend(word.take());
                }
                '\\' => word.get_or_insert_default().extend(self.take()),
                '\'' => {
                    let word = word.get_or_insert_default();
                    while let Some(inner) = self.take().filter(|inner| *inner != '\'') {
                        word.push(inner);
                    }
                }
                '"' => {
                    let text = self.quoted();
                    word.get_or_insert_default().push_str(&text);
                }
                '$' if self.peek() == Some('(') => {
                    self.take();
                    self.commands(Some(')'));
                    word.get_or_insert_default().push_str("$()");
                }
                '#' if word.is_none() => {
                    while self.peek().is_some_and(|one| one != '\n') {
                        self.take();
                    }
                }
                '\n' | ';' | '|' | '&' | '(' | ')' | '<' | '>' => {
                    // The number before an arrow is that of a stream.
                    let is_stream = matches!(one, '<' | '>')
                        && word.as_ref().is_some_and(|word| word.bytes().all(|one| one.is_ascii_digit()));
                    words.extend(word.take().filter(|_| !is_stream));
                    // Redirections are no part of the program's arguments.
                    if matches!(one, '<' | '>') {
                        self.place();
                    } else if !words.is_empty() {
                        self.found.push(std::mem::take(&mut words));
                    }
                }
                one if one.is_whitespace() => words.extend(word.take()),
                one => word.get_or_insert_default().push(one),
            }
        }
        words.extend(word.take());
        if !words.is_empty() {
            self.found.push(words);
        }
    }

    /// The rest of a text in double quotes.
    fn quoted(&mut self) -> String {
        let mut text = String::new();
        while let Some(one) = self.take() {
            match one {
                '"' => break,
                '\\' => text.extend(self.take()),
                '$' if self.peek() == Some('(') => {
                    self.take();
                    self.commands(Some(')'));
                    text.push_str("$()");
                }
                one => text.push(one),
            }
        }
        text
    }

    /// Passes over the name of a file.
    fn place(&mut self) {
        while self.peek().is_some_and(|one| one == ' ' || one == '&' || one == '>') {
            self.take();
        }
        while self.peek().is_some_and(|one| !one.is_whitespace() && !matches!(one, ';' | '|' | ')')) {
            self.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_a_shell_would_hand_on() {
        let text = "A=1 call -d '{\"a\": \"'$X'\"}' \"$API/x?b=$(one 'two three')\" > /dev/null # said\n\
                    for x in a b; do call -X PUT \\\n  \"$API/$x\" | show; done\ncat > f <<'CSV'\na,b\nCSV\nlast 2>&1";
        let found: Vec<String> = commands(text).iter().map(|words| words.join("·")).collect();
        assert_eq!(
            found,
            [
                "one·two three",
                "A=1·call·-d·{\"a\": \"$X\"}·$API/x?b=$()",
                "for·x·in·a·b",
                "do·call·-X·PUT·$API/$x",
                "show",
                "done",
                "cat",
                "last",
            ]
        );
    }
}
