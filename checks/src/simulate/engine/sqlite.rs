//! SQLite: the writer on this thread, with the service's loop.

use std::path::{Path, PathBuf};

use domain::value::id::OrganizationId;
use server::commit::heads::Heads;
use server::commit::shelf::Shelf;
use store::sqlite::{Options, Writer};

use super::{Addressed, Manner, Tables, Told};

/// A SQLite file and its writer.
pub struct SqliteEngine {
    path: PathBuf,
    writer: Option<Writer>,
    shelf: Shelf,
}

impl SqliteEngine {
    /// Opens or makes the file.
    ///
    /// # Panics
    /// Where the file cannot be opened.
    #[must_use]
    pub fn open(path: &Path) -> Self {
        Self { path: path.to_owned(), writer: Some(open(path)), shelf: Shelf::default() }
    }

    /// One commit.
    ///
    /// # Panics
    /// Where the disk fails.
    pub fn commit(&mut self, requests: &[Addressed], manner: Manner) -> Vec<Told> {
        if manner.restarts {
            self.restart();
        }
        if manner.forgets {
            self.shelf.clear();
        }
        let (parts, answered) = super::parts(requests);
        let writer = self.writer.as_mut().unwrap_or_else(|| panic!("the file is closed"));
        server::commit::sqlite::commit(writer, &mut self.shelf, &Heads::default(), parts, manner.hint_rounds, fatal);
        super::answers(requests, answered)
    }

    /// Closes the file and opens it again.
    pub fn restart(&mut self) {
        self.shelf.clear();
        // The lock on the folder goes with the old writer.
        self.writer = None;
        self.writer = Some(open(&self.path));
    }

    /// All rows of an organization.
    ///
    /// # Panics
    /// Where they cannot be read.
    pub fn tables(&mut self, organization: OrganizationId) -> Tables {
        let rows = self.writer().load(organization, &super::queries());
        super::tables(rows.unwrap_or_else(|fault| panic!("{fault}")))
    }

    /// The writer itself, for acts that no request makes.
    ///
    /// # Panics
    ///
    /// Never between commits.
    pub fn writer(&mut self) -> &mut Writer {
        self.writer.as_mut().unwrap_or_else(|| panic!("the file is closed"))
    }
}

fn open(path: &Path) -> Writer {
    let options = Options { is_synchronous: false, ..Options::default() };
    Writer::open(path, &options).unwrap_or_else(|fault| panic!("{fault}"))
}

/// The disk of a simulation does not fail.
fn fatal(why: &str) {
    panic!("the disk failed: {why}");
}
