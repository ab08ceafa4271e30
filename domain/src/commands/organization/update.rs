//! Updates the organization's settings by merge. The base currency is none of them: it is fixed at creation.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::controls::proposing::{Consent, Intended};
use crate::controls::{state, switching};
use crate::rows::{
    ControlChanges, ControlSubject, LaterCostsTo, NegativeStock, Organization, PrincipalKind, ReceiptsWithoutCost,
    Reply, VoidInClosedPeriod,
};
use crate::stock::default_accounts::DefaultAccount;
use crate::stock::owed::require_nothing_owed;
use crate::stock::valued::{Revalued, Valuing, require_warehouses_unmoved};
use crate::stock::warehouses::account_role::{Role, check_account};
use crate::value::change::Merge;
use crate::value::id::{AccountId, WarehouseId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Decimal, DecimalError, Json, Patch, Sought, limits};

/// Changes the settings that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateOrganization {
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub name: Option<String>,
    /// IANA time zone; checked by the caller, who has the zone database.
    pub timezone: Option<String>,
    /// Whether stock may go below zero where a warehouse inherits.
    pub negative_stock: Option<bool>,
    /// Whether who prepared an entry may not approve it.
    pub approver_not_preparer: Option<bool>,
    /// Whether who posted an entry may not void it.
    pub voider_not_poster: Option<bool>,
    /// How many it takes to change controls.
    pub control_changes: Option<ControlChanges>,
    /// How an entry of a closed period is voided.
    pub void_in_closed_period: Option<VoidInClosedPeriod>,
    /// How a receipt without a stated cost is posted.
    pub receipts_without_cost: Option<ReceiptsWithoutCost>,
    /// Where that part of a later cost goes which no goods keep.
    pub later_costs_to: Option<LaterCostsTo>,
    /// Whether a posted count holds against movements that change its past.
    pub counts_hold: Option<bool>,
    /// Most that a match may write off, in base currency; 0 allows none.
    pub write_off_tolerance: Option<Decimal>,
    /// The warehouses' default accounts.
    pub valuation_account_id: Patch<Sought<AccountId>>,
    pub cogs_account_id: Patch<Sought<AccountId>>,
    pub adjustment_account_id: Patch<Sought<AccountId>>,
    pub in_transit_account_id: Patch<Sought<AccountId>>,
    pub scrap_account_id: Patch<Sought<AccountId>>,
    /// The account for gains and losses of exchange.
    pub fx_gain_loss_account_id: Patch<Sought<AccountId>>,
    /// The account for gains of exchange that were realised by a settlement or a match.
    pub realised_gain_account_id: Patch<Sought<AccountId>>,
    /// The account for losses of exchange that were realised.
    pub realised_loss_account_id: Patch<Sought<AccountId>>,
    /// The account for gains of revaluations, which are taken back.
    pub unrealised_gain_account_id: Patch<Sought<AccountId>>,
    /// The account for losses of revaluations, which are taken back.
    pub unrealised_loss_account_id: Patch<Sought<AccountId>>,
    /// The account for the rest of rounding.
    pub rounding_account_id: Patch<Sought<AccountId>>,
    /// Accounts that are named by their codes, as a chart does that was brought in just before.
    pub accounts_by_code: Vec<(DefaultAccount, String)>,
    /// How many days a rate is good for, 0 to 366.
    pub rate_max_age_days: Option<i64>,
    /// An object, merged by key.
    pub metadata: Patch<Json>,
}

impl Decide for UpdateOrganization {
    const PERMISSION: Permission = Permission::OrganizationUpdate;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        for sent in [
            &self.valuation_account_id,
            &self.cogs_account_id,
            &self.adjustment_account_id,
            &self.in_transit_account_id,
            &self.scrap_account_id,
            &self.fx_gain_loss_account_id,
            &self.realised_gain_account_id,
            &self.realised_loss_account_id,
            &self.unrealised_gain_account_id,
            &self.unrealised_loss_account_id,
            &self.rounding_account_id,
        ] {
            keys.extend(sent.value().and_then(Sought::id).map(Key::Account));
        }
        keys.extend(self.accounts_by_code.iter().map(|(_, code)| Key::AccountByCode(code.clone())));
        if self.control_changes == Some(ControlChanges::SecondPerson) {
            keys.extend([Key::Memberships, Key::Roles]);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.carry_out(book, ctx, Consent::Own)
    }
}

impl UpdateOrganization {
    /// Changes the settings, or proposes it where they are controls.
    pub(crate) fn carry_out(&self, book: &mut Book, ctx: &Context, consent: Consent<'_>) -> Result<Reply, Stop> {
        let before = book.organization()?.clone();
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        self.apply(&mut after, &mut faults);
        for (used_for, code) in &self.accounts_by_code {
            match book.account_by_code(code)? {
                Some(id) => used_for.name_in(&mut after, id),
                None => {
                    let message = format!("there is no account with the code {code}");
                    faults.push(Fault::new(format!("/{}", used_for.field()), Code::UnknownReference, message));
                }
            }
        }
        check_accounts(book, &before, &after, &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if after == before {
            return Ok(Reply::new(book.id, before.version, Default::default()));
        }
        check_stock(book, &before, &after)?;
        let change = switch(book, ctx, &before, &mut after)?;
        if let Some(change) = &change {
            require_nothing_else(consent, &before, &after)?;
            if let Some(proposed) = consent.ask(book, ctx, change)? {
                return Ok(proposed);
            }
        }
        after.revise(ctx);
        let version = after.version;
        let is_lifted = before.second_person_since.is_some() && after.second_person_since.is_none();
        book.organization.put(after);
        let kind = if is_lifted && ctx.actor.kind == PrincipalKind::System {
            FactKind::SecondPersonLifted
        } else {
            FactKind::OrganizationUpdated
        };
        let Some(change) = change else {
            let recorded = book.record(ctx, kind, book.id);
            return Ok(Reply::new(book.id, version, recorded));
        };
        Ok(consent.record(book, ctx, &change, kind, version))
    }
}

/// The part of a change that is one of controls, if any. When changes begin to take two persons, there must be two, and
/// the time is noted.
fn switch(
    book: &Book,
    ctx: &Context,
    before: &Organization,
    after: &mut Organization,
) -> Result<Option<Intended>, Stop> {
    match (before.control_changes, after.control_changes) {
        (ControlChanges::Alone, ControlChanges::SecondPerson) => {
            switching::require_two(book)?;
            after.second_person_since = Some(ctx.at);
        }
        (ControlChanges::SecondPerson, ControlChanges::Alone) => after.second_person_since = None,
        (ControlChanges::Alone, ControlChanges::Alone)
        | (ControlChanges::SecondPerson, ControlChanges::SecondPerson) => {}
    }
    let (was, is) = (state::of_settings(before), state::of_settings(after));
    let is_off = |was: bool, is: bool| was && !is;
    Ok((was != is).then(|| Intended {
        subject: ControlSubject::Organization,
        id: book.id.to_string(),
        before: Some(was),
        after: Some(is),
        loosens: is_off(before.approver_not_preparer, after.approver_not_preparer)
            || is_off(before.voider_not_poster, after.voider_not_poster)
            || is_off(before.second_person_since.is_some(), after.second_person_since.is_some()),
    }))
}

/// A proposal holds controls alone: other fields would be lost, or wait with it.
fn require_nothing_else(consent: Consent<'_>, before: &Organization, after: &Organization) -> Result<(), Stop> {
    let only_controls = Organization {
        approver_not_preparer: after.approver_not_preparer,
        voider_not_poster: after.voider_not_poster,
        control_changes: after.control_changes,
        second_person_since: after.second_person_since,
        ..before.clone()
    };
    let waits = matches!(consent, Consent::Own) && before.control_changes == ControlChanges::SecondPerson;
    if !waits || *after == only_controls {
        return Ok(());
    }
    let message =
        "changes of separationOfDuties and controlChanges need a second person: send them without other changes";
    Err(Rejection::new(Code::FieldsConflict, message).at("/separationOfDuties").into())
}

/// Goods in stock stay valued on their account, and nothing may be below zero where that becomes forbidden.
fn check_stock(book: &Book, before: &Organization, after: &Organization) -> Result<(), Stop> {
    if before.negative_stock && !after.negative_stock {
        let inheriting = book.warehouses()?.filter(|warehouse| warehouse.negative_stock == NegativeStock::Inherit);
        let inheriting: Vec<WarehouseId> = inheriting.map(|warehouse| warehouse.id).collect();
        require_nothing_owed(book, &inheriting, "/negativeStock")?;
    }
    if before.valuation_account_id == after.valuation_account_id {
        return Ok(());
    }
    let now = Valuing::now(book)?;
    let then = Valuing { organization: after.clone(), ..now.clone() };
    require_warehouses_unmoved(book, Revalued { before: &now, after: &then }, "/valuationAccountId")
}

impl UpdateOrganization {
    fn apply(&self, settings: &mut Organization, faults: &mut Vec<Fault>) {
        if let Some(name) = &self.name {
            settings.name.clone_from(name);
        }
        if let Some(timezone) = &self.timezone {
            settings.timezone.clone_from(timezone);
        }
        settings.negative_stock = self.negative_stock.unwrap_or(settings.negative_stock);
        settings.approver_not_preparer = self.approver_not_preparer.unwrap_or(settings.approver_not_preparer);
        settings.voider_not_poster = self.voider_not_poster.unwrap_or(settings.voider_not_poster);
        settings.control_changes = self.control_changes.unwrap_or(settings.control_changes);
        settings.void_in_closed_period = self.void_in_closed_period.unwrap_or(settings.void_in_closed_period);
        settings.receipts_without_cost = self.receipts_without_cost.unwrap_or(settings.receipts_without_cost);
        settings.later_costs_to = self.later_costs_to.unwrap_or(settings.later_costs_to);
        settings.counts_hold = self.counts_hold.unwrap_or(settings.counts_hold);
        if let Some(tolerance) = self.write_off_tolerance {
            match tolerance_minor(tolerance, settings) {
                Ok(units) => settings.write_off_tolerance = units,
                Err(fault) => faults.push(fault),
            }
        }
        let accounts = [
            (&self.valuation_account_id, &mut settings.valuation_account_id, "valuation_account_id"),
            (&self.cogs_account_id, &mut settings.cogs_account_id, "cogs_account_id"),
            (&self.adjustment_account_id, &mut settings.adjustment_account_id, "adjustment_account_id"),
            (&self.in_transit_account_id, &mut settings.in_transit_account_id, "in_transit_account_id"),
            (&self.scrap_account_id, &mut settings.scrap_account_id, "scrap_account_id"),
            (&self.fx_gain_loss_account_id, &mut settings.fx_gain_loss_account_id, "fx_gain_loss_account_id"),
            (&self.realised_gain_account_id, &mut settings.realised_gain_account_id, "realised_gain_account_id"),
            (&self.realised_loss_account_id, &mut settings.realised_loss_account_id, "realised_loss_account_id"),
            (&self.unrealised_gain_account_id, &mut settings.unrealised_gain_account_id, "unrealised_gain_account_id"),
            (&self.unrealised_loss_account_id, &mut settings.unrealised_loss_account_id, "unrealised_loss_account_id"),
            (&self.rounding_account_id, &mut settings.rounding_account_id, "rounding_account_id"),
        ];
        for (sent, stored, field) in accounts {
            sent.merge(stored, field, faults);
        }
        settings.rate_max_age_days = self.rate_max_age_days.unwrap_or(settings.rate_max_age_days);
        if !(0..=limits::RATE_AGE_DAYS).contains(&settings.rate_max_age_days) {
            let message = format!("a rate can be valid for 0 to {} days", limits::RATE_AGE_DAYS);
            faults.push(Fault::new("/rateMaxAgeDays", Code::LimitReached, message));
        }
        settings.metadata = self.metadata.merged_into(&settings.metadata, "{}");
        if settings.metadata.len() > limits::METADATA_BYTES {
            let message =
                format!("metadata would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
            faults.push(Fault::new("/metadata", Code::LimitReached, message));
        }
    }
}

/// The tolerance in minor units of the base currency.
fn tolerance_minor(tolerance: Decimal, settings: &Organization) -> Result<i64, Fault> {
    let pointer = "/writeOffTolerance";
    match tolerance.to_units(settings.base_currency.decimals()) {
        Ok(units) if (0..=limits::LINE_AMOUNT_MINOR).contains(&units) => Ok(units),
        Err(DecimalError::TooManyDecimals(most)) => {
            let base = settings.base_currency;
            let message = format!("{tolerance} has too many decimals: {base} allows at most {most}");
            Err(Fault::new(pointer, Code::AmountPrecision, message))
        }
        _ => {
            let most = Decimal::from_units(limits::LINE_AMOUNT_MINOR, settings.base_currency.decimals());
            Err(Fault::new(pointer, Code::AmountOutOfRange, format!("{tolerance} is outside 0 to {most}")))
        }
    }
}

/// An account that changes must be usable; one that was retired since does not block other changes.
fn check_accounts(
    book: &Book,
    before: &Organization,
    after: &Organization,
    faults: &mut Vec<Fault>,
) -> Result<(), Stop> {
    for (pointer, role, old, now) in [
        ("/valuationAccountId", Role::Valuation, before.valuation_account_id, after.valuation_account_id),
        ("/cogsAccountId", Role::Expense, before.cogs_account_id, after.cogs_account_id),
        ("/adjustmentAccountId", Role::Expense, before.adjustment_account_id, after.adjustment_account_id),
        ("/inTransitAccountId", Role::Valuation, before.in_transit_account_id, after.in_transit_account_id),
        ("/scrapAccountId", Role::Expense, before.scrap_account_id, after.scrap_account_id),
        ("/fxGainLossAccountId", Role::OwnLines, before.fx_gain_loss_account_id, after.fx_gain_loss_account_id),
        ("/realisedGainAccountId", Role::OwnLines, before.realised_gain_account_id, after.realised_gain_account_id),
        ("/realisedLossAccountId", Role::OwnLines, before.realised_loss_account_id, after.realised_loss_account_id),
        (
            "/unrealisedGainAccountId",
            Role::OwnLines,
            before.unrealised_gain_account_id,
            after.unrealised_gain_account_id,
        ),
        (
            "/unrealisedLossAccountId",
            Role::OwnLines,
            before.unrealised_loss_account_id,
            after.unrealised_loss_account_id,
        ),
        ("/roundingAccountId", Role::OwnLines, before.rounding_account_id, after.rounding_account_id),
    ] {
        if let Some(id) = now.filter(|_| old != now) {
            faults.extend(check_account(book, after.base_currency, pointer, role, id)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::delete::DeleteAccount;
    use crate::rows::Account;
    use crate::testing::Stage;

    fn id_of(stage: &Stage, code: &str) -> String {
        stage.rows::<Account>().into_iter().find(|account| account.code == code).expect("account").id.to_string()
    }

    #[test]
    fn accounts_are_named_by_their_codes_as_by_their_ids_and_only_those_that_there_are_and_that_do() {
        let mut stage = Stage::new();
        let named = |pairs: &[(DefaultAccount, &str)]| UpdateOrganization {
            accounts_by_code: pairs.iter().map(|(used_for, code)| (*used_for, (*code).to_owned())).collect(),
            ..Default::default()
        };
        let both = [(DefaultAccount::Valuation, "1200"), (DefaultAccount::CostOfSales, "5000")];
        stage.run(named(&both)).expect("named");
        let stored = stage.rows::<Organization>().remove(0);
        let told = |id: Option<AccountId>| id.map(|id| id.to_string());
        assert_eq!(told(stored.valuation_account_id), Some(id_of(&stage, "1200")));
        assert_eq!(told(stored.cogs_account_id), Some(id_of(&stage, "5000")));
        for (used_for, code, refused) in [
            (DefaultAccount::Scrap, "9999", Code::UnknownReference),
            (DefaultAccount::InTransit, "5000", Code::AccountNotUsable),
        ] {
            let rejection = stage.run(named(&[(used_for, code)])).expect_err("refused");
            assert_eq!(
                (rejection.code, rejection.errors[0].pointer.as_str()),
                (refused, &*format!("/{}", used_for.field()))
            );
        }
    }

    #[test]
    fn settings_merge_and_what_changes_nothing_writes_nothing() {
        let mut stage = Stage::new();
        let change = UpdateOrganization {
            name: Some("Acme".to_owned()),
            negative_stock: Some(true),
            valuation_account_id: Patch::Set(Sought::of(&id_of(&stage, "1200"))),
            cogs_account_id: Patch::Set(Sought::of(&id_of(&stage, "5000"))),
            metadata: Patch::Set(Json::parse(r#"{"a":1}"#).expect("json")),
            ..Default::default()
        };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        for same in [change, UpdateOrganization::default()] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
        let stored = stage.rows::<Organization>().remove(0);
        assert_eq!(
            (stored.name.as_str(), stored.timezone.as_str(), stored.metadata.as_str()),
            ("Acme", "Europe/London", r#"{"a":1}"#)
        );
        let held = DeleteAccount { account: Sought::of(&id_of(&stage, "5000")), if_match: None };
        assert_eq!(stage.run(held).expect_err("in use").code, Code::AccountInUse);
        stage.run(UpdateOrganization { cogs_account_id: Patch::Null, ..Default::default() }).expect("cleared");
        let free = DeleteAccount { account: Sought::of(&id_of(&stage, "5000")), if_match: None };
        stage.run(free).expect("free again");
    }

    #[test]
    fn every_unusable_account_is_named_in_one_answer() {
        let mut stage = Stage::new();
        let change = UpdateOrganization {
            valuation_account_id: Patch::Set(Sought::of(&id_of(&stage, "1000"))),
            cogs_account_id: Patch::Set(Sought::of("acc_x")),
            scrap_account_id: Patch::Set(Sought::of(&id_of(&stage, "1100"))),
            ..Default::default()
        };
        let rejection = stage.run(change).expect_err("refused");
        let mut faults: Vec<_> = rejection.errors.iter().map(|error| (error.pointer.as_str(), error.code)).collect();
        faults.sort_unstable();
        assert_eq!(
            faults,
            [
                ("/cogsAccountId", "unknown_reference"),
                ("/scrapAccountId", "account_not_usable"),
                ("/valuationAccountId", "account_not_usable"),
            ]
        );
        let stale = UpdateOrganization { if_match: Some(vec![3]), ..Default::default() };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
    }
}
