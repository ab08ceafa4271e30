//! The day that it is where goods lie: in the time zone of their warehouse, or in the organization's where it names none.

use domain::book::days::day_in;
use domain::rows::Warehouse;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellValue, Date, Instant};

use super::Conditions;
use super::availability::Moment;
use super::columns::Columns;
use crate::{Fault, Snapshot};

/// The day of each warehouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Days {
    /// Where the organization is.
    own: Date,
    /// The instant of which they are the days; `None` for the same day everywhere.
    at: Option<Instant>,
}

impl Days {
    /// The same day everywhere.
    #[must_use]
    pub fn everywhere(day: Date) -> Self {
        Self { own: day, at: None }
    }

    /// The days at a moment.
    #[must_use]
    pub fn at(moment: Moment) -> Self {
        Self { own: moment.day, at: Some(moment.at) }
    }

    /// The day in a warehouse of this time zone.
    #[must_use]
    pub fn of(self, timezone: Option<&str>) -> Date {
        self.at.zip(timezone).and_then(|(at, zone)| day_in(zone, at)).unwrap_or(self.own)
    }

    /// The days of all warehouses of an organization, for statements.
    pub(super) async fn read(self, snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Told, Fault> {
        let mut columns = Columns::default();
        let zone = columns.add::<String>("timezone");
        let sql = format!(
            "select distinct {} from {} where organization_id = $1 and timezone is not null order by timezone",
            columns.text(),
            <Warehouse as domain::rows::Row>::table().name
        );
        let mut others = Vec::new();
        // At any instant most of the world has one of two days: few zones have another than the organization.
        for row in &columns.rows(snapshot, &sql, &[Cell::Id(organization.0)]).await? {
            let zone = zone.of(row)?;
            let day = self.of(Some(&zone));
            if day != self.own {
                others.push((zone, day));
            }
        }
        Ok(Told { own: self.own, others })
    }
}

/// The days as they are known.
pub(super) struct Told {
    own: Date,
    /// Time zones where it is another day.
    others: Vec<(String, Date)>,
}

impl Told {
    /// The day where warehouse `w` is, changed by a function, as an expression of a statement.
    pub(super) fn expression(&self, asked: &mut Conditions, changed: impl Fn(Date) -> Date) -> String {
        let own = asked.bind(changed(self.own).to_cell());
        if self.others.is_empty() {
            return own;
        }
        let when = |(zone, day): &(String, Date)| {
            let zone = asked.bind(Cell::Text(zone.clone()));
            format!("when {zone} then {}", asked.bind(changed(*day).to_cell()))
        };
        let whens: Vec<String> = self.others.iter().map(when).collect();
        format!("(case w.timezone {} else {own} end)", whens.join(" "))
    }
}
