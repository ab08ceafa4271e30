//! Journals: the one that a caller names, the one that the books write to where nobody names any, and patterns of numbers.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Journal, JournalType, ResetPer};
use crate::value::id::JournalId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{IdOrCode, NumberPattern};

/// The only active journal of the first of these types that has an active one. `entry` names the entry that would go
/// into it, and `choice` the alternatives to name.
///
/// # Errors
/// `journal_not_usable` where there is none, or one type has several.
pub(crate) fn only(book: &Book, types: &[JournalType], entry: &str, choice: &str) -> Result<Journal, Stop> {
    for kind in types {
        let mut found = book.journals()?.filter(|journal| journal.journal_type == *kind && journal.is_active);
        match (found.next(), found.next()) {
            (Some(only), None) => return Ok(only.clone()),
            (Some(_), Some(_)) => break,
            (None, _) => {}
        }
    }
    let message = format!("the journal for {entry} is not unique: give {choice} in journalId or journalCode");
    let mut rejection = Rejection::new(Code::JournalNotUsable, message).at("/journalId");
    let does = |journal: &Journal| journal.is_active && types.contains(&journal.journal_type);
    if let (Some(kind), false) = (types.last(), book.journals()?.any(does)) {
        rejection = offer_new(book, rejection, None, *kind)?;
    }
    Err(rejection.offer("journals", "List the journals", "GET", "/accounting/journals").into())
}

/// A series that restarts must show in its numbers when it did, or numbers would come twice.
pub(crate) fn require_pattern(pattern: &str, reset_per: ResetPer) -> Result<(), Stop> {
    let refuse = |message: String| Rejection::new(Code::JournalNotUsable, message).at("/numberPattern").into();
    let parsed = NumberPattern::parse(pattern).map_err(refuse)?;
    let needed: &[&str] = match reset_per {
        ResetPer::Year => &["{year}"],
        ResetPer::Month => &["{year}", "{month}"],
        ResetPer::Never => &[],
    };
    match needed.iter().find(|part| !parsed.names(part)) {
        Some(part) => {
            Err(refuse(format!("a series that restarts every {} needs {part} in its pattern", reset_per.name())))
        }
        None => Ok(()),
    }
}

/// The journal that a caller names exists and is active.
///
/// # Errors
/// `unknown_reference` or `journal_not_usable`, at the field that names it.
pub(crate) fn require_journal(book: &Book, named: &IdOrCode<JournalId>) -> Result<Journal, Stop> {
    let (pointer, found) = match named {
        IdOrCode::Id(sought) => ("/journalId", sought.find(|id| book.journal(id))?),
        IdOrCode::Code(code) => ("/journalCode", book.journals()?.find(|journal| journal.code == *code)),
    };
    let Some(journal) = found else { return Err(unknown(book, named, pointer)?.into()) };
    if !journal.is_active {
        let message = format!("journal {} is inactive: reactivate it or choose another", journal.code);
        let path = format!("/accounting/journals/{}", journal.id);
        return Err(Rejection::new(Code::JournalNotUsable, message)
            .at(pointer)
            .offer("reactivate", format!("Reactivate journal {}", journal.code), "PUT", path)
            .body(vec![("isActive", true.into())])
            .into());
    }
    Ok(journal.clone())
}

/// The journal of an entry: the named one, else the only active general one, else the only active one.
///
/// # Errors
/// Those of [`require_journal`]; `journal_not_usable` where nobody names one and several would do, or none.
pub(crate) fn of_entry(book: &Book, named: Option<&IdOrCode<JournalId>>) -> Result<Journal, Stop> {
    if let Some(named) = named {
        return require_journal(book, named);
    }
    let active: Vec<&Journal> = book.journals()?.filter(|journal| journal.is_active).collect();
    let general: Vec<&Journal> =
        active.iter().filter(|journal| journal.journal_type == JournalType::General).copied().collect();
    match (general.as_slice(), active.as_slice()) {
        ([only], _) | ([], [only]) => return Ok((*only).clone()),
        _ => {}
    }
    let message = match (general.len(), active.len()) {
        (_, 0) => "there is no active journal: create one, then send the entry again".to_owned(),
        (0, many) => format!("{many} journals are active and none is general: give one in journalCode"),
        (many, _) => format!("{many} general journals are active: give one in journalCode"),
    };
    let mut rejection = Rejection::new(Code::JournalNotUsable, message).at("/journalId");
    if general.is_empty() {
        rejection = offer_new(book, rejection, None, JournalType::General)?;
    }
    Err(rejection.offer("journals", "List the journals", "GET", "/accounting/journals").into())
}

/// The id that a caller certainly means, for what must be loaded with it.
pub(crate) fn known(book: &Book, named: Option<&IdOrCode<JournalId>>) -> Option<JournalId> {
    if let Some(IdOrCode::Id(sought)) = named {
        return sought.id();
    }
    of_entry(book, named).ok().map(|journal| journal.id)
}

/// Adds the creation of a journal with this code, or with the usual one of its type.
pub(crate) fn offer_new(
    book: &Book,
    rejection: Rejection,
    code: Option<&str>,
    journal_type: JournalType,
) -> Result<Rejection, Stop> {
    let (usual, name) = match journal_type {
        JournalType::Stock => ("STK", "Stock"),
        JournalType::Closing => ("CLOSE", "Closing of years"),
        JournalType::General => ("GJ", "General journal"),
        JournalType::Sales => ("SALES", "Sales"),
        JournalType::Purchase => ("PURCH", "Purchases"),
        JournalType::Cash => ("CASH", "Cash"),
        JournalType::Bank => ("BANK", "Bank"),
        JournalType::Opening => ("OPEN", "Opening balances"),
    };
    let mut taken = Vec::new();
    for journal in book.journals()? {
        taken.push(journal.code.as_str());
    }
    let free = (2..).map(|number| format!("{usual}{number}"));
    let first = std::iter::once(code.unwrap_or(usual).to_owned()).chain(free).find(|one| !taken.contains(&&**one));
    let code = first.unwrap_or_default();
    Ok(rejection.offer("create-journal", format!("Create journal {code}"), "POST", "/accounting/journals").body(vec![
        ("code", code.into()),
        ("name", name.into()),
        ("type", journal_type.name().into()),
    ]))
}

fn unknown(book: &Book, named: &IdOrCode<JournalId>, pointer: &str) -> Result<Rejection, Stop> {
    let what = if matches!(named, IdOrCode::Id(_)) { "id" } else { "code" };
    let rejection = Rejection::new(Code::UnknownReference, format!("there is no journal with the {what} {named}"));
    let rejection = rejection.at(pointer).offer("journals", "List the journals", "GET", "/accounting/journals");
    match named {
        IdOrCode::Id(_) => Ok(rejection),
        IdOrCode::Code(code) => offer_new(book, rejection, Some(code), JournalType::General),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::journals::create::CreateJournal;
    use crate::commands::journals::update::UpdateJournal;
    use crate::testing::Stage;
    use crate::value::Sought;

    /// The code of the journal that an entry would go to, or the refusal with the ways out that it offers.
    fn chosen(stage: &Stage, named: Option<IdOrCode<JournalId>>) -> Result<String, (Code, Vec<&'static str>)> {
        let mut book = stage.model.book().expect("a book");
        loop {
            match of_entry(&book, named.as_ref()) {
                Ok(journal) => return Ok(journal.code),
                Err(Stop::Rejected(told) | Stop::Damaged(told)) => {
                    return Err((told.code, told.resolutions.iter().map(|way| way.rel).collect()));
                }
                Err(Stop::MissingAll(keys)) => unreachable!("{keys:?}"),
                Err(Stop::Missing(key)) => book.fill(&key, &stage.model.load(&key.query())).expect("filled"),
            }
        }
    }

    #[test]
    fn an_entry_goes_to_the_named_journal_else_to_the_only_general_one_else_to_the_only_one() {
        let mut stage = Stage::new();
        for journal in stage.rows::<Journal>() {
            let retired =
                UpdateJournal { journal: Sought::Id(journal.id), is_active: Some(false), ..UpdateJournal::default() };
            stage.run(retired).expect("retired");
        }
        let journal = |code: &str, journal_type| CreateJournal {
            code: code.to_owned(),
            name: code.to_owned(),
            journal_type,
            number_pattern: None,
            reset_per: ResetPer::Year,
        };
        let refused = |ways: &[&'static str]| Err((Code::JournalNotUsable, ways.to_vec()));
        assert_eq!(chosen(&stage, None), refused(&["create-journal", "journals"]));
        stage.run(journal("A1", JournalType::Sales)).expect("created");
        assert_eq!(chosen(&stage, None), Ok("A1".to_owned()));
        stage.run(journal("A2", JournalType::Bank)).expect("created");
        assert_eq!(chosen(&stage, None), refused(&["create-journal", "journals"]), "none is general");
        stage.run(journal("A3", JournalType::General)).expect("created");
        assert_eq!(chosen(&stage, None), Ok("A3".to_owned()));
        stage.run(journal("A4", JournalType::General)).expect("created");
        assert_eq!(chosen(&stage, None), refused(&["journals"]), "which of two");
        let by_code = |code: &str| chosen(&stage, Some(IdOrCode::Code(code.to_owned())));
        assert_eq!(by_code("A2"), Ok("A2".to_owned()));
        assert_eq!(by_code("A9"), Err((Code::UnknownReference, vec!["journals", "create-journal"])));
    }
}
