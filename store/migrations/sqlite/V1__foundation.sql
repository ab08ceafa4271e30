-- The foundation: books, log and operational tables, for SQLite.
--
-- A list of more than two values after `in` is a table to SQLite, which it builds anew for each row that is inserted.
-- Tables that get rows with every entry or movement say `or` instead.

-- One row: two nodes that start at once make the same one.
create table instance (
    only_row integer not null primary key check (only_row = 1),
    id blob not null,
    feed_epoch integer not null check (feed_epoch >= 1),
    format integer not null,
    is_paused integer not null check (is_paused in (0, 1)),
    created_at integer not null,
    -- Until when the node that loads a demo has it to itself.
    demo_until integer
) strict;

-- One row that is written to find out whether anything can be written.
create table write_trials (
    only_row integer not null primary key check (only_row = 1),
    tried_at integer not null
) strict;

-- What an operator said of a log that a wrong clock wrote ahead of time: never changed.
create table clock_acceptances (
    head_at integer not null,
    accepted_at integer not null,
    reason text not null check (length(reason) between 1 and 1000),
    primary key (head_at, accepted_at)
) strict;

-- Books and derived tables: written only by the commit of a command.

create table organizations (
    organization_id blob not null,
    name text not null,
    base_currency text not null check (length(base_currency) between 3 and 10),
    timezone text not null,
    negative_stock integer not null check (negative_stock in (0, 1)),
    approver_not_preparer integer not null check (approver_not_preparer in (0, 1)),
    voider_not_poster integer not null check (voider_not_poster in (0, 1)),
    control_changes text not null check (control_changes in ('alone', 'secondPerson')),
    second_person_since integer,
    void_in_closed_period text not null check (void_in_closed_period in ('refuse', 'reverseInFirstOpenPeriod')),
    receipts_without_cost text not null check (receipts_without_cost in ('refuse', 'provisional')),
    later_costs_to text not null check (later_costs_to in ('costOfSales', 'variance')),
    counts_hold integer not null check (counts_hold in (0, 1)),
    write_off_tolerance integer not null check (write_off_tolerance >= 0),
    valuation_account_id blob,
    cogs_account_id blob,
    adjustment_account_id blob,
    in_transit_account_id blob,
    scrap_account_id blob,
    fx_gain_loss_account_id blob,
    realised_gain_account_id blob,
    realised_loss_account_id blob,
    unrealised_gain_account_id blob,
    unrealised_loss_account_id blob,
    rounding_account_id blob,
    rate_max_age_days integer not null check (rate_max_age_days between 0 and 366),
    metadata text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id),
    check ((control_changes = 'alone') = (second_person_since is null))
) strict, without rowid;

create table heads (
    organization_id blob not null,
    seq integer not null check (seq >= 0),
    at integer not null,
    hash blob not null check (length(hash) = 32),
    entry_sequence integer not null check (entry_sequence >= 0),
    primary key (organization_id)
) strict, without rowid;

-- Rows that are only ever appended: tables with a rowid append without moving rows between pages, and their
-- key index holds the key alone, so that the random keys of receipts touch fewer pages.
create table facts (
    organization_id blob not null,
    seq integer not null check (seq >= 1),
    at integer not null,
    actor blob not null,
    request_id text not null,
    kind text not null,
    version integer not null check (version >= 1),
    subject text not null,
    part integer not null check (part >= 1),
    parts integer not null check (parts >= part),
    payload blob not null,
    previous_hash blob not null check (length(previous_hash) = 32),
    hash blob not null check (length(hash) = 32),
    primary key (organization_id, seq)
) strict;

-- Facts of master data, for reports of what was known then; the many facts of entries and movements are not in it.
create index facts_of_master_data on facts (organization_id, kind, seq)
    where substr(kind, 1, 13) <> 'journalEntry.' and substr(kind, 1, 9) <> 'movement.';

-- The history of a record: what happened to it, the newest first.
create index facts_by_subject on facts (organization_id, subject, seq);

create table receipts (
    organization_id blob not null,
    key_hash blob not null,
    fingerprint blob not null check (length(fingerprint) = 32),
    request text not null,
    at integer not null,
    reply blob not null,
    primary key (organization_id, key_hash)
) strict;

create index receipts_by_age on receipts (organization_id, at);

create table memberships (
    organization_id blob not null,
    principal_id blob not null,
    kind text not null check (kind in ('user', 'serviceAccount', 'foreign', 'system')),
    roles text not null,
    is_active integer not null check (is_active in (0, 1)),
    owner_id blob,
    held_by text not null,
    warehouse_ids text,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, principal_id),
    -- Only a service account has a person who answers for it.
    check ((owner_id is null and held_by = '') or kind = 'serviceAccount')
) strict, without rowid;

create table roles (
    organization_id blob not null,
    id blob not null,
    name text not null,
    description text,
    permissions text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, name)
) strict, without rowid;

create table principal_names (
    organization_id blob not null,
    principal_id blob not null,
    name text not null,
    primary key (organization_id, principal_id)
) strict, without rowid;

create table currencies (
    organization_id blob not null,
    code text not null check (length(code) between 3 and 8),
    name text not null,
    decimals integer not null check (decimals between 0 and 8),
    is_active integer not null check (is_active in (0, 1)),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, code)
) strict, without rowid;

-- The key leads to the rate in effect; a single one is found by its id.
create table exchange_rates (
    organization_id blob not null,
    from_currency text not null,
    to_currency text not null,
    rate_type text not null check (rate_type in ('spot', 'closing', 'average')),
    valid_from text not null check (length(valid_from) = 10),
    id blob not null,
    rate text not null,
    source text,
    created_at integer not null,
    created_by blob not null,
    primary key (organization_id, from_currency, to_currency, rate_type, valid_from, id),
    unique (organization_id, id),
    check (from_currency <> to_currency)
) strict, without rowid;

create table accounts (
    organization_id blob not null,
    id blob not null,
    code text not null check (length(code) >= 1),
    name text not null,
    account_type text not null check (account_type in ('asset', 'liability', 'equity', 'revenue', 'expense')),
    subtype text,
    normal_balance text not null check (normal_balance in ('debit', 'credit')),
    parent_id blob,
    is_group integer not null check (is_group in (0, 1)),
    currency text,
    is_active integer not null check (is_active in (0, 1)),
    control_for text check (control_for in ('stock', 'receivable', 'payable', 'bank')),
    revalue integer not null check (revalue in (0, 1)),
    is_reconcilable integer not null check (is_reconcilable in (0, 1)),
    required_dimensions text not null,
    default_dimensions text not null,
    description text,
    external_id text,
    metadata text not null,
    has_postings integer not null check (has_postings in (0, 1)),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, code),
    -- Checked at the end of a commit, which may move an account below a group that it makes.
    foreign key (organization_id, parent_id) references accounts (organization_id, id)
        deferrable initially deferred,
    check (parent_id is null or parent_id <> id),
    check (is_group = 0 or has_postings = 0),
    check (is_reconcilable = 0 or (is_group = 0 and account_type in ('asset', 'liability')))
) strict, without rowid;

create index accounts_by_parent on accounts (organization_id, parent_id);

create table parties (
    organization_id blob not null,
    id blob not null,
    code text,
    kinds text not null,
    currency text,
    payment_terms_days integer check (payment_terms_days >= 0),
    is_active integer not null check (is_active in (0, 1)),
    external_id text,
    metadata text not null,
    is_used integer not null check (is_used in (0, 1)),
    merged_into_id blob,
    merge_reason text,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    foreign key (organization_id, merged_into_id) references parties (organization_id, id)
        deferrable initially deferred,
    check ((merged_into_id is null) = (merge_reason is null)),
    check (merged_into_id <> id)
) strict, without rowid;

create index parties_by_target on parties (organization_id, merged_into_id) where merged_into_id is not null;
create unique index parties_by_code on parties (organization_id, code) where code is not null;

create table party_names (
    organization_id blob not null,
    party_id blob not null,
    name text not null,
    name_key text not null,
    contact text not null,
    primary key (organization_id, party_id),
    unique (organization_id, name_key),
    foreign key (organization_id, party_id) references parties (organization_id, id)
) strict, without rowid;

create table dimensions (
    organization_id blob not null,
    id blob not null,
    code text not null check (length(code) between 1 and 32),
    name text not null,
    description text,
    is_active integer not null check (is_active in (0, 1)),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, code)
) strict, without rowid;

create table dimension_values (
    organization_id blob not null,
    id blob not null,
    dimension_id blob not null,
    code text not null check (length(code) >= 1),
    name text not null,
    parent_id blob,
    is_group integer not null check (is_group in (0, 1)),
    active_from text check (length(active_from) = 10),
    active_to text check (length(active_to) = 10),
    is_active integer not null check (is_active in (0, 1)),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, dimension_id, code),
    foreign key (organization_id, dimension_id) references dimensions (organization_id, id),
    foreign key (organization_id, parent_id) references dimension_values (organization_id, id),
    check (parent_id is null or parent_id <> id),
    check (active_from <= active_to)
) strict, without rowid;

create index dimension_values_by_parent on dimension_values (organization_id, parent_id);

-- Each distinct text of dimensions on lines, once per dimension in it: lines are found by equal texts.
create table dimension_sets (
    organization_id blob not null,
    id blob not null,
    dimension_id blob not null,
    value_id blob not null,
    dimensions text not null check (length(dimensions) >= 1),
    primary key (organization_id, id, dimension_id),
    foreign key (organization_id, dimension_id) references dimensions (organization_id, id),
    foreign key (organization_id, value_id) references dimension_values (organization_id, id)
) strict, without rowid;

create index dimension_sets_by_value on dimension_sets (organization_id, dimension_id, value_id);

create table journals (
    organization_id blob not null,
    id blob not null,
    code text not null check (length(code) >= 1),
    name text not null,
    journal_type text not null check (journal_type in ('general', 'sales', 'purchase', 'cash', 'bank', 'stock', 'opening', 'closing')),
    number_pattern text not null,
    reset_per text not null check (reset_per in ('year', 'month', 'never')),
    is_active integer not null check (is_active in (0, 1)),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, code)
) strict, without rowid;

create table number_series (
    organization_id blob not null,
    journal_id blob not null,
    bucket text not null,
    last integer not null check (last >= 0),
    primary key (organization_id, journal_id, bucket),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
) strict, without rowid;

-- The link to the closing entry carries no foreign key, as those between entries do not.
create table fiscal_years (
    organization_id blob not null,
    id blob not null,
    name text not null,
    start_date text not null check (length(start_date) = 10),
    end_date text not null check (length(end_date) = 10),
    status text not null check (status in ('open', 'softClosed', 'closed')),
    closing_entry_id blob,
    further_closing_entries text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    check (start_date <= end_date),
    check (closing_entry_id is null or status = 'closed'),
    check (further_closing_entries = '' or closing_entry_id is not null)
) strict, without rowid;

create table periods (
    organization_id blob not null,
    id blob not null,
    fiscal_year_id blob not null,
    number integer not null check (number >= 1),
    name text not null,
    start_date text not null check (length(start_date) = 10),
    end_date text not null check (length(end_date) = 10),
    period_type text not null check (period_type in ('standard', 'adjustment')),
    status text not null check (status in ('open', 'softClosed', 'closed')),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, fiscal_year_id, number),
    foreign key (organization_id, fiscal_year_id) references fiscal_years (organization_id, id),
    check (start_date <= end_date)
) strict, without rowid;

create table period_changes (
    organization_id blob not null,
    period_id blob not null,
    period_version integer not null,
    at integer not null,
    by_principal blob not null,
    from_status text not null check (from_status in ('open', 'softClosed', 'closed')),
    to_status text not null check (to_status in ('open', 'softClosed', 'closed')),
    reason text,
    primary key (organization_id, period_id, period_version),
    foreign key (organization_id, period_id) references periods (organization_id, id)
) strict, without rowid;

create table fiscal_year_changes (
    organization_id blob not null,
    fiscal_year_id blob not null,
    year_version integer not null,
    at integer not null,
    by_principal blob not null,
    from_status text not null check (from_status in ('open', 'softClosed', 'closed')),
    to_status text not null check (to_status in ('open', 'softClosed', 'closed')),
    reason text,
    closing_entry_id blob,
    further_closing_entries text not null,
    primary key (organization_id, fiscal_year_id, year_version),
    foreign key (organization_id, fiscal_year_id) references fiscal_years (organization_id, id)
) strict, without rowid;

-- The link from an entry to its mirror or reversal carries no foreign key: it is written in the
-- same commit as the row that it names, and the order of statements must not matter.
create table entries (
    organization_id blob not null,
    id blob not null,
    number text,
    sequence integer check (sequence >= 1),
    journal_id blob not null,
    date text not null check (length(date) = 10),
    document_date text check (length(document_date) = 10),
    period_id blob,
    status text not null check (status = 'draft' or status = 'pendingApproval' or status = 'posted' or status = 'voided'),
    entry_type text not null check (entry_type = 'standard' or entry_type = 'opening' or entry_type = 'closing' or entry_type = 'adjusting' or entry_type = 'void' or entry_type = 'reversal' or entry_type = 'fxRevaluation' or entry_type = 'fxRealised' or entry_type = 'stock' or entry_type = 'import'),
    description text not null,
    reference text,
    source text not null,
    external_id text,
    currency text not null,
    transaction_currency text not null,
    exchange_rate text,
    total_debit integer not null check (total_debit >= 0),
    total_credit integer not null check (total_credit >= 0),
    line_count integer not null check (line_count >= 0),
    dimensions text not null,
    draft_lines blob not null,
    reverses_entry_id blob,
    reversed_by_entry_id blob,
    corrects_entry_id blob,
    corrected_by_entry_id blob,
    reason text,
    prior_period_adjustment integer not null check (prior_period_adjustment in (0, 1)),
    auto_reverse_on text check (length(auto_reverse_on) = 10),
    voids_entry_id blob,
    voided_by_entry_id blob,
    void_reason text,
    voided_at integer,
    voided_by blob,
    owner_type text,
    owner_id text,
    prepared_by text not null,
    key_owners text not null,
    submitted_at integer,
    submitted_by blob,
    approved_at integer,
    approved_by blob,
    rejected_at integer,
    rejected_by blob,
    rejection_reason text,
    posted_at integer,
    posted_by blob,
    metadata text not null,
    hash blob check (length(hash) = 32),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, sequence),
    foreign key (organization_id, journal_id) references journals (organization_id, id),
    foreign key (organization_id, period_id) references periods (organization_id, id),
    -- Drafts have no number; what is posted has one, balances and stays so.
    check ((status in ('draft', 'pendingApproval')) = (sequence is null)),
    check ((sequence is null) = (number is null)),
    check ((sequence is null) = (posted_at is null)),
    check (sequence is null or (total_debit = total_credit and period_id is not null and hash is not null)),
    check ((status = 'voided') = (voided_by_entry_id is not null)),
    check ((status = 'voided') = (void_reason is not null)),
    check ((entry_type = 'void') = (voids_entry_id is not null)),
    check (entry_type <> 'reversal' or reverses_entry_id is not null),
    check (auto_reverse_on > date),
    -- What waits was submitted, and what was approved is posted by the approval.
    check (submitted_at is not null or status <> 'pendingApproval'),
    check (submitted_at is null or status <> 'draft'),
    check ((submitted_at is null) = (submitted_by is null)),
    check ((approved_at is null) = (approved_by is null)),
    check (approved_at is null or (submitted_at is not null and posted_at = approved_at)),
    check ((rejected_at is null) = (rejected_by is null)),
    check ((rejected_at is null) = (rejection_reason is null))
) strict;

create unique index entries_by_number on entries (organization_id, number) where number is not null;

create unique index entries_by_external_id on entries (organization_id, source, external_id)
    where external_id is not null and status <> 'voided' and entry_type <> 'void';

create unique index entries_one_mirror on entries (organization_id, voids_entry_id) where voids_entry_id is not null;

-- A voided reversal makes room for another one.
create unique index entries_one_reversal on entries (organization_id, reverses_entry_id)
    where reverses_entry_id is not null and status = 'posted';

-- What is still to be reversed by itself: small, however many entries there are.
create index entries_to_reverse on entries (organization_id, auto_reverse_on)
    where auto_reverse_on is not null and reversed_by_entry_id is null;

-- What undid an entry at an earlier point of the log, though it is undone itself since.
create index entries_by_reversed on entries (organization_id, reverses_entry_id) where reverses_entry_id is not null;

create index entries_by_corrected on entries (organization_id, corrects_entry_id) where corrects_entry_id is not null;

create index entries_by_date on entries (organization_id, date, id);

-- What was made or changed since a moment, for those who keep a copy.
create index entries_by_change on entries (organization_id, updated_at, id);

-- In the order of lists.
create index entries_by_reference on entries (organization_id, reference, date, id) where reference is not null;

-- What an entry should have been whose difference was posted.
create table replacements (
    organization_id blob not null,
    entry_id blob not null,
    journal_id blob not null,
    date text not null check (length(date) = 10),
    document_date text check (length(document_date) = 10),
    entry_type text not null,
    description text not null,
    reference text,
    source text not null,
    external_id text,
    transaction_currency text not null,
    exchange_rate text,
    dimensions text not null,
    lines blob not null,
    metadata text not null,
    primary key (organization_id, entry_id),
    foreign key (organization_id, entry_id) references entries (organization_id, id),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
) strict;

-- The index by account is the only one of all lines: a line costs one append and one random page.
create table lines (
    organization_id blob not null,
    entry_sequence integer not null check (entry_sequence >= 1),
    line_number integer not null check (line_number >= 1),
    account_id blob not null,
    debit integer not null check (debit >= 0),
    credit integer not null check (credit >= 0),
    currency text not null,
    exchange_rate text,
    base_debit integer not null check (base_debit >= 0),
    base_credit integer not null check (base_credit >= 0),
    description text,
    party_id blob,
    due_date text check (length(due_date) = 10),
    dimensions text not null,
    pool_id blob,
    primary key (organization_id, entry_sequence, line_number),
    foreign key (organization_id, entry_sequence) references entries (organization_id, sequence),
    foreign key (organization_id, account_id) references accounts (organization_id, id),
    foreign key (organization_id, party_id) references parties (organization_id, id),
    check ((debit = 0 and base_debit = 0) or (credit = 0 and base_credit = 0)),
    check (debit > 0 or credit > 0 or base_debit > 0 or base_credit > 0)
) strict, without rowid;

create index lines_by_account on lines (organization_id, account_id, entry_sequence, line_number);

-- Few lines have a party: those of receivables and payables.
create index lines_by_party on lines (organization_id, party_id, entry_sequence, line_number) where party_id is not null;

-- Lines that settle one another.
create table matches (
    organization_id blob not null,
    id blob not null,
    account_id blob not null,
    party_id blob,
    currency text not null,
    date text not null check (length(date) = 10),
    status text not null check (status in ('active', 'undone')),
    source text not null check (source in ('manual', 'void', 'reversal', 'correction')),
    amount integer not null check (amount >= 0),
    description text,
    write_off_entry_id blob,
    fx_entry_id blob,
    undone_on text check (length(undone_on) = 10),
    undone_at integer,
    undone_by blob,
    undo_reason text,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    foreign key (organization_id, account_id) references accounts (organization_id, id),
    foreign key (organization_id, party_id) references parties (organization_id, id),
    foreign key (organization_id, write_off_entry_id) references entries (organization_id, id),
    foreign key (organization_id, fx_entry_id) references entries (organization_id, id),
    check ((status = 'undone') = (undone_on is not null)),
    check ((undone_on is null) = (undone_at is null)),
    check ((undone_on is null) = (undone_by is null)),
    check ((undone_on is null) = (undo_reason is null)),
    check (undone_on >= date)
) strict, without rowid;

create index matches_by_account on matches (organization_id, account_id, id);

-- What a match took of each line.
create table match_items (
    organization_id blob not null,
    match_id blob not null,
    entry_sequence integer not null,
    line_number integer not null,
    entry_id blob not null,
    debit integer not null check (debit >= 0),
    credit integer not null check (credit >= 0),
    base_debit integer not null check (base_debit >= 0),
    base_credit integer not null check (base_credit >= 0),
    primary key (organization_id, match_id, entry_sequence, line_number),
    foreign key (organization_id, match_id) references matches (organization_id, id),
    foreign key (organization_id, entry_sequence, line_number)
        references lines (organization_id, entry_sequence, line_number),
    check ((debit = 0 and base_debit = 0) or (credit = 0 and base_credit = 0))
) strict, without rowid;

create index match_items_by_line on match_items (organization_id, entry_sequence, line_number);

-- How much of a line active matches took: never more than it has, whoever matches at once.
create table matched_lines (
    organization_id blob not null,
    entry_sequence integer not null,
    line_number integer not null,
    amount integer not null,
    base_amount integer not null,
    matched integer not null,
    base_matched integer not null,
    primary key (organization_id, entry_sequence, line_number),
    foreign key (organization_id, entry_sequence, line_number)
        references lines (organization_id, entry_sequence, line_number),
    check (matched >= 0 and matched <= amount),
    check (base_matched >= 0 and base_matched <= base_amount)
) strict, without rowid;

create table balances (
    organization_id blob not null,
    account_id blob not null,
    date text not null check (length(date) = 10),
    currency text not null,
    class text not null check (class = 'normal' or class = 'adjusting' or class = 'opening' or class = 'closing'),
    debit integer not null check (debit >= 0),
    credit integer not null check (credit >= 0),
    base_debit integer not null check (base_debit >= 0),
    base_credit integer not null check (base_credit >= 0),
    voided_debit integer not null check (voided_debit between 0 and base_debit),
    voided_credit integer not null check (voided_credit between 0 and base_credit),
    first_seq integer not null check (first_seq >= 1),
    last_seq integer not null check (last_seq >= first_seq),
    primary key (organization_id, account_id, date, currency, class),
    foreign key (organization_id, account_id) references accounts (organization_id, id)
) strict, without rowid;

create table entry_templates (
    organization_id blob not null,
    id blob not null,
    name text not null,
    description text not null,
    journal_id blob,
    draft_lines blob not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, name),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
) strict, without rowid;

create table recurring_entries (
    organization_id blob not null,
    id blob not null,
    name text not null,
    rule text not null,
    start_date text not null check (length(start_date) = 10),
    outcome text not null check (outcome in ('draft', 'posted')),
    amounts text not null check (amounts in ('each', 'total')),
    is_active integer not null check (is_active in (0, 1)),
    journal_id blob not null,
    entry_type text not null check (entry_type in ('standard', 'adjusting')),
    description text not null,
    reference text,
    transaction_currency text not null,
    exchange_rate text,
    dimensions text not null,
    draft_lines blob not null,
    metadata text not null,
    prepared_by text not null,
    key_owners text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
) strict, without rowid;

create table occurrences (
    organization_id blob not null,
    recurring_entry_id blob not null,
    date text not null check (length(date) = 10),
    status text not null check (status in ('due', 'made', 'skipped')),
    entry_id blob,
    problem text,
    primary key (organization_id, recurring_entry_id, date),
    foreign key (organization_id, recurring_entry_id) references recurring_entries (organization_id, id),
    check ((status = 'made') = (entry_id is not null))
) strict, without rowid;

-- What the job looks for.
create index occurrences_due on occurrences (organization_id, date, recurring_entry_id) where status = 'due';

create table revaluations (
    organization_id blob not null,
    id blob not null,
    date text not null check (length(date) = 10),
    rate_type text not null check (rate_type in ('spot', 'closing', 'average')),
    reversed_on text not null check (length(reversed_on) = 10),
    base_currency text not null,
    entry_id blob,
    reversal_entry_id blob,
    realised_entry_id blob,
    created_at integer not null,
    created_by blob not null,
    primary key (organization_id, id),
    check (date < reversed_on),
    check ((entry_id is null) = (reversal_entry_id is null))
) strict, without rowid;

create index revaluations_by_reversal on revaluations (organization_id, reversed_on);

create table revaluation_items (
    organization_id blob not null,
    revaluation_id blob not null,
    item_number integer not null check (item_number >= 1),
    account_id blob not null,
    currency text not null,
    balance integer not null,
    rate text,
    base_before integer not null,
    unrealised integer not null,
    realised integer not null,
    primary key (organization_id, revaluation_id, item_number),
    foreign key (organization_id, revaluation_id) references revaluations (organization_id, id),
    foreign key (organization_id, account_id) references accounts (organization_id, id)
) strict, without rowid;

create table warehouses (
    organization_id blob not null,
    id blob not null,
    code text not null check (length(code) >= 1),
    name text not null,
    description text,
    kind text not null check (kind in ('storage', 'inTransit', 'quarantine', 'consignmentIn', 'consignmentOut', 'thirdParty', 'scrap')),
    parent_id blob,
    status text not null check (status in ('active', 'frozen', 'inactive')),
    is_default integer not null check (is_default in (0, 1)),
    valuation_account_id blob,
    cogs_account_id blob,
    adjustment_account_id blob,
    in_transit_account_id blob,
    scrap_account_id blob,
    costing_scope text not null check (costing_scope in ('warehouse', 'organization')),
    past_scopes blob not null,
    negative_stock text not null check (negative_stock in ('inherit', 'deny', 'allow')),
    bins_mode text not null check (bins_mode in ('none', 'optional', 'required')),
    default_locations text not null,
    in_transit_warehouse_id blob,
    resupply_from text not null,
    pick_strategy text not null check (pick_strategy in ('fefo', 'fifo', 'lifo', 'nearestBin', 'manual')),
    timezone text,
    address text,
    geo text,
    contact text,
    manager_user_id blob,
    gln text,
    external_refs text not null,
    tags text not null,
    metadata text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, code),
    foreign key (organization_id, parent_id) references warehouses (organization_id, id),
    foreign key (organization_id, in_transit_warehouse_id) references warehouses (organization_id, id),
    foreign key (organization_id, valuation_account_id) references accounts (organization_id, id),
    foreign key (organization_id, cogs_account_id) references accounts (organization_id, id),
    foreign key (organization_id, adjustment_account_id) references accounts (organization_id, id),
    foreign key (organization_id, in_transit_account_id) references accounts (organization_id, id),
    foreign key (organization_id, scrap_account_id) references accounts (organization_id, id),
    check (parent_id is null or parent_id <> id)
) strict;

create table item_categories (
    organization_id blob not null,
    id blob not null,
    code text not null check (length(code) >= 1),
    name text not null,
    description text,
    parent_id blob,
    valuation_account_id blob,
    cogs_account_id blob,
    adjustment_account_id blob,
    in_transit_account_id blob,
    scrap_account_id blob,
    metadata text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, code),
    foreign key (organization_id, parent_id) references item_categories (organization_id, id),
    foreign key (organization_id, valuation_account_id) references accounts (organization_id, id),
    foreign key (organization_id, cogs_account_id) references accounts (organization_id, id),
    foreign key (organization_id, adjustment_account_id) references accounts (organization_id, id),
    foreign key (organization_id, in_transit_account_id) references accounts (organization_id, id),
    foreign key (organization_id, scrap_account_id) references accounts (organization_id, id),
    check (parent_id is null or parent_id <> id)
) strict, without rowid;

-- Measures are kept with six decimals: costs in millionths of the currency, weights in milligrams, volumes in cubic
-- centimetres.
create table items (
    organization_id blob not null,
    id blob not null,
    sku text not null check (length(sku) >= 1),
    sku_key text not null,
    name text not null,
    description text,
    category_id blob,
    unit_code text not null check (length(unit_code) between 2 and 3),
    quantity_decimals integer not null check (quantity_decimals between 0 and 6),
    units text not null,
    tracking text not null check (tracking in ('none', 'lot', 'serial')),
    costing_method text not null check (costing_method in ('fifo', 'average', 'standard', 'specific')),
    valuations blob not null,
    fallback_cost integer check (fallback_cost >= 0),
    reorder_point integer check (reorder_point >= 0),
    min_quantity integer check (min_quantity >= 0),
    max_quantity integer check (max_quantity >= 0),
    lead_time_days integer check (lead_time_days >= 0),
    weight_mg integer check (weight_mg >= 0),
    volume_cm3 integer check (volume_cm3 >= 0),
    status text not null check (status in ('active', 'inactive')),
    metadata text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, sku_key),
    foreign key (organization_id, category_id) references item_categories (organization_id, id),
    check (costing_method <> 'specific' or tracking <> 'none'),
    check (tracking <> 'serial' or quantity_decimals = 0)
) strict;

create index items_by_category on items (organization_id, category_id);

create table item_gtins (
    organization_id blob not null,
    gtin text not null check (length(gtin) = 14),
    item_id blob not null,
    unit_code text,
    primary key (organization_id, gtin),
    foreign key (organization_id, item_id) references items (organization_id, id)
) strict, without rowid;

create index item_gtins_by_item on item_gtins (organization_id, item_id);

create table locations (
    organization_id blob not null,
    id blob not null,
    warehouse_id blob not null,
    code text not null check (length(code) >= 1),
    name text,
    kind text not null check (kind in ('zone', 'bin')),
    parent_id blob,
    activities text not null,
    status text not null check (status in ('active', 'inactive')),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, warehouse_id, code),
    foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
    foreign key (organization_id, parent_id) references locations (organization_id, id),
    check (parent_id is null or parent_id <> id)
) strict, without rowid;

create index locations_by_parent on locations (organization_id, parent_id);
create index locations_by_code on locations (organization_id, code);

create table lots (
    organization_id blob not null,
    id blob not null,
    item_id blob not null,
    number text not null check (length(number) >= 1),
    produced_on text check (length(produced_on) = 10),
    best_before text check (length(best_before) = 10),
    expires_on text check (length(expires_on) = 10),
    status text not null check (status in ('available', 'hold', 'quarantine', 'recalled', 'expired')),
    attributes text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, item_id, number),
    foreign key (organization_id, item_id) references items (organization_id, id)
) strict, without rowid;

create index lots_by_expiry on lots (organization_id, expires_on) where expires_on is not null;
create index lots_by_number on lots (organization_id, number);

create table serials (
    organization_id blob not null,
    id blob not null,
    item_id blob not null,
    number text not null check (length(number) >= 1),
    status text not null check (status in ('available', 'hold', 'quarantine', 'recalled', 'expired')),
    attributes text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, item_id, number),
    foreign key (organization_id, item_id) references items (organization_id, id)
) strict, without rowid;

create index serials_by_number on serials (organization_id, number);

create table reason_codes (
    organization_id blob not null,
    id blob not null,
    code text not null check (length(code) >= 1),
    name text not null,
    account_id blob,
    kinds text not null,
    status text not null check (status in ('active', 'inactive')),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, code),
    foreign key (organization_id, account_id) references accounts (organization_id, id)
) strict, without rowid;

-- Movements of goods, and what costing keeps of them. Places are bytes in the order of what occurred.
create table movements (
    organization_id blob not null,
    id blob not null,
    kind text not null,
    status text not null check (status = 'draft' or status = 'pendingApproval' or status = 'posted' or status = 'voided'),
    seq integer,
    occurred_at integer,
    costing text not null check (costing in ('inOrder', 'prospective')),
    costed_at integer,
    posting_date text check (length(posting_date) = 10),
    currency text not null,
    exchange_rate text,
    party_id blob,
    reason_code_id blob,
    offset_account_id blob,
    of_movement_id blob,
    transfer_mode text check (transfer_mode = 'direct' or transfer_mode = 'twoStep' or transfer_mode = 'receive' or transfer_mode = 'close'),
    due_date text check (length(due_date) = 10),
    split_by text check (split_by = 'value' or split_by = 'quantity' or split_by = 'weight' or split_by = 'volume' or split_by = 'hand'),
    allows_beyond_value integer not null check (allows_beyond_value in (0, 1)),
    amount integer,
    to_account_id blob,
    charges blob not null,
    description text not null,
    reference text,
    source text not null,
    external_id text,
    dimensions text not null,
    line_count integer not null check (line_count >= 0),
    draft_lines blob not null,
    prepared_by text not null,
    key_owners text not null,
    submitted_at integer,
    submitted_by blob,
    approved_at integer,
    approved_by blob,
    rejected_at integer,
    rejected_by blob,
    rejection_reason text,
    entry_id blob,
    void_entry_id blob,
    void_reason text,
    void_date text check (length(void_date) = 10),
    voided_at integer,
    voided_by blob,
    posted_at integer,
    posted_by blob,
    metadata text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, seq),
    check ((status in ('draft', 'pendingApproval')) = (seq is null)),
    check (seq is null or posting_date is not null),
    foreign key (organization_id, party_id) references parties (organization_id, id),
    foreign key (organization_id, reason_code_id) references reason_codes (organization_id, id),
    foreign key (organization_id, entry_id) references entries (organization_id, id),
    foreign key (organization_id, void_entry_id) references entries (organization_id, id)
) strict, without rowid;

create unique index movements_by_external_id on movements (organization_id, source, external_id)
    where external_id is not null and status <> 'voided';

create index movements_by_occurrence on movements (organization_id, occurred_at, id);

-- For lists of some days, of a kind, of a party and of who made them, and for their months.
create index movements_by_posting_date on movements (organization_id, posting_date, id);
create index movements_by_kind on movements (organization_id, kind, id);
create index movements_by_party on movements (organization_id, party_id, id) where party_id is not null;
create index movements_by_maker on movements (organization_id, created_by, id);

-- As of entries.
create index movements_by_change on movements (organization_id, updated_at, id);

create index movements_by_reason on movements (organization_id, reason_code_id) where reason_code_id is not null;

-- By what stands on papers, which is scanned.
create index movements_by_reference on movements (organization_id, reference, id) where reference is not null;
create index movements_by_foreign_number on movements (organization_id, external_id, id) where external_id is not null;

create index movements_by_origin on movements (organization_id, of_movement_id) where of_movement_id is not null;

create index movements_voided on movements (organization_id, voided_at) where voided_at is not null;

create table pools (
    organization_id blob not null,
    id blob not null,
    item_id blob not null,
    scope_id blob not null,
    tracked_id blob not null,
    first_method text not null check (first_method = 'fifo' or first_method = 'average' or first_method = 'standard' or first_method = 'specific'),
    first_account_id blob not null,
    first_standard integer,
    begins_at blob not null,
    last_place blob,
    since_checkpoint integer not null,
    method text not null check (method = 'fifo' or method = 'average' or method = 'standard' or method = 'specific'),
    account_id blob not null,
    standard integer,
    per_unit integer not null,
    quantity integer not null,
    value integer not null,
    x_whole integer not null,
    x_millionths integer not null check (x_millionths between 0 and 999999),
    last_cost_value integer,
    last_cost_quantity integer,
    written_down integer not null check (written_down >= 0),
    allowance_whole integer not null check (allowance_whole >= 0),
    allowance_millionths integer not null check (allowance_millionths between 0 and 999999),
    primary key (organization_id, id),
    unique (organization_id, item_id, scope_id, tracked_id),
    check (quantity <> 0 or value = 0),
    foreign key (organization_id, item_id) references items (organization_id, id)
) strict, without rowid;

create index pools_by_scope on pools (organization_id, scope_id);

create index pools_by_account on pools (organization_id, account_id);

create table invoice_numbers (
    organization_id blob not null,
    party_id blob not null,
    number text not null check (length(number) >= 1),
    document_id blob not null,
    entry_id blob,
    movement_id blob,
    primary key (organization_id, party_id, number, document_id),
    foreign key (organization_id, party_id) references parties (organization_id, id)
) strict, without rowid;

create table movement_lines (
    organization_id blob not null,
    movement_seq integer not null,
    line_number integer not null,
    movement_id blob not null,
    item_id blob not null,
    quantity integer not null,
    entered text not null,
    warehouse_id blob not null,
    location_id blob,
    to_warehouse_id blob,
    to_location_id blob,
    lot_id blob,
    serial_id blob,
    amount integer,
    base_amount integer,
    is_provisional integer not null check (is_provisional in (0, 1)),
    of_seq integer,
    of_line integer,
    of_quantity integer,
    cleared_amount integer,
    cleared_base integer,
    claimable_amount integer,
    claimable_base integer,
    claimable_cost integer,
    reservation_id blob,
    pool_id blob,
    to_pool_id blob,
    counter_account_id blob,
    variance_account_id blob,
    weight integer,
    standard_cost integer,
    to_method text check (to_method = 'fifo' or to_method = 'average' or to_method = 'standard' or to_method = 'specific'),
    description text,
    added_at integer,
    primary key (organization_id, movement_seq, line_number),
    foreign key (organization_id, item_id) references items (organization_id, id),
    foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
    foreign key (organization_id, location_id) references locations (organization_id, id),
    foreign key (organization_id, to_warehouse_id) references warehouses (organization_id, id),
    foreign key (organization_id, to_location_id) references locations (organization_id, id),
    foreign key (organization_id, lot_id) references lots (organization_id, id),
    foreign key (organization_id, serial_id) references serials (organization_id, id),
    foreign key (organization_id, pool_id) references pools (organization_id, id),
    foreign key (organization_id, to_pool_id) references pools (organization_id, id)
) strict, without rowid;

create index movement_lines_by_item on movement_lines (organization_id, item_id, movement_seq, line_number);
-- What is about the lines of another movement; most lines are about none.
create index movement_lines_of on movement_lines (organization_id, of_seq) where of_seq is not null;

create table pool_movements (
    organization_id blob not null,
    pool_id blob not null,
    place blob not null,
    posting_date text not null check (length(posting_date) = 10),
    occurred_at integer,
    kind blob not null,
    quantity integer not null,
    is_voided integer not null check (is_voided in (0, 1)),
    cause_seq integer not null,
    shares blob,
    written_down integer not null check (written_down >= 0),
    own_account_id blob,
    own_counter_account_id blob,
    own_amount integer check (own_amount <> 0),
    own_entry_sequence integer,
    primary key (organization_id, pool_id, place),
    foreign key (organization_id, pool_id) references pools (organization_id, id)
) strict, without rowid;

create index pool_movements_by_cause on pool_movements (organization_id, cause_seq);

create table pool_ties (
    organization_id blob not null,
    source blob not null,
    place blob not null,
    source_pool_id blob not null,
    pool_id blob not null,
    tie text not null check (
        tie = 'value' or tie = 'share' or tie = 'layer' or tie = 'part' or tie = 'partInTransit' or tie = 'inTransit'
    ),
    quantity integer not null,
    is_voided integer not null check (is_voided in (0, 1)),
    primary key (organization_id, source, place),
    foreign key (organization_id, pool_id) references pools (organization_id, id)
) strict, without rowid;

create index pool_ties_by_source_pool on pool_ties (organization_id, source_pool_id, source);

create index pool_ties_by_pool on pool_ties (organization_id, pool_id, place);

create table value_entries (
    organization_id blob not null,
    pool_id blob not null,
    place blob not null,
    cause_seq integer not null,
    number integer not null,
    date text not null check (length(date) = 10),
    leg text not null check (leg = 'stock' or leg = 'counter' or leg = 'allowance' or leg = 'variance' or leg = 'counterOf'),
    leg_of blob,
    account_id blob not null,
    counter_account_id blob,
    amount integer not null check (amount <> 0),
    entry_sequence integer,
    primary key (organization_id, pool_id, place, cause_seq, number),
    check (leg = 'stock' or counter_account_id is null)
) strict, without rowid;

create index value_entries_by_cause on value_entries (organization_id, cause_seq);

create index value_entries_of_allowance on value_entries (organization_id, account_id, date) where leg = 'allowance';

-- All value entries: those beside movements, and those with rows of their own.
create view posted_values as
    select organization_id, pool_id, place, cause_seq, number, date, leg, leg_of, account_id, counter_account_id, amount
    from value_entries
    union all
    select organization_id, pool_id, place, cause_seq, cast(0 as bigint), posting_date, 'stock', null, own_account_id,
        own_counter_account_id, own_amount
    from pool_movements where own_amount is not null;

create table cost_shares (
    organization_id blob not null,
    pool_id blob not null,
    place blob not null,
    cause_seq integer not null,
    date text not null check (length(date) = 10),
    shares blob,
    primary key (organization_id, pool_id, place, cause_seq)
) strict, without rowid;

create table pool_layers (
    organization_id blob not null,
    pool_id blob not null,
    is_owed integer not null check (is_owed in (0, 1)),
    place blob not null,
    quantity integer not null check (quantity > 0),
    x_whole integer not null,
    x_millionths integer not null check (x_millionths between 0 and 999999),
    primary key (organization_id, pool_id, is_owed, place)
) strict, without rowid;

create table pool_checkpoints (
    organization_id blob not null,
    pool_id blob not null,
    place blob not null,
    state blob not null,
    primary key (organization_id, pool_id, place)
) strict, without rowid;

create table stock_levels (
    organization_id blob not null,
    item_id blob not null,
    warehouse_id blob not null,
    location_id blob not null,
    lot_id blob not null,
    serial_id blob not null,
    quantity integer not null,
    primary key (organization_id, item_id, warehouse_id, location_id, lot_id, serial_id),
    foreign key (organization_id, item_id) references items (organization_id, id),
    foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
) strict, without rowid;

create index stock_levels_by_serial on stock_levels (organization_id, serial_id);

create index stock_levels_by_warehouse on stock_levels (organization_id, warehouse_id, item_id);

create table stock_days (
    organization_id blob not null,
    item_id blob not null,
    warehouse_id blob not null,
    location_id blob not null,
    lot_id blob not null,
    serial_id blob not null,
    date text not null check (length(date) = 10),
    quantity integer not null,
    primary key (organization_id, item_id, warehouse_id, location_id, lot_id, serial_id, date)
) strict, without rowid;

create table pool_days (
    organization_id blob not null,
    pool_id blob not null,
    account_id blob not null,
    date text not null check (length(date) = 10),
    value integer not null,
    primary key (organization_id, pool_id, account_id, date)
) strict, without rowid;

-- What was received, how much of it was invoiced or went back, and what is between the two steps of a transfer.
create table received_lines (
    organization_id blob not null,
    movement_seq integer not null,
    line_number integer not null,
    movement_id blob not null,
    item_id blob not null,
    party_id blob,
    account_id blob not null,
    currency text not null,
    exchange_rate text,
    quantity integer not null check (quantity > 0),
    amount integer not null,
    base_amount integer not null,
    is_provisional integer not null check (is_provisional in (0, 1)),
    cleared_quantity integer not null check (cleared_quantity between 0 and quantity),
    cleared_amount integer not null,
    cleared_base integer not null,
    reordered_base integer not null,
    invoiced_quantity integer not null check (invoiced_quantity between 0 and cleared_quantity),
    invoiced_returned integer not null check (invoiced_returned between 0 and invoiced_quantity),
    claimable_amount integer not null check (claimable_amount >= 0),
    claimable_base integer not null,
    claimable_cost integer not null,
    claimable_rate text,
    last_movement_id blob,
    primary key (organization_id, movement_seq, line_number)
) strict, without rowid;

create index received_lines_open on received_lines (organization_id, movement_seq, line_number)
    where cleared_quantity < quantity;

-- SQLite takes it only if all that is asked for is in it.
create index received_lines_unsettled
    on received_lines (organization_id, is_provisional, movement_id, cleared_quantity, quantity)
    where is_provisional = 1 and cleared_quantity < quantity;

create table consigned_lines (
    organization_id blob not null,
    movement_seq integer not null,
    line_number integer not null,
    movement_id blob not null,
    item_id blob not null,
    warehouse_id blob not null,
    lot_id blob not null,
    serial_id blob not null,
    party_id blob not null,
    currency text not null,
    quantity integer not null check (quantity > 0),
    amount integer not null check (amount >= 0),
    taken_quantity integer not null check (taken_quantity between 0 and quantity),
    taken_amount integer not null check (taken_amount between 0 and amount),
    is_open integer not null check (is_open in (0, 1)),
    last_movement_id blob,
    primary key (organization_id, movement_seq, line_number),
    check ((is_open = 1) = (taken_quantity < quantity))
) strict, without rowid;

create index consigned_lines_open on consigned_lines (organization_id, item_id, warehouse_id, movement_seq, line_number)
    where is_open = 1;

create table transit_lines (
    organization_id blob not null,
    movement_seq integer not null,
    line_number integer not null,
    movement_id blob not null,
    item_id blob not null,
    lot_id blob,
    serial_id blob,
    warehouse_id blob not null,
    to_warehouse_id blob not null,
    to_location_id blob,
    account_id blob not null,
    quantity integer not null check (quantity > 0),
    received integer not null check (received >= 0),
    lost integer not null check (lost >= 0),
    is_open integer not null check (is_open in (0, 1)),
    primary key (organization_id, movement_seq, line_number),
    check (received + lost <= quantity),
    -- Closed: all of it came or was lost, or its document was voided.
    check (case is_open when 1 then received + lost < quantity else received + lost in (0, quantity) end)
) strict, without rowid;

create index transit_lines_to on transit_lines (organization_id, to_warehouse_id, is_open);

create index transit_lines_from on transit_lines (organization_id, warehouse_id, is_open);
-- What is in transit of an item, before it is valued elsewhere.
create index transit_lines_item on transit_lines (organization_id, item_id, is_open);
-- What is in transit on an account, before that is given up.
create index transit_lines_account on transit_lines (organization_id, account_id, is_open);

-- Goods that are promised.
create table reservations (
    organization_id blob not null,
    id blob not null,
    item_id blob not null,
    warehouse_id blob not null,
    lot_id blob,
    serial_id blob,
    quantity integer not null check (quantity > 0),
    consumed_quantity integer not null,
    status text not null check (status = 'active' or status = 'consumed' or status = 'released' or status = 'expired'),
    expires_at integer,
    movement_id blob,
    reference text,
    source text not null,
    external_id text,
    released_at integer,
    released_by blob,
    release_reason text,
    metadata text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    check (consumed_quantity between 0 and quantity),
    check ((status = 'consumed') = (consumed_quantity = quantity)),
    foreign key (organization_id, item_id) references items (organization_id, id),
    foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
    foreign key (organization_id, lot_id) references lots (organization_id, id),
    foreign key (organization_id, serial_id) references serials (organization_id, id),
    foreign key (organization_id, movement_id) references movements (organization_id, id)
) strict, without rowid;

create index reservations_of_goods on reservations (organization_id, item_id, warehouse_id, status);

create index reservations_of_warehouse on reservations (organization_id, warehouse_id, status);

create index reservations_by_external_id on reservations (organization_id, source, external_id)
    where external_id is not null;

create index reservations_by_expiry on reservations (organization_id, expires_at) where status = 'active';
create index reservations_by_reference on reservations (organization_id, reference, id) where reference is not null;

-- Goods that were frozen: of an item in a warehouse, in all warehouses, or all goods.
create table frozen_pools (
    organization_id blob not null,
    id blob not null,
    item_id blob,
    warehouse_id blob,
    status text not null check (status in ('frozen', 'released')),
    invariant text,
    reason text not null,
    frozen_at integer not null,
    frozen_by blob not null,
    released_at integer,
    released_by blob,
    release_reason text,
    version integer not null check (version >= 1),
    primary key (organization_id, id),
    check (item_id is not null or warehouse_id is null),
    check ((status = 'released') = (released_at is not null))
) strict, without rowid;

create index frozen_pools_by_status on frozen_pools (organization_id, status);

create table reserved_goods (
    organization_id blob not null,
    item_id blob not null,
    warehouse_id blob not null,
    tracked_id blob not null,
    quantity integer not null check (quantity >= 0),
    primary key (organization_id, item_id, warehouse_id, tracked_id),
    foreign key (organization_id, item_id) references items (organization_id, id),
    foreign key (organization_id, warehouse_id) references warehouses (organization_id, id)
) strict, without rowid;

-- Counts of what is in stock: what was expected at a snapshot, and what was found.
create table counts (
    organization_id blob not null,
    id blob not null,
    status text not null check (status in ('open', 'submitted', 'approved', 'posted', 'cancelled')),
    is_open integer not null check (is_open in (0, 1)),
    warehouse_id blob not null,
    locations text not null,
    items text not null,
    categories text not null,
    snapshot_seq integer not null,
    snapshot_at integer not null,
    snapshot_date text not null check (length(snapshot_date) = 10),
    is_blind integer not null check (is_blind in (0, 1)),
    tolerance_quantity integer,
    tolerance_percent integer,
    tolerance_value integer,
    reason_code_id blob,
    description text not null,
    reference text,
    line_count integer not null check (line_count >= 0),
    counted_count integer not null,
    needs_approval integer not null check (needs_approval in (0, 1)),
    counted_by text not null,
    key_owners text not null,
    submitted_at integer,
    submitted_by blob,
    approved_at integer,
    approved_by blob,
    sent_back_at integer,
    sent_back_by blob,
    sent_back_reason text,
    cancelled_at integer,
    cancelled_by blob,
    cancel_reason text,
    posted_at integer,
    posted_by blob,
    movement_id blob,
    open_overruns integer not null check (open_overruns >= 0),
    metadata text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    check ((is_open = 1) = (status in ('open', 'submitted', 'approved'))),
    foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
    foreign key (organization_id, reason_code_id) references reason_codes (organization_id, id),
    foreign key (organization_id, movement_id) references movements (organization_id, id)
) strict, without rowid;

create index counts_by_warehouse on counts (organization_id, warehouse_id, is_open);

create index counts_by_reason on counts (organization_id, reason_code_id) where reason_code_id is not null;

-- Which counts a movement of the past overruns.
create index counts_posted on counts (organization_id, warehouse_id, snapshot_at) where status = 'posted';
-- Few of all counts are not over.
create index counts_open on counts (organization_id, id) where is_open = 1;

-- The counts that are a task.
create index counts_overrun on counts (organization_id, id) where open_overruns > 0;
create index counts_by_snapshot on counts (organization_id, snapshot_date);
create index counts_by_reference on counts (organization_id, reference, id) where reference is not null;

create unique index counts_by_movement on counts (organization_id, movement_id) where movement_id is not null;

create table count_lines (
    organization_id blob not null,
    count_id blob not null,
    line_number integer not null check (line_number >= 1),
    item_id blob not null,
    location_id blob,
    lot_id blob,
    serial_id blob,
    expected integer not null,
    counted integer check (counted >= 0),
    counted_at integer,
    counted_by blob,
    recordings blob not null,
    reason_code_id blob,
    total_cost integer,
    note text,
    is_beyond integer not null check (is_beyond in (0, 1)),
    movement_line integer,
    primary key (organization_id, count_id, line_number),
    foreign key (organization_id, count_id) references counts (organization_id, id),
    foreign key (organization_id, item_id) references items (organization_id, id),
    foreign key (organization_id, location_id) references locations (organization_id, id),
    foreign key (organization_id, lot_id) references lots (organization_id, id),
    foreign key (organization_id, serial_id) references serials (organization_id, id),
    foreign key (organization_id, reason_code_id) references reason_codes (organization_id, id)
) strict, without rowid;

-- From goods to the counts that were of them: an item, a bin, or zeros for the warehouse.
create table counted_goods (
    organization_id blob not null,
    warehouse_id blob not null,
    about_id blob not null,
    snapshot_at integer not null,
    count_id blob not null,
    primary key (organization_id, warehouse_id, about_id, snapshot_at, count_id),
    foreign key (organization_id, count_id) references counts (organization_id, id)
) strict, without rowid;

create table count_overruns (
    organization_id blob not null,
    count_id blob not null,
    item_id blob not null,
    location_id blob not null,
    lot_id blob not null,
    serial_id blob not null,
    movement_id blob not null,
    is_void integer not null check (is_void in (0, 1)),
    line_number integer,
    counted integer not null,
    change integer not null,
    quantity integer not null,
    adjusted_by blob,
    noted_at integer not null,
    noted_by blob not null,
    acknowledged_at integer,
    acknowledged_by blob,
    primary key (organization_id, count_id, item_id, location_id, lot_id, serial_id, movement_id, is_void),
    foreign key (organization_id, count_id) references counts (organization_id, id),
    check ((acknowledged_at is null) = (acknowledged_by is null))
) strict, without rowid;

create index count_overruns_by_movement on count_overruns (organization_id, movement_id);

create index count_lines_by_item on count_lines (organization_id, item_id, count_id);

create table approval_policies (
    organization_id blob not null,
    id blob not null,
    name text not null,
    applies_to text not null check (applies_to in ('journalEntries', 'movements')),
    journal_id blob,
    movement_kind text,
    min_amount integer not null check (min_amount >= 0),
    is_active integer not null check (is_active in (0, 1)),
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    check (applies_to = 'movements' or movement_kind is null),
    check (applies_to = 'journalEntries' or journal_id is null),
    unique (organization_id, name),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
) strict, without rowid;

create table control_changes (
    organization_id blob not null,
    id blob not null,
    subject_type text not null check (subject_type in ('approvalPolicy', 'organization', 'role', 'membership')),
    subject_id text not null,
    action text not null check (action in ('create', 'update', 'delete')),
    before_state text,
    after_state text,
    loosens integer not null check (loosens in (0, 1)),
    status text not null check (status in ('proposed', 'made', 'rejected', 'withdrawn', 'expired')),
    proposed_at integer not null,
    proposed_by blob not null,
    proposer_kind text not null check (proposer_kind in ('user', 'serviceAccount', 'foreign', 'system')),
    proposer_roles text,
    key_owners text not null,
    expires_at integer,
    decided_at integer,
    decided_by blob,
    reason text,
    made_at integer,
    version integer not null check (version >= 1),
    primary key (organization_id, id),
    check ((action = 'create') = (before_state is null)),
    check ((action = 'delete') = (after_state is null)),
    check ((status = 'made') = (made_at is not null)),
    check ((decided_at is null) = (decided_by is null)),
    check (decided_by is null or decided_by <> proposed_by or status = 'withdrawn'),
    check (status <> 'proposed' or expires_at is not null)
) strict, without rowid;

create index control_changes_by_subject on control_changes (organization_id, subject_id);

create index control_changes_open on control_changes (organization_id, id) where status = 'proposed';

create table statement_mappings (
    organization_id blob not null,
    id blob not null,
    name text not null,
    kind text not null check (kind in ('balanceSheet', 'profitAndLoss', 'cashFlow')),
    sections text not null,
    version integer not null check (version >= 1),
    created_at integer not null,
    created_by blob not null,
    updated_at integer not null,
    updated_by blob not null,
    primary key (organization_id, id),
    unique (organization_id, name)
) strict, without rowid;

-- Operational tables: single conditional statements, no facts, never exported.

create table organizations_list (
    organization_id blob not null primary key,
    status text not null check (status in ('active', 'importing', 'disabled')),
    created_at integer not null,
    founded_by blob
) strict, without rowid;

create table logins (
    principal_id blob not null primary key,
    username text not null unique check (username = lower(username)),
    display_name text not null,
    password_hash text not null,
    status text not null check (status in ('active', 'disabled')),
    must_change integer not null check (must_change in (0, 1)),
    -- Whether its owner chose the password; an administrator or the operator set any other.
    has_own_password integer not null check (has_own_password in (0, 1)),
    -- What was issued until then has ended: the password was set, or the login disabled or let in again.
    not_before integer not null,
    created_at integer not null,
    updated_at integer not null
) strict, without rowid;

create table login_memberships (
    principal_id blob not null,
    organization_id blob not null,
    origin text not null check (origin in ('created', 'joined')),
    primary key (principal_id, organization_id)
) strict, without rowid;

-- What was issued for an organization until then has ended: the membership was made inactive or active again.
create table token_cutoffs (
    organization_id blob not null,
    principal_id blob not null,
    not_before integer not null,
    primary key (organization_id, principal_id)
) strict, without rowid;

create table invitations (
    id blob not null primary key,
    organization_id blob not null,
    code_sha256 blob not null unique check (length(code_sha256) = 32),
    username text not null check (username = lower(username)),
    roles text not null,
    warehouse_ids text,
    status text not null check (status in ('open', 'accepting', 'accepted', 'declined')),
    invited_by blob not null,
    invited_by_kind text not null check (invited_by_kind in ('user', 'serviceAccount', 'foreign')),
    answered_by blob,
    created_at integer not null,
    expires_at integer not null,
    answered_at integer,
    check ((status = 'open') = (answered_by is null))
) strict, without rowid;

create index invitations_by_organization on invitations (organization_id, id);

create table service_account_secrets (
    client_id text not null primary key,
    principal_id blob not null,
    organization_id blob not null,
    secret_sha256 blob not null check (length(secret_sha256) = 32),
    is_revoked integer not null check (is_revoked in (0, 1)),
    created_at integer not null,
    last_used_at integer,
    -- Set where another took its place: until then both work.
    expires_at integer
) strict, without rowid;

create index service_account_secrets_by_principal on service_account_secrets (organization_id, principal_id);

create table refresh_families (
    family_id blob not null primary key,
    principal_id blob not null,
    organization_id blob,
    scope text,
    -- With it each token is made from the one before.
    salt blob not null check (length(salt) = 32),
    current_hash blob not null check (length(current_hash) = 32),
    previous_hash blob check (length(previous_hash) = 32),
    previous_valid_until integer,
    expires_at integer not null,
    revoked_at integer,
    created_at integer not null,
    last_used_at integer not null
) strict, without rowid;

create index refresh_families_by_principal on refresh_families (principal_id);

create table console_sessions (
    session_hash blob not null primary key check (length(session_hash) = 32),
    session_id blob not null,
    principal_id blob not null,
    organization_id blob,
    -- Since when it acts there.
    entered_at integer not null,
    expires_at integer not null,
    created_at integer not null,
    last_used_at integer not null
) strict, without rowid;

create index console_sessions_by_principal on console_sessions (principal_id);

-- How a member likes the console: one JSON object, whose members the console alone knows.
create table member_preferences (
    organization_id blob not null,
    principal_id blob not null,
    content text not null,
    version integer not null,
    updated_at integer not null,
    primary key (organization_id, principal_id)
) strict, without rowid;

create table saved_views (
    organization_id blob not null,
    id blob not null,
    owner_id blob not null,
    name text not null,
    screen text not null,
    query text not null,
    -- A JSON list of names.
    columns text,
    is_shared integer not null check (is_shared in (0, 1)),
    version integer not null,
    created_at integer not null,
    updated_at integer not null,
    primary key (organization_id, id),
    unique (organization_id, owner_id, screen, name)
) strict, without rowid;

create index saved_views_own on saved_views (organization_id, owner_id, name, id);
create index saved_views_shared on saved_views (organization_id, name, id) where is_shared = 1;

-- What the service found when it last proved the stock of an organization.
create table stock_proofs (
    organization_id blob not null,
    at integer not null,
    seq integer not null,
    holds integer not null check (holds in (0, 1)),
    failure_count integer not null check (failure_count >= 0),
    primary key (organization_id)
) strict, without rowid;

-- The verification of an organization's books that runs, and the last ones.
create table verifications (
    organization_id blob not null,
    id blob not null,
    state text not null check (state in ('running', 'done', 'failed', 'interrupted')),
    checked integer not null check (checked >= 0),
    total integer not null check (total >= 0),
    holds integer check (holds in (0, 1)),
    failure_count integer not null check (failure_count >= 0),
    -- A JSON list.
    failures text not null,
    started_by blob,
    started_at integer not null,
    heard_at integer not null,
    ended_at integer,
    primary key (organization_id, id)
) strict, without rowid;

create unique index verifications_running on verifications (organization_id) where state = 'running';

create table revoked_tokens (
    token_sha256 blob not null primary key check (length(token_sha256) = 32),
    expires_at integer not null
) strict, without rowid;

create table signing_keys (
    kid text not null primary key,
    private_key blob not null,
    created_at integer not null,
    retires_at integer
) strict, without rowid;

create table login_throttles (
    subject text not null primary key,
    failures integer not null check (failures >= 0),
    last_failure_at integer not null
) strict, without rowid;

-- Sign-ins, secrets and denied writes; the organization of zeros is what only the operator reads.
create table security_events (
    organization_id blob not null,
    id blob not null,
    kind text not null,
    at integer not null,
    last_at integer not null,
    count integer not null check (count >= 1),
    principal_id blob,
    actor_id blob,
    address text,
    subject text,
    primary key (organization_id, id)
) strict, without rowid;

create table setup_codes (
    code_sha256 blob not null primary key check (length(code_sha256) = 32),
    created_at integer not null,
    expires_at integer not null,
    used_at integer
) strict, without rowid;
