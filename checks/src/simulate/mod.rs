//! The simulation: random requests by seed, decided on the model in memory and on every database in
//! other batches, with and without hints and kept books, across restarts; all must end with the same
//! answers and the same rows.

pub mod coverage;
pub mod engine;
pub mod folder;
pub mod generate;
pub mod invariants;
pub mod random;
pub mod world;

use domain::batch::Outcome;
use domain::model::Model;
use domain::rows::Head;
use domain::value::id::OrganizationId;

use coverage::Coverage;
use engine::{Addressed, Manner, PostgresEngine, SqliteEngine, Tables, Told};
use random::Random;
use world::World;

/// Requests that are generated before the databases follow.
const STRETCH: usize = 400;
/// Stretches after which all rows are compared.
const STRETCHES_PER_LOOK: usize = 5;

/// The parts of a run.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The seed of everything.
    pub seed: u64,
    /// Commands after which it ends.
    pub commands: usize,
}

/// Runs a plan on the model, on SQLite, and on PostgreSQL where there is a server.
///
/// # Panics
/// Where a database differs from the model or an invariant does not hold.
#[must_use]
pub fn run(plan: Plan) -> Coverage {
    let folder = folder::Folder::new();
    let mut sqlite = SqliteEngine::open(&folder.file());
    let mut postgres = PostgresEngine::make();
    let mut random = Random::new(plan.seed);
    let mut coverage = Coverage::default();
    let mut worlds = [World::new(OrganizationId([41; 16])), World::new(OrganizationId([42; 16]))];
    let mut stretches = 0;
    while coverage.commands < plan.commands {
        let (requests, expected) = stretch(&mut random, &mut worlds, &mut coverage, plan.commands);
        let (mut first, mut second) = (Random::new(random.any()), Random::new(random.any()));
        std::thread::scope(|scope| {
            let on_postgres = postgres.as_mut().map(|engine| {
                let (requests, expected) = (&requests, &expected);
                scope.spawn(move || {
                    follow("PostgreSQL", requests, expected, &mut second, |part, manner| engine.commit(part, manner))
                })
            });
            follow("SQLite", &requests, &expected, &mut first, |part, manner| sqlite.commit(part, manner));
            if let Some(Err(panic)) = on_postgres.map(std::thread::ScopedJoinHandle::join) {
                std::panic::resume_unwind(panic);
            }
        });
        stretches += 1;
        if stretches % STRETCHES_PER_LOOK == 0 || coverage.commands >= plan.commands {
            for world in &worlds {
                let organization = world.model.organization;
                compare("SQLite", &world.model, &sqlite.tables(organization));
                if let Some(postgres) = &mut postgres {
                    compare("PostgreSQL", &world.model, &postgres.tables(organization));
                }
                invariants::check(&world.model);
            }
        }
    }
    if let Some(postgres) = postgres {
        postgres.remove();
    }
    for world in &worlds {
        coverage.goods.note(&world.model, world.opened_at);
    }
    coverage
}

/// Requests with the answers that the model gave, one commit each.
fn stretch(
    random: &mut Random,
    worlds: &mut [World],
    coverage: &mut Coverage,
    commands: usize,
) -> (Vec<Addressed>, Vec<Outcome>) {
    let mut requests = Vec::new();
    let mut expected = Vec::new();
    while requests.len() < STRETCH && coverage.commands < commands {
        // One organization does most of the work.
        let chosen = usize::from(random.chance(15));
        let other = &worlds[1 - chosen];
        let foreign: Vec<String> = other.posted.last().into_iter().chain(other.warehouses.last()).cloned().collect();
        let world = &mut worlds[chosen];
        world.foreign = foreign;
        let opening = world.opening.and_then(|step| generate::opening(step, random, world));
        if world.opening.is_some() && opening.is_none() {
            world.opened_at = world.rows::<Head>().pop().map_or(0, |head| head.seq);
        }
        world.opening = world.opening.filter(|_| opening.is_some()).map(|step| step + 1);
        let envelope = opening.unwrap_or_else(|| generate::request(random, world));
        let hints = random.chance(50);
        let outcome = world.model.commit(std::slice::from_ref(&envelope), hints);
        let outcome = outcome.unwrap_or_else(|bad| panic!("{bad}")).pop();
        let outcome = outcome.unwrap_or_else(|| panic!("no outcome"));
        coverage.count(&envelope, &outcome);
        world.learn(&envelope, &outcome);
        requests.push((world.model.organization, envelope));
        expected.push(outcome);
    }
    (requests, expected)
}

/// Sends the requests in random batches and compares each answer.
fn follow(
    name: &str,
    requests: &[Addressed],
    expected: &[Outcome],
    random: &mut Random,
    mut commit: impl FnMut(&[Addressed], Manner) -> Vec<Told>,
) {
    let mut done = 0;
    while done < requests.len() {
        let manner = Manner::any(random);
        let part = &requests[done..requests.len().min(done + manner.requests)];
        for ((told, expected), request) in commit(part, manner).iter().zip(&expected[done..]).zip(part) {
            assert!(
                told.as_ref() == Ok(expected),
                "{name} answered {told:#?}\nthe model {expected:#?}\nto {request:#?}\nin a commit of {manner:?}"
            );
        }
        done += part.len();
    }
}

/// Every table has the same rows.
///
/// # Panics
/// Where one has not.
pub fn compare(name: &str, model: &Model, tables: &Tables) {
    for table in store::tables::ALL {
        let none = std::collections::BTreeMap::new();
        let (expected, found) =
            (model.tables.get(table.name).unwrap_or(&none), tables.get(table.name).unwrap_or(&none));
        if expected == found {
            continue;
        }
        for (key, row) in expected {
            assert_eq!(found.get(key), Some(row), "{name} has another row in {}", table.name);
        }
        let surplus = found.keys().find(|key| !expected.contains_key(*key));
        panic!("{name} has a row in {} that the model has not: {surplus:?}", table.name);
    }
}
