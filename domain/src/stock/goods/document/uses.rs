//! Rows that movements name, which must therefore stay: goods, their places, and reasons.

use crate::book::loading::require_all;
use crate::book::named::Named;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::StockMovement;
use crate::rows::movement_drafts::decode_drafts;
use crate::value::id::MovementId;
use crate::value::limits;
use crate::value::rejection::{Code, Rejection, Value};

/// The movements, drafts and counts that name a row.
pub(crate) struct Uses {
    pub by_movements: bool,
    pub by_counts: bool,
    /// Drafts, also those that wait for approval.
    pub drafts: Vec<MovementId>,
}

impl Uses {
    /// Everything that names it.
    pub(crate) fn of(book: &Book, named: Named) -> Result<Self, Stop> {
        let mut keys = book.naming_keys(named);
        keys.push(Key::MovementDrafts);
        if let Named::Warehouse(warehouse) = named {
            keys.push(Key::NamedByTransit(warehouse));
        }
        require_all(book, keys)?;
        Ok(Self {
            by_movements: book.is_named_by_movements(named)?,
            by_counts: book.is_named_by_counts(named)?,
            drafts: drafts_naming(book, named)?,
        })
    }

    /// Who names it, in words; `None` where nobody does.
    pub(crate) fn told(&self) -> Option<String> {
        match (self.by_movements, self.by_counts, self.drafts.len()) {
            (true, _, _) => Some("movements".to_owned()),
            (false, true, _) => Some("counts".to_owned()),
            (false, false, 0) => None,
            (false, false, 1) => Some("a draft of a movement".to_owned()),
            (false, false, many) => Some(format!("{many} drafts of movements")),
        }
    }

    /// Whether only drafts name it, which can be changed.
    pub(crate) fn is_by_drafts_alone(&self) -> bool {
        !self.by_movements && !self.by_counts && !self.drafts.is_empty()
    }

    /// A refusal with the drafts, the first of them to look at.
    pub(crate) fn with_drafts(&self, rejection: Rejection) -> Rejection {
        let Some(first) = self.drafts.first().filter(|_| self.is_by_drafts_alone()) else { return rejection };
        let listed: Vec<Value> = self.drafts.iter().take(limits::LISTED).map(|id| id.to_string().into()).collect();
        let path = format!("/inventory/movements/{first}");
        rejection
            .with("drafts", i64::try_from(self.drafts.len()).unwrap_or(i64::MAX))
            .with("movementIds", Value::List(listed))
            .offer("open-work", "See the first", "GET", path)
    }
}

/// The drafts that name it. One that cannot be read may name anything.
pub(crate) fn drafts_naming(book: &Book, named: Named) -> Result<Vec<MovementId>, Stop> {
    let names_it = |draft: &&StockMovement| {
        named.is_in_movement(draft)
            || decode_drafts(&draft.draft_lines).map_or(true, |lines| lines.iter().any(|line| named.is_in_draft(line)))
    };
    Ok(book.movement_drafts()?.filter(names_it).map(|draft| draft.id).collect())
}

/// Refuses to delete a row that a movement, a draft or a count names; `retirement` is the way to deactivate it instead,
/// if there is one.
pub(crate) fn require_unused(
    book: &Book,
    named: Named,
    code: Code,
    what: &str,
    retirement: Option<(&'static str, &'static str, String)>,
) -> Result<(), Stop> {
    let mut uses = Uses::of(book, named)?;
    if let Named::Warehouse(warehouse) = named {
        // Where several share their costs, a line that says how their goods are valued names one of them, also an empty one.
        uses.by_movements = uses.by_movements || book.is_named_by_lines(warehouse)?;
    }
    let Some(by) = uses.told() else { return Ok(()) };
    if uses.is_by_drafts_alone() {
        let message = format!("{what} is used by {by}: remove it there, or delete the draft first");
        return Err(uses.with_drafts(Rejection::new(code, message)).into());
    }
    let rejection = Rejection::new(code, format!("{what} is used by {by}, which cannot be removed: retire it instead"));
    Err(match retirement {
        Some((field, value, path)) => rejection
            .offer("deactivate", "Retire it", "PUT", path)
            .body(vec![(field, Value::Text(value.to_owned()))])
            .into(),
        None => rejection.into(),
    })
}
