//! The events of a record, the newest first, and its state before each.
//!
//! Most events of a record are about it. It may also have been written by an event about another one: an entry by the movement that
//! posted or voided it, an item by an import. Those are found by the instants that stand in its row, and by the imports.

use std::collections::BTreeMap;

use domain::book::fact::FactKind;
use domain::rows::Account;
use domain::rows::Row;
use domain::rows::items::Item;
use domain::value::Instant;
use domain::value::id::OrganizationId;
use store::Snapshot;
use store::read::trail::{self, TrailFilter, TrailLink};

use super::subject::Noun;
use super::written::Written;
use crate::http::problem::Problem;

/// Earlier events about a record that are looked at for its state, where the last of them did not write it.
const EARLIER: usize = 4;
/// The newest events about a record, at whose instants no others are looked for.
const KNOWN: usize = 50;
/// The newest imports that are looked at for a record.
const IMPORTS: usize = 10;

/// What events wrote of their subjects, each read once.
#[derive(Default)]
pub struct Read(BTreeMap<(i64, String), Option<Written>>);

impl Read {
    /// What this event wrote of a record.
    pub async fn written(
        &mut self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        link: &TrailLink,
        subject: &str,
    ) -> Result<Option<Written>, Problem> {
        let key = (link.seq, subject.to_owned());
        if let Some(known) = self.0.get(&key) {
            return Ok(known.clone());
        }
        let payload = trail::payload(snapshot, organization, link).await?;
        let written = Written::of(&payload, subject).map_err(|bad| Problem::damaged(&bad))?;
        self.0.insert(key, written.clone());
        Ok(written)
    }
}

/// The events of one record.
pub struct History<'a> {
    pub organization: OrganizationId,
    pub subject: &'a str,
    /// The last event of the log.
    pub seq: i64,
    /// Events about others that wrote it, the newest first.
    others: Vec<TrailLink>,
}

impl<'a> History<'a> {
    /// Of the events about it alone.
    pub fn of_its_own(organization: OrganizationId, subject: &'a str, seq: i64) -> Self {
        Self { organization, subject, seq, others: Vec::new() }
    }

    /// With the events about others that wrote it.
    pub async fn open(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        subject: &'a str,
        seq: i64,
        read: &mut Read,
    ) -> Result<Self, Problem> {
        let mut history = Self::of_its_own(organization, subject, seq);
        let Some((noun, id)) = Noun::of(subject) else { return Ok(history) };
        let about = history.about(snapshot, &TrailFilter::default(), 0, seq, KNOWN).await?;
        let mut found = history.by_instants(snapshot, noun, id, &about).await?;
        found.extend(history.imports(snapshot, noun).await?);
        found.sort_by_key(|link| std::cmp::Reverse(link.seq));
        found.dedup_by_key(|link| link.seq);
        for link in found {
            if link.subject != subject && read.written(snapshot, organization, &link, subject).await?.is_some() {
                history.others.push(link);
            }
        }
        Ok(history)
    }

    /// Its events behind `after` up to `until` that the filter takes, the newest first.
    pub async fn events(
        &self,
        snapshot: &mut Snapshot,
        filter: &TrailFilter,
        after: i64,
        until: i64,
        most: usize,
    ) -> Result<Vec<TrailLink>, Problem> {
        let mut found = self.about(snapshot, filter, after, until, most).await?;
        let others = self.others.iter().filter(|link| link.seq > after && link.seq <= until && takes(filter, link));
        found.extend(others.cloned());
        found.sort_by_key(|link| std::cmp::Reverse(link.seq));
        found.truncate(most);
        Ok(found)
    }

    /// What the event before this one left of it.
    pub async fn before(&self, snapshot: &mut Snapshot, seq: i64, read: &mut Read) -> Result<Option<Written>, Problem> {
        let filter = TrailFilter::default();
        for link in self.events(snapshot, &filter, 0, seq - 1, EARLIER).await? {
            if let Some(written) = read.written(snapshot, self.organization, &link, self.subject).await? {
                return Ok(Some(written));
            }
        }
        Ok(None)
    }

    async fn about(
        &self,
        snapshot: &mut Snapshot,
        filter: &TrailFilter,
        after: i64,
        until: i64,
        most: usize,
    ) -> Result<Vec<TrailLink>, Problem> {
        let filter = TrailFilter { subject: Some(self.subject.to_owned()), ..filter.clone() };
        Ok(trail::newest(snapshot, self.organization, &filter, after, until, most).await?)
    }

    /// Events at the instants that stand in its row, where no event about it is known to be at that one.
    async fn by_instants(
        &self,
        snapshot: &mut Snapshot,
        noun: &Noun,
        id: [u8; 16],
        about: &[TrailLink],
    ) -> Result<Vec<TrailLink>, Problem> {
        if noun.table.keys != 1 {
            return Ok(Vec::new());
        }
        let is_instant = |name: &str| WRITTEN_AT.contains(&name);
        let columns: Vec<&str> =
            noun.table.columns.iter().map(|column| column.name).filter(|name| is_instant(name)).collect();
        if columns.is_empty() {
            return Ok(Vec::new());
        }
        let mut instants = trail::instants(snapshot, self.organization, noun.table, id, &columns).await?;
        instants.sort_unstable();
        instants.dedup();
        instants.retain(|at| about.iter().all(|link| link.at.0 != *at));
        let mut found = Vec::new();
        for at in instants {
            found.extend(trail::at(snapshot, self.organization, Instant(at), self.seq).await?);
        }
        Ok(found)
    }

    /// The newest imports that may have written it.
    async fn imports(&self, snapshot: &mut Snapshot, noun: &Noun) -> Result<Vec<TrailLink>, Problem> {
        let kind = match noun.table.number {
            number if number == Item::TABLE.number => FactKind::ItemsImported,
            number if number == Account::TABLE.number => FactKind::ChartImported,
            _ => return Ok(Vec::new()),
        };
        let filter = TrailFilter {
            kind: Some(kind.name().to_owned()),
            subject: Some(self.organization.to_string()),
            ..TrailFilter::default()
        };
        Ok(trail::newest(snapshot, self.organization, &filter, 0, self.seq, IMPORTS).await?)
    }
}

/// Columns with the instant of an event that wrote the row.
const WRITTEN_AT: &[&str] = &[
    "created_at",
    "updated_at",
    "posted_at",
    "voided_at",
    "submitted_at",
    "approved_at",
    "rejected_at",
    "undone_at",
    "released_at",
    "cancelled_at",
];

/// Whether a filter without a subject takes this event.
fn takes(filter: &TrailFilter, link: &TrailLink) -> bool {
    let is_of_kind = filter.kind.as_ref().is_none_or(|kind| {
        link.kind == *kind || link.kind.strip_prefix(kind.as_str()).is_some_and(|rest| rest.starts_with('.'))
    });
    is_of_kind && filter.actor.is_none_or(|actor| actor == link.actor)
}
