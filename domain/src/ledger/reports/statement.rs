//! A statement: sections in order, the accounts of each in their tree, and their totals.
//!
//! Invariant: every account that takes postings is in one section at most, and a section is the sum of its own accounts and
//! of the sections below it, so that nothing is counted twice.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::ledger::reports::{Figures, add};
use crate::named_enum;
use crate::rows::{Account, Side};
use crate::value::id::AccountId;
use crate::value::limits;

/// A section of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Stable name for programs.
    pub code: Cow<'static, str>,
    pub title: Cow<'static, str>,
    /// The side on which its amounts are shown as positive.
    pub side: Side,
    /// The place of the section above it, which stands before it.
    pub above: Option<usize>,
}

impl Section {
    /// A section that every organization has.
    #[must_use]
    pub const fn standard(code: &'static str, title: &'static str, side: Side, above: Option<usize>) -> Self {
        Self { code: Cow::Borrowed(code), title: Cow::Borrowed(title), side, above }
    }
}

/// Which sections there are, and the place of the section of each account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    pub sections: Cow<'static, [Section]>,
    pub of: BTreeMap<AccountId, usize>,
}

/// A row that no account has: the result of a year.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extra {
    /// The place of its section.
    pub section: usize,
    pub title: String,
    /// Debit less credit, by column.
    pub figures: Vec<i128>,
}

named_enum! {
    /// The kind of a row of a statement.
    RowKind {
        /// The head of a section, with its sum.
        Section = "section",
        /// An account, or a group with the sum of its descendants in this section.
        Account = "account",
        /// A computed result, which no account holds.
        Result = "result",
    }
}

/// One row, in the order in which it is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub kind: RowKind,
    /// The place of its section.
    pub section: usize,
    /// The place of its account in the chart.
    pub account: Option<usize>,
    /// The place of its extra row.
    pub extra: Option<usize>,
    /// Levels above it, those of sections and groups together.
    pub depth: usize,
    /// By column, positive on the side of the section.
    pub amounts: Vec<i128>,
}

/// The rows of a statement. Accounts that have nothing in any column are left out unless `include_zero` asks for them, and
/// sections of which nothing is left.
#[must_use]
pub fn lay_out(
    chart: &[Account],
    layout: &Layout,
    figures: &Figures,
    extras: &[Extra],
    columns: usize,
    include_zero: bool,
) -> Vec<Row> {
    let mut setting = Setting {
        layout,
        extras,
        sums: sums(chart, layout, figures, extras, columns),
        trees: Vec::new(),
        rows: Vec::new(),
        include_zero,
    };
    setting.trees = (0..layout.sections.len())
        .map(|section| Tree::of(chart, layout, figures, section, columns, include_zero))
        .collect();
    for section in (0..layout.sections.len()).filter(|place| layout.sections[*place].above.is_none()) {
        setting.section(section, 0);
    }
    setting.rows
}

/// Debit less credit of each section, with the sections below it.
#[must_use]
pub fn sums(chart: &[Account], layout: &Layout, figures: &Figures, extras: &[Extra], columns: usize) -> Vec<Vec<i128>> {
    let mut sums = vec![vec![0; columns]; layout.sections.len()];
    let of_accounts = chart
        .iter()
        .filter(|account| !account.is_group)
        .filter_map(|account| Some((*layout.of.get(&account.id)?, figures.get(&account.id)?.as_slice())));
    let of_extras = extras.iter().map(|extra| (extra.section, extra.figures.as_slice()));
    for (section, figures) in of_accounts.chain(of_extras) {
        let mut next = Some(section);
        while let Some(place) = next {
            add(&mut sums[place], figures);
            next = layout.sections[place].above;
        }
    }
    sums
}

/// The layout in progress.
struct Setting<'a> {
    layout: &'a Layout,
    extras: &'a [Extra],
    sums: Vec<Vec<i128>>,
    trees: Vec<Tree>,
    rows: Vec<Row>,
    include_zero: bool,
}

impl Setting<'_> {
    fn section(&mut self, section: usize, depth: usize) {
        let side = self.layout.sections[section].side;
        let amounts = shown(side, &self.sums[section]);
        let head = self.rows.len();
        self.rows.push(Row { kind: RowKind::Section, section, account: None, extra: None, depth, amounts });
        let tree = std::mem::take(&mut self.trees[section]);
        for root in &tree.roots {
            self.account(section, &tree, *root, depth + 1);
        }
        for (place, extra) in self.extras.iter().enumerate().filter(|(_, extra)| extra.section == section) {
            let amounts = shown(side, &extra.figures);
            let row =
                Row { kind: RowKind::Result, section, account: None, extra: Some(place), depth: depth + 1, amounts };
            self.rows.push(row);
        }
        for below in (0..self.layout.sections.len()).filter(|place| self.layout.sections[*place].above == Some(section))
        {
            self.section(below, depth + 1);
        }
        let has_nothing = self.rows.len() == head + 1 && self.sums[section].iter().all(|sum| *sum == 0);
        if has_nothing && !self.include_zero {
            self.rows.pop();
        }
    }

    fn account(&mut self, section: usize, tree: &Tree, account: usize, depth: usize) {
        let side = self.layout.sections[section].side;
        let amounts = shown(side, tree.figures.get(&account).map(Vec::as_slice).unwrap_or_default());
        self.rows.push(Row { kind: RowKind::Account, section, account: Some(account), extra: None, depth, amounts });
        for below in tree.below.get(&account).into_iter().flatten() {
            self.account(section, tree, *below, depth + 1);
        }
    }
}

fn shown(side: Side, figures: &[i128]) -> Vec<i128> {
    figures.iter().map(|figure| if side == Side::Debit { *figure } else { -figure }).collect()
}

/// The accounts of one section with the groups above them, by their places in the chart.
#[derive(Default)]
struct Tree {
    /// By code.
    roots: Vec<usize>,
    /// The accounts below a group, by code.
    below: BTreeMap<usize, Vec<usize>>,
    figures: BTreeMap<usize, Vec<i128>>,
}

impl Tree {
    fn of(
        chart: &[Account],
        layout: &Layout,
        figures: &Figures,
        section: usize,
        columns: usize,
        include_zero: bool,
    ) -> Self {
        let places: BTreeMap<AccountId, usize> =
            chart.iter().enumerate().map(|(place, account)| (account.id, place)).collect();
        let parent = |place: usize| chart[place].parent_id.and_then(|id| places.get(&id).copied());
        let mut tree = Self::default();
        let nothing = vec![0; columns];
        for (place, account) in chart.iter().enumerate() {
            if account.is_group || layout.of.get(&account.id) != Some(&section) {
                continue;
            }
            let own = figures.get(&account.id).unwrap_or(&nothing);
            if !include_zero && own.iter().all(|figure| *figure == 0) {
                continue;
            }
            let mut next = Some(place);
            // The bound holds for stored trees; it keeps damage from looping.
            for _ in 0..=limits::TREE_DEPTH {
                let Some(at) = next else { break };
                add(tree.figures.entry(at).or_insert_with(|| nothing.clone()), own);
                next = parent(at);
            }
        }
        let mut there: Vec<usize> = tree.figures.keys().copied().collect();
        there.sort_by(|one, other| chart[*one].code.cmp(&chart[*other].code));
        let known: BTreeSet<usize> = there.iter().copied().collect();
        for place in there {
            match parent(place).filter(|above| known.contains(above)) {
                Some(above) => tree.below.entry(above).or_default().push(place),
                None => tree.roots.push(place),
            }
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::reports::testing::{account, figures};
    use crate::rows::AccountType::{Asset, Liability};

    const SECTIONS: &[Section] = &[
        Section::standard("assets", "Assets", Side::Debit, None),
        Section::standard("cash", "Cash", Side::Debit, Some(0)),
        Section::standard("debts", "Debts", Side::Credit, None),
    ];

    fn chart() -> Vec<Account> {
        let group = Account { is_group: true, ..account(1, "1", Asset, None) };
        let below =
            |number, code| Account { parent_id: Some(AccountId([1; 16])), ..account(number, code, Asset, None) };
        vec![group, below(3, "1100"), below(2, "1000"), account(4, "2000", Liability, None), below(5, "1200")]
    }

    fn layout() -> Layout {
        let of = [(2, 1), (3, 0), (4, 2), (5, 0)].map(|(number, section)| (AccountId([number; 16]), section));
        Layout { sections: SECTIONS.into(), of: of.into() }
    }

    fn told(rows: &[Row]) -> Vec<(String, usize, Vec<i128>)> {
        let chart = chart();
        let name = |row: &Row| match (row.account, row.extra) {
            (Some(place), _) => chart[place].code.clone(),
            (None, Some(_)) => "result".to_owned(),
            (None, None) => SECTIONS[row.section].code.to_string(),
        };
        rows.iter().map(|row| (name(row), row.depth, row.amounts.clone())).collect()
    }

    #[test]
    fn groups_stand_in_each_section_with_what_they_have_in_it_and_sections_are_sums() {
        let figures = figures(&[(2, [10, 1]), (3, [5, 0]), (4, [-15, -2])]);
        let extra = Extra { section: 2, title: "Result".to_owned(), figures: vec![0, 1] };
        let rows = lay_out(&chart(), &layout(), &figures, &[extra], 2, false);
        let expected: Vec<(String, usize, Vec<i128>)> = [
            ("assets", 0, [15, 1]),
            ("1", 1, [5, 0]),
            ("1100", 2, [5, 0]),
            ("cash", 1, [10, 1]),
            ("1", 2, [10, 1]),
            ("1000", 3, [10, 1]),
            ("debts", 0, [15, 1]),
            ("2000", 1, [15, 2]),
            ("result", 1, [0, -1]),
        ]
        .map(|(name, depth, amounts)| (name.to_owned(), depth, amounts.to_vec()))
        .to_vec();
        assert_eq!(told(&rows), expected);
    }

    #[test]
    fn accounts_and_sections_with_nothing_come_only_when_asked_for() {
        let all = lay_out(&chart(), &layout(), &figures(&[(3, [5, -5])]), &[], 2, true);
        let names: Vec<String> = told(&all).into_iter().map(|row| row.0).collect();
        assert_eq!(names, ["assets", "1", "1100", "1200", "cash", "1", "1000", "debts", "2000"]);
        let some = lay_out(&chart(), &layout(), &figures(&[(3, [5, -5])]), &[], 2, false);
        let names: Vec<String> = told(&some).into_iter().map(|row| row.0).collect();
        assert_eq!(names, ["assets", "1", "1100"]);
        let none = lay_out(&chart(), &layout(), &figures::<2>(&[]), &[], 2, false);
        assert_eq!(none, []);
    }

    #[test]
    fn a_tree_that_is_damaged_to_a_cycle_ends() {
        let mut chart = chart();
        chart[0].parent_id = Some(AccountId([1; 16]));
        let rows = lay_out(&chart, &layout(), &figures(&[(3, [5])]), &[], 1, false);
        assert_eq!(rows[0].amounts, [5], "sums do not depend on trees");
    }
}
