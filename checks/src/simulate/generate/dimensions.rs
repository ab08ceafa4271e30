//! Dimensions, their values, and their use in lines.

use domain::command::Command;
use domain::commands::accounts::update::UpdateAccount;
use domain::commands::dimension_values::create::CreateDimensionValue;
use domain::commands::dimension_values::delete::DeleteDimensionValue;
use domain::commands::dimension_values::update::UpdateDimensionValue;
use domain::commands::dimensions::create::CreateDimension;
use domain::commands::dimensions::delete::DeleteDimension;
use domain::commands::dimensions::update::UpdateDimension;
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{DimensionId, DimensionValueId};
use domain::value::{Date, Json, Patch, Sought};

use super::{id, id_text, if_match, patch};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Dimensions that are kept at most.
const DIMENSIONS: usize = 6;
/// Values that are kept at most.
const VALUES: usize = 60;
/// Dimensions and values of the opening: most lines name them, so that they stay as they are.
const SPARED: (usize, usize) = (2, 4);

/// Steps of the opening.
pub const OPENING: usize = 8;

/// The beginning of every run: two dimensions with values, an account that requires one of them and one that gives the
/// other; `None` when that is over.
pub fn opening(step: usize, world: &World) -> Option<Command> {
    let account = |code: &str| world.accounts.iter().find(|known| known.code == code).map(|known| known.id.clone());
    let value =
        |dimension: usize, code: &str| Some(value_of(Sought::of(&world.dimensions.get(dimension)?.0), code).into());
    match step {
        0 => Some(dimension("country").into()),
        1 => Some(dimension("team").into()),
        2 => value(0, "UK"),
        3 => value(0, "FR"),
        4 => value(1, "north"),
        5 => value(1, "south"),
        6 => Some(
            UpdateAccount {
                account: Sought::of(&account("6000")?),
                required_dimensions: Some(vec!["country".to_owned()]),
                ..UpdateAccount::default()
            }
            .into(),
        ),
        7 => Some(
            UpdateAccount {
                account: Sought::of(&account("5000")?),
                default_dimensions: Patch::Set(object("team", "north")),
                ..UpdateAccount::default()
            }
            .into(),
        ),
        _ => None,
    }
}

/// Creates, updates or deletes a dimension or a value.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    let (dimensions, values) = (world.dimensions.len() < DIMENSIONS, world.dimension_values.len() < VALUES);
    match random.weighed(&[if dimensions { 8 } else { 0 }, 8, 8, if values { 36 } else { 0 }, 28, 12]) {
        0 => {
            let again = random.chance(15);
            let number = world.number();
            dimension(&if again { "country".to_owned() } else { format!("d{number}") }).into()
        }
        1 => update(random, world).into(),
        2 => DeleteDimension { dimension: any_dimension(random, world), if_match: if_match(random) }.into(),
        3 => create_value(random, world).into(),
        4 => update_value(random, world).into(),
        _ => {
            let (dimension, value) = any_value(random, world);
            DeleteDimensionValue { dimension, value, if_match: if_match(random) }.into()
        }
    }
}

/// The dimensions of a line or an entry: mostly none, or existing values; sometimes others.
pub fn text(random: &mut Random, world: &World) -> String {
    match random.below(20) {
        0..=8 => String::new(),
        9..=12 => r#"{"country":"FR"}"#.to_owned(),
        13..=14 => r#"{"country":"UK","team":"north"}"#.to_owned(),
        15 if random.chance(40) => {
            random.one(&[r#"{"country":"XX"}"#, r#"{"planet":"Mars"}"#, r#"{"team":"South"}"#]).to_owned()
        }
        _ => random
            .pick(&world.dimension_values)
            .and_then(|known| {
                let (_, code) = world.dimensions.iter().find(|(id, _)| *id == known.dimension)?;
                Some(object(code, &known.code).to_string())
            })
            .unwrap_or_default(),
    }
}

fn object(code: &str, value: &str) -> Json {
    Json::Object([(code.to_owned(), Json::Text(value.to_owned()))].into())
}

fn dimension(code: &str) -> CreateDimension {
    let code = DimensionCode::parse(code).unwrap_or_else(|| panic!("{code} is no code"));
    CreateDimension { name: code.as_str().to_owned(), code, description: None }
}

fn value_of(dimension: Sought<DimensionId>, code: &str) -> CreateDimensionValue {
    CreateDimensionValue {
        dimension,
        code: code.to_owned(),
        name: format!("Value {code}"),
        parent_id: None,
        is_group: false,
        active_from: None,
        active_to: None,
    }
}

fn any_dimension(random: &mut Random, world: &World) -> Sought<DimensionId> {
    let known: Vec<String> = world.dimensions.iter().map(|(id, _)| id.clone()).collect();
    id(random, &known, &world.foreign)
}

/// A value with its dimension, or now and then with another one.
fn any_value(random: &mut Random, world: &World) -> (Sought<DimensionId>, Sought<DimensionValueId>) {
    let known: Vec<String> = world.dimension_values.iter().map(|known| known.id.clone()).collect();
    let text = id_text(random, &known, &world.foreign);
    let own = world.dimension_values.iter().find(|known| known.id == text);
    let value = Sought::of(&text);
    match own {
        Some(own) if !random.chance(3) => (Sought::of(&own.dimension), value),
        _ => (any_dimension(random, world), value),
    }
}

fn update(random: &mut Random, world: &mut World) -> UpdateDimension {
    let dimension = any_dimension(random, world);
    let spared = world.dimensions.iter().take(SPARED.0).any(|(id, _)| *id == dimension.to_string());
    let number = world.number();
    UpdateDimension {
        dimension,
        if_match: if_match(random),
        code: random.maybe(25, |random| {
            let code = if random.chance(15) { "team".to_owned() } else { format!("d{number}") };
            DimensionCode::parse(&code).unwrap_or_else(|| panic!("{code} is no code"))
        }),
        name: random.maybe(40, |random| format!("Renamed {}", random.below(50))),
        description: patch(random, 10, |_| "described".to_owned()),
        is_active: random.maybe(25, |random| random.chance(70)).filter(|active| *active || !spared),
    }
}

fn create_value(random: &mut Random, world: &mut World) -> CreateDimensionValue {
    let dimension = any_dimension(random, world);
    let taken = random.maybe(6, |_| "UK".to_owned());
    let code = taken.unwrap_or_else(|| format!("V{}", world.number()));
    CreateDimensionValue {
        parent_id: random.maybe(60, |random| parent(random, world, &dimension)),
        is_group: random.chance(15),
        active_from: random.maybe(20, day),
        active_to: random.maybe(20, day),
        ..value_of(dimension, &code)
    }
}

/// A value of the dimension, often the last one made, so that trees grow deep.
fn parent(random: &mut Random, world: &World, dimension: &Sought<DimensionId>) -> Sought<DimensionValueId> {
    let dimension = dimension.to_string();
    let own: Vec<String> = world
        .dimension_values
        .iter()
        .filter(|known| known.dimension == dimension || random.chance(3))
        .map(|known| known.id.clone())
        .collect();
    match own.last() {
        Some(last) if random.chance(50) => Sought::of(last),
        _ => id(random, &own, &world.foreign),
    }
}

fn update_value(random: &mut Random, world: &mut World) -> UpdateDimensionValue {
    let (dimension, value) = any_value(random, world);
    let spared = world.dimension_values.iter().take(SPARED.1).any(|known| known.id == value.to_string());
    let number = world.number();
    UpdateDimensionValue {
        if_match: if_match(random),
        code: random.maybe(15, |random| if random.chance(15) { "FR".to_owned() } else { format!("V{number}") }),
        name: random.maybe(30, |random| format!("Renamed {}", random.below(50))),
        parent_id: patch(random, 40, |random| parent(random, world, &dimension)),
        is_group: random.maybe(10, |random| random.chance(40)).filter(|_| !spared),
        active_from: patch(random, 10, day).only_if(!spared),
        active_to: patch(random, 10, day).only_if(!spared),
        is_active: random.maybe(20, |random| random.chance(60)).filter(|_| !spared),
        dimension,
        value,
    }
}

/// A field that is left alone where it must be.
trait OnlyIf {
    fn only_if(self, may: bool) -> Self;
}

impl<T> OnlyIf for Patch<T> {
    fn only_if(self, may: bool) -> Self {
        if may { self } else { Self::Absent }
    }
}

fn day(random: &mut Random) -> Date {
    let month = i8::try_from(1 + random.below(12)).unwrap_or(1);
    jiff::civil::date(2010, month, 15)
}
