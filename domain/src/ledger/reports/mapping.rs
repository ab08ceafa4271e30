//! The layout that a statement mapping gives a chart. Every account of the statement is in exactly one section:
//! accounts that no section names are in one of their own, so that the totals stay the same.

use std::collections::BTreeMap;

use crate::ledger::reports::statement::{Layout, Section};
use crate::rows::statement_mappings::UNMAPPED;
use crate::rows::{Account, AccountSubtype, AccountType, Activity, MappingKind, Side, StatementMapping};
use crate::value::id::AccountId;
use crate::value::limits;

/// A chart laid out by a mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mapped {
    pub layout: Layout,
    /// The place of the section in which the results of years stand, or the one of a cash flow.
    pub results: usize,
    /// The activity of each section of a cash flow; `None` for the section of unnamed accounts.
    pub activities: Vec<Option<Activity>>,
    /// Places in the chart of the accounts that no section names.
    pub unmapped: Vec<usize>,
}

/// Lays a chart out.
#[must_use]
pub fn mapped(mapping: &StatementMapping, chart: &[Account]) -> Mapped {
    let claims = Claims::of(mapping, chart);
    let (mut of, mut unmapped) = (BTreeMap::new(), Vec::new());
    let own = mapping.sections.0.len();
    for (place, account) in chart.iter().enumerate() {
        if account.is_group || !is_taken(mapping.kind, account) {
            continue;
        }
        let section = claims.section(account);
        if section.is_none() {
            unmapped.push(place);
        }
        of.insert(account.id, section.unwrap_or(own));
    }
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut sections = Vec::new();
    for (place, section) in mapping.sections.0.iter().enumerate() {
        let above = section.parent.as_deref().and_then(|key| places.get(key).copied());
        sections.push(Section {
            code: section.key.clone().into(),
            title: section.title.clone().into(),
            side: section.side,
            above,
        });
        places.insert(&section.key, place);
    }
    let results = mapping.sections.0.iter().position(|section| section.has_results);
    let mut activities = mapping.sections.activities();
    let homeless = results.is_none() && mapping.kind.has_results();
    if homeless || !unmapped.is_empty() {
        let side = if mapping.kind == MappingKind::BalanceSheet { Side::Debit } else { Side::Credit };
        sections.push(Section { code: UNMAPPED.into(), title: "Not in any section".into(), side, above: None });
        activities.push(None);
    }
    Mapped { layout: Layout { sections: sections.into(), of }, results: results.unwrap_or(own), activities, unmapped }
}

fn is_taken(kind: MappingKind, account: &Account) -> bool {
    kind.takes(account.account_type) && account.subtype.is_none_or(|subtype| kind.takes_subtype(subtype))
}

/// The claims of sections, by the kind of name.
struct Claims<'a> {
    codes: BTreeMap<&'a str, usize>,
    ranges: Vec<(&'a str, &'a str, usize)>,
    subtypes: BTreeMap<AccountSubtype, usize>,
    types: BTreeMap<AccountType, usize>,
    chart: BTreeMap<AccountId, &'a Account>,
}

impl<'a> Claims<'a> {
    fn of(mapping: &'a StatementMapping, chart: &'a [Account]) -> Self {
        let mut claims = Self {
            codes: BTreeMap::new(),
            ranges: Vec::new(),
            subtypes: BTreeMap::new(),
            types: BTreeMap::new(),
            chart: chart.iter().map(|account| (account.id, account)).collect(),
        };
        for (place, section) in mapping.sections.0.iter().enumerate() {
            claims.codes.extend(section.codes.iter().map(|code| (code.as_str(), place)));
            let ranges = section.ranges.iter().map(|(first, last)| (first.as_str(), last.as_str(), place));
            claims.ranges.extend(ranges);
            claims.subtypes.extend(section.subtypes.iter().map(|subtype| (*subtype, place)));
            claims.types.extend(section.types.iter().map(|of_type| (*of_type, place)));
        }
        claims
    }

    /// The section that names the account most closely.
    fn section(&self, account: &Account) -> Option<usize> {
        let code = account.code.as_str();
        let in_range = || self.ranges.iter().find(|(first, last, _)| (*first..=*last).contains(&code));
        let by_subtype = || account.subtype.and_then(|subtype| self.subtypes.get(&subtype).copied());
        (self.codes.get(code).copied())
            .or_else(|| in_range().map(|(_, _, place)| *place))
            .or_else(|| self.of_group_above(account))
            .or_else(by_subtype)
            .or_else(|| self.types.get(&account.account_type).copied())
    }

    fn of_group_above(&self, account: &Account) -> Option<usize> {
        let mut next = account.parent_id;
        // The bound holds for stored trees; it keeps damage from looping.
        for _ in 0..=limits::TREE_DEPTH {
            let above = self.chart.get(&next?)?;
            if let Some(place) = self.codes.get(above.code.as_str()) {
                return Some(*place);
            }
            next = above.parent_id;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::statement_mappings::create::tests::section;
    use crate::ledger::reports::balance_sheet::{YearResult, balance_sheet};
    use crate::ledger::reports::cash_flow::{self, CashFlowFigures, cash_flow};
    use crate::ledger::reports::profit_and_loss::profit_and_loss;
    use crate::ledger::reports::testing::{account, figures};
    use crate::rows::AccountType::{Asset, Equity, Expense, Liability, Revenue};
    use crate::rows::{MappedSection, Sections};
    use crate::value::Instant;
    use crate::value::id::{PrincipalId, StatementMappingId};

    fn mapping(kind: MappingKind, sections: Vec<MappedSection>) -> StatementMapping {
        StatementMapping {
            id: StatementMappingId([1; 16]),
            name: "mine".to_owned(),
            kind,
            sections: Sections(sections),
            version: 1,
            created_at: Instant(0),
            created_by: PrincipalId([1; 16]),
            updated_at: Instant(0),
            updated_by: PrincipalId([1; 16]),
        }
    }

    fn codes(key: &str, codes: &[&str]) -> MappedSection {
        MappedSection { codes: codes.iter().map(|code| (*code).to_owned()).collect(), ..section(key) }
    }

    fn chart() -> Vec<Account> {
        let group = Account { is_group: true, ..account(1, "1", Asset, None) };
        let below =
            |number, code| Account { parent_id: Some(AccountId([1; 16])), ..account(number, code, Asset, None) };
        vec![
            group,
            below(2, "1000"),
            below(3, "1100"),
            account(4, "1500", Asset, Some(AccountSubtype::Bank)),
            account(5, "2000", Liability, None),
            account(6, "3000", Equity, None),
            account(7, "4000", Revenue, None),
            account(8, "6000", Expense, None),
        ]
    }

    #[test]
    fn what_names_an_account_most_closely_has_it() {
        let by_type = MappedSection { types: vec![Asset], ..section("type") };
        let by_subtype = MappedSection { subtypes: vec![AccountSubtype::Bank], ..section("subtype") };
        let by_group = codes("group", &["1"]);
        let by_range = MappedSection { ranges: vec![("1100".to_owned(), "1600".to_owned())], ..section("range") };
        let by_code = codes("code", &["1100"]);
        let all = [by_type, by_subtype, by_group, by_range, by_code];
        let chart = chart();
        // Where 1000, 1100 and 1500 are, as more and more is named.
        for (named, expected) in
            [(1, ["type"; 3]), (2, ["type", "type", "subtype"]), (3, ["group", "group", "subtype"])]
                .into_iter()
                .chain([(4, ["group", "range", "range"]), (5, ["group", "code", "range"])])
        {
            let mapped = mapped(&mapping(MappingKind::BalanceSheet, all[..named].to_vec()), &chart);
            let found = [2, 3, 4].map(|number: u8| mapped.layout.of[&AccountId([number; 16])]);
            assert_eq!(found.map(|place| mapped.layout.sections[place].code.to_string()), expected);
            assert_eq!(mapped.unmapped, [4, 5], "debts and equity");
            assert!(!mapped.layout.of.contains_key(&AccountId([7; 16])), "revenue is in no balance sheet");
        }
    }

    #[test]
    fn what_no_section_names_is_shown_and_totals_are_as_ever() {
        let chart = chart();
        let figures = figures(&[(2, [70]), (3, [5]), (4, [25]), (5, [-30]), (6, [-50]), (7, [-40]), (8, [20])]);
        let years = [YearResult { year: "2010".to_owned(), figures: vec![-20] }];
        let cash = MappedSection { parent: Some("all".to_owned()), ..codes("cash", &["1500"]) };
        let own = MappedSection { side: Side::Credit, has_results: true, ..codes("own", &["3000"]) };
        for (sections, unmapped, results) in [
            (vec![section("all"), cash.clone(), own], 45, "own"),
            (vec![section("all"), cash, codes("own", &["3000", "1000", "1100", "2000"])], -20, UNMAPPED),
        ] {
            let mapped = mapped(&mapping(MappingKind::BalanceSheet, sections), &chart);
            let report = balance_sheet(&chart, &mapped, &figures, &years, 1, false);
            assert_eq!((report.assets, report.liabilities, report.equity), (vec![100], vec![30], vec![70]));
            let amount = |code: &str| {
                let is_it =
                    |row: &&crate::ledger::reports::statement::Row| mapped.layout.sections[row.section].code == code;
                report.rows.iter().find(is_it).map(|row| row.amounts[0])
            };
            assert_eq!((amount("all"), amount("cash"), amount(UNMAPPED)), (Some(25), Some(25), Some(unmapped)));
            assert_eq!(mapped.layout.sections[mapped.results].code, results);
        }
    }

    #[test]
    fn a_mapped_cash_flow_has_the_change_of_the_other_one_and_what_no_section_names_as_a_part_of_it() {
        let chart = chart();
        // 65 earned, 30 borrowed and 50 of capital, of which 70 were lent, 5 are owed to us and 70 are in the bank.
        let moved = figures(&[(2, [70]), (3, [5]), (4, [70]), (5, [-30]), (6, [-50]), (7, [-100]), (8, [35])]);
        let figures = CashFlowFigures {
            opening: figures(&[(4, [3])]),
            moved,
            days: vec![Default::default()],
            ..Default::default()
        };
        let plain = cash_flow(&chart, &cash_flow::standard(&chart), &figures, 1, false);
        let of = |activity, section| MappedSection { activity: Some(activity), side: Side::Credit, ..section };
        let operating = of(Activity::Operating, MappedSection { has_results: true, ..section("operating") });
        let lent = of(Activity::Investing, MappedSection { side: Side::Debit, ..codes("lent", &["1000"]) });
        let below = MappedSection { parent: Some("operating".to_owned()), ..codes("owed", &["1100"]) };
        let given = of(Activity::Financing, MappedSection { types: vec![Liability, Equity], ..section("given") });
        for (sections, expected) in [
            (vec![operating.clone(), below, lent.clone(), given.clone()], [60, -70, 80, 0]),
            (vec![lent, given], [0, -70, 80, 60]),
            (vec![operating], [65, 0, 0, 5]),
        ] {
            let mapped = mapped(&mapping(MappingKind::CashFlow, sections), &chart);
            assert!(!mapped.layout.of.contains_key(&AccountId([4; 16])), "cash is what is explained");
            let report = cash_flow(&chart, &mapped, &figures, 1, false);
            let [operating, investing, financing, unmapped] = expected;
            assert_eq!((report.operating, report.investing), (vec![operating], vec![investing]));
            assert_eq!((report.financing, report.unmapped), (vec![financing], vec![unmapped]));
            assert_eq!((&report.change, &report.difference), (&plain.change, &vec![0]));
            assert_eq!((report.change, report.closing_cash), (vec![70], vec![73]));
        }
    }

    #[test]
    fn a_mapped_profit_and_loss_has_the_result_of_the_other_one() {
        let chart = chart();
        let figures = figures(&[(2, [70]), (7, [-40]), (8, [15])]);
        for (sections, unmapped) in [
            (vec![codes("sales", &["4000"])], vec![7]),
            (vec![codes("sales", &["4000"]), MappedSection { types: vec![Expense], ..section("cost") }], vec![]),
        ] {
            let mapped = mapped(&mapping(MappingKind::ProfitAndLoss, sections), &chart);
            let report = profit_and_loss(&chart, &mapped.layout, &figures, 1, false);
            assert_eq!((report.revenue, report.expenses, report.result), (vec![40], vec![15], vec![25]));
            assert_eq!(mapped.unmapped, unmapped);
        }
    }
}
