//! The opening of every run: an organization with a chart, a year, journals, members, and the scenes
//! that chance would hardly ever play.

use domain::batch::{Envelope, Work};
use domain::command::Command;
use domain::commands::fiscal_years::create::{CreateFiscalYear, Cut};
use domain::commands::organizations::create::CreateOrganization;
use domain::commands::warehouses::create::CreateWarehouse;
use domain::commands::warehouses::update::UpdateWarehouse;
use domain::rows::{BinsMode, ControlChanges, PrincipalKind, WarehouseStatus};
use domain::stock::warehouses::change::WarehouseChange;
use domain::value::{Currency, Patch, Sought};

use super::{access, actors, chart, controls, counts, currencies, dimensions, movements, periods, places, seal};
use crate::simulate::random::Random;
use crate::simulate::world::{ADMIN, World};

/// The next request of the opening; `None` when it is over. Steps come one by one, because a later one names the
/// results of an earlier one.
pub fn opening(step: usize, random: &mut Random, world: &mut World) -> Option<Envelope> {
    let accounts = chart::opening_accounts();
    let roles = access::opening_members();
    let administrator = actors::member(ADMIN, PrincipalKind::User);
    let (actor, command): (_, Command) = match step {
        0 => (actors::system(), organization().into()),
        // The first of these years closes before anything else happens; then 2010 and 2011 are used.
        1 => (administrator, year(2009).into()),
        2 => (administrator, year(2010).into()),
        3 => (administrator, year(2011).into()),
        4..=7 => (administrator, chart::journal(step - 4).into()),
        8 | 9 => {
            let mut first = warehouse(&format!("first-{step}"));
            first.fields.bins_mode = Some(BinsMode::Optional);
            (administrator, first.into())
        }
        // Only the second one is active while the default is frozen: it must stay.
        10 => (administrator, status(&world.warehouses[0], WarehouseStatus::Frozen).into()),
        11 => (administrator, status(&world.warehouses[1], WarehouseStatus::Inactive).into()),
        12 => (administrator, status(&world.warehouses[0], WarehouseStatus::Active).into()),
        // Each below the last one, until the tree is as deep as it may be, and once more. The first two stand alone: one that
        // groups others takes no goods in.
        13..=21 => {
            let mut below = warehouse(&format!("deep-{step}"));
            let above = world.warehouses.last().filter(|_| step > 13);
            below.fields.parent_id = above.map_or(Patch::Absent, |id| Patch::Set(Sought::of(id)));
            (administrator, below.into())
        }
        // Nobody else is there yet who could approve.
        22 => (administrator, controls::switched(ControlChanges::SecondPerson).into()),
        _ => {
            let step = step - 23;
            if let Some(account) = accounts.get(step) {
                (administrator, account.clone().into())
            } else if let Some(role) = roles.get(step - accounts.len()) {
                (administrator, role.clone().into())
            } else {
                let step = step - accounts.len() - roles.len();
                let currency = |step: usize| currencies::opening(step.checked_sub(dimensions::OPENING)?);
                let stock = dimensions::OPENING + currencies::OPENING;
                let goods = stock + places::OPENING;
                let scenes = goods + movements::OPENING;
                let before = scenes + counts::OPENING;
                let command = dimensions::opening(step, world)
                    .or_else(|| currency(step))
                    .or_else(|| places::opening(step.checked_sub(stock)?, world))
                    .or_else(|| movements::opening(step.checked_sub(goods)?, world))
                    .or_else(|| counts::opening(step.checked_sub(scenes)?, world))
                    .or_else(|| periods::first_closing(step.checked_sub(before)?, world));
                (administrator, command?)
            }
        }
    };
    if let Command::SetMembership(made) = &command
        && let Some(id) = made.principal.id()
    {
        world.members.push((id, made.kind));
    }
    Some(seal(random, world, actor, Work::One(Box::new(command)), None))
}

/// The organization.
#[must_use]
pub fn organization() -> CreateOrganization {
    CreateOrganization {
        name: "Simulated".to_owned(),
        base_currency: Currency::parse("GBP").unwrap_or_else(|| panic!("GBP is a currency")),
        timezone: "Europe/London".to_owned(),
        admin: ADMIN,
    }
}

/// A calendar year with monthly periods and adjustments.
#[must_use]
pub fn year(year: i16) -> CreateFiscalYear {
    CreateFiscalYear {
        name: year.to_string(),
        start_date: jiff::civil::date(year, 1, 1),
        end_date: jiff::civil::date(year, 12, 31),
        cut: if year % 2 == 0 { Cut::Monthly } else { Cut::Quarterly },
        adjustment_period: true,
    }
}

fn warehouse(code: &str) -> CreateWarehouse {
    let fields = WarehouseChange { code: Some(code.to_owned()), name: Some(code.to_owned()), ..Default::default() };
    CreateWarehouse { fields }
}

fn status(warehouse: &str, status: WarehouseStatus) -> UpdateWarehouse {
    UpdateWarehouse {
        warehouse: Sought::of(warehouse),
        if_match: None,
        fields: WarehouseChange { status: Some(status), ..Default::default() },
    }
}
