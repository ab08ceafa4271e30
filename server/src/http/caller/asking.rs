//! Questions to the core in a snapshot: what somebody may do, and what a decision would be.

use domain::book::context::Actor;
use domain::book::stop::Stop;
use domain::book::{Book, Key, Query};
use domain::value::id::OrganizationId;
use domain::value::permission::PermissionSet;
use store::Snapshot;

use crate::http::problem::Problem;

/// What an actor may do in an organization, as the snapshot has it.
pub async fn rights_of(
    actor: &Actor,
    snapshot: &mut Snapshot,
    organization: OrganizationId,
) -> Result<PermissionSet, Problem> {
    asked(snapshot, organization, |book| actor.rights(book)).await
}

/// The rights of these roles in an organization, independent of their holder.
pub async fn rights_of_roles(
    roles: &str,
    snapshot: &mut Snapshot,
    organization: OrganizationId,
) -> Result<PermissionSet, Problem> {
    asked(snapshot, organization, |book| domain::book::context::rights_of_roles(book, roles)).await
}

/// Asks the core for a decision's answer in this snapshot, including values that depend on the end of the log.
///
/// # Errors
/// The core's rejections, or failures of the snapshot.
pub async fn consulted<T>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    ask: impl Fn(&Book) -> Result<T, Stop>,
) -> Result<T, Problem> {
    let head = snapshot.head(organization).await?;
    ask_book(snapshot, Book::new(organization, head), ask).await
}

/// Asks a book of the snapshot that knows nothing of the log.
///
/// # Errors
/// The core's rejections, or failures of the snapshot.
pub async fn asked<T>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    ask: impl Fn(&Book) -> Result<T, Stop>,
) -> Result<T, Problem> {
    ask_book(snapshot, Book::new(organization, None), ask).await
}

/// Tries a decision in this snapshot; whatever it changes in its book is forgotten.
///
/// # Errors
/// The core's rejections, or failures of the snapshot.
pub async fn tried<T>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    decide: impl Fn(&mut Book) -> Result<T, Stop>,
) -> Result<T, Problem> {
    let mut book = Book::new(organization, snapshot.head(organization).await?);
    loop {
        let keys = match decide(&mut book) {
            Ok(answer) => return Ok(answer),
            Err(Stop::Missing(key)) => vec![key],
            Err(Stop::MissingAll(keys)) => keys,
            Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => return Err((*rejection).into()),
        };
        book.reset();
        fill(snapshot, &mut book, &keys).await?;
    }
}

/// Asks, loading the rows that the answer needs.
async fn ask_book<T>(
    snapshot: &mut Snapshot,
    mut book: Book,
    ask: impl Fn(&Book) -> Result<T, Stop>,
) -> Result<T, Problem> {
    loop {
        match ask(&book) {
            Ok(answer) => return Ok(answer),
            Err(Stop::Missing(key)) => fill(snapshot, &mut book, &[key]).await?,
            Err(Stop::MissingAll(keys)) => fill(snapshot, &mut book, &keys).await?,
            Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => return Err((*rejection).into()),
        }
    }
}

async fn fill(snapshot: &mut Snapshot, book: &mut Book, keys: &[Key]) -> Result<(), Problem> {
    let queries: Vec<Query> = keys.iter().map(Key::query).collect();
    let answers = snapshot.load(book.id, &queries).await?;
    book.fill_all(keys, &answers).map(drop).map_err(|bad| Problem::damaged(&bad))
}
