//! The sections of a statement mapping: which accounts each one names, and how they are written down.
//!
//! The closest claim has the account: its own code, then a range of codes, then the code of a group above it (the
//! nearest first), then its subtype, then its type. Two sections never name the same thing equally closely, so that no
//! future chart gives an account to two.

use std::collections::BTreeMap;

use crate::rows::statement_mappings::UNMAPPED;
use crate::rows::{AccountSubtype, AccountType, Activity, MappingKind, Side};
use crate::value::rejection::{Code, Fault};
use crate::value::{BadCell, Cell, CellKind, CellValue, Json, limits};

/// A section and the accounts that belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MappedSection {
    /// Unique in the mapping.
    pub key: String,
    pub title: String,
    /// The side on which its amounts are shown as positive.
    pub side: Side,
    /// The key of the section above it, which stands before it.
    pub parent: Option<String>,
    /// Codes of accounts, or of groups for all that is below them.
    pub codes: Vec<String>,
    /// First and last codes, both included, as text sorts.
    pub ranges: Vec<(String, String)>,
    pub subtypes: Vec<AccountSubtype>,
    pub types: Vec<AccountType>,
    /// Whether the results of years that are not closed stand here, of a cash flow the result with which it begins; one
    /// section at most.
    pub has_results: bool,
    /// The activity of a top section of a cash flow; sections below it have the same.
    pub activity: Option<Activity>,
}

/// All sections of a mapping, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sections(pub Vec<MappedSection>);

impl Sections {
    /// The faults in the sections of a mapping of this kind, each with its pointer.
    #[must_use]
    pub fn faults(&self, kind: MappingKind) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.check_tree(&mut faults);
        self.check_kind(kind, &mut faults);
        self.check_activities(kind, &mut faults);
        self.check_claims(&mut faults);
        faults
    }

    fn check_tree(&self, faults: &mut Vec<Fault>) {
        // Keys so far, with the levels above each.
        let mut depths: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, section) in self.0.iter().enumerate() {
            let mut depth = 0;
            if let Some(parent) = &section.parent {
                match depths.get(parent.as_str()) {
                    Some(above) => depth = above + 1,
                    None => {
                        let message = format!("no earlier section has the key {parent}: put the parent section first");
                        faults.push(invalid(place, "parentKey", message));
                    }
                }
            }
            if depth >= limits::TREE_DEPTH {
                let message = format!("sections can be at most {} levels deep", limits::TREE_DEPTH);
                faults.push(invalid(place, "parentKey", message));
            }
            if section.key == UNMAPPED {
                let message = format!("the key {UNMAPPED} is reserved for accounts in no section: choose another");
                faults.push(invalid(place, "key", message));
            }
            if depths.insert(&section.key, depth).is_some() {
                let message = format!("another section has the key {}: choose another", section.key);
                faults.push(invalid(place, "key", message));
            }
        }
    }

    fn check_kind(&self, kind: MappingKind, faults: &mut Vec<Fault>) {
        let mut results = None;
        for (place, section) in self.0.iter().enumerate() {
            for (index, wrong) in section.types.iter().enumerate().filter(|(_, one)| !kind.takes(**one)) {
                let message = format!("a {} has no accounts of type {}: leave it out", kind.title(), wrong.name());
                faults.push(invalid(place, &format!("types/{index}"), message));
            }
            for (index, wrong) in section.subtypes.iter().enumerate().filter(|(_, one)| !kind.takes_subtype(**one)) {
                let message = format!(
                    "a {} explains the change in accounts of subtype {}: leave it out",
                    kind.title(),
                    wrong.name()
                );
                faults.push(invalid(place, &format!("subtypes/{index}"), message));
            }
            for (index, (first, last)) in section.ranges.iter().enumerate().filter(|(_, (first, last))| first > last) {
                let message = format!("{last} sorts before {first}, because codes are text: swap them");
                faults.push(invalid(place, &format!("codeRanges/{index}"), message));
            }
            if !section.has_results {
                continue;
            }
            if !kind.has_results() {
                let message = "a profit and loss is itself the result: leave it out";
                faults.push(invalid(place, "hasResults", message));
            } else if let Some(other) = results.replace(section.key.as_str()) {
                let message = format!("section {other} already has the results: only one section can have them");
                faults.push(invalid(place, "hasResults", message));
            }
        }
    }

    /// Every section of a cash flow tells of one activity, and the result is operating.
    fn check_activities(&self, kind: MappingKind, faults: &mut Vec<Fault>) {
        let activities = self.activities();
        for (place, section) in self.0.iter().enumerate() {
            let message = match (kind, &section.parent, section.activity) {
                (MappingKind::CashFlow, None, None) => {
                    "a top-level section of a cash flow needs an activity: operating, investing or financing"
                }
                (MappingKind::CashFlow, Some(_), Some(_)) => {
                    "a section below another has the same activity: leave it out"
                }
                (MappingKind::BalanceSheet | MappingKind::ProfitAndLoss, _, Some(_)) => {
                    "only a cash flow has activities: leave it out"
                }
                _ => "",
            };
            if !message.is_empty() {
                faults.push(invalid(place, "activity", message));
            }
            let activity = activities.get(place).copied().flatten();
            if kind == MappingKind::CashFlow
                && section.has_results
                && activity.is_some_and(|one| one != Activity::Operating)
            {
                let message = "the result belongs to operating activities: put it in one of their sections";
                faults.push(invalid(place, "hasResults", message));
            }
        }
    }

    /// The activity of each section: its own, or that of the section above it.
    #[must_use]
    pub fn activities(&self) -> Vec<Option<Activity>> {
        let mut by_key: BTreeMap<&str, Option<Activity>> = BTreeMap::new();
        let mut activities = Vec::new();
        for section in &self.0 {
            let above = section.parent.as_deref().and_then(|key| by_key.get(key).copied()).flatten();
            let activity = if section.parent.is_some() { above } else { section.activity };
            by_key.insert(&section.key, activity);
            activities.push(activity);
        }
        activities
    }

    fn check_claims(&self, faults: &mut Vec<Fault>) {
        let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
        let mut subtypes: BTreeMap<AccountSubtype, usize> = BTreeMap::new();
        let mut types: BTreeMap<AccountType, usize> = BTreeMap::new();
        let mut ranges: Vec<(&str, &str, usize)> = Vec::new();
        let mut claimed = |first: usize, place: usize, field: String, what: String| {
            if first != place {
                let (one, other) = (&self.0[first].key, &self.0[place].key);
                let message = format!("sections {one} and {other} both claim {what}: remove it from one of them");
                faults.push(Fault::new(format!("/sections/{place}/{field}"), Code::AccountClaimedTwice, message));
            }
        };
        for (place, section) in self.0.iter().enumerate() {
            for (index, code) in section.codes.iter().enumerate() {
                let first = *codes.entry(code).or_insert(place);
                claimed(first, place, format!("codes/{index}"), format!("account {code}"));
            }
            for (index, subtype) in section.subtypes.iter().enumerate() {
                let first = *subtypes.entry(*subtype).or_insert(place);
                claimed(first, place, format!("subtypes/{index}"), format!("accounts of subtype {}", subtype.name()));
            }
            for (index, of_type) in section.types.iter().enumerate() {
                let first = *types.entry(*of_type).or_insert(place);
                claimed(first, place, format!("types/{index}"), format!("accounts of type {}", of_type.name()));
            }
            for (index, (from, to)) in section.ranges.iter().enumerate() {
                let (from, to) = (from.as_str(), to.as_str());
                let overlap =
                    ranges.iter().find(|(first, last, other)| *other != place && (*first).max(from) <= (*last).min(to));
                if let Some((first, last, other)) = overlap {
                    let (begin, end) = ((*first).max(from), (*last).min(to));
                    claimed(*other, place, format!("codeRanges/{index}"), format!("accounts from {begin} to {end}"));
                }
                ranges.push((from, to, place));
            }
        }
    }
}

fn invalid(place: usize, field: &str, message: impl Into<String>) -> Fault {
    Fault::new(format!("/sections/{place}/{field}"), Code::SectionInvalid, message)
}

impl CellValue for Sections {
    const KIND: CellKind = CellKind::Text;

    /// Canonical JSON.
    fn to_cell(&self) -> Cell {
        Cell::Text(Json::List(self.0.iter().map(written).collect()).to_string())
    }

    fn from_cell(cell: &Cell) -> Result<Self, BadCell> {
        let bad = || BadCell::new("sections of a statement", cell);
        let Cell::Text(text) = cell else { return Err(bad()) };
        let Ok(Json::List(sections)) = Json::parse(text) else { return Err(bad()) };
        sections.iter().map(read).collect::<Option<_>>().map(Self).ok_or_else(bad)
    }
}

fn written(section: &MappedSection) -> Json {
    let text = |text: &str| Json::Text(text.to_owned());
    let texts = |all: &mut dyn Iterator<Item = &str>| Json::List(all.map(text).collect());
    let ranges = section.ranges.iter().map(|(first, last)| Json::List(vec![text(first), text(last)]));
    let members = [
        ("key", text(&section.key)),
        ("title", text(&section.title)),
        ("side", text(section.side.name())),
        ("parent", section.parent.as_deref().map_or(Json::Null, text)),
        ("codes", texts(&mut section.codes.iter().map(String::as_str))),
        ("ranges", Json::List(ranges.collect())),
        ("subtypes", texts(&mut section.subtypes.iter().map(|one| one.name()))),
        ("types", texts(&mut section.types.iter().map(|one| one.name()))),
        ("results", Json::Bool(section.has_results)),
        ("activity", section.activity.map_or(Json::Null, |activity| text(activity.name()))),
    ];
    Json::Object(members.into_iter().map(|(name, member)| (name.to_owned(), member)).collect())
}

fn read(section: &Json) -> Option<MappedSection> {
    fn text(json: &Json) -> Option<&str> {
        if let Json::Text(text) = json { Some(text) } else { None }
    }
    fn list<T>(json: Option<&Json>, one: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
        match json {
            Some(Json::List(items)) => items.iter().map(one).collect(),
            _ => None,
        }
    }
    let range = |json: &Json| {
        let Json::List(ends) = json else { return None };
        let [first, last] = ends.as_slice() else { return None };
        Some((text(first)?.to_owned(), text(last)?.to_owned()))
    };
    let known = |name: &str| Some(section.get(name)?).map(|json| Some(json).filter(|json| **json != Json::Null));
    Some(MappedSection {
        key: text(section.get("key")?)?.to_owned(),
        title: text(section.get("title")?)?.to_owned(),
        side: Side::parse(text(section.get("side")?)?)?,
        parent: match known("parent")? {
            None => None,
            Some(parent) => Some(text(parent)?.to_owned()),
        },
        codes: list(section.get("codes"), |one| text(one).map(str::to_owned))?,
        ranges: list(section.get("ranges"), range)?,
        subtypes: list(section.get("subtypes"), |one| AccountSubtype::parse(text(one)?))?,
        types: list(section.get("types"), |one| AccountType::parse(text(one)?))?,
        has_results: *section.get("results")? == Json::Bool(true),
        activity: match known("activity")? {
            None => None,
            Some(activity) => Some(Activity::parse(text(activity)?)?),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::statement_mappings::create::tests::section;

    #[test]
    fn sections_read_back_as_they_were_written() {
        let all = Sections(vec![
            MappedSection {
                codes: vec!["10\"00".to_owned()],
                ranges: vec![("1".to_owned(), "2".to_owned())],
                types: vec![AccountType::Asset],
                has_results: true,
                ..section("a")
            },
            MappedSection { parent: Some("a".to_owned()), subtypes: vec![AccountSubtype::Bank], ..section("b") },
            MappedSection { activity: Some(Activity::Investing), ..section("c") },
        ]);
        assert_eq!(Sections::from_cell(&all.to_cell()), Ok(all));
        for damaged in ["", "{}", "[1]", "[{\"key\":\"a\"}]"] {
            assert!(Sections::from_cell(&Cell::Text(damaged.to_owned())).is_err(), "{damaged}");
        }
    }

    #[test]
    fn each_fault_of_sections_is_named_with_its_place() {
        let below = |key: &str, parent: &str| MappedSection { parent: Some(parent.to_owned()), ..section(key) };
        let codes = |key: &str, code: &str| MappedSection { codes: vec![code.to_owned()], ..section(key) };
        let range = |key: &str, first: &str, last: &str| MappedSection {
            ranges: vec![(first.to_owned(), last.to_owned())],
            ..section(key)
        };
        let types = |key: &str, one| MappedSection { types: vec![one], ..section(key) };
        let cash = |key: &str| MappedSection { subtypes: vec![AccountSubtype::Cash], ..section(key) };
        let results = |key: &str| MappedSection { has_results: true, ..section(key) };
        let of = |key: &str, activity| MappedSection { activity: Some(activity), ..section(key) };
        let deep = (0..=limits::TREE_DEPTH).map(|depth| match depth {
            0 => section("0"),
            below_it => below(&below_it.to_string(), &(below_it - 1).to_string()),
        });
        let (sheet, result, flow) = (MappingKind::BalanceSheet, MappingKind::ProfitAndLoss, MappingKind::CashFlow);
        let (operating, investing) = (Activity::Operating, Activity::Investing);
        let (invalid, twice) = ("section_invalid", "account_claimed_twice");
        for (kind, sections, expected) in [
            (sheet, vec![section("a"), below("b", "a")], None),
            (sheet, vec![below("b", "a"), section("a")], Some(("/sections/0/parentKey", invalid))),
            (sheet, vec![below("a", "a")], Some(("/sections/0/parentKey", invalid))),
            (sheet, deep.collect(), Some(("/sections/8/parentKey", invalid))),
            (sheet, vec![section("a"), section("a")], Some(("/sections/1/key", invalid))),
            (sheet, vec![section("unmapped")], Some(("/sections/0/key", invalid))),
            (sheet, vec![types("a", AccountType::Revenue)], Some(("/sections/0/types/0", invalid))),
            (result, vec![types("a", AccountType::Revenue)], None),
            (result, vec![results("a")], Some(("/sections/0/hasResults", invalid))),
            (flow, vec![of("a", operating), below("b", "a")], None),
            (flow, vec![section("a")], Some(("/sections/0/activity", invalid))),
            (sheet, vec![of("a", operating)], Some(("/sections/0/activity", invalid))),
            (
                flow,
                vec![of("a", operating), MappedSection { parent: Some("a".to_owned()), ..of("b", operating) }],
                Some(("/sections/1/activity", invalid)),
            ),
            (flow, vec![MappedSection { has_results: true, ..of("a", operating) }], None),
            (
                flow,
                vec![of("a", investing), MappedSection { has_results: true, ..below("b", "a") }],
                Some(("/sections/1/hasResults", invalid)),
            ),
            (
                flow,
                vec![MappedSection { types: vec![AccountType::Expense], ..of("a", operating) }],
                Some(("/sections/0/types/0", invalid)),
            ),
            (
                flow,
                vec![MappedSection { subtypes: vec![AccountSubtype::Cash], ..of("a", operating) }],
                Some(("/sections/0/subtypes/0", invalid)),
            ),
            (sheet, vec![results("a"), results("b")], Some(("/sections/1/hasResults", invalid))),
            (sheet, vec![range("a", "2", "1")], Some(("/sections/0/codeRanges/0", invalid))),
            (sheet, vec![codes("a", "1"), codes("b", "1")], Some(("/sections/1/codes/0", twice))),
            (sheet, vec![codes("a", "1"), range("b", "1", "2")], None),
            (sheet, vec![range("a", "1", "2"), range("b", "2", "3")], Some(("/sections/1/codeRanges/0", twice))),
            (sheet, vec![range("a", "1", "2"), range("b", "3", "4")], None),
            (sheet, vec![cash("a"), cash("b")], Some(("/sections/1/subtypes/0", twice))),
            (sheet, vec![types("a", AccountType::Asset), cash("b")], None),
            (
                sheet,
                vec![types("a", AccountType::Asset), types("b", AccountType::Asset)],
                Some(("/sections/1/types/0", twice)),
            ),
        ] {
            let faults = Sections(sections.clone()).faults(kind);
            let found: Vec<(&str, &str)> =
                faults.iter().map(|fault| (fault.pointer.as_str(), fault.code.name())).collect();
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{sections:?}");
        }
    }

    #[test]
    fn both_sections_that_claim_an_account_are_named() {
        let bank = |key: &str| MappedSection { codes: vec!["1000".to_owned()], ..section(key) };
        let faults = Sections(vec![bank("cash"), bank("other")]).faults(MappingKind::BalanceSheet);
        assert_eq!(faults[0].message, "sections cash and other both claim account 1000: remove it from one of them");
    }
}
