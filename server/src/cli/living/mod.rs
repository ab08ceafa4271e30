//! The demo that lives: beside the real December of 2010, a made-up company whose trading year ends today.
//!
//! [`year`] makes its documents by a fixed seed, and they go through the API like anybody's, half a month in one commit each. A
//! later start adds the days since. What waits for the demo's users ([`waiting`]) and the closed months ([`months`]) come once.

mod books;
mod buying;
mod catalogue;
mod dice;
mod ground;
mod money;
mod monthly;
mod months;
mod organization;
mod selling;
mod shelves;
mod waiting;
mod year;

use domain::value::Date;

pub use organization::{NAME, ORGANIZATION, founded_by, receipt};

use super::failure::Failure;
use crate::app::App;
use crate::import::progress::Progress;
use crate::import::{ImportError, WholeApi};
use crate::{commit, today};
use organization::People;
use year::Year;

/// The source and the external id of what is made last.
pub const LAST: (&str, &str) = (money::SOURCE, waiting::LAST);
/// What is shown while it is made.
const WHAT: &str = "a made-up year that ends today";

/// Makes the organization, and its books up to today. Existing rows are left alone.
///
/// # Errors
/// Where the organization cannot be made, or its books refuse the first year.
pub async fn load(app: &App, url: &str, progress: &mut dyn Progress) -> Result<(), Failure> {
    organization::ensure(app).await?;
    let people = People::of(app, url).await?;
    let end = today::on(commit::now(), organization::TIMEZONE);
    fill(&people, end, progress).await.map(drop).map_err(not_loaded)
}

/// As [`load`], of the organization that somebody asked for: it is there, and people of its own are let in, whose passwords
/// nobody knows.
///
/// # Errors
/// As [`load`], and where its books were changed before they were whole.
pub async fn load_asked(app: &App, url: &str, progress: &mut dyn Progress) -> Result<(), Failure> {
    organization::let_in(app).await?;
    let people = People::made_up(app, url).await?;
    let end = today::on(commit::now(), organization::TIMEZONE);
    match fill(&people, end, progress).await.map_err(not_loaded)? {
        true => Ok(()),
        false => Err(Failure::failed("the books of the demo were changed before they were whole")),
    }
}

fn not_loaded(error: ImportError) -> Failure {
    Failure::failed(format!("the living demo was not loaded: {error}"))
}

/// Whether they could be filled: books that others changed may refuse to be.
async fn fill(people: &People, end: Date, progress: &mut dyn Progress) -> Result<bool, ImportError> {
    let api = WholeApi(&people.admin);
    let start = ground::complete(api, end).await?;
    let (mut year, opening) = Year::begin(start);
    let days = year.until(end);
    let known = books::known_until(api, &days).await?;
    let is_first = known.is_none();
    let mut books = books::Books::new(api, end);
    if is_first {
        books.send(opening).await?;
    }
    let new: Vec<_> = days.into_iter().filter(|(day, _)| known.is_none_or(|known| *day > known)).collect();
    let count = new.len();
    let mut done = 0;
    for half in books::halves(new) {
        progress.at(WHAT, done, count);
        done += half.len();
        let sent = books.send(half.into_iter().flat_map(|(_, deeds)| deeds).collect()).await;
        match sent {
            // Somebody may have closed the month, or shipped the goods: these books are theirs now.
            Err(ImportError::Api(error)) if !is_first && error.code().is_some() => {
                tracing::warn!(%error, "the living demo is not brought up to today");
                return Ok(false);
            }
            sent => sent?,
        }
    }
    if count > 0 {
        progress.at(WHAT, count, count);
    }
    if waiting::is_there(api).await? {
        return Ok(true);
    }
    months::close(api, end).await?;
    waiting::all(people, end, &year).await.map(|()| true)
}

#[cfg(test)]
mod tests;
