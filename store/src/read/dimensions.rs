//! Lines by their dimensions, found by the texts of the sets that have a value, which are compared for equality alone; and by
//! their party.

use domain::value::id::{DimensionId, DimensionValueId, PartyId};
use domain::value::{Cell, CellValue};

use super::conditions::one_of;

/// Which lines: those that have all of these values, and none of some dimension.
#[derive(Clone, Debug, Default)]
pub struct DimensionFilter {
    /// One value of each of some dimensions; none takes every line.
    pub values: Vec<(DimensionId, DimensionValueId)>,
    /// A dimension of which lines have no value.
    pub without: Option<DimensionId>,
    /// Whether a value stands for all that is below it, too.
    pub with_descendants: bool,
    /// For each of `values`, it and all below it as the tree was at an earlier point; `None` takes the present tree.
    pub branches: Option<Vec<Vec<DimensionValueId>>>,
    /// Only lines of one of these parties, which balances do not know either.
    pub parties: Option<Vec<PartyId>>,
}

impl DimensionFilter {
    /// Whether every line is taken.
    #[must_use]
    pub fn takes_all(&self) -> bool {
        self.values.is_empty() && self.without.is_none() && self.parties.is_none()
    }

    /// From where the lines `l` are read, and the condition that belongs to it. Those of parties are found by the index of
    /// parties alone, and then each by its key: SQLite, left alone, goes through all lines of their accounts.
    pub(super) fn lines(&self, params: &mut Vec<Cell>) -> (&'static str, String) {
        let Some(parties) = &self.parties else { return ("lines as l", String::new()) };
        let condition = format!(
            " and of_party.organization_id = $1 and {} \
              and l.entry_sequence = of_party.entry_sequence and l.line_number = of_party.line_number",
            one_of("of_party.party_id", parties, params)
        );
        ("lines as of_party cross join lines as l", condition)
    }

    /// The same with the entry `e` of each line, by its sequence, and the entry's day as it is compared.
    pub(super) fn lines_of_entries(&self, params: &mut Vec<Cell>) -> (String, &'static str, String) {
        let (lines, condition) = self.lines(params);
        let condition = format!("e.organization_id = $1 and e.sequence = l.entry_sequence{condition}");
        match self.parties {
            // An index by date would give the entries of everybody.
            Some(_) => (format!("{lines} cross join entries as e"), "(e.date || '')", condition),
            None => (format!("{lines} join entries as e on true"), "e.date", condition),
        }
    }

    /// ` and column in (…)` for each value, ` and column not in (…)` for values that must be missing, and the party; adds
    /// their parameters, of which `$1` is the organization. The column is `dimensions` of a line, as the statement names it.
    pub(super) fn condition(&self, column: &str, params: &mut Vec<Cell>) -> String {
        let mut text = String::new();
        for (place, (dimension, value)) in self.values.iter().enumerate() {
            params.extend([dimension.to_cell(), value.to_cell()]);
            let (dimension, value) = (params.len() - 1, params.len());
            let branch = self.branches.as_ref().and_then(|branches| branches.get(place));
            // A tree that were damaged to a cycle would end all the same: `union` keeps no row twice.
            let values = if let Some(branch) = branch.filter(|_| self.with_descendants) {
                let first = params.len() + 1;
                params.extend(branch.iter().map(CellValue::to_cell));
                // The value itself stands there, too, so that the list is never empty.
                let list = crate::sql::list(first, branch.len());
                format!("in (${value}{}", list.replacen('(', if branch.is_empty() { "" } else { ", " }, 1))
            } else if self.with_descendants {
                format!(
                    "in (with recursive branch as (\
                       select id from dimension_values where organization_id = $1 and id = ${value} \
                       union select below.id from dimension_values as below join branch on below.parent_id = branch.id \
                         where below.organization_id = $1) select id from branch)"
                )
            } else {
                format!("= ${value}")
            };
            text.push_str(&format!(
                " and {column} in (select dimensions from dimension_sets \
                   where organization_id = $1 and dimension_id = ${dimension} and value_id {values})"
            ));
        }
        if let Some(dimension) = &self.without {
            params.push(dimension.to_cell());
            text.push_str(&format!(
                " and {column} not in (select dimensions from dimension_sets \
                   where organization_id = $1 and dimension_id = ${})",
                params.len()
            ));
        }
        if let Some(parties) = &self.parties {
            let line = column.strip_suffix("dimensions").unwrap_or_default();
            text.push_str(&format!(" and {}", one_of(&format!("{line}party_id"), parties, params)));
        }
        text
    }
}
