//! What new books begin with, beside their settings: a chart with its journals, a year and a warehouse, in one commit.

use domain::command::Command;
use domain::commands::chart::import::ImportChart;
use domain::commands::fiscal_years::create::CreateFiscalYear;
use domain::commands::journals::create::CreateJournal;
use domain::commands::organization::update::UpdateOrganization;
use domain::commands::warehouses::create::CreateWarehouse;
use domain::rows::ResetPer;
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::Date;
use domain::value::rejection::Rejection;

use crate::charts::Template;
use crate::commit;
use crate::today;

/// The part of a request that a command comes from, as it is called there.
const CHART: &str = "/chart";
const FISCAL_YEAR: &str = "/fiscalYear";
const WAREHOUSE: &str = "/warehouse";

/// What somebody wants their books to begin with. Nothing of it leaves them empty.
#[derive(Clone, Debug, Default)]
pub struct Beginnings {
    /// The accounts, journals and default accounts; the present calendar year comes along if no other does.
    pub chart: Option<&'static Template>,
    /// The first day of a year of twelve months.
    pub fiscal_year: Option<Date>,
    /// The first warehouse.
    pub warehouse: Option<FirstWarehouse>,
}

/// A warehouse by what it must have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstWarehouse {
    /// Stored in upper case.
    pub code: String,
    /// Its name.
    pub name: String,
}

impl Beginnings {
    /// The commands that follow the creation of the books, each with the part that asks for it.
    #[must_use]
    pub fn commands(&self, timezone: &str) -> Vec<(&'static str, Command)> {
        let mut commands: Vec<(&'static str, Command)> = Vec::new();
        if let Some(chart) = self.chart {
            commands.push((CHART, ImportChart { accounts: chart.accounts() }.into()));
            commands.extend(chart.journals.iter().map(|(code, name, journal_type)| {
                let journal = CreateJournal {
                    code: (*code).to_owned(),
                    name: (*name).to_owned(),
                    journal_type: *journal_type,
                    number_pattern: None,
                    reset_per: ResetPer::Year,
                };
                (CHART, journal.into())
            }));
            let accounts = chart.default_accounts.iter().map(|(used_for, code)| (*used_for, (*code).to_owned()));
            let named = UpdateOrganization { accounts_by_code: accounts.collect(), ..UpdateOrganization::default() };
            commands.push((CHART, named.into()));
        }
        let present = || today::on(commit::now(), timezone).first_of_year();
        if let Some(start) = self.fiscal_year.or_else(|| self.chart.map(|_| present())) {
            commands.push((FISCAL_YEAR, CreateFiscalYear::from_first_day(start).into()));
        }
        if let Some(warehouse) = &self.warehouse {
            let (code, name) = (Some(warehouse.code.clone()), Some(warehouse.name.clone()));
            let fields = WarehouseChange { code, name, ..WarehouseChange::default() };
            commands.push((WAREHOUSE, CreateWarehouse { fields }.into()));
        }
        commands
    }

    /// A refusal of one of the commands, which counts from the creation of the books on, as one of the part that asked
    /// for it.
    #[must_use]
    pub fn told(&self, timezone: &str, mut rejection: Rejection) -> Rejection {
        let parts: Vec<&str> =
            std::iter::once("").chain(self.commands(timezone).iter().map(|(part, _)| *part)).collect();
        if parts.len() == 1 {
            return rejection;
        }
        for error in &mut rejection.errors {
            let Some(rest) = error.pointer.strip_prefix("/items/") else { continue };
            let index = rest.split('/').next().unwrap_or_default();
            let Some(part) = index.parse::<usize>().ok().and_then(|index| parts.get(index)) else { continue };
            // A year is one value here, and of a template nobody sent the accounts.
            error.pointer = match *part {
                WAREHOUSE => format!("{part}{}", &rest[index.len()..]),
                _ => (*part).to_owned(),
            };
        }
        if let Some((_, detail)) = rejection.detail.strip_prefix("item ").and_then(|rest| rest.split_once(": ")) {
            rejection.detail = detail.to_owned();
        }
        rejection
    }
}

/// The first day of a fiscal year, as somebody writes it: a year, or a day.
#[must_use]
pub fn first_day(text: &str) -> Option<Date> {
    let is_year = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let day = if is_year { format!("{text}-01-01") } else { text.to_owned() };
    let is_day = day.len() == 10 && day.is_ascii();
    day.parse().ok().filter(|date: &Date| is_day && (1..=9998).contains(&date.year()))
}

#[cfg(test)]
mod tests {
    use domain::value::rejection::Code;
    use jiff::civil::date;

    use super::*;
    use crate::charts;

    #[test]
    fn a_year_is_named_by_the_years_in_which_it_lies() {
        for (first, name, last) in [
            ("2026", "2026", date(2026, 12, 31)),
            ("2026-04-01", "2026/27", date(2027, 3, 31)),
            ("2024-02-29", "2024/25", date(2025, 2, 27)),
            ("1999-07-01", "1999/00", date(2000, 6, 30)),
        ] {
            let year = CreateFiscalYear::from_first_day(first_day(first).unwrap());
            assert_eq!((year.name.as_str(), year.end_date), (name, last), "{first}");
        }
        for wrong in ["", "26", "2026-4-1", "2026-02-30", "20260401", "+2026", "next"] {
            assert_eq!(first_day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_refusal_names_the_field_that_asked_for_it() {
        let beginnings = Beginnings {
            chart: charts::template("ifrs"),
            fiscal_year: Some(date(2026, 1, 1)),
            warehouse: Some(FirstWarehouse { code: "MAIN".to_owned(), name: "Main".to_owned() }),
        };
        let parts: Vec<&str> = beginnings.commands("UTC").iter().map(|(part, _)| *part).collect();
        assert_eq!(parts.len(), 12);
        for (place, below, wanted) in [
            (0, "", ""),
            (1, "/accounts/3/code", "/chart"),
            (11, "/endDate", "/fiscalYear"),
            (12, "/code", "/warehouse/code"),
        ] {
            let refused =
                Rejection::new(Code::CodeTaken, format!("item {place}: no")).at(format!("/items/{place}{below}"));
            let told = beginnings.told("UTC", refused);
            assert_eq!((told.errors[0].pointer.as_str(), told.detail.as_str()), (wanted, "no"));
        }
    }
}
