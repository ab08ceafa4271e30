//! Sequences and numbers without gaps: all posted entries in the order in which they were posted.

use std::collections::BTreeMap;

use domain::replay::Numbers;
use domain::rows::{Head, Journal, NumberSeries};
use domain::value::id::{JournalId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue, Date};

use super::compare::shown;
use super::invariant::Invariant;
use super::reading::{PAGE, Reading};
use crate::fault::Fault;

/// `entries.sequence` and `numbers.gapless`.
pub async fn check(reading: &mut Reading, organization: OrganizationId) -> Result<[Invariant; 2], Fault> {
    const KINDS: [CellKind; 4] = [CellKind::Int, CellKind::Text, CellKind::Id, CellKind::Text];
    let whose = [Cell::Id(organization.0)];
    let mut sequences = Invariant::new("entries.sequence");
    let mut numbers = Invariant::new("numbers.gapless");
    let mut wanted = Numbers::new(reading.rows::<Journal>("where organization_id = $1", &whose).await?);
    let sql = format!(
        "select sequence, number, journal_id, date from entries \
         where organization_id = $1 and sequence > $2 order by sequence limit {PAGE}"
    );
    let mut last = 0;
    loop {
        let page = reading.query(&sql, &[whose[0].clone(), Cell::Int(last)], &KINDS).await?;
        for row in &page {
            let [sequence, number, journal, date] = row.as_slice() else { continue };
            let sequence = i64::from_cell(sequence)?;
            sequences.checked += 1;
            numbers.checked += 1;
            if sequence != last + 1 {
                sequences.differs(|| format!("entry {last} of the series is followed by {sequence}"));
            }
            last = sequence;
            let must = wanted.next(JournalId::from_cell(journal)?, Date::from_cell(date)?);
            if must.to_cell() != *number {
                let must = must.to_cell();
                numbers.differs(|| {
                    format!(
                        "entry {sequence} of the series has the number {} instead of {}",
                        shown(number),
                        shown(&must)
                    )
                });
            }
        }
        if page.len() < PAGE {
            break;
        }
    }
    if let Some(head) = reading.rows::<Head>("where organization_id = $1", &whose).await?.first()
        && head.entry_sequence != last
    {
        sequences
            .differs(|| format!("the head counts {} posted entries, and the last one is {last}", head.entry_sequence));
    }
    let kept = reading.rows::<NumberSeries>("where organization_id = $1", &whose).await?;
    let kept: BTreeMap<_, _> =
        kept.into_iter().map(|series| ((series.journal_id, series.bucket), series.last)).collect();
    for key in kept.keys().chain(wanted.last().keys().filter(|key| !kept.contains_key(key))) {
        let (stored, counted) = (kept.get(key).copied().unwrap_or(0), wanted.last().get(key).copied().unwrap_or(0));
        if stored != counted {
            numbers.differs(|| {
                format!("the series {:?} of journal {} stands at {stored} and has {counted} entries", key.1, key.0)
            });
        }
    }
    Ok([sequences, numbers])
}
