-- The foundation: books, log and operational tables, for PostgreSQL.

-- One row: two nodes that start at once make the same one.
create table instance (
    only_row bigint not null primary key check (only_row = 1),
    id uuid not null,
    feed_epoch bigint not null check (feed_epoch >= 1),
    format bigint not null,
    is_paused bigint not null check (is_paused in (0, 1)),
    created_at bigint not null,
    -- Until when the node that loads a demo has it to itself.
    demo_until bigint
);

-- One row that is written to find out whether anything can be written.
create table write_trials (
    only_row integer not null primary key check (only_row = 1),
    tried_at bigint not null
);

-- What an operator said of a log that a wrong clock wrote ahead of time: never changed.
create table clock_acceptances (
    head_at bigint not null,
    accepted_at bigint not null,
    reason text not null check (length(reason) between 1 and 1000),
    primary key (head_at, accepted_at)
);

-- Books and derived tables: written only by the commit of a command.

create table organizations (
    organization_id uuid not null,
    name text collate "C" not null,
    base_currency text collate "C" not null check (length(base_currency) between 3 and 10),
    timezone text collate "C" not null,
    negative_stock bigint not null check (negative_stock in (0, 1)),
    approver_not_preparer bigint not null check (approver_not_preparer in (0, 1)),
    voider_not_poster bigint not null check (voider_not_poster in (0, 1)),
    control_changes text collate "C" not null check (control_changes in ('alone', 'secondPerson')),
    second_person_since bigint,
    void_in_closed_period text collate "C" not null check (void_in_closed_period in ('refuse', 'reverseInFirstOpenPeriod')),
    receipts_without_cost text collate "C" not null check (receipts_without_cost in ('refuse', 'provisional')),
    later_costs_to text collate "C" not null check (later_costs_to in ('costOfSales', 'variance')),
    counts_hold bigint not null check (counts_hold in (0, 1)),
    write_off_tolerance bigint not null check (write_off_tolerance >= 0),
    valuation_account_id uuid,
    cogs_account_id uuid,
    adjustment_account_id uuid,
    in_transit_account_id uuid,
    scrap_account_id uuid,
    fx_gain_loss_account_id uuid,
    realised_gain_account_id uuid,
    realised_loss_account_id uuid,
    unrealised_gain_account_id uuid,
    unrealised_loss_account_id uuid,
    rounding_account_id uuid,
    rate_max_age_days bigint not null check (rate_max_age_days between 0 and 366),
    metadata text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id),
    check ((control_changes = 'alone') = (second_person_since is null))
);

create table heads (
    organization_id uuid not null,
    seq bigint not null,
    at bigint not null,
    hash bytea not null,
    entry_sequence bigint not null,
    primary key (organization_id)
);

-- Large rows that are only ever appended.
create table facts (
    organization_id uuid not null,
    seq bigint not null,
    at bigint not null,
    actor uuid not null,
    request_id text collate "C" not null,
    kind text collate "C" not null,
    version bigint not null,
    subject text collate "C" not null,
    part bigint not null,
    parts bigint not null,
    payload bytea not null,
    previous_hash bytea not null,
    hash bytea not null,
    primary key (organization_id, seq)
);

-- Facts of master data, for reports of what was known then; the many facts of entries and movements are not in it.
create index facts_of_master_data on facts (organization_id, kind, seq)
    where substr(kind, 1, 13) <> 'journalEntry.' and substr(kind, 1, 9) <> 'movement.';

-- The history of a record: what happened to it, the newest first.
create index facts_by_subject on facts (organization_id, subject, seq);

create table receipts (
    organization_id uuid not null,
    key_hash uuid not null,
    fingerprint bytea not null,
    request text collate "C" not null,
    at bigint not null,
    reply bytea not null,
    primary key (organization_id, key_hash)
);

-- Receipts are stored in the order of their age: a summary of blocks finds the old ones.
create index receipts_by_age on receipts using brin (at);

create table memberships (
    organization_id uuid not null,
    principal_id uuid not null,
    kind text collate "C" not null check (kind in ('user', 'serviceAccount', 'foreign', 'system')),
    roles text collate "C" not null,
    is_active bigint not null check (is_active in (0, 1)),
    owner_id uuid,
    held_by text collate "C" not null,
    warehouse_ids text collate "C",
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, principal_id),
    -- Only a service account has a person who answers for it.
    check ((owner_id is null and held_by = '') or kind = 'serviceAccount')
);

create table roles (
    organization_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    description text collate "C",
    permissions text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, name)
);

create table principal_names (
    organization_id uuid not null,
    principal_id uuid not null,
    name text collate "C" not null,
    primary key (organization_id, principal_id)
);

create table currencies (
    organization_id uuid not null,
    code text collate "C" not null check (length(code) between 3 and 8),
    name text collate "C" not null,
    decimals bigint not null check (decimals between 0 and 8),
    is_active bigint not null check (is_active in (0, 1)),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, code)
);

-- The key leads to the rate in effect; a single one is found by its id.
create table exchange_rates (
    organization_id uuid not null,
    from_currency text collate "C" not null,
    to_currency text collate "C" not null,
    rate_type text collate "C" not null check (rate_type in ('spot', 'closing', 'average')),
    valid_from text collate "C" not null check (length(valid_from) = 10),
    id uuid not null,
    rate text collate "C" not null,
    source text collate "C",
    created_at bigint not null,
    created_by uuid not null,
    primary key (organization_id, from_currency, to_currency, rate_type, valid_from, id),
    unique (organization_id, id),
    check (from_currency <> to_currency)
);

create table accounts (
    organization_id uuid not null,
    id uuid not null,
    code text collate "C" not null check (length(code) >= 1),
    name text collate "C" not null,
    account_type text collate "C" not null check (account_type in ('asset', 'liability', 'equity', 'revenue', 'expense')),
    subtype text collate "C",
    normal_balance text collate "C" not null check (normal_balance in ('debit', 'credit')),
    parent_id uuid,
    is_group bigint not null check (is_group in (0, 1)),
    currency text collate "C",
    is_active bigint not null check (is_active in (0, 1)),
    control_for text collate "C" check (control_for in ('stock', 'receivable', 'payable', 'bank')),
    revalue bigint not null check (revalue in (0, 1)),
    is_reconcilable bigint not null check (is_reconcilable in (0, 1)),
    required_dimensions text collate "C" not null,
    default_dimensions text collate "C" not null,
    description text collate "C",
    external_id text collate "C",
    metadata text collate "C" not null,
    has_postings bigint not null check (has_postings in (0, 1)),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, code),
    -- Checked at the end of a commit, which may move an account below a group that it makes.
    foreign key (organization_id, parent_id) references accounts (organization_id, id)
        deferrable initially deferred,
    check (parent_id is null or parent_id <> id),
    check (is_group = 0 or has_postings = 0),
    check (is_reconcilable = 0 or (is_group = 0 and account_type in ('asset', 'liability')))
);

create index accounts_by_parent on accounts (organization_id, parent_id);

create table parties (
    organization_id uuid not null,
    id uuid not null,
    code text collate "C",
    kinds text collate "C" not null,
    currency text collate "C",
    payment_terms_days bigint check (payment_terms_days >= 0),
    is_active bigint not null check (is_active in (0, 1)),
    external_id text collate "C",
    metadata text collate "C" not null,
    is_used bigint not null check (is_used in (0, 1)),
    merged_into_id uuid,
    merge_reason text collate "C",
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    foreign key (organization_id, merged_into_id) references parties (organization_id, id)
        deferrable initially deferred,
    check ((merged_into_id is null) = (merge_reason is null)),
    check (merged_into_id <> id)
);

create index parties_by_target on parties (organization_id, merged_into_id) where merged_into_id is not null;
create unique index parties_by_code on parties (organization_id, code) where code is not null;

create table party_names (
    organization_id uuid not null,
    party_id uuid not null,
    name text collate "C" not null,
    name_key text collate "C" not null,
    contact text collate "C" not null,
    primary key (organization_id, party_id),
    unique (organization_id, name_key),
    foreign key (organization_id, party_id) references parties (organization_id, id)
);

create table dimensions (
    organization_id uuid not null,
    id uuid not null,
    code text collate "C" not null check (length(code) between 1 and 32),
    name text collate "C" not null,
    description text collate "C",
    is_active bigint not null check (is_active in (0, 1)),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, code)
);

create table dimension_values (
    organization_id uuid not null,
    id uuid not null,
    dimension_id uuid not null,
    code text collate "C" not null check (length(code) >= 1),
    name text collate "C" not null,
    parent_id uuid,
    is_group bigint not null check (is_group in (0, 1)),
    active_from text collate "C" check (length(active_from) = 10),
    active_to text collate "C" check (length(active_to) = 10),
    is_active bigint not null check (is_active in (0, 1)),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, dimension_id, code),
    foreign key (organization_id, dimension_id) references dimensions (organization_id, id),
    foreign key (organization_id, parent_id) references dimension_values (organization_id, id),
    check (parent_id is null or parent_id <> id),
    check (active_from <= active_to)
);

create index dimension_values_by_parent on dimension_values (organization_id, parent_id);

-- Each distinct text of dimensions on lines, once per dimension in it: lines are found by equal texts.
create table dimension_sets (
    organization_id uuid not null,
    id uuid not null,
    dimension_id uuid not null,
    value_id uuid not null,
    dimensions text collate "C" not null check (length(dimensions) >= 1),
    primary key (organization_id, id, dimension_id),
    foreign key (organization_id, dimension_id) references dimensions (organization_id, id),
    foreign key (organization_id, value_id) references dimension_values (organization_id, id)
);

create index dimension_sets_by_value on dimension_sets (organization_id, dimension_id, value_id);

create table journals (
    organization_id uuid not null,
    id uuid not null,
    code text collate "C" not null check (length(code) >= 1),
    name text collate "C" not null,
    journal_type text collate "C" not null check (journal_type in ('general', 'sales', 'purchase', 'cash', 'bank', 'stock', 'opening', 'closing')),
    number_pattern text collate "C" not null,
    reset_per text collate "C" not null check (reset_per in ('year', 'month', 'never')),
    is_active bigint not null check (is_active in (0, 1)),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, code)
);

create table number_series (
    organization_id uuid not null,
    journal_id uuid not null,
    bucket text collate "C" not null,
    last bigint not null,
    primary key (organization_id, journal_id, bucket),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
);

-- The link to the closing entry carries no foreign key, as those between entries do not.
create table fiscal_years (
    organization_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    start_date text collate "C" not null check (length(start_date) = 10),
    end_date text collate "C" not null check (length(end_date) = 10),
    status text collate "C" not null check (status in ('open', 'softClosed', 'closed')),
    closing_entry_id uuid,
    further_closing_entries text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    check (start_date <= end_date),
    check (closing_entry_id is null or status = 'closed'),
    check (further_closing_entries = '' or closing_entry_id is not null)
);

create table periods (
    organization_id uuid not null,
    id uuid not null,
    fiscal_year_id uuid not null,
    number bigint not null check (number >= 1),
    name text collate "C" not null,
    start_date text collate "C" not null check (length(start_date) = 10),
    end_date text collate "C" not null check (length(end_date) = 10),
    period_type text collate "C" not null check (period_type in ('standard', 'adjustment')),
    status text collate "C" not null check (status in ('open', 'softClosed', 'closed')),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, fiscal_year_id, number),
    foreign key (organization_id, fiscal_year_id) references fiscal_years (organization_id, id),
    check (start_date <= end_date)
);

create table period_changes (
    organization_id uuid not null,
    period_id uuid not null,
    period_version bigint not null,
    at bigint not null,
    by_principal uuid not null,
    from_status text collate "C" not null check (from_status in ('open', 'softClosed', 'closed')),
    to_status text collate "C" not null check (to_status in ('open', 'softClosed', 'closed')),
    reason text collate "C",
    primary key (organization_id, period_id, period_version),
    foreign key (organization_id, period_id) references periods (organization_id, id)
);

create table fiscal_year_changes (
    organization_id uuid not null,
    fiscal_year_id uuid not null,
    year_version bigint not null,
    at bigint not null,
    by_principal uuid not null,
    from_status text collate "C" not null check (from_status in ('open', 'softClosed', 'closed')),
    to_status text collate "C" not null check (to_status in ('open', 'softClosed', 'closed')),
    reason text collate "C",
    closing_entry_id uuid,
    further_closing_entries text collate "C" not null,
    primary key (organization_id, fiscal_year_id, year_version),
    foreign key (organization_id, fiscal_year_id) references fiscal_years (organization_id, id)
);

-- Tables that every commit writes have few checks here: PostgreSQL reads the text of each anew for every statement,
-- which was a tenth of a small commit. The embedded database has all of them, and `verify` compares every row.
-- Entries, lines and balances carry no foreign keys here: PostgreSQL looks each row's up alone, by a plan that is
-- made anew each time or may be of when the table was empty, and that was most of a commit. The core reads every row
-- that it refers to, the embedded database has the keys, and `verify` looks for references to nothing.
-- The link from an entry to its mirror or reversal carries none in either: it is written in the
-- same commit as the row that it names, and the order of statements must not matter.
create table entries (
    organization_id uuid not null,
    id uuid not null,
    number text collate "C",
    sequence bigint,
    journal_id uuid not null,
    date text collate "C" not null,
    document_date text collate "C",
    period_id uuid,
    status text collate "C" not null,
    entry_type text collate "C" not null,
    description text collate "C" not null,
    reference text collate "C",
    source text collate "C" not null,
    external_id text collate "C",
    currency text collate "C" not null,
    transaction_currency text collate "C" not null,
    exchange_rate text collate "C",
    total_debit bigint not null,
    total_credit bigint not null,
    line_count bigint not null,
    dimensions text collate "C" not null,
    draft_lines bytea not null,
    reverses_entry_id uuid,
    reversed_by_entry_id uuid,
    corrects_entry_id uuid,
    corrected_by_entry_id uuid,
    reason text collate "C",
    prior_period_adjustment bigint not null,
    auto_reverse_on text collate "C",
    voids_entry_id uuid,
    voided_by_entry_id uuid,
    void_reason text collate "C",
    voided_at bigint,
    voided_by uuid,
    owner_type text collate "C",
    owner_id text collate "C",
    prepared_by text collate "C" not null,
    key_owners text collate "C" not null,
    submitted_at bigint,
    submitted_by uuid,
    approved_at bigint,
    approved_by uuid,
    rejected_at bigint,
    rejected_by uuid,
    rejection_reason text collate "C",
    posted_at bigint,
    posted_by uuid,
    metadata text collate "C" not null,
    hash bytea,
    version bigint not null,
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, sequence),
    -- Drafts have no number; what is posted has one and balances.
    check (
        case
            when sequence is null then number is null and status in ('draft', 'pendingApproval')
            else number is not null and total_debit = total_credit and status in ('posted', 'voided')
        end
    )
);

create unique index entries_by_number on entries (organization_id, number) where number is not null;

create unique index entries_by_external_id on entries (organization_id, source, external_id)
    where external_id is not null and status in ('draft', 'pendingApproval', 'posted') and entry_type <> 'void';

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
    organization_id uuid not null,
    entry_id uuid not null,
    journal_id uuid not null,
    date text collate "C" not null,
    document_date text collate "C",
    entry_type text collate "C" not null,
    description text collate "C" not null,
    reference text collate "C",
    source text collate "C" not null,
    external_id text collate "C",
    transaction_currency text collate "C" not null,
    exchange_rate text collate "C",
    dimensions text collate "C" not null,
    lines bytea not null,
    metadata text collate "C" not null,
    primary key (organization_id, entry_id)
);

-- The index by account is the only one: a line costs one append and one random page.
create table lines (
    organization_id uuid not null,
    entry_sequence bigint not null,
    line_number bigint not null,
    account_id uuid not null,
    debit bigint not null,
    credit bigint not null,
    currency text collate "C" not null,
    exchange_rate text collate "C",
    base_debit bigint not null,
    base_credit bigint not null,
    description text collate "C",
    party_id uuid,
    due_date text collate "C",
    dimensions text collate "C" not null,
    pool_id uuid,
    primary key (organization_id, entry_sequence, line_number),
    check (
        debit >= 0 and credit >= 0 and base_debit >= 0 and base_credit >= 0
        and ((debit = 0 and base_debit = 0) <> (credit = 0 and base_credit = 0))
    )
);

create index lines_by_account on lines (organization_id, account_id, entry_sequence, line_number);

-- Few lines have a party: those of receivables and payables.
create index lines_by_party on lines (organization_id, party_id, entry_sequence, line_number) where party_id is not null;

-- Lines that settle one another.
create table matches (
    organization_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    party_id uuid,
    currency text collate "C" not null,
    date text collate "C" not null check (length(date) = 10),
    status text collate "C" not null check (status in ('active', 'undone')),
    source text collate "C" not null check (source in ('manual', 'void', 'reversal', 'correction')),
    amount bigint not null check (amount >= 0),
    description text collate "C",
    write_off_entry_id uuid,
    fx_entry_id uuid,
    undone_on text collate "C" check (length(undone_on) = 10),
    undone_at bigint,
    undone_by uuid,
    undo_reason text collate "C",
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    foreign key (organization_id, account_id) references accounts (organization_id, id),
    foreign key (organization_id, party_id) references parties (organization_id, id),
    check ((status = 'undone') = (undone_on is not null)),
    check ((undone_on is null) = (undone_at is null)),
    check ((undone_on is null) = (undone_by is null)),
    check ((undone_on is null) = (undo_reason is null)),
    check (undone_on >= date)
);

create index matches_by_account on matches (organization_id, account_id, id);

-- What a match took of each line.
create table match_items (
    organization_id uuid not null,
    match_id uuid not null,
    entry_sequence bigint not null,
    line_number bigint not null,
    entry_id uuid not null,
    debit bigint not null check (debit >= 0),
    credit bigint not null check (credit >= 0),
    base_debit bigint not null check (base_debit >= 0),
    base_credit bigint not null check (base_credit >= 0),
    primary key (organization_id, match_id, entry_sequence, line_number),
    foreign key (organization_id, match_id) references matches (organization_id, id),
    check ((debit = 0 and base_debit = 0) or (credit = 0 and base_credit = 0))
);

create index match_items_by_line on match_items (organization_id, entry_sequence, line_number);

-- How much of a line active matches took: never more than it has, whoever matches at once.
create table matched_lines (
    organization_id uuid not null,
    entry_sequence bigint not null,
    line_number bigint not null,
    amount bigint not null,
    base_amount bigint not null,
    matched bigint not null,
    base_matched bigint not null,
    primary key (organization_id, entry_sequence, line_number),
    check (matched >= 0 and matched <= amount),
    check (base_matched >= 0 and base_matched <= base_amount)
);

create table balances (
    organization_id uuid not null,
    account_id uuid not null,
    date text collate "C" not null,
    currency text collate "C" not null,
    class text collate "C" not null,
    debit bigint not null,
    credit bigint not null,
    base_debit bigint not null,
    base_credit bigint not null,
    voided_debit bigint not null,
    voided_credit bigint not null,
    first_seq bigint not null,
    last_seq bigint not null,
    primary key (organization_id, account_id, date, currency, class)
) with (fillfactor = 70);

create table entry_templates (
    organization_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    description text collate "C" not null,
    journal_id uuid,
    draft_lines bytea not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, name),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
);

create table recurring_entries (
    organization_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    rule text collate "C" not null,
    start_date text collate "C" not null check (length(start_date) = 10),
    outcome text collate "C" not null check (outcome in ('draft', 'posted')),
    amounts text collate "C" not null check (amounts in ('each', 'total')),
    is_active bigint not null check (is_active in (0, 1)),
    journal_id uuid not null,
    entry_type text collate "C" not null check (entry_type in ('standard', 'adjusting')),
    description text collate "C" not null,
    reference text collate "C",
    transaction_currency text collate "C" not null,
    exchange_rate text collate "C",
    dimensions text collate "C" not null,
    draft_lines bytea not null,
    metadata text collate "C" not null,
    prepared_by text collate "C" not null,
    key_owners text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
);

create table occurrences (
    organization_id uuid not null,
    recurring_entry_id uuid not null,
    date text collate "C" not null check (length(date) = 10),
    status text collate "C" not null check (status in ('due', 'made', 'skipped')),
    entry_id uuid,
    problem text collate "C",
    primary key (organization_id, recurring_entry_id, date),
    foreign key (organization_id, recurring_entry_id) references recurring_entries (organization_id, id),
    check ((status = 'made') = (entry_id is not null))
);

-- What the job looks for.
create index occurrences_due on occurrences (organization_id, date, recurring_entry_id) where status = 'due';

create table revaluations (
    organization_id uuid not null,
    id uuid not null,
    date text collate "C" not null check (length(date) = 10),
    rate_type text collate "C" not null check (rate_type in ('spot', 'closing', 'average')),
    reversed_on text collate "C" not null check (length(reversed_on) = 10),
    base_currency text collate "C" not null,
    entry_id uuid,
    reversal_entry_id uuid,
    realised_entry_id uuid,
    created_at bigint not null,
    created_by uuid not null,
    primary key (organization_id, id),
    check (date < reversed_on),
    check ((entry_id is null) = (reversal_entry_id is null))
);

create index revaluations_by_reversal on revaluations (organization_id, reversed_on);

create table revaluation_items (
    organization_id uuid not null,
    revaluation_id uuid not null,
    item_number bigint not null check (item_number >= 1),
    account_id uuid not null,
    currency text collate "C" not null,
    balance bigint not null,
    rate text collate "C",
    base_before bigint not null,
    unrealised bigint not null,
    realised bigint not null,
    primary key (organization_id, revaluation_id, item_number),
    foreign key (organization_id, revaluation_id) references revaluations (organization_id, id),
    foreign key (organization_id, account_id) references accounts (organization_id, id)
);

create table warehouses (
    organization_id uuid not null,
    id uuid not null,
    code text collate "C" not null check (length(code) >= 1),
    name text collate "C" not null,
    description text collate "C",
    kind text collate "C" not null check (kind in ('storage', 'inTransit', 'quarantine', 'consignmentIn', 'consignmentOut', 'thirdParty', 'scrap')),
    parent_id uuid,
    status text collate "C" not null check (status in ('active', 'frozen', 'inactive')),
    is_default bigint not null check (is_default in (0, 1)),
    valuation_account_id uuid,
    cogs_account_id uuid,
    adjustment_account_id uuid,
    in_transit_account_id uuid,
    scrap_account_id uuid,
    costing_scope text collate "C" not null check (costing_scope in ('warehouse', 'organization')),
    past_scopes bytea not null,
    negative_stock text collate "C" not null check (negative_stock in ('inherit', 'deny', 'allow')),
    bins_mode text collate "C" not null check (bins_mode in ('none', 'optional', 'required')),
    default_locations text collate "C" not null,
    in_transit_warehouse_id uuid,
    resupply_from text collate "C" not null,
    pick_strategy text collate "C" not null check (pick_strategy in ('fefo', 'fifo', 'lifo', 'nearestBin', 'manual')),
    timezone text collate "C",
    address text collate "C",
    geo text collate "C",
    contact text collate "C",
    manager_user_id uuid,
    gln text collate "C",
    external_refs text collate "C" not null,
    tags text collate "C" not null,
    metadata text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
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
);

create table item_categories (
    organization_id uuid not null,
    id uuid not null,
    code text collate "C" not null check (length(code) >= 1),
    name text collate "C" not null,
    description text collate "C",
    parent_id uuid,
    valuation_account_id uuid,
    cogs_account_id uuid,
    adjustment_account_id uuid,
    in_transit_account_id uuid,
    scrap_account_id uuid,
    metadata text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, code),
    foreign key (organization_id, parent_id) references item_categories (organization_id, id),
    foreign key (organization_id, valuation_account_id) references accounts (organization_id, id),
    foreign key (organization_id, cogs_account_id) references accounts (organization_id, id),
    foreign key (organization_id, adjustment_account_id) references accounts (organization_id, id),
    foreign key (organization_id, in_transit_account_id) references accounts (organization_id, id),
    foreign key (organization_id, scrap_account_id) references accounts (organization_id, id),
    check (parent_id is null or parent_id <> id)
);

-- Measures are kept with six decimals: costs in millionths of the currency, weights in milligrams, volumes in cubic
-- centimetres.
create table items (
    organization_id uuid not null,
    id uuid not null,
    sku text collate "C" not null check (length(sku) >= 1),
    sku_key text collate "C" not null,
    name text collate "C" not null,
    description text collate "C",
    category_id uuid,
    unit_code text collate "C" not null check (length(unit_code) between 2 and 3),
    quantity_decimals bigint not null check (quantity_decimals between 0 and 6),
    units text collate "C" not null,
    tracking text collate "C" not null check (tracking in ('none', 'lot', 'serial')),
    costing_method text collate "C" not null check (costing_method in ('fifo', 'average', 'standard', 'specific')),
    valuations bytea not null,
    fallback_cost bigint check (fallback_cost >= 0),
    reorder_point bigint check (reorder_point >= 0),
    min_quantity bigint check (min_quantity >= 0),
    max_quantity bigint check (max_quantity >= 0),
    lead_time_days bigint check (lead_time_days >= 0),
    weight_mg bigint check (weight_mg >= 0),
    volume_cm3 bigint check (volume_cm3 >= 0),
    status text collate "C" not null check (status in ('active', 'inactive')),
    metadata text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, sku_key),
    foreign key (organization_id, category_id) references item_categories (organization_id, id),
    check (costing_method <> 'specific' or tracking <> 'none'),
    check (tracking <> 'serial' or quantity_decimals = 0)
);

create index items_by_category on items (organization_id, category_id);

create table item_gtins (
    organization_id uuid not null,
    gtin text collate "C" not null check (length(gtin) = 14),
    item_id uuid not null,
    unit_code text collate "C",
    primary key (organization_id, gtin),
    foreign key (organization_id, item_id) references items (organization_id, id)
);

create index item_gtins_by_item on item_gtins (organization_id, item_id);

create table locations (
    organization_id uuid not null,
    id uuid not null,
    warehouse_id uuid not null,
    code text collate "C" not null check (length(code) >= 1),
    name text collate "C",
    kind text collate "C" not null check (kind in ('zone', 'bin')),
    parent_id uuid,
    activities text collate "C" not null,
    status text collate "C" not null check (status in ('active', 'inactive')),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, warehouse_id, code),
    foreign key (organization_id, warehouse_id) references warehouses (organization_id, id),
    foreign key (organization_id, parent_id) references locations (organization_id, id),
    check (parent_id is null or parent_id <> id)
);

create index locations_by_parent on locations (organization_id, parent_id);
create index locations_by_code on locations (organization_id, code);

create table lots (
    organization_id uuid not null,
    id uuid not null,
    item_id uuid not null,
    number text collate "C" not null check (length(number) >= 1),
    produced_on text collate "C" check (length(produced_on) = 10),
    best_before text collate "C" check (length(best_before) = 10),
    expires_on text collate "C" check (length(expires_on) = 10),
    status text collate "C" not null check (status in ('available', 'hold', 'quarantine', 'recalled', 'expired')),
    attributes text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, item_id, number),
    foreign key (organization_id, item_id) references items (organization_id, id)
);

create index lots_by_expiry on lots (organization_id, expires_on) where expires_on is not null;
create index lots_by_number on lots (organization_id, number);

create table serials (
    organization_id uuid not null,
    id uuid not null,
    item_id uuid not null,
    number text collate "C" not null check (length(number) >= 1),
    status text collate "C" not null check (status in ('available', 'hold', 'quarantine', 'recalled', 'expired')),
    attributes text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, item_id, number),
    foreign key (organization_id, item_id) references items (organization_id, id)
);

create index serials_by_number on serials (organization_id, number);

create table reason_codes (
    organization_id uuid not null,
    id uuid not null,
    code text collate "C" not null check (length(code) >= 1),
    name text collate "C" not null,
    account_id uuid,
    kinds text collate "C" not null,
    status text collate "C" not null check (status in ('active', 'inactive')),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, code),
    foreign key (organization_id, account_id) references accounts (organization_id, id)
);

-- Movements of goods, and what costing keeps of them. Places are bytes in the order of what occurred.
create table movements (
    organization_id uuid not null,
    id uuid not null,
    kind text collate "C" not null,
    status text collate "C" not null check (status in ('draft', 'pendingApproval', 'posted', 'voided')),
    seq bigint,
    occurred_at bigint,
    costing text not null check (costing in ('inOrder', 'prospective')),
    costed_at bigint,
    posting_date text collate "C" check (length(posting_date) = 10),
    currency text collate "C" not null,
    exchange_rate text collate "C",
    party_id uuid,
    reason_code_id uuid,
    offset_account_id uuid,
    of_movement_id uuid,
    transfer_mode text collate "C" check (transfer_mode in ('direct', 'twoStep', 'receive', 'close')),
    due_date text collate "C" check (length(due_date) = 10),
    split_by text collate "C" check (split_by in ('value', 'quantity', 'weight', 'volume', 'hand')),
    allows_beyond_value bigint not null check (allows_beyond_value in (0, 1)),
    amount bigint,
    to_account_id uuid,
    charges bytea not null,
    description text collate "C" not null,
    reference text collate "C",
    source text collate "C" not null,
    external_id text collate "C",
    dimensions text collate "C" not null,
    line_count bigint not null check (line_count >= 0),
    draft_lines bytea not null,
    prepared_by text collate "C" not null,
    key_owners text collate "C" not null,
    submitted_at bigint,
    submitted_by uuid,
    approved_at bigint,
    approved_by uuid,
    rejected_at bigint,
    rejected_by uuid,
    rejection_reason text collate "C",
    entry_id uuid,
    void_entry_id uuid,
    void_reason text collate "C",
    void_date text collate "C" check (length(void_date) = 10),
    voided_at bigint,
    voided_by uuid,
    posted_at bigint,
    posted_by uuid,
    metadata text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, seq),
    check ((status in ('draft', 'pendingApproval')) = (seq is null)),
    check (seq is null or posting_date is not null)
);

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
    organization_id uuid not null,
    id uuid not null,
    item_id uuid not null,
    scope_id uuid not null,
    tracked_id uuid not null,
    first_method text collate "C" not null check (first_method in ('fifo', 'average', 'standard', 'specific')),
    first_account_id uuid not null,
    first_standard bigint,
    begins_at bytea not null,
    last_place bytea,
    since_checkpoint bigint not null,
    method text collate "C" not null check (method in ('fifo', 'average', 'standard', 'specific')),
    account_id uuid not null,
    standard bigint,
    per_unit bigint not null,
    quantity bigint not null,
    value bigint not null,
    x_whole bigint not null,
    x_millionths bigint not null check (x_millionths between 0 and 999999),
    last_cost_value bigint,
    last_cost_quantity bigint,
    written_down bigint not null check (written_down >= 0),
    allowance_whole bigint not null check (allowance_whole >= 0),
    allowance_millionths bigint not null check (allowance_millionths between 0 and 999999),
    primary key (organization_id, id),
    unique (organization_id, item_id, scope_id, tracked_id),
    check (quantity <> 0 or value = 0)
);

create index pools_by_scope on pools (organization_id, scope_id);

create index pools_by_account on pools (organization_id, account_id);

create table invoice_numbers (
    organization_id uuid not null,
    party_id uuid not null,
    number text collate "C" not null check (length(number) >= 1),
    document_id uuid not null,
    entry_id uuid,
    movement_id uuid,
    primary key (organization_id, party_id, number, document_id),
    foreign key (organization_id, party_id) references parties (organization_id, id)
);

create table movement_lines (
    organization_id uuid not null,
    movement_seq bigint not null,
    line_number bigint not null,
    movement_id uuid not null,
    item_id uuid not null,
    quantity bigint not null,
    entered text collate "C" not null,
    warehouse_id uuid not null,
    location_id uuid,
    to_warehouse_id uuid,
    to_location_id uuid,
    lot_id uuid,
    serial_id uuid,
    amount bigint,
    base_amount bigint,
    is_provisional bigint not null check (is_provisional in (0, 1)),
    of_seq bigint,
    of_line bigint,
    of_quantity bigint,
    cleared_amount bigint,
    cleared_base bigint,
    claimable_amount bigint,
    claimable_base bigint,
    claimable_cost bigint,
    reservation_id uuid,
    pool_id uuid,
    to_pool_id uuid,
    counter_account_id uuid,
    variance_account_id uuid,
    weight bigint,
    standard_cost bigint,
    to_method text collate "C" check (to_method in ('fifo', 'average', 'standard', 'specific')),
    description text collate "C",
    added_at bigint,
    primary key (organization_id, movement_seq, line_number)
);

create index movement_lines_by_item on movement_lines (organization_id, item_id, movement_seq, line_number);
-- What is about the lines of another movement; most lines are about none.
create index movement_lines_of on movement_lines (organization_id, of_seq) where of_seq is not null;

create table pool_movements (
    organization_id uuid not null,
    pool_id uuid not null,
    place bytea not null,
    posting_date text collate "C" not null check (length(posting_date) = 10),
    occurred_at bigint,
    kind bytea not null,
    quantity bigint not null,
    is_voided bigint not null check (is_voided in (0, 1)),
    cause_seq bigint not null,
    shares bytea,
    written_down bigint not null check (written_down >= 0),
    own_account_id uuid,
    own_counter_account_id uuid,
    own_amount bigint check (own_amount <> 0),
    own_entry_sequence bigint,
    primary key (organization_id, pool_id, place)
);

create index pool_movements_by_cause on pool_movements using brin (cause_seq);

create table pool_ties (
    organization_id uuid not null,
    source bytea not null,
    place bytea not null,
    source_pool_id uuid not null,
    pool_id uuid not null,
    tie text collate "C" not null check (
        tie in ('value', 'share', 'layer', 'part', 'partInTransit', 'inTransit')
    ),
    quantity bigint not null,
    is_voided bigint not null check (is_voided in (0, 1)),
    primary key (organization_id, source, place)
);

create index pool_ties_by_source_pool on pool_ties (organization_id, source_pool_id, source);

create index pool_ties_by_pool on pool_ties (organization_id, pool_id, place);

create table value_entries (
    organization_id uuid not null,
    pool_id uuid not null,
    place bytea not null,
    cause_seq bigint not null,
    number bigint not null,
    date text collate "C" not null check (length(date) = 10),
    leg text collate "C" not null check (leg in ('stock', 'counter', 'allowance', 'variance', 'counterOf')),
    leg_of bytea,
    account_id uuid not null,
    counter_account_id uuid,
    amount bigint not null check (amount <> 0),
    entry_sequence bigint,
    primary key (organization_id, pool_id, place, cause_seq, number),
    check (leg = 'stock' or counter_account_id is null)
);

create index value_entries_by_cause on value_entries using brin (cause_seq);

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
    organization_id uuid not null,
    pool_id uuid not null,
    place bytea not null,
    cause_seq bigint not null,
    date text collate "C" not null check (length(date) = 10),
    shares bytea,
    primary key (organization_id, pool_id, place, cause_seq)
);

create table pool_layers (
    organization_id uuid not null,
    pool_id uuid not null,
    is_owed bigint not null check (is_owed in (0, 1)),
    place bytea not null,
    quantity bigint not null check (quantity > 0),
    x_whole bigint not null,
    x_millionths bigint not null check (x_millionths between 0 and 999999),
    primary key (organization_id, pool_id, is_owed, place)
);

create table pool_checkpoints (
    organization_id uuid not null,
    pool_id uuid not null,
    place bytea not null,
    state bytea not null,
    primary key (organization_id, pool_id, place)
);

create table stock_levels (
    organization_id uuid not null,
    item_id uuid not null,
    warehouse_id uuid not null,
    location_id uuid not null,
    lot_id uuid not null,
    serial_id uuid not null,
    quantity bigint not null,
    primary key (organization_id, item_id, warehouse_id, location_id, lot_id, serial_id)
);

create index stock_levels_by_serial on stock_levels (organization_id, serial_id);

create index stock_levels_by_warehouse on stock_levels (organization_id, warehouse_id, item_id);

create table stock_days (
    organization_id uuid not null,
    item_id uuid not null,
    warehouse_id uuid not null,
    location_id uuid not null,
    lot_id uuid not null,
    serial_id uuid not null,
    date text collate "C" not null check (length(date) = 10),
    quantity bigint not null,
    primary key (organization_id, item_id, warehouse_id, location_id, lot_id, serial_id, date)
);

create table pool_days (
    organization_id uuid not null,
    pool_id uuid not null,
    account_id uuid not null,
    date text collate "C" not null check (length(date) = 10),
    value bigint not null,
    primary key (organization_id, pool_id, account_id, date)
);

-- What was received, how much of it was invoiced or went back, and what is between the two steps of a transfer.
create table received_lines (
    organization_id uuid not null,
    movement_seq bigint not null,
    line_number bigint not null,
    movement_id uuid not null,
    item_id uuid not null,
    party_id uuid,
    account_id uuid not null,
    currency text collate "C" not null,
    exchange_rate text collate "C",
    quantity bigint not null check (quantity > 0),
    amount bigint not null,
    base_amount bigint not null,
    is_provisional bigint not null check (is_provisional in (0, 1)),
    cleared_quantity bigint not null check (cleared_quantity between 0 and quantity),
    cleared_amount bigint not null,
    cleared_base bigint not null,
    reordered_base bigint not null,
    invoiced_quantity bigint not null check (invoiced_quantity between 0 and cleared_quantity),
    invoiced_returned bigint not null check (invoiced_returned between 0 and invoiced_quantity),
    claimable_amount bigint not null check (claimable_amount >= 0),
    claimable_base bigint not null,
    claimable_cost bigint not null,
    claimable_rate text collate "C",
    last_movement_id uuid,
    primary key (organization_id, movement_seq, line_number)
);

create index received_lines_open on received_lines (organization_id, movement_seq, line_number)
    where cleared_quantity < quantity;

-- SQLite takes it only if all that is asked for is in it.
create index received_lines_unsettled
    on received_lines (organization_id, is_provisional, movement_id, cleared_quantity, quantity)
    where is_provisional = 1 and cleared_quantity < quantity;

create table consigned_lines (
    organization_id uuid not null,
    movement_seq bigint not null,
    line_number bigint not null,
    movement_id uuid not null,
    item_id uuid not null,
    warehouse_id uuid not null,
    lot_id uuid not null,
    serial_id uuid not null,
    party_id uuid not null,
    currency text not null,
    quantity bigint not null check (quantity > 0),
    amount bigint not null check (amount >= 0),
    taken_quantity bigint not null check (taken_quantity between 0 and quantity),
    taken_amount bigint not null check (taken_amount between 0 and amount),
    is_open bigint not null check (is_open in (0, 1)),
    last_movement_id uuid,
    primary key (organization_id, movement_seq, line_number),
    check ((is_open = 1) = (taken_quantity < quantity))
);

create index consigned_lines_open on consigned_lines (organization_id, item_id, warehouse_id, movement_seq, line_number)
    where is_open = 1;

create table transit_lines (
    organization_id uuid not null,
    movement_seq bigint not null,
    line_number bigint not null,
    movement_id uuid not null,
    item_id uuid not null,
    lot_id uuid,
    serial_id uuid,
    warehouse_id uuid not null,
    to_warehouse_id uuid not null,
    to_location_id uuid,
    account_id uuid not null,
    quantity bigint not null check (quantity > 0),
    received bigint not null check (received >= 0),
    lost bigint not null check (lost >= 0),
    is_open bigint not null check (is_open in (0, 1)),
    primary key (organization_id, movement_seq, line_number),
    check (received + lost <= quantity),
    -- Closed: all of it came or was lost, or its document was voided.
    check (case is_open when 1 then received + lost < quantity else received + lost in (0, quantity) end)
);

create index transit_lines_to on transit_lines (organization_id, to_warehouse_id, is_open);

create index transit_lines_from on transit_lines (organization_id, warehouse_id, is_open);
-- What is in transit of an item, before it is valued elsewhere.
create index transit_lines_item on transit_lines (organization_id, item_id, is_open);
-- What is in transit on an account, before that is given up.
create index transit_lines_account on transit_lines (organization_id, account_id, is_open);

-- Goods that are promised.
create table reservations (
    organization_id uuid not null,
    id uuid not null,
    item_id uuid not null,
    warehouse_id uuid not null,
    lot_id uuid,
    serial_id uuid,
    quantity bigint not null check (quantity > 0),
    consumed_quantity bigint not null,
    status text collate "C" not null check (status in ('active', 'consumed', 'released', 'expired')),
    expires_at bigint,
    movement_id uuid,
    reference text collate "C",
    source text collate "C" not null,
    external_id text collate "C",
    released_at bigint,
    released_by uuid,
    release_reason text collate "C",
    metadata text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    check (consumed_quantity between 0 and quantity),
    check ((status = 'consumed') = (consumed_quantity = quantity))
);

create index reservations_of_goods on reservations (organization_id, item_id, warehouse_id, status);

create index reservations_of_warehouse on reservations (organization_id, warehouse_id, status);

create index reservations_by_external_id on reservations (organization_id, source, external_id)
    where external_id is not null;

create index reservations_by_expiry on reservations (organization_id, expires_at) where status = 'active';
create index reservations_by_reference on reservations (organization_id, reference, id) where reference is not null;

-- Goods that were frozen: of an item in a warehouse, in all warehouses, or all goods.
create table frozen_pools (
    organization_id uuid not null,
    id uuid not null,
    item_id uuid,
    warehouse_id uuid,
    status text collate "C" not null check (status in ('frozen', 'released')),
    invariant text collate "C",
    reason text collate "C" not null,
    frozen_at bigint not null,
    frozen_by uuid not null,
    released_at bigint,
    released_by uuid,
    release_reason text collate "C",
    version bigint not null check (version >= 1),
    primary key (organization_id, id),
    check (item_id is not null or warehouse_id is null),
    check ((status = 'released') = (released_at is not null))
);

create index frozen_pools_by_status on frozen_pools (organization_id, status);

create table reserved_goods (
    organization_id uuid not null,
    item_id uuid not null,
    warehouse_id uuid not null,
    tracked_id uuid not null,
    quantity bigint not null check (quantity >= 0),
    primary key (organization_id, item_id, warehouse_id, tracked_id)
);

-- Counts of what is in stock: what was expected at a snapshot, and what was found.
create table counts (
    organization_id uuid not null,
    id uuid not null,
    status text collate "C" not null check (status in ('open', 'submitted', 'approved', 'posted', 'cancelled')),
    is_open bigint not null check (is_open in (0, 1)),
    warehouse_id uuid not null,
    locations text collate "C" not null,
    items text collate "C" not null,
    categories text collate "C" not null,
    snapshot_seq bigint not null,
    snapshot_at bigint not null,
    snapshot_date text collate "C" not null check (length(snapshot_date) = 10),
    is_blind bigint not null check (is_blind in (0, 1)),
    tolerance_quantity bigint,
    tolerance_percent bigint,
    tolerance_value bigint,
    reason_code_id uuid,
    description text collate "C" not null,
    reference text collate "C",
    line_count bigint not null check (line_count >= 0),
    counted_count bigint not null,
    needs_approval bigint not null check (needs_approval in (0, 1)),
    counted_by text collate "C" not null,
    key_owners text collate "C" not null,
    submitted_at bigint,
    submitted_by uuid,
    approved_at bigint,
    approved_by uuid,
    sent_back_at bigint,
    sent_back_by uuid,
    sent_back_reason text collate "C",
    cancelled_at bigint,
    cancelled_by uuid,
    cancel_reason text collate "C",
    posted_at bigint,
    posted_by uuid,
    movement_id uuid,
    open_overruns bigint not null check (open_overruns >= 0),
    metadata text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    check ((is_open = 1) = (status in ('open', 'submitted', 'approved')))
);

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
    organization_id uuid not null,
    count_id uuid not null,
    line_number bigint not null check (line_number >= 1),
    item_id uuid not null,
    location_id uuid,
    lot_id uuid,
    serial_id uuid,
    expected bigint not null,
    counted bigint check (counted >= 0),
    counted_at bigint,
    counted_by uuid,
    recordings bytea not null,
    reason_code_id uuid,
    total_cost bigint,
    note text collate "C",
    is_beyond bigint not null check (is_beyond in (0, 1)),
    movement_line bigint,
    primary key (organization_id, count_id, line_number)
);

-- From goods to the counts that were of them: an item, a bin, or zeros for the warehouse.
create table counted_goods (
    organization_id uuid not null,
    warehouse_id uuid not null,
    about_id uuid not null,
    snapshot_at bigint not null,
    count_id uuid not null,
    primary key (organization_id, warehouse_id, about_id, snapshot_at, count_id),
    foreign key (organization_id, count_id) references counts (organization_id, id)
);

create table count_overruns (
    organization_id uuid not null,
    count_id uuid not null,
    item_id uuid not null,
    location_id uuid not null,
    lot_id uuid not null,
    serial_id uuid not null,
    movement_id uuid not null,
    is_void bigint not null check (is_void in (0, 1)),
    line_number bigint,
    counted bigint not null,
    change bigint not null,
    quantity bigint not null,
    adjusted_by uuid,
    noted_at bigint not null,
    noted_by uuid not null,
    acknowledged_at bigint,
    acknowledged_by uuid,
    primary key (organization_id, count_id, item_id, location_id, lot_id, serial_id, movement_id, is_void),
    foreign key (organization_id, count_id) references counts (organization_id, id),
    check ((acknowledged_at is null) = (acknowledged_by is null))
);

create index count_overruns_by_movement on count_overruns (organization_id, movement_id);

create index count_lines_by_item on count_lines (organization_id, item_id, count_id);

create table approval_policies (
    organization_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    applies_to text collate "C" not null check (applies_to in ('journalEntries', 'movements')),
    journal_id uuid,
    movement_kind text collate "C",
    min_amount bigint not null check (min_amount >= 0),
    is_active bigint not null check (is_active in (0, 1)),
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    check (applies_to = 'movements' or movement_kind is null),
    check (applies_to = 'journalEntries' or journal_id is null),
    unique (organization_id, name),
    foreign key (organization_id, journal_id) references journals (organization_id, id)
);

create table control_changes (
    organization_id uuid not null,
    id uuid not null,
    subject_type text collate "C" not null check (subject_type in ('approvalPolicy', 'organization', 'role', 'membership')),
    subject_id text collate "C" not null,
    action text collate "C" not null check (action in ('create', 'update', 'delete')),
    before_state text collate "C",
    after_state text collate "C",
    loosens bigint not null check (loosens in (0, 1)),
    status text collate "C" not null check (status in ('proposed', 'made', 'rejected', 'withdrawn', 'expired')),
    proposed_at bigint not null,
    proposed_by uuid not null,
    proposer_kind text collate "C" not null check (proposer_kind in ('user', 'serviceAccount', 'foreign', 'system')),
    proposer_roles text collate "C",
    key_owners text collate "C" not null,
    expires_at bigint,
    decided_at bigint,
    decided_by uuid,
    reason text collate "C",
    made_at bigint,
    version bigint not null check (version >= 1),
    primary key (organization_id, id),
    check ((action = 'create') = (before_state is null)),
    check ((action = 'delete') = (after_state is null)),
    check ((status = 'made') = (made_at is not null)),
    check ((decided_at is null) = (decided_by is null)),
    check (decided_by is null or decided_by <> proposed_by or status = 'withdrawn'),
    check (status <> 'proposed' or expires_at is not null)
);

create index control_changes_by_subject on control_changes (organization_id, subject_id);

create index control_changes_open on control_changes (organization_id, id) where status = 'proposed';

create table statement_mappings (
    organization_id uuid not null,
    id uuid not null,
    name text collate "C" not null,
    kind text collate "C" not null check (kind in ('balanceSheet', 'profitAndLoss', 'cashFlow')),
    sections text collate "C" not null,
    version bigint not null check (version >= 1),
    created_at bigint not null,
    created_by uuid not null,
    updated_at bigint not null,
    updated_by uuid not null,
    primary key (organization_id, id),
    unique (organization_id, name)
);

-- Operational tables: single conditional statements, no facts, never exported.

create table organizations_list (
    organization_id uuid not null primary key,
    status text collate "C" not null check (status in ('active', 'importing', 'disabled')),
    created_at bigint not null,
    founded_by uuid
);

create table logins (
    principal_id uuid not null primary key,
    username text collate "C" not null unique check (username = lower(username)),
    display_name text collate "C" not null,
    password_hash text collate "C" not null,
    status text collate "C" not null check (status in ('active', 'disabled')),
    must_change bigint not null check (must_change in (0, 1)),
    -- Whether its owner chose the password; an administrator or the operator set any other.
    has_own_password bigint not null check (has_own_password in (0, 1)),
    -- What was issued until then has ended: the password was set, or the login disabled or let in again.
    not_before bigint not null,
    created_at bigint not null,
    updated_at bigint not null
);

create table login_memberships (
    principal_id uuid not null,
    organization_id uuid not null,
    origin text collate "C" not null check (origin in ('created', 'joined')),
    primary key (principal_id, organization_id)
);

-- What was issued for an organization until then has ended: the membership was made inactive or active again.
create table token_cutoffs (
    organization_id uuid not null,
    principal_id uuid not null,
    not_before bigint not null,
    primary key (organization_id, principal_id)
);

create table invitations (
    id uuid not null primary key,
    organization_id uuid not null,
    code_sha256 bytea not null unique check (length(code_sha256) = 32),
    username text collate "C" not null check (username = lower(username)),
    roles text collate "C" not null,
    warehouse_ids text collate "C",
    status text collate "C" not null check (status in ('open', 'accepting', 'accepted', 'declined')),
    invited_by uuid not null,
    invited_by_kind text collate "C" not null check (invited_by_kind in ('user', 'serviceAccount', 'foreign')),
    answered_by uuid,
    created_at bigint not null,
    expires_at bigint not null,
    answered_at bigint,
    check ((status = 'open') = (answered_by is null))
);

create index invitations_by_organization on invitations (organization_id, id);

create table service_account_secrets (
    client_id text collate "C" not null primary key,
    principal_id uuid not null,
    organization_id uuid not null,
    secret_sha256 bytea not null check (length(secret_sha256) = 32),
    is_revoked bigint not null check (is_revoked in (0, 1)),
    created_at bigint not null,
    last_used_at bigint,
    -- Set where another took its place: until then both work.
    expires_at bigint
);

create index service_account_secrets_by_principal on service_account_secrets (organization_id, principal_id);

create table refresh_families (
    family_id uuid not null primary key,
    principal_id uuid not null,
    organization_id uuid,
    scope text collate "C",
    -- With it each token is made from the one before.
    salt bytea not null check (length(salt) = 32),
    current_hash bytea not null check (length(current_hash) = 32),
    previous_hash bytea check (length(previous_hash) = 32),
    previous_valid_until bigint,
    expires_at bigint not null,
    revoked_at bigint,
    created_at bigint not null,
    last_used_at bigint not null
);

create index refresh_families_by_principal on refresh_families (principal_id);

create table console_sessions (
    session_hash bytea not null primary key check (length(session_hash) = 32),
    session_id uuid not null,
    principal_id uuid not null,
    organization_id uuid,
    -- Since when it acts there.
    entered_at bigint not null,
    expires_at bigint not null,
    created_at bigint not null,
    last_used_at bigint not null
);

create index console_sessions_by_principal on console_sessions (principal_id);

-- How a member likes the console: one JSON object, whose members the console alone knows.
create table member_preferences (
    organization_id uuid not null,
    principal_id uuid not null,
    content text collate "C" not null,
    version bigint not null,
    updated_at bigint not null,
    primary key (organization_id, principal_id)
);

create table saved_views (
    organization_id uuid not null,
    id uuid not null,
    owner_id uuid not null,
    name text collate "C" not null,
    screen text collate "C" not null,
    query text collate "C" not null,
    -- A JSON list of names.
    columns text collate "C",
    is_shared bigint not null check (is_shared in (0, 1)),
    version bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (organization_id, id),
    unique (organization_id, owner_id, screen, name)
);

create index saved_views_own on saved_views (organization_id, owner_id, name, id);
create index saved_views_shared on saved_views (organization_id, name, id) where is_shared = 1;

-- What the service found when it last proved the stock of an organization.
create table stock_proofs (
    organization_id uuid not null,
    at bigint not null,
    seq bigint not null,
    holds bigint not null check (holds in (0, 1)),
    failure_count bigint not null check (failure_count >= 0),
    primary key (organization_id)
);

-- The verification of an organization's books that runs, and the last ones.
create table verifications (
    organization_id uuid not null,
    id uuid not null,
    state text collate "C" not null check (state in ('running', 'done', 'failed', 'interrupted')),
    checked bigint not null check (checked >= 0),
    total bigint not null check (total >= 0),
    holds bigint check (holds in (0, 1)),
    failure_count bigint not null check (failure_count >= 0),
    -- A JSON list.
    failures text collate "C" not null,
    started_by uuid,
    started_at bigint not null,
    heard_at bigint not null,
    ended_at bigint,
    primary key (organization_id, id)
);

create unique index verifications_running on verifications (organization_id) where state = 'running';

create table revoked_tokens (
    token_sha256 bytea not null primary key check (length(token_sha256) = 32),
    expires_at bigint not null
);

create table signing_keys (
    kid text collate "C" not null primary key,
    private_key bytea not null,
    created_at bigint not null,
    retires_at bigint
);

create table login_throttles (
    subject text collate "C" not null primary key,
    failures bigint not null check (failures >= 0),
    last_failure_at bigint not null
);

-- Sign-ins, secrets and denied writes; the organization of zeros is what only the operator reads.
create table security_events (
    organization_id uuid not null,
    id uuid not null,
    kind text collate "C" not null,
    at bigint not null,
    last_at bigint not null,
    count bigint not null check (count >= 1),
    principal_id uuid,
    actor_id uuid,
    address text collate "C",
    subject text collate "C",
    primary key (organization_id, id)
);

create table setup_codes (
    code_sha256 bytea not null primary key check (length(code_sha256) = 32),
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint
);
