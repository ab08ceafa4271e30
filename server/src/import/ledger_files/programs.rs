//! How known programs write their files.

use std::collections::BTreeMap;

use super::FileKind;
use super::mapping::{Column, DateOrder, DecimalMark, Mapping};

domain::named_enum! {
    /// A program whose files are known.
    Program {
        /// Columns with the names of our own fields.
        Countinghouse = "countinghouse",
        /// Manual journals and the report of journals, the trial balance, invoices, and contacts of Xero.
        Xero = "xero",
        /// The reports Journal, Trial Balance, and Open Invoices or A/R Aging Detail, and lists of contacts of QuickBooks.
        QuickBooks = "quickbooks",
        /// Lists of journal items and of contacts of Odoo.
        Odoo = "odoo",
    }
}

/// Headings of columns.
type Headings = &'static [(Column, &'static [&'static str])];

impl Program {
    /// How it writes files of this kind.
    #[must_use]
    pub fn mapping(self, kind: FileKind) -> Mapping {
        let columns = match self {
            Self::Countinghouse => own(),
            Self::Xero => of(match kind {
                FileKind::JournalEntries => XERO_ENTRIES,
                FileKind::OpeningBalances => XERO_BALANCES,
                FileKind::OpenItems => XERO_INVOICES,
                FileKind::Parties => XERO_CONTACTS,
            }),
            Self::QuickBooks => of(match kind {
                FileKind::JournalEntries => QUICKBOOKS_ENTRIES,
                FileKind::OpeningBalances => QUICKBOOKS_BALANCES,
                FileKind::OpenItems => QUICKBOOKS_INVOICES,
                FileKind::Parties => QUICKBOOKS_CONTACTS,
            }),
            Self::Odoo => of(match kind {
                FileKind::JournalEntries | FileKind::OpeningBalances => ODOO_ITEMS,
                FileKind::OpenItems => ODOO_OPEN_ITEMS,
                FileKind::Parties => ODOO_CONTACTS,
            }),
        };
        let dates = match self {
            Self::Countinghouse | Self::Odoo => DateOrder::YearFirst,
            Self::Xero => DateOrder::DayFirst,
            Self::QuickBooks => DateOrder::MonthFirst,
        };
        Mapping {
            columns,
            dates,
            decimals: DecimalMark::Point,
            entries: None,
            accounts: BTreeMap::new(),
            repeats_documents: self == Self::Xero,
        }
    }
}

fn of(headings: Headings) -> BTreeMap<Column, Vec<String>> {
    headings.iter().map(|(column, names)| (*column, names.iter().map(|name| (*name).to_owned()).collect())).collect()
}

/// The names of our own fields.
fn own() -> BTreeMap<Column, Vec<String>> {
    let more = |column: Column| -> &'static [&'static str] {
        match column {
            Column::Account => &["accountCode"],
            Column::Party => &["partyName", "name"],
            Column::PartyCode => &["code"],
            _ => &[],
        }
    };
    let names = |column: Column| std::iter::once(column.name()).chain(more(column).iter().copied()).map(str::to_owned);
    Column::ALL.iter().map(|column| (*column, names(*column).collect())).collect()
}

const XERO_ENTRIES: Headings = &[
    (Column::Date, &["Date", "Journal Date"]),
    (Column::Entry, &["Journal Number", "Journal No.", "Journal ID", "ID"]),
    (Column::Description, &["Narration", "Source"]),
    (Column::Reference, &["Reference"]),
    (Column::LineDescription, &["Description"]),
    (Column::Account, &["AccountCode", "Account Code"]),
    (Column::AccountName, &["Account", "Account Name"]),
    (Column::Debit, &["Debit"]),
    (Column::Credit, &["Credit"]),
    (Column::Amount, &["Amount", "Net Amount"]),
    (Column::Party, &["Contact", "ContactName", "Contact Name"]),
];

const XERO_BALANCES: Headings = &[
    (Column::Account, &["Account Code", "Code"]),
    (Column::AccountName, &["Account", "Account Name"]),
    (Column::Debit, &["Debit - Year to date", "YTD Debit", "Debit"]),
    (Column::Credit, &["Credit - Year to date", "YTD Credit", "Credit"]),
];

const XERO_INVOICES: Headings = &[
    (Column::Party, &["ContactName"]),
    (Column::Reference, &["InvoiceNumber"]),
    (Column::Description, &["Reference"]),
    (Column::DocumentDate, &["InvoiceDate"]),
    (Column::DueDate, &["DueDate"]),
    (Column::Amount, &["InvoiceAmountDue", "AmountDue"]),
    (Column::Currency, &["Currency"]),
];

const XERO_CONTACTS: Headings = &[
    (Column::Party, &["ContactName", "Name"]),
    (Column::PartyCode, &["AccountNumber"]),
    (Column::Email, &["EmailAddress"]),
    (Column::Phone, &["PhoneNumber"]),
    (Column::Street, &["POAddressLine1", "SAAddressLine1"]),
    (Column::City, &["POCity", "SACity"]),
    (Column::Region, &["PORegion", "SARegion"]),
    (Column::PostalCode, &["POPostalCode", "SAPostalCode"]),
    (Column::Country, &["POCountry", "SACountry"]),
    (Column::TaxNumber, &["TaxNumber"]),
    (Column::Currency, &["DefaultCurrency", "Currency"]),
];

const QUICKBOOKS_ENTRIES: Headings = &[
    (Column::Date, &["Date", "Transaction date"]),
    (Column::Description, &["Transaction Type", "Type"]),
    (Column::Reference, &["Num", "No."]),
    (Column::Party, &["Name"]),
    (Column::LineDescription, &["Memo/Description", "Memo", "Description"]),
    (Column::Account, &["Account #", "Account number"]),
    (Column::AccountName, &["Account", "Account name"]),
    (Column::Debit, &["Debit"]),
    (Column::Credit, &["Credit"]),
    (Column::Currency, &["Currency"]),
    (Column::Rate, &["Exchange Rate"]),
];

/// The account stands in a column without a heading.
const QUICKBOOKS_BALANCES: Headings =
    &[(Column::Account, &["Account", ""]), (Column::Debit, &["Debit"]), (Column::Credit, &["Credit"])];

const QUICKBOOKS_INVOICES: Headings = &[
    (Column::DocumentDate, &["Date"]),
    (Column::Description, &["Transaction Type"]),
    (Column::Reference, &["Num", "No."]),
    (Column::Party, &["Customer", "Customer full name", "Vendor", "Vendor display name", "Name"]),
    (Column::DueDate, &["Due Date"]),
    (Column::Amount, &["Open Balance", "Foreign Open Balance"]),
    (Column::Currency, &["Currency"]),
];

const QUICKBOOKS_CONTACTS: Headings = &[
    (Column::Party, &["Name", "Customer", "Customer full name", "Vendor", "Display name"]),
    (Column::Email, &["Email"]),
    (Column::Phone, &["Phone", "Phone numbers"]),
    (Column::Street, &["Street Address", "Address", "Billing Address", "Full billing address"]),
    (Column::City, &["City"]),
    (Column::Region, &["State"]),
    (Column::PostalCode, &["Zip", "ZIP code"]),
    (Column::Country, &["Country"]),
    (Column::TaxNumber, &["Tax ID"]),
    (Column::Currency, &["Currency"]),
];

const ODOO_ITEMS: Headings = &[
    (Column::Date, &["Date"]),
    (Column::Entry, &["Journal Entry", "Number", "move_id", "move_id/name", "move_name"]),
    (Column::Reference, &["Reference", "ref"]),
    (Column::LineDescription, &["Label", "name"]),
    (Column::Account, &["Account", "account_id", "account_id/code", "Account/Code", "Code"]),
    (Column::AccountName, &["Account/Account Name", "Account Name", "account_id/name"]),
    (Column::Party, &["Partner", "partner_id", "partner_id/name"]),
    (Column::Debit, &["Debit"]),
    (Column::Credit, &["Credit"]),
    (Column::ForeignAmount, &["Amount in Currency", "amount_currency"]),
    (Column::Currency, &["Currency", "currency_id", "currency_id/name"]),
    (Column::DueDate, &["Due Date", "date_maturity"]),
];

const ODOO_OPEN_ITEMS: Headings = &[
    (Column::DocumentDate, &["Invoice Date", "Invoice/Bill Date", "invoice_date", "Date", "date"]),
    (Column::Reference, &["Number", "name", "Journal Entry", "move_name"]),
    (Column::Description, &["Reference", "ref", "Label"]),
    (Column::Party, &["Partner", "partner_id", "Invoice Partner Display Name"]),
    (Column::DueDate, &["Due Date", "invoice_date_due", "date_maturity"]),
    (Column::Amount, &["Amount Due", "amount_residual", "Residual Amount"]),
    (Column::Currency, &["Currency", "currency_id"]),
];

const ODOO_CONTACTS: Headings = &[
    (Column::Party, &["Display Name", "Complete Name", "Name", "name"]),
    (Column::PartyCode, &["Reference", "ref"]),
    (Column::Email, &["Email"]),
    (Column::Phone, &["Phone"]),
    (Column::Street, &["Street"]),
    (Column::City, &["City"]),
    (Column::Region, &["State"]),
    (Column::PostalCode, &["Zip"]),
    (Column::Country, &["Country"]),
    (Column::TaxNumber, &["Tax ID", "VAT", "vat"]),
];
