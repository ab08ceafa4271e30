//! Loading from PostgreSQL: queries of one shape become one statement, all statements one flight.

use std::fmt::Write;

use deadpool_postgres::Object;
use domain::book::{Answer, Query};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};
use tokio_postgres::Statement;
use tokio_postgres::types::ToSql;

use super::pipeline::Flight;
use super::plans;
use crate::fault::Fault;
use crate::sql::Dialect;
use crate::statement;
use crate::value::{Parameter, postgres_row, postgres_type};

type Rows = Vec<Vec<Cell>>;

/// Queries of one shape, by their places in the list that was asked.
struct Group {
    places: Vec<usize>,
    statement: Statement,
    is_joined: bool,
}

/// Answers each query, in order.
pub async fn load(client: &Object, organization: OrganizationId, queries: &[Query]) -> Result<Vec<Rows>, Fault> {
    answer(client, organization, queries, |_| None).await
}

/// As [`load`], in a transaction of a connection whose plans are kept.
///
/// # Errors
/// As [`load`].
pub async fn for_commit(client: &Object, organization: OrganizationId, queries: &[Query]) -> Result<Vec<Rows>, Fault> {
    answer(client, organization, queries, |group| Some(plans::is_kept(queries[group.places[0]].table))).await
}

async fn answer(
    client: &Object,
    organization: OrganizationId,
    queries: &[Query],
    keeps: impl Fn(&Group) -> Option<bool>,
) -> Result<Vec<Rows>, Fault> {
    let mut groups = Vec::new();
    for places in grouped(queries) {
        let first = &queries[places[0]];
        let is_joined = places.len() > 1 && statement::values(first).next().is_some();
        let text = if is_joined { joined(first)? } else { statement::select(first, Dialect::Postgres) };
        groups.push(Group { places, statement: client.prepare_cached(&text).await?, is_joined });
    }
    let organization = Cell::Id(organization.0);
    let mut flight = Flight::default();
    for group in &groups {
        flight.push(client, keeps(group), ask(client, &organization, group, queries));
    }
    let mut answers = vec![Rows::new(); queries.len()];
    for (group, found) in groups.iter().zip(flight.land(client).await) {
        let kinds = statement::kinds(&queries[group.places[0]]);
        for row in found? {
            if group.is_joined {
                let place: i64 = row.try_get(0)?;
                let place = usize::try_from(place - 1).ok().and_then(|at| group.places.get(at));
                let place = *place.ok_or_else(|| Fault::Corrupt("an answer without its question".to_owned()))?;
                answers[place].push(postgres_row(&row, 1, kinds.iter().copied())?);
            } else {
                let cells = postgres_row(&row, 0, kinds.iter().copied())?;
                // Several places only where equal queries without values were asked.
                for place in &group.places {
                    answers[*place].push(cells.clone());
                }
            }
        }
    }
    Ok(answers)
}

fn grouped(queries: &[Query]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (place, query) in queries.iter().enumerate() {
        match groups.iter_mut().find(|group| statement::same_shape(&queries[group[0]], query)) {
            Some(group) => group.push(place),
            None => groups.push(vec![place]),
        }
    }
    groups
}

async fn ask(
    client: &Object,
    organization: &Cell,
    group: &Group,
    queries: &[Query],
) -> Result<Vec<tokio_postgres::Row>, Fault> {
    let first = &queries[group.places[0]];
    let organization = Parameter(organization);
    let single: Vec<Parameter<'_>> = statement::values(first).map(Parameter).collect();
    let mut columns: Vec<Vec<Parameter<'_>>> = vec![Vec::with_capacity(group.places.len()); single.len()];
    let mut params: Vec<&(dyn ToSql + Sync)> = vec![&organization];
    if group.is_joined {
        for place in &group.places {
            for (column, cell) in columns.iter_mut().zip(statement::values(&queries[*place])) {
                column.push(Parameter(cell));
            }
        }
        params.extend(columns.iter().map(|column| column as &(dyn ToSql + Sync)));
    } else {
        params.extend(single.iter().map(|value| value as &(dyn ToSql + Sync)));
    }
    Ok(client.query(&group.statement, &params).await?)
}

/// Joins from the list of values to the table: `$2`, `$3` … are arrays, one element per query.
/// The first column of the answer is the number of the query, from 1.
fn joined(query: &Query) -> Result<String, Fault> {
    let mut text = String::from("select k.place");
    match query.answer {
        Answer::Count => text.push_str(", t.count"),
        Answer::Sums(_) => text.push_str(", t.*"),
        Answer::Rows | Answer::First(_) => query.table.columns.iter().for_each(|column| {
            let _ = write!(text, ", t.{}", column.name);
        }),
    }
    text.push_str(" from unnest(");
    let kinds = value_kinds(query)?;
    for (index, kind) in kinds.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}${}::{}[]", index + 2, postgres_type(*kind));
    }
    text.push_str(") with ordinality as k(");
    for index in 0..kinds.len() {
        let _ = write!(text, "v{index}, ");
    }
    let _ = write!(text, "place) cross join lateral ({} where organization_id = $1", statement::selected(query));
    let mut next = 0;
    statement::conditions(&mut text, query, |text| {
        let _ = write!(text, "k.v{next}");
        next += 1;
    });
    match query.answer {
        Answer::First(_) => statement::order_and_limit(&mut text, query),
        // Keeps the planner from turning the look-ups around: while it knows little of a table that grows fast,
        // reading all rows of an organization looks cheaper than reaching for some.
        Answer::Rows => text.push_str(" offset 0"),
        Answer::Sums(sums) => statement::group_and_order(&mut text, sums),
        Answer::Count => {}
    }
    text.push_str(") as t order by k.place");
    let order: Vec<&str> = match query.answer {
        Answer::Count => Vec::new(),
        Answer::Sums(sums) => sums.by.to_vec(),
        Answer::Rows | Answer::First(_) => statement::key_names(query.table).collect(),
    };
    for name in order {
        let _ = write!(text, ", t.{name}");
    }
    Ok(text)
}

fn value_kinds(query: &Query) -> Result<Vec<CellKind>, Fault> {
    statement::valued(query)
        .map(|filter| {
            let column = query.table.columns.iter().find(|column| column.name == filter.column);
            column
                .map(|column| column.kind)
                .ok_or_else(|| Fault::Other(format!("{} has no column {}", query.table.name, filter.column)))
        })
        .collect()
}
