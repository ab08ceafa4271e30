//! The books as a report sees them: now, or as they were known at an earlier point of the log.

use domain::rows::{Account, Dimension, DimensionValue, FiscalYear, Organization, Row};
use domain::value::id::OrganizationId;
use domain::value::{Cell, Date, Instant, limits};
use serde_json::json;
use store::Snapshot;
use store::read::dimensions::DimensionFilter;
use store::read::known::{self, Known, KnownEntries, MasterData};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, Type};

use crate::http::dimensions::filter::{self, Wanted};
use crate::http::input::{Decode, Pointer, Schemas, Violations, scalar_schema};
use crate::http::json::Node;
use crate::http::problem::Problem;
use crate::{commit, today};

/// `knownAt`: an instant, or `seq:n`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KnownAt {
    /// The last event at or before it.
    Instant(Instant),
    /// This event of the log.
    Seq(i64),
}

impl Decode for KnownAt {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = match node {
            Node::Text(text) | Node::Untyped(text) => text,
            other => {
                errors.wrong_type(at, "an instant, or seq:n", other);
                return None;
            }
        };
        let Some(digits) = text.strip_prefix("seq:") else {
            // In a query a plus that was not escaped is a blank, and no instant has one.
            let offset = text.len().checked_sub(6).filter(|place| text.as_bytes()[*place] == b' ');
            let plus = offset.and_then(|place| Some(format!("{}+{}", text.get(..place)?, text.get(place + 1..)?)));
            let node = plus.map_or_else(|| node.clone(), Node::Untyped);
            return Instant::decode(&node, at, errors).map(Self::Instant);
        };
        let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        match digits.parse() {
            Ok(seq) if plain && seq > 0 => Some(Self::Seq(seq)),
            _ => {
                errors.push(at, "malformed_seq", "must be seq: and the number of an event from 1 on, such as seq:1200");
                None
            }
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let text = scalar_schema(Type::String).pattern(Some("^(seq:[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt].+)$"));
        let text = text.description(Some(
            "An instant of RFC 3339, in any offset (write a `+` as `%2B` in a query): includes everything written at \
             or before it, to the microsecond. Or an event of the log: includes that event and all before it.",
        ));
        text.examples([json!("seq:1200"), json!("2010-12-31T23:59:59Z")]).into()
    }
}

/// The books of one organization at one point.
#[derive(Debug)]
pub struct Books {
    organization: OrganizationId,
    /// The last event that counts.
    pub seq: i64,
    then: Option<(Known, MasterData)>,
    /// The instant of an earlier point: the one that is asked for, else that of the event.
    at: Option<Instant>,
}

impl Books {
    /// The books now, or at that point.
    ///
    /// # Errors
    /// 400 where the log has not come so far, or the point lies before its first event.
    pub async fn open(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        known_at: Option<KnownAt>,
    ) -> Result<Self, Problem> {
        let Some(known_at) = known_at else {
            return Ok(Self { organization, seq: snapshot.seq(organization).await?, then: None, at: None });
        };
        let known = resolve(snapshot, organization, known_at, "knownAt").await?;
        let master = MasterData::read(snapshot, organization, known.seq).await?;
        let books = Self { organization, seq: known.seq, at: Some(known.at), then: Some((known, master)) };
        Ok(books.asked_at(known_at))
    }

    /// The same books as of a later instant at which nothing more was known: then it may have been another day. Of a page that a
    /// cursor leads to, the point of the log is the cursor's.
    #[must_use]
    pub fn asked_at(self, known_at: KnownAt) -> Self {
        match (self.at, known_at) {
            (Some(at), KnownAt::Instant(asked)) => Self { at: Some(asked.max(at)), ..self },
            _ => self,
        }
    }

    /// The entries known, where the report is not of now.
    #[must_use]
    pub fn entries(&self) -> Option<KnownEntries> {
        self.then.as_ref().map(|(known, _)| known.entries)
    }

    /// The same with the instant of the last event that counts.
    #[must_use]
    pub fn entries_at(&self) -> Option<(KnownEntries, Instant)> {
        self.then.as_ref().map(|(known, _)| (known.entries, known.at))
    }

    /// All rows of a table of master data, in the order of their keys.
    pub async fn rows<R: Row>(&self, snapshot: &mut Snapshot) -> Result<Vec<R>, Problem> {
        match &self.then {
            Some((_, master)) => master.rows().map_err(|bad| Problem::damaged(&bad)),
            None => Ok(snapshot.rows("where organization_id = $1", &[Cell::Id(self.organization.0)]).await?),
        }
    }

    /// The settings.
    ///
    /// # Errors
    /// Where there are none.
    pub async fn settings(&self, snapshot: &mut Snapshot) -> Result<Organization, Problem> {
        let settings = self.rows(snapshot).await?.into_iter().next();
        Ok(today::known(settings.ok_or_else(|| Problem::lost("organizations", self.organization))?)?)
    }

    /// Fiscal years by their first day.
    pub async fn years(&self, snapshot: &mut Snapshot) -> Result<Vec<FiscalYear>, Problem> {
        let mut years: Vec<FiscalYear> = self.rows(snapshot).await?;
        years.sort_by_key(|year| year.start_date);
        Ok(years)
    }

    /// All accounts, by code.
    pub async fn chart(&self, snapshot: &mut Snapshot) -> Result<Vec<Account>, Problem> {
        let mut chart: Vec<Account> = self.rows(snapshot).await?;
        chart.sort_by(|one, other| one.code.cmp(&other.code));
        Ok(chart)
    }

    /// The day that it is in the organization's zone; of an earlier point, the day that it was then, so that the same
    /// question has the same answer for ever. Where an instant is asked for, it is the instant's, also where the last event
    /// before it was days earlier.
    #[must_use]
    pub fn today(&self, settings: &Organization) -> Date {
        today::on(self.instant(), &settings.timezone)
    }

    /// Now, or the earlier instant.
    #[must_use]
    pub fn instant(&self) -> Instant {
        self.at.unwrap_or_else(commit::now)
    }

    /// The filter of a query, by the dimensions and trees of this point.
    ///
    /// # Errors
    /// As [`filter::resolve`].
    pub async fn dimensions(&self, snapshot: &mut Snapshot, wanted: Wanted) -> Result<DimensionFilter, Problem> {
        if self.then.is_none() {
            return filter::resolve(snapshot, self.organization, wanted).await;
        }
        let mut dimensions: Vec<Dimension> = self.rows(snapshot).await?;
        dimensions.sort_by(|one, other| one.code.cmp(&other.code));
        let values: Vec<DimensionValue> = self.rows(snapshot).await?;
        filter::resolve_among(&dimensions, &values, wanted)
    }
}

/// The first day of the fiscal year that holds a day; behind the last year, that of the last one. Before all years
/// everything is movement.
#[must_use]
pub fn year_start(years: &[FiscalYear], day: Date) -> Date {
    let begun = years.iter().rev().find(|year| year.start_date <= day);
    begun.map_or(jiff::civil::date(1, 1, 1), |year| year.start_date)
}

/// The point that a parameter names.
///
/// # Errors
/// 400 where the log has not come so far, or the point lies before its first event.
pub async fn resolve(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    known_at: KnownAt,
    pointer: &'static str,
) -> Result<Known, Problem> {
    let head = snapshot.head(organization).await?.ok_or_else(|| Problem::lost("heads", organization))?;
    let found = match known_at {
        KnownAt::Seq(seq) => known::at_seq(snapshot, organization, seq).await?,
        KnownAt::Instant(at) => {
            // The next write may still have an instant of the last minutes: clocks differ a little.
            let settled = Instant(commit::now().0.saturating_sub(limits::CLOCK_BEHIND_US)).max(head.at);
            if at > settled {
                let message = format!(
                    "writes at {at} are not complete yet: give an instant up to {settled}, seq:{} for everything known \
                     now, or leave it out",
                    head.seq
                );
                return Err(Problem::violation(pointer, "out_of_range", message).with("seq", head.seq));
            }
            known::at_instant(snapshot, organization, at).await?
        }
    };
    found.ok_or_else(|| {
        let message = format!("the log has only the events 1 to {}: give one of them", head.seq);
        Problem::violation(pointer, "out_of_range", message).with("seq", head.seq)
    })
}
