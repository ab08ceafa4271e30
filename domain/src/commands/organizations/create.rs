//! Creates the organization: its settings and its first administrator.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{
    ControlChanges, LaterCostsTo, Membership, Organization, PrincipalKind, ReceiptsWithoutCost, Reply,
    VoidInClosedPeriod,
};
use crate::value::id::PrincipalId;
use crate::value::permission::{BuiltInRole, Permission};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, limits};

/// Creates the organization whose book this is.
#[derive(Clone, Debug)]
pub struct CreateOrganization {
    /// Shown on reports.
    pub name: String,
    /// The currency of the books, for good.
    pub base_currency: Currency,
    /// IANA time zone; checked by the caller, who has the zone database.
    pub timezone: String,
    /// Who administers it.
    pub admin: PrincipalId,
}

impl Decide for CreateOrganization {
    const PERMISSION: Permission = Permission::OrganizationUpdate;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Membership(self.admin));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        if book.organization_if_any()?.is_some() {
            return Err(Rejection::new(Code::CodeTaken, "this organization exists already").into());
        }
        book.membership(self.admin)?;
        let (at, by) = (ctx.at, ctx.actor.principal);
        book.organization.put(Organization {
            name: self.name.clone(),
            base_currency: self.base_currency,
            timezone: self.timezone.clone(),
            negative_stock: false,
            approver_not_preparer: false,
            voider_not_poster: false,
            control_changes: ControlChanges::Alone,
            second_person_since: None,
            void_in_closed_period: VoidInClosedPeriod::Refuse,
            receipts_without_cost: ReceiptsWithoutCost::Refuse,
            later_costs_to: LaterCostsTo::Variance,
            counts_hold: false,
            write_off_tolerance: 0,
            valuation_account_id: None,
            cogs_account_id: None,
            adjustment_account_id: None,
            in_transit_account_id: None,
            scrap_account_id: None,
            fx_gain_loss_account_id: None,
            realised_gain_account_id: None,
            realised_loss_account_id: None,
            unrealised_gain_account_id: None,
            unrealised_loss_account_id: None,
            rounding_account_id: None,
            rate_max_age_days: limits::RATE_AGE_DAYS_AT_FIRST,
            metadata: "{}".to_owned(),
            version: 1,
            created_at: at,
            created_by: by,
            updated_at: at,
            updated_by: by,
        });
        book.memberships.put(Membership {
            principal_id: self.admin,
            kind: PrincipalKind::User,
            roles: BuiltInRole::Admin.name().to_owned(),
            is_active: true,
            owner_id: None,
            held_by: String::new(),
            warehouse_ids: None,
            version: 1,
            created_at: at,
            created_by: by,
            updated_at: at,
            updated_by: by,
        });
        let recorded = book.record(ctx, FactKind::OrganizationCreated, book.id);
        Ok(Reply::new(book.id, 1, recorded))
    }
}
