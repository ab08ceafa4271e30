//! Currencies, rates and revaluations.

use domain::command::Command;
use domain::commands::accounts::update::UpdateAccount;
use domain::commands::currencies::create::CreateCurrency;
use domain::commands::currencies::delete::DeleteCurrency;
use domain::commands::currencies::update::UpdateCurrency;
use domain::commands::exchange_rates::create::CreateExchangeRate;
use domain::commands::exchange_rates::import::ImportExchangeRates;
use domain::commands::journal_entries::create::CreateEntry;
use domain::commands::organization::update::UpdateOrganization;
use domain::commands::revaluations::run::RunRevaluation;
use domain::ledger::entries::draft::NewLine;
use domain::rows::{CustomCurrency, EntryType, RateType};
use domain::value::{CurrencyRef, Date, Decimal, IdOrCode, Rate, Sought};

use super::{entries, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Currencies of one's own that are kept at most.
const CURRENCIES: usize = 20;

/// Steps of the opening.
pub const OPENING: usize = 3;

/// The beginning of every run: rates that are good for a year, and a currency of one's own.
pub fn opening(step: usize) -> Option<Command> {
    match step {
        0 => Some(UpdateOrganization { rate_max_age_days: Some(366), ..UpdateOrganization::default() }.into()),
        1 => {
            let years = [2009, 2010, 2011].into_iter();
            let rates = years.flat_map(|year| {
                let day = jiff::civil::date(year, 1, 1);
                [("EUR", 858_312), ("USD", 641_975)].map(|(from, told)| rate_of(from, "GBP", told, day))
            });
            Some(ImportExchangeRates { rates: rates.collect() }.into())
        }
        2 => Some(CreateCurrency { code: reference("BTC"), name: "Bitcoin".to_owned(), decimals: 8 }.into()),
        _ => None,
    }
}

/// Records rates, keeps currencies, revalues.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[20, 8, 8, 8, 10, 36, 6, 8]) {
        0 => new_rate(random).into(),
        1 => ImportExchangeRates { rates: (0..1 + random.below(4)).map(|_| new_rate(random)).collect() }.into(),
        2 => create(random, world).into(),
        3 => UpdateCurrency {
            currency: known(random, world),
            if_match: if_match(random),
            name: random.maybe(50, |random| format!("Currency {}", random.below(50))),
            is_active: random.maybe(50, |random| random.chance(70)),
        }
        .into(),
        4 => DeleteCurrency { currency: known(random, world), if_match: if_match(random) }.into(),
        5 => RunRevaluation {
            date: random.maybe(25, entries::date),
            journal: random.maybe(85, |random| entries::journal(random, world)),
            rate_type: random.maybe(5, |random| random.one(RateType::ALL)),
        }
        .into(),
        7 => with_residue(random, world).into(),
        // Without its account a gain or a residue has no place.
        _ => {
            let code = random.one(&["7000", "7010"]);
            let account = world.accounts.iter().find(|account| account.code == code);
            UpdateAccount {
                account: Sought::of(&account.map(|account| account.id.clone()).unwrap_or_default()),
                is_active: Some(random.chance(60)),
                ..UpdateAccount::default()
            }
            .into()
        }
    }
}

/// A currency that an entry may be in.
pub fn code(random: &mut Random) -> String {
    random.one(&["EUR", "EUR", "EUR", "USD", "USD", "GBP", "JPY", "BTC", "PTS", "no code"]).to_owned()
}

/// A rate of any size.
pub fn rate(random: &mut Random) -> Rate {
    let unscaled = i128::from(random.between(1, 3_000_000));
    Rate::of(Decimal { unscaled, scale: 6 }).unwrap_or_else(|bad| panic!("{bad}"))
}

/// An entry that balances in euros and leaves something over in base currency.
fn with_residue(random: &mut Random, world: &World) -> CreateEntry {
    let line = |code: &str, debit, credit| NewLine {
        account: Some(IdOrCode::Code(code.to_owned())),
        debit,
        credit,
        ..NewLine::default()
    };
    let cents = |units| Some(Decimal::from_units(units, 2));
    let mut lines = vec![line("1000", cents(5), None); 3];
    lines.push(line("4000", None, cents(15)));
    CreateEntry {
        currency: Some("EUR".to_owned()),
        exchange_rate: Rate::parse("0.85").ok(),
        ..entries::plain(world, entries::date(random), EntryType::Standard, lines)
    }
}

fn new_rate(random: &mut Random) -> CreateExchangeRate {
    let from = random.one(&["EUR", "EUR", "USD", "BTC", "PTS"]);
    let to = random.one(&["GBP", "GBP", "GBP", "GBP", "EUR"]);
    let told = random.between(500_000, 1_200_000);
    let rate_type = if random.chance(90) { RateType::Spot } else { random.one(RateType::ALL) };
    CreateExchangeRate { rate_type, ..rate_of(from, to, told, entries::date(random)) }
}

fn rate_of(from: &str, to: &str, millionths: i64, valid_from: Date) -> CreateExchangeRate {
    let number = Decimal { unscaled: i128::from(millionths), scale: 6 };
    CreateExchangeRate {
        from: reference(from),
        to: reference(to),
        rate_type: RateType::Spot,
        valid_from,
        rate: Rate::of(number).unwrap_or_else(|bad| panic!("{bad}")),
        source: None,
    }
}

fn create(random: &mut Random, world: &mut World) -> CreateCurrency {
    let number = world.number();
    let letter = |place: usize| {
        char::from(b'A' + u8::try_from(number / 26_usize.pow(u32::try_from(place).unwrap_or(0)) % 26).unwrap_or(0))
    };
    let fresh: String = ['Q', 'Q', letter(2), letter(1), letter(0)].into_iter().collect();
    let is_full = world.rows::<CustomCurrency>().len() >= CURRENCIES;
    let code = if is_full || random.chance(20) { random.one(&["BTC", "EUR"]).to_owned() } else { fresh };
    CreateCurrency { code: reference(&code), name: format!("Currency {number}"), decimals: random.between(0, 9) }
}

/// The code of a currency, mostly one that there is.
fn known(random: &mut Random, world: &World) -> String {
    let own = world.rows::<CustomCurrency>();
    match random.below(20) {
        0 => "EUR".to_owned(),
        1 => "nothing".to_owned(),
        _ => random.pick(&own).map_or_else(|| "BTC".to_owned(), |own| own.code.clone()),
    }
}

fn reference(code: &str) -> CurrencyRef {
    CurrencyRef::parse(code).unwrap_or_else(|| panic!("{code} is a code"))
}
