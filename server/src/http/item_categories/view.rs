//! An item category as it is answered, and the sources that categories inherit from.

use domain::rows::{ItemCategory, Organization};
use domain::stock::effective::{Categories, category_accounts};
use domain::stock::warehouses::effective::EffectiveAccounts;
use domain::value::Cell;
use domain::value::id::{AccountId, ItemCategoryId, OrganizationId, PrincipalId};
use store::Snapshot;

use crate::http::organization;
use crate::http::output::{At, Id, RawObject};
use crate::http::problem::Problem;

crate::view! {
    /// A category of items. The `effective…` accounts are its own or inherited; a warehouse's own accounts take
    /// precedence over them.
    pub struct ItemCategoryView from (category: ItemCategory, effective: EffectiveAccounts) {
        pub id: Id<ItemCategoryId>,
        pub code: String,
        pub name: String,
        pub description: Option<String>,
        pub parent_id: Option<Id<ItemCategoryId>>,
        pub valuation_account_id: Option<Id<AccountId>>,
        pub cogs_account_id: Option<Id<AccountId>>,
        pub adjustment_account_id: Option<Id<AccountId>>,
        pub in_transit_account_id: Option<Id<AccountId>>,
        pub scrap_account_id: Option<Id<AccountId>>,
        pub effective_valuation_account_id: Option<Id<AccountId>> => effective.valuation.map(Id),
        pub effective_cogs_account_id: Option<Id<AccountId>> => effective.cogs.map(Id),
        pub effective_adjustment_account_id: Option<Id<AccountId>> => effective.adjustment.map(Id),
        pub effective_in_transit_account_id: Option<Id<AccountId>> => effective.in_transit.map(Id),
        pub effective_scrap_account_id: Option<Id<AccountId>> => effective.scrap.map(Id),
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    ItemCategoryView {
        code: String => "Code",
        name: String => "Name",
        description: Option<String> => "Description",
        parent_id: Option<Id<ItemCategoryId>> => "Parent" (code of categories),
        parent_id: Option<Id<ItemCategoryId>> => "Parent name" (name of categories),
        valuation_account_id: Option<Id<AccountId>> => "Valuation account" (code of accounts),
        cogs_account_id: Option<Id<AccountId>> => "Cost of goods account" (code of accounts),
        adjustment_account_id: Option<Id<AccountId>> => "Adjustment account" (code of accounts),
        in_transit_account_id: Option<Id<AccountId>> => "In transit account" (code of accounts),
        scrap_account_id: Option<Id<AccountId>> => "Scrap account" (code of accounts),
        id: Id<ItemCategoryId> => "Id",
    }
}

/// The sources that categories inherit from: all categories, which are few, and the organization.
pub struct Inherited {
    pub organization: Organization,
    categories: Categories,
}

impl Inherited {
    /// Reads it.
    pub async fn read(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Self, Problem> {
        let settings = organization::find(snapshot, organization).await?;
        let rows: Vec<ItemCategory> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
        let categories = rows.into_iter().map(|category| (category.id, category)).collect();
        Ok(Self { organization: settings, categories })
    }

    /// The accounts of items in a category, independent of the warehouse.
    #[must_use]
    pub fn accounts(&self, category: Option<ItemCategoryId>) -> EffectiveAccounts {
        let category = category.and_then(|id| self.categories.get(&id));
        category_accounts(&self.organization, &self.categories, category)
    }
}

impl ItemCategoryView {
    /// The view of a category with its inherited values.
    #[must_use]
    pub fn of(category: ItemCategory, inherited: &Inherited) -> Self {
        let effective = inherited.accounts(Some(category.id));
        Self::shown(category, effective)
    }
}
