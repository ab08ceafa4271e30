//! Permissions and the built-in roles that are sets of them.

use crate::named_enum;

named_enum! {
    /// A right to do one kind of thing.
    Permission {
        OrganizationRead = "organization:read",
        OrganizationUpdate = "organization:update",
        UsersRead = "users:read",
        UsersManage = "users:manage",
        RolesRead = "roles:read",
        RolesManage = "roles:manage",
        ServiceAccountsRead = "serviceAccounts:read",
        ServiceAccountsManage = "serviceAccounts:manage",
        AccountsRead = "accounts:read",
        AccountsManage = "accounts:manage",
        PartiesLookup = "parties:lookup",
        PartiesRead = "parties:read",
        PartiesManage = "parties:manage",
        CurrenciesRead = "currencies:read",
        CurrenciesManage = "currencies:manage",
        ExchangeRatesRead = "exchangeRates:read",
        ExchangeRatesManage = "exchangeRates:manage",
        JournalsRead = "journals:read",
        JournalsManage = "journals:manage",
        ApprovalPoliciesRead = "approvalPolicies:read",
        ApprovalPoliciesManage = "approvalPolicies:manage",
        ControlChangesRead = "controlChanges:read",
        ControlChangesApprove = "controlChanges:approve",
        DimensionsRead = "dimensions:read",
        DimensionsManage = "dimensions:manage",
        PeriodsRead = "periods:read",
        PeriodsManage = "periods:manage",
        PeriodsSoftClose = "periods:softClose",
        PeriodsClose = "periods:close",
        PeriodsOverride = "periods:override",
        JournalEntriesRead = "journalEntries:read",
        JournalEntriesDraft = "journalEntries:draft",
        JournalEntriesPost = "journalEntries:post",
        JournalEntriesApprove = "journalEntries:approve",
        JournalEntriesVoid = "journalEntries:void",
        JournalEntriesReverse = "journalEntries:reverse",
        JournalEntriesCorrect = "journalEntries:correct",
        RevaluationsRun = "revaluations:run",
        JournalEntriesMatch = "journalEntries:match",
        RecurringEntriesRead = "recurringEntries:read",
        RecurringEntriesManage = "recurringEntries:manage",
        ReportsRead = "reports:read",
        WarehousesRead = "warehouses:read",
        WarehousesCreate = "warehouses:create",
        WarehousesUpdate = "warehouses:update",
        WarehousesDelete = "warehouses:delete",
        ItemsRead = "items:read",
        ItemsManage = "items:manage",
        CostsRead = "costs:read",
        MovementsRead = "movements:read",
        MovementsDraft = "movements:draft",
        MovementsCost = "movements:cost",
        MovementsPost = "movements:post",
        MovementsApprove = "movements:approve",
        MovementsAdjust = "movements:adjust",
        MovementsVoid = "movements:void",
        ReservationsRead = "reservations:read",
        ReservationsManage = "reservations:manage",
        CountsRead = "counts:read",
        CountsRecord = "counts:record",
        CountsApprove = "counts:approve",
        FrozenPoolsManage = "frozenPools:manage",
        InventoryLateEntry = "inventory:lateEntry",
        EventsRead = "events:read",
        AuditRead = "audit:read",
        MetricsRead = "metrics:read",
    }
}

impl Permission {
    /// Those that show the cost of goods, since every movement of goods has its entry: they hold with `costs:read`
    /// alone.
    pub const SHOWING_COSTS: [Self; 2] = [Self::JournalEntriesRead, Self::ReportsRead];

    /// The permissions to ask for, as a message names them.
    #[must_use]
    pub fn needed(self) -> String {
        if Self::SHOWING_COSTS.contains(&self) {
            format!(
                "{} together with {}, because the books show the cost of goods",
                self.name(),
                Self::CostsRead.name()
            )
        } else {
            self.name().to_owned()
        }
    }
}

/// A set of permissions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PermissionSet(u128);

impl PermissionSet {
    /// No permission.
    pub const NONE: Self = Self(0);
    /// Every permission.
    pub const ALL: Self = Self((1 << Permission::ALL.len()) - 1);

    /// The set of these.
    #[must_use]
    pub fn of(permissions: &[Permission]) -> Self {
        Self(permissions.iter().fold(0, |set, permission| set | 1 << (*permission as u32)))
    }

    /// Whether it holds this one.
    #[must_use]
    pub fn has(self, permission: Permission) -> bool {
        self.0 & (1 << (permission as u32)) != 0
    }

    /// The rights that hold: the books show the cost of goods, so reading them needs the right to see costs.
    #[must_use]
    pub fn effective(self) -> Self {
        if self.has(Permission::CostsRead) { self } else { Self(self.0 & !Self::of(&Permission::SHOWING_COSTS).0) }
    }

    /// The rights in either.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The rights in both.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether all of the other are in this one.
    #[must_use]
    pub fn covers(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// Its permissions in their order.
    pub fn iter(self) -> impl Iterator<Item = Permission> {
        Permission::ALL.iter().copied().filter(move |permission| self.has(*permission))
    }

    /// The wire names, separated by blanks (also the form of the OAuth scope).
    #[must_use]
    pub fn names(self) -> String {
        self.iter().map(Permission::name).collect::<Vec<_>>().join(" ")
    }

    /// Reads names separated by blanks; the first unknown one is the error.
    ///
    /// # Errors
    /// The name that no permission has.
    pub fn parse(names: &str) -> Result<Self, String> {
        names.split_whitespace().try_fold(Self::NONE, |set, name| match Permission::parse(name) {
            Some(permission) => Ok(set.union(Self::of(&[permission]))),
            None => Err(name.to_owned()),
        })
    }
}

named_enum! {
    /// The roles that every organization has.
    BuiltInRole {
        Admin = "admin",
        Controller = "controller",
        Accountant = "accountant",
        Clerk = "clerk",
        Auditor = "auditor",
        WarehouseManager = "warehouseManager",
        WarehouseOperator = "warehouseOperator",
    }
}

impl BuiltInRole {
    /// The rights of the role.
    #[must_use]
    pub fn permissions(self) -> PermissionSet {
        use Permission as P;
        let reading = [
            P::OrganizationRead,
            P::AccountsRead,
            P::PartiesLookup,
            P::PartiesRead,
            P::CurrenciesRead,
            P::ExchangeRatesRead,
            P::JournalsRead,
            P::ApprovalPoliciesRead,
            P::DimensionsRead,
            P::PeriodsRead,
            P::JournalEntriesRead,
            P::RecurringEntriesRead,
            P::ReportsRead,
            P::WarehousesRead,
            P::ItemsRead,
            P::CostsRead,
            P::MovementsRead,
            P::ReservationsRead,
            P::CountsRead,
            P::EventsRead,
        ];
        let read = PermissionSet::of(&reading);
        match self {
            Self::Admin => PermissionSet::ALL,
            Self::Auditor => read.union(PermissionSet::of(&[
                P::UsersRead,
                P::RolesRead,
                P::ServiceAccountsRead,
                P::AuditRead,
                P::ControlChangesRead,
                P::MetricsRead,
            ])),
            Self::Clerk => read.union(PermissionSet::of(&[P::JournalEntriesDraft, P::PartiesManage])),
            Self::Accountant => Self::Clerk.permissions().union(PermissionSet::of(&[
                P::JournalEntriesPost,
                P::JournalEntriesVoid,
                P::JournalEntriesReverse,
                P::JournalEntriesCorrect,
                P::RevaluationsRun,
                P::JournalEntriesMatch,
                P::RecurringEntriesManage,
                P::AccountsManage,
                P::JournalsManage,
                P::DimensionsManage,
                P::CurrenciesManage,
                P::ExchangeRatesManage,
                P::FrozenPoolsManage,
                P::MovementsCost,
                P::AuditRead,
            ])),
            Self::Controller => Self::Accountant.permissions().union(PermissionSet::of(&[
                P::JournalEntriesApprove,
                P::MovementsApprove,
                P::ApprovalPoliciesManage,
                P::ControlChangesRead,
                P::ControlChangesApprove,
                P::PeriodsManage,
                P::PeriodsSoftClose,
                P::PeriodsOverride,
                P::InventoryLateEntry,
                P::UsersRead,
                P::RolesRead,
            ])),
            Self::WarehouseOperator => PermissionSet::of(&[
                P::OrganizationRead,
                P::PartiesLookup,
                P::WarehousesRead,
                P::ItemsRead,
                P::MovementsRead,
                P::MovementsDraft,
                P::MovementsPost,
                P::ReservationsRead,
                P::ReservationsManage,
                P::CountsRead,
                P::CountsRecord,
                P::EventsRead,
            ]),
            Self::WarehouseManager => Self::WarehouseOperator.permissions().union(PermissionSet::of(&[
                P::WarehousesCreate,
                P::WarehousesUpdate,
                P::WarehousesDelete,
                P::ItemsManage,
                P::MovementsApprove,
                P::MovementsAdjust,
                P::MovementsVoid,
                P::CountsApprove,
                P::CostsRead,
                P::AccountsRead,
            ])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_are_read_by_those_alone_who_may_see_costs() {
        for books in Permission::SHOWING_COSTS {
            let alone = PermissionSet::of(&[books, Permission::AccountsRead]);
            assert_eq!(alone.effective(), PermissionSet::of(&[Permission::AccountsRead]));
            let with_costs = alone.union(PermissionSet::of(&[Permission::CostsRead]));
            assert_eq!(with_costs.effective(), with_costs);
        }
    }

    #[test]
    fn names_of_a_set_read_back_as_the_set() {
        let set = BuiltInRole::Controller.permissions();
        assert_eq!(PermissionSet::parse(&set.names()), Ok(set));
        assert_eq!(PermissionSet::parse("accounts:read nothing:here"), Err("nothing:here".to_owned()));
        assert_eq!(PermissionSet::parse(&PermissionSet::ALL.names()), Ok(PermissionSet::ALL));
    }

    #[test]
    fn only_controllers_and_admins_approve_and_say_what_needs_approval() {
        use Permission as P;
        for role in BuiltInRole::ALL {
            let decides = matches!(role, BuiltInRole::Admin | BuiltInRole::Controller);
            for right in [P::JournalEntriesApprove, P::ApprovalPoliciesManage, P::ControlChangesApprove] {
                assert_eq!(role.permissions().has(right), decides, "{}: {}", role.name(), right.name());
            }
        }
    }

    #[test]
    fn who_states_costs_of_receipts_keeps_books_and_moves_no_goods() {
        use Permission as P;
        for role in BuiltInRole::ALL.iter().filter(|role| **role != BuiltInRole::Admin) {
            let rights = role.permissions();
            let keeps_books = matches!(role, BuiltInRole::Accountant | BuiltInRole::Controller);
            assert_eq!(rights.has(P::MovementsCost), keeps_books, "{}", role.name());
            assert!(!(rights.has(P::MovementsCost) && rights.has(P::MovementsDraft)), "{}", role.name());
        }
    }

    #[test]
    fn nobody_but_the_admin_closes_periods_or_manages_users() {
        for role in BuiltInRole::ALL.iter().filter(|role| **role != BuiltInRole::Admin) {
            for right in [Permission::PeriodsClose, Permission::UsersManage, Permission::RolesManage] {
                assert!(!role.permissions().has(right), "{} has {}", role.name(), right.name());
            }
        }
    }
}
