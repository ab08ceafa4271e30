//! Asking a book: each question ends in an answer or in the key that must be loaded first.

use std::collections::BTreeMap;

use crate::book::stop::Stop;
use crate::book::{Book, Key, Slots};
use crate::rows::{
    Account, AccountSubtype, AccountType, ApprovalPolicy, Balance, BalanceClass, ControlChange, ControlChangeStatus,
    Dimension, DimensionSet, DimensionValue, Entry, EntryStatus, EntryTemplate, FiscalYear, InvoiceNumber, Journal,
    LegKind, Line, Membership, NumberSeries, Occurrence, Organization, Party, PartyName, Period, Receipt,
    RecurringEntry, Replacement, Role, Row, StatementMapping, ValueEntry, Warehouse,
};
use crate::value::id::{
    AccountId, ApprovalPolicyId, ControlChangeId, DimensionId, DimensionSetId, DimensionValueId, EntryId,
    EntryTemplateId, FiscalYearId, JournalId, PartyId, PeriodId, PrincipalId, RecurringEntryId, RoleId,
    StatementMappingId, WarehouseId,
};
use crate::value::rejection::Rejection;
use crate::value::{BadCell, Cell, CellValue, Currency, Date, text};

pub(super) type Answer<T> = Result<T, Stop>;

impl Book {
    /// The organization's settings, or `not_found` where the organization does not exist.
    pub fn organization(&self) -> Answer<&Organization> {
        self.organization.get(&()).ok_or(Stop::Missing(Key::Organization))?.ok_or_else(|| Rejection::not_found().into())
    }

    /// The settings where there may be none yet.
    pub fn organization_if_any(&self) -> Answer<Option<&Organization>> {
        self.organization.get(&()).ok_or(Stop::Missing(Key::Organization))
    }

    /// A principal's membership.
    pub fn membership(&self, id: PrincipalId) -> Answer<Option<&Membership>> {
        self.memberships.get(&(id,)).ok_or(Stop::Missing(Key::Membership(id)))
    }

    /// All memberships.
    pub fn memberships(&self) -> Answer<impl Iterator<Item = &Membership>> {
        self.require_range(Key::Memberships)?;
        Ok(self.memberships.values())
    }

    /// A custom role.
    pub fn role(&self, id: RoleId) -> Answer<Option<&Role>> {
        self.require_range(Key::Roles)?;
        Ok(self.roles.get(&(id,)).flatten())
    }

    /// All custom roles.
    pub fn roles(&self) -> Answer<impl Iterator<Item = &Role>> {
        self.require_range(Key::Roles)?;
        Ok(self.roles.values())
    }

    /// An account.
    pub fn account(&self, id: AccountId) -> Answer<Option<&Account>> {
        self.accounts.get(&(id,)).ok_or(Stop::Missing(Key::Account(id)))
    }

    /// The account with this code.
    pub fn account_by_code(&self, code: &str) -> Answer<Option<AccountId>> {
        let slot = self.account_codes.get(&code.to_owned());
        slot.map(Option::<&AccountId>::copied).ok_or_else(|| Stop::Missing(Key::AccountByCode(code.to_owned())))
    }

    /// The accounts below a group.
    pub fn account_children(&self, id: AccountId) -> Answer<impl Iterator<Item = &Account>> {
        self.require_range(Key::AccountChildren(id))?;
        Ok(self.accounts.values().filter(move |account| account.parent_id == Some(id)))
    }

    /// All accounts of a type.
    pub fn accounts_of_type(&self, kind: AccountType) -> Answer<impl Iterator<Item = &Account>> {
        self.require_range(Key::AccountsOfType(kind))?;
        Ok(self.accounts.values().filter(move |account| account.account_type == kind))
    }

    /// All accounts of a subtype.
    pub fn accounts_of_subtype(&self, kind: AccountSubtype) -> Answer<impl Iterator<Item = &Account>> {
        self.require_range(Key::AccountsOfSubtype(kind))?;
        Ok(self.accounts.values().filter(move |account| account.subtype == Some(kind)))
    }

    /// The accounts whose lines need some dimension.
    pub fn accounts_with_required_dimensions(&self) -> Answer<impl Iterator<Item = &Account>> {
        self.require_range(Key::AccountsWithRequiredDimensions)?;
        Ok(self.accounts.values().filter(|account| !account.required_dimensions.is_empty()))
    }

    /// The accounts that give their lines some dimension.
    pub fn accounts_with_default_dimensions(&self) -> Answer<impl Iterator<Item = &Account>> {
        self.require_range(Key::AccountsWithDefaultDimensions)?;
        Ok(self.accounts.values().filter(|account| !account.default_dimensions.is_empty()))
    }

    /// A party.
    pub fn party(&self, id: PartyId) -> Answer<Option<&Party>> {
        self.parties.get(&(id,)).ok_or(Stop::Missing(Key::Party(id)))
    }

    /// A party's name and contact.
    pub fn party_name(&self, id: PartyId) -> Answer<Option<&PartyName>> {
        self.party_names.get(&(id,)).ok_or(Stop::Missing(Key::PartyName(id)))
    }

    /// The party with this name, whatever its case and blanks.
    pub fn party_by_name(&self, name: &str) -> Answer<Option<PartyId>> {
        let compared = text::folded(name);
        let slot = self.party_ids_by_name.get(&compared);
        slot.map(Option::<&PartyId>::copied).ok_or(Stop::Missing(Key::PartyByName(compared)))
    }

    /// The party that is meant by this one: the one that it was merged into, or itself.
    pub fn party_meant(&self, id: PartyId) -> Answer<PartyId> {
        Ok(self.party(id)?.and_then(|party| party.merged_into_id).unwrap_or(id))
    }

    /// The parties that were merged into this one.
    pub fn parties_merged_into(&self, id: PartyId) -> Answer<impl Iterator<Item = &Party>> {
        self.require_range(Key::PartiesMergedInto(id))?;
        Ok(self.parties.values().filter(move |party| party.merged_into_id == Some(id)))
    }

    /// The party with this code.
    pub fn party_by_code(&self, code: &str) -> Answer<Option<PartyId>> {
        let slot = self.party_codes.get(&code.to_owned());
        slot.map(Option::<&PartyId>::copied).ok_or_else(|| Stop::Missing(Key::PartyByCode(code.to_owned())))
    }

    /// A dimension.
    pub fn dimension(&self, id: DimensionId) -> Answer<Option<&Dimension>> {
        self.require_range(Key::Dimensions)?;
        Ok(self.dimensions.get(&(id,)).flatten())
    }

    /// All dimensions.
    pub fn dimensions(&self) -> Answer<impl Iterator<Item = &Dimension>> {
        self.require_range(Key::Dimensions)?;
        Ok(self.dimensions.values())
    }

    /// A value of a dimension.
    pub fn dimension_value(&self, id: DimensionValueId) -> Answer<Option<&DimensionValue>> {
        self.dimension_values.get(&(id,)).ok_or(Stop::Missing(Key::DimensionValue(id)))
    }

    /// The value of a dimension with this code.
    pub fn dimension_value_by_code(&self, dimension: DimensionId, code: &str) -> Answer<Option<DimensionValueId>> {
        let slot = self.dimension_value_codes.get(&(dimension, code.to_owned()));
        let slot = slot.map(Option::<&DimensionValueId>::copied);
        slot.ok_or_else(|| Stop::Missing(Key::DimensionValueByCode(dimension, code.to_owned())))
    }

    /// The values directly below a value.
    pub fn dimension_value_children(&self, id: DimensionValueId) -> Answer<impl Iterator<Item = &DimensionValue>> {
        self.require_range(Key::DimensionValueChildren(id))?;
        Ok(self.dimension_values.values().filter(move |value| value.parent_id == Some(id)))
    }

    /// Whether posted lines have this set of dimensions already.
    pub fn has_dimension_set(&self, id: DimensionSetId) -> Answer<bool> {
        self.require_range(Key::DimensionSet(id))?;
        let all = (id, DimensionId([0; 16]))..=(id, DimensionId([255; 16]));
        Ok(self.dimension_sets.range(all).next().is_some())
    }

    /// A journal.
    pub fn journal(&self, id: JournalId) -> Answer<Option<&Journal>> {
        self.require_range(Key::Journals)?;
        Ok(self.journals.get(&(id,)).flatten())
    }

    /// All journals.
    pub fn journals(&self) -> Answer<impl Iterator<Item = &Journal>> {
        self.require_range(Key::Journals)?;
        Ok(self.journals.values())
    }

    /// An approval policy.
    pub fn approval_policy(&self, id: ApprovalPolicyId) -> Answer<Option<&ApprovalPolicy>> {
        self.require_range(Key::ApprovalPolicies)?;
        Ok(self.approval_policies.get(&(id,)).flatten())
    }

    /// All approval policies, the oldest first.
    pub fn approval_policies(&self) -> Answer<impl Iterator<Item = &ApprovalPolicy>> {
        self.require_range(Key::ApprovalPolicies)?;
        Ok(self.approval_policies.values())
    }

    /// A change of controls.
    pub fn control_change(&self, id: ControlChangeId) -> Answer<Option<&ControlChange>> {
        self.control_changes.get(&(id,)).ok_or(Stop::Missing(Key::ControlChange(id)))
    }

    /// The changes of controls that are proposed and not decided, the oldest first.
    pub fn open_control_changes(&self) -> Answer<impl Iterator<Item = &ControlChange>> {
        self.require_range(Key::OpenControlChanges)?;
        Ok(self.control_changes.values().filter(|change| change.status == ControlChangeStatus::Proposed))
    }

    /// The changes that let somebody do more by the subject with this wire id.
    pub fn loosenings_of(&self, subject: &str) -> Answer<impl Iterator<Item = &ControlChange>> {
        self.require_range(Key::LooseningsOf(subject.to_owned()))?;
        let changes = self.control_changes.values();
        Ok(changes.filter(move |change| change.loosens && change.subject_id == subject))
    }

    /// An entry template.
    pub fn entry_template(&self, id: EntryTemplateId) -> Answer<Option<&EntryTemplate>> {
        self.require_range(Key::EntryTemplates)?;
        Ok(self.entry_templates.get(&(id,)).flatten())
    }

    /// All entry templates, the oldest first.
    pub fn entry_templates(&self) -> Answer<impl Iterator<Item = &EntryTemplate>> {
        self.require_range(Key::EntryTemplates)?;
        Ok(self.entry_templates.values())
    }

    /// A statement mapping.
    pub fn statement_mapping(&self, id: StatementMappingId) -> Answer<Option<&StatementMapping>> {
        self.require_range(Key::StatementMappings)?;
        Ok(self.statement_mappings.get(&(id,)).flatten())
    }

    /// All statement mappings, the oldest first.
    pub fn statement_mappings(&self) -> Answer<impl Iterator<Item = &StatementMapping>> {
        self.require_range(Key::StatementMappings)?;
        Ok(self.statement_mappings.values())
    }

    /// A journal's series for one bucket.
    pub fn series(&self, journal: JournalId, bucket: &str) -> Answer<Option<&NumberSeries>> {
        let slot = self.series.get(&(journal, bucket.to_owned()));
        slot.ok_or_else(|| Stop::Missing(Key::Series(journal, bucket.to_owned())))
    }

    /// A fiscal year.
    pub fn fiscal_year(&self, id: FiscalYearId) -> Answer<Option<&FiscalYear>> {
        self.require_range(Key::FiscalYears)?;
        Ok(self.years.get(&(id,)).flatten())
    }

    /// All fiscal years.
    pub fn fiscal_years(&self) -> Answer<impl Iterator<Item = &FiscalYear>> {
        self.require_range(Key::FiscalYears)?;
        Ok(self.years.values())
    }

    /// A period.
    pub fn period(&self, id: PeriodId) -> Answer<Option<&Period>> {
        self.require_range(Key::Periods)?;
        Ok(self.periods.get(&(id,)).flatten())
    }

    /// All periods.
    pub fn periods(&self) -> Answer<impl Iterator<Item = &Period>> {
        self.require_range(Key::Periods)?;
        Ok(self.periods.values())
    }

    /// An entry.
    pub fn entry(&self, id: EntryId) -> Answer<Option<&Entry>> {
        self.entries.get(&(id,)).ok_or(Stop::Missing(Key::Entry(id)))
    }

    /// The intended form of the entry whose difference this one posted; `None` if it posted itself.
    pub fn replacement(&self, id: EntryId) -> Answer<Option<&Replacement>> {
        self.replacements.get(&(id,)).ok_or(Stop::Missing(Key::Replacement(id)))
    }

    /// The entry with this external id that is neither voided nor a mirror.
    pub fn entry_by_external(&self, source: &str, external_id: &str) -> Answer<Option<EntryId>> {
        let key = (source.to_owned(), external_id.to_owned());
        let slot = self.external_ids.get(&key).map(Option::<&EntryId>::copied);
        slot.ok_or(Stop::Missing(Key::EntryByExternal(key.0, key.1)))
    }

    /// The documents that have a number of a supplier.
    pub fn invoice_numbers(&self, name: &(PartyId, String)) -> Answer<impl Iterator<Item = &InvoiceNumber>> {
        let (party, number) = name;
        self.require_range(Key::InvoiceNumbers(*party, number.clone()))?;
        let of = |id: u8| (*party, number.clone(), [id; 16]);
        Ok(self.invoice_numbers.range(of(0)..=of(u8::MAX)))
    }

    /// The lines of a posted entry, in order.
    pub fn lines(&self, entry: &Entry) -> Answer<Vec<Line>> {
        let Some(sequence) = entry.sequence else { return Ok(Vec::new()) };
        if !self.entries.is_new(&(entry.id,)) {
            let posted_now = self.lines.is_new(&(sequence, 1));
            if !posted_now {
                self.require_range(Key::Lines(sequence))?;
            }
        }
        Ok(self.lines.range((sequence, 0)..=(sequence, i64::MAX)).cloned().collect())
    }

    /// A balance row.
    pub fn balance(
        &self,
        account: AccountId,
        date: Date,
        currency: Currency,
        class: BalanceClass,
    ) -> Answer<Option<&Balance>> {
        let key = (account, date, currency, class);
        self.balances.get(&key).ok_or(Stop::Missing(Key::Balance(account, date, currency, class)))
    }

    /// All warehouses.
    pub fn warehouses(&self) -> Answer<impl Iterator<Item = &Warehouse>> {
        self.require_range(Key::Warehouses)?;
        Ok(self.warehouses.values())
    }

    /// A warehouse.
    pub fn warehouse(&self, id: WarehouseId) -> Answer<Option<&Warehouse>> {
        self.require_range(Key::Warehouses)?;
        Ok(self.warehouses.get(&(id,)).flatten())
    }

    /// The answer to a request with this key.
    pub fn receipt(&self, key_hash: [u8; 16]) -> Answer<Option<&Receipt>> {
        self.receipts.get(&(key_hash,)).ok_or(Stop::Missing(Key::Receipt(key_hash)))
    }

    /// A recurring entry.
    pub fn recurring_entry(&self, id: RecurringEntryId) -> Answer<Option<&RecurringEntry>> {
        self.recurring_entries.get(&(id,)).ok_or(Stop::Missing(Key::RecurringEntry(id)))
    }

    /// All recurring entries, the oldest first.
    pub fn recurring_entries(&self) -> Answer<impl Iterator<Item = &RecurringEntry>> {
        self.require_range(Key::RecurringEntries)?;
        Ok(self.recurring_entries.values())
    }

    /// The days of a recurring entry, in order.
    pub fn occurrences(&self, id: RecurringEntryId) -> Answer<impl Iterator<Item = &Occurrence>> {
        self.require_range(Key::Occurrences(id))?;
        Ok(self.occurrences.range((id, Date::MIN)..=(id, Date::MAX)))
    }

    /// How many recurring entries there are.
    pub fn recurring_entries_count(&self) -> Answer<i64> {
        self.counted(Key::RecurringEntriesCount, &self.recurring_entries, |_| true)
    }

    /// How many entries of these dates are in a status before posting and name this period, or none.
    pub fn unposted(&self, status: EntryStatus, period: Option<PeriodId>, from: Date, to: Date) -> Answer<i64> {
        let counts = |entry: &Entry| {
            entry.status == status && entry.period_id == period && entry.date >= from && entry.date <= to
        };
        self.count(Key::Unposted(status, period, from, to), counts)
    }

    /// How many entries have a place in the organization's series.
    pub fn entries_posted(&self) -> Answer<i64> {
        self.count(Key::EntriesPosted, |entry| entry.sequence.is_some())
    }

    /// How many entries a journal has, drafts included.
    pub fn entries_of_journal(&self, id: JournalId) -> Answer<i64> {
        self.count(Key::EntriesOfJournal(id), |entry| entry.journal_id == id)
    }

    /// How many posted entries are to be reversed by themselves on or before a day, and are not yet.
    pub fn auto_reversals_due(&self, until: Date) -> Answer<i64> {
        self.count(Key::AutoReversalsDue(until), |entry| {
            entry.status == EntryStatus::Posted
                && entry.reversed_by_entry_id.is_none()
                && entry.auto_reverse_on.is_some_and(|day| day <= until)
        })
    }

    /// The sums of each account in each currency on these dates: debit, credit, base debit and base credit.
    pub fn balance_sums(&self, from: Date, to: Date) -> Answer<BTreeMap<(AccountId, Currency), [i128; 4]>> {
        let counts = |row: &Balance| row.date >= from && row.date <= to;
        let group = |row: &Balance| vec![row.account_id.to_cell(), row.currency.to_cell()];
        let amounts = |row: &Balance| vec![row.debit, row.credit, row.base_debit, row.base_credit];
        let sums = self.summed(Key::BalanceSums(from, to), &self.balances, counts, group, amounts)?;
        sums.into_iter().map(|(group, sums)| Ok((account_and_currency(&group)?, four(&sums)))).collect()
    }

    /// What goods have posted to the allowance against them up to a date, by account: a credit below 0.
    pub fn allowance_sums(&self, to: Date) -> Answer<BTreeMap<AccountId, i128>> {
        let counts = |row: &ValueEntry| row.leg == LegKind::Allowance && row.date <= to;
        let group = |row: &ValueEntry| vec![row.account_id.to_cell()];
        let sums = self.summed(Key::AllowanceSums(to), &self.value_entries, counts, group, |row| vec![row.amount])?;
        let account = |group: &[Cell]| {
            let account = AccountId::from_cell(group.first().unwrap_or(&Cell::Null));
            account.map_err(|bad| Stop::unreadable("value_entries", to, &bad))
        };
        sums.into_iter().map(|(group, sums)| Ok((account(&group)?, sums.iter().sum()))).collect()
    }

    /// The totals of the posted entries of these dates: all debits and all credits in base currency.
    pub fn entry_totals(&self, from: Date, to: Date) -> Answer<(i128, i128)> {
        let counts = |row: &Entry| row.sequence.is_some() && row.date >= from && row.date <= to;
        let group = |row: &Entry| vec![row.currency.to_cell()];
        let amounts = |row: &Entry| vec![row.total_debit, row.total_credit];
        let sums = self.summed(Key::EntryTotals(from, to), &self.entries, counts, group, amounts)?;
        let total = |place: usize| sums.values().filter_map(|sums| sums.get(place)).sum();
        Ok((total(0), total(1)))
    }

    /// Stored sums with the batch's own changes folded in.
    fn summed<R: Row>(
        &self,
        key: Key,
        slots: &Slots<R::Key, R>,
        counts: impl Fn(&R) -> bool,
        group: impl Fn(&R) -> Vec<Cell>,
        amounts: impl Fn(&R) -> Vec<i64>,
    ) -> Answer<BTreeMap<Vec<Cell>, Vec<i128>>> {
        let mut sums = self.sums.get(&key).ok_or(Stop::Missing(key))?.clone();
        for (_, before, now) in slots.changed() {
            for (row, sign) in [(before, -1), (now, 1)] {
                let Some(row) = row.filter(|row| counts(row)) else { continue };
                let amounts = amounts(row);
                let own = sums.entry(group(row)).or_insert_with(|| vec![0; amounts.len()]);
                for (sum, amount) in own.iter_mut().zip(amounts) {
                    *sum += sign * i128::from(amount);
                }
            }
        }
        Ok(sums)
    }

    /// How many values a dimension has.
    pub fn values_of_dimension(&self, id: DimensionId) -> Answer<i64> {
        self.counted(Key::ValuesOfDimension(id), &self.dimension_values, |value| value.dimension_id == id)
    }

    /// How many sets of posted lines have any value of a dimension.
    pub fn sets_of_dimension(&self, id: DimensionId) -> Answer<i64> {
        self.counted(Key::SetsOfDimension(id), &self.dimension_sets, |set: &DimensionSet| set.dimension_id == id)
    }

    /// How many sets of posted lines have this value of a dimension.
    pub fn sets_of_dimension_value(&self, dimension: DimensionId, value: DimensionValueId) -> Answer<i64> {
        let counts = |set: &DimensionSet| set.dimension_id == dimension && set.value_id == value;
        self.counted(Key::SetsOfDimensionValue(dimension, value), &self.dimension_sets, counts)
    }

    /// A stored count with the batch's own changes folded in.
    fn count(&self, key: Key, counts: impl Fn(&Entry) -> bool) -> Answer<i64> {
        self.counted(key, &self.entries, counts)
    }

    /// A stored count of rows of any table with the batch's own changes folded in.
    pub(super) fn counted<R: Row>(
        &self,
        key: Key,
        rows: &Slots<R::Key, R>,
        counts: impl Fn(&R) -> bool,
    ) -> Answer<i64> {
        let base = *self.counts.get(&key).ok_or(Stop::Missing(key))?;
        Ok(rows.changed().fold(base, |sum, (_, before, now)| {
            sum + i64::from(now.is_some_and(&counts)) - i64::from(before.is_some_and(&counts))
        }))
    }

    pub(super) fn require_range(&self, key: Key) -> Answer<()> {
        if self.holds_range(&key) { Ok(()) } else { Err(Stop::Missing(key)) }
    }

    pub(super) fn holds_range(&self, key: &Key) -> bool {
        self.ranges.contains(key) || self.passing_ranges.contains(key)
    }
}

fn account_and_currency(group: &[Cell]) -> Result<(AccountId, Currency), Stop> {
    let [account, currency] = group else { return Err(Stop::lost_at("balances", group)) };
    let unreadable = |bad: BadCell| Stop::unreadable("balances", format_args!("{group:?}"), &bad);
    Ok((AccountId::from_cell(account).map_err(unreadable)?, Currency::from_cell(currency).map_err(unreadable)?))
}

fn four(sums: &[i128]) -> [i128; 4] {
    std::array::from_fn(|place| sums.get(place).copied().unwrap_or_default())
}
