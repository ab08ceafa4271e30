//! Charts of accounts to start from, and charts as files.

pub mod file;

use domain::commands::chart::import::ChartAccount;
use domain::rows::JournalType;
use domain::stock::default_accounts::DefaultAccount;

/// A range of codes and its contents.
#[derive(Clone, Copy, Debug)]
pub struct CodeRange {
    /// First code.
    pub from: &'static str,
    /// Last code.
    pub to: &'static str,
    /// Its contents.
    pub name: &'static str,
}

/// A chart to start from.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// Its stable id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its intended users.
    pub description: &'static str,
    /// ISO 3166 code of the country whose law asks for it.
    pub country: Option<&'static str>,
    /// Where new accounts belong.
    pub ranges: &'static [CodeRange],
    /// Which of its accounts the books use by themselves. The others that they use are the only ones of their subtypes:
    /// retained earnings, goods received and not invoiced, opening balances.
    pub default_accounts: &'static [(DefaultAccount, &'static str)],
    /// The journals that go with it, one of each type: code, name, type.
    pub journals: &'static [(&'static str, &'static str, JournalType)],
    text: &'static str,
}

impl Template {
    /// Its accounts.
    #[must_use]
    pub fn accounts(&self) -> Vec<ChartAccount> {
        // Files of our own; a test reads them all.
        file::read(self.text.as_bytes()).rows.into_iter().map(|(_, account)| account).collect()
    }
}

const fn range(from: &'static str, to: &'static str, name: &'static str) -> CodeRange {
    CodeRange { from, to, name }
}

const JOURNALS: &[(&str, &str, JournalType)] = &[
    ("GJ", "General journal", JournalType::General),
    ("SJ", "Sales", JournalType::Sales),
    ("PJ", "Purchases", JournalType::Purchase),
    ("BANK", "Bank", JournalType::Bank),
    ("CASH", "Cash", JournalType::Cash),
    ("STK", "Stock", JournalType::Stock),
    ("OPEN", "Opening balances", JournalType::Opening),
    ("CLOSE", "Closing of years", JournalType::Closing),
];

const JOURNAUX: &[(&str, &str, JournalType)] = &[
    ("OD", "Opérations diverses", JournalType::General),
    ("VT", "Ventes", JournalType::Sales),
    ("AC", "Achats", JournalType::Purchase),
    ("BQ", "Banque", JournalType::Bank),
    ("CA", "Caisse", JournalType::Cash),
    ("ST", "Stocks", JournalType::Stock),
    ("AN", "À nouveaux", JournalType::Opening),
    ("CL", "Clôture", JournalType::Closing),
];

/// All charts to start from.
pub const TEMPLATES: &[Template] = &[
    Template {
        id: "ifrs",
        name: "IFRS-style",
        description: "A trading company that reports under IAS 1: by nature of expense, four digits.",
        country: None,
        ranges: &[
            range("1000", "1999", "Assets"),
            range("2000", "2999", "Liabilities"),
            range("3000", "3999", "Equity"),
            range("4000", "4999", "Revenue"),
            range("5000", "5999", "Cost of sales"),
            range("6000", "6999", "Operating expenses"),
            range("7000", "7999", "Finance and taxes"),
        ],
        default_accounts: &[
            (DefaultAccount::Valuation, "1200"),
            (DefaultAccount::CostOfSales, "5000"),
            (DefaultAccount::Adjustment, "5100"),
            (DefaultAccount::InTransit, "1210"),
            (DefaultAccount::Scrap, "5200"),
            (DefaultAccount::FxGainLoss, "7000"),
            (DefaultAccount::RealisedGain, "7000"),
            (DefaultAccount::RealisedLoss, "7000"),
            (DefaultAccount::UnrealisedGain, "7050"),
            (DefaultAccount::UnrealisedLoss, "7050"),
            (DefaultAccount::Rounding, "7100"),
        ],
        journals: JOURNALS,
        text: include_str!("ifrs.csv"),
    },
    Template {
        id: "us-gaap",
        name: "US-style",
        description: "A trading company in the United States: classified balance sheet, sales tax, four digits.",
        country: Some("US"),
        ranges: &[
            range("1000", "1999", "Assets"),
            range("2000", "2999", "Liabilities"),
            range("3000", "3999", "Equity"),
            range("4000", "4999", "Revenue"),
            range("5000", "5999", "Cost of goods sold"),
            range("6000", "6999", "Operating expenses"),
            range("7000", "7999", "Other income and expense"),
            range("8000", "8999", "Income taxes"),
        ],
        default_accounts: &[
            (DefaultAccount::Valuation, "1200"),
            (DefaultAccount::CostOfSales, "5000"),
            (DefaultAccount::Adjustment, "5200"),
            (DefaultAccount::InTransit, "1210"),
            (DefaultAccount::Scrap, "5210"),
            (DefaultAccount::FxGainLoss, "7000"),
            (DefaultAccount::RealisedGain, "7000"),
            (DefaultAccount::RealisedLoss, "7000"),
            (DefaultAccount::UnrealisedGain, "7050"),
            (DefaultAccount::UnrealisedLoss, "7050"),
            (DefaultAccount::Rounding, "7100"),
        ],
        journals: JOURNALS,
        text: include_str!("us-gaap.csv"),
    },
    Template {
        id: "fr-pcg",
        name: "Plan comptable général (abrégé)",
        description: "France: the classes and accounts of the plan comptable général (règlement ANC 2014-03) that a trading company needs, six digits.",
        country: Some("FR"),
        ranges: &[
            range("100000", "199999", "Classe 1 : capitaux"),
            range("200000", "299999", "Classe 2 : immobilisations"),
            range("300000", "399999", "Classe 3 : stocks et en-cours"),
            range("400000", "499999", "Classe 4 : tiers"),
            range("500000", "599999", "Classe 5 : comptes financiers"),
            range("600000", "699999", "Classe 6 : charges"),
            range("700000", "799999", "Classe 7 : produits"),
            range("800000", "899999", "Classe 8 : comptes spéciaux"),
        ],
        default_accounts: &[
            (DefaultAccount::Valuation, "370000"),
            (DefaultAccount::CostOfSales, "603700"),
            (DefaultAccount::Adjustment, "603700"),
            (DefaultAccount::InTransit, "378000"),
            (DefaultAccount::Scrap, "603700"),
            (DefaultAccount::FxGainLoss, "656000"),
            (DefaultAccount::RealisedGain, "756000"),
            (DefaultAccount::RealisedLoss, "656000"),
            (DefaultAccount::UnrealisedGain, "477000"),
            (DefaultAccount::UnrealisedLoss, "476000"),
            (DefaultAccount::Rounding, "658000"),
        ],
        journals: JOURNAUX,
        text: include_str!("fr-pcg.csv"),
    },
];

/// The template with this id.
#[must_use]
pub fn template(id: &str) -> Option<&'static Template> {
    TEMPLATES.iter().find(|template| template.id == id)
}

#[cfg(test)]
mod tests {
    use domain::ledger::reports::cash_flow::activity_of;

    use super::*;
    use domain::rows::{AccountSubtype, ControlFor};

    /// By hand, from IAS 7.16 and 7.17, IFRS 16.50, ASC 230-10-45 and 842-20-45-5, and the classes of the PCG: what each
    /// account of a balance sheet is to a cash flow. All others are operating.
    #[test]
    fn every_account_of_every_template_is_in_its_activity() {
        use domain::rows::{AccountType, Activity};
        let told = [
            ("ifrs", "1000 1010 1030", "1300 1400 1500 1600", "2400 2500 3000 3010 3100 3200 3300 3900"),
            (
                "us-gaap",
                "1010 1020 1030",
                // An operating lease is operating, its asset and its liability.
                "1500 1510 1520 1530 1540 1700 1710",
                "2500 2700 3000 3010 3100 3200 3300 3400 3900",
            ),
            (
                "fr-pcg",
                "512000 519000 530000 580000",
                "205000 207000 211000 213000 215000 218200 218300 218400 275000",
                "101000 104000 106100 106800 108000 110000 120000 131000 164000 165000 455000 457000 890000",
            ),
        ];
        assert_eq!(told.len(), TEMPLATES.len());
        for (id, cash, investing, financing) in told {
            let accounts = template(id).unwrap().accounts();
            let (mut seen, mut wanted) = (0, 0);
            for codes in [cash, investing, financing] {
                wanted += codes.split(' ').count();
            }
            for account in accounts.iter().filter(|account| !account.is_group) {
                if matches!(account.account_type, AccountType::Revenue | AccountType::Expense) {
                    continue;
                }
                let is_in = |codes: &str| codes.split(' ').any(|code| code == account.code);
                let expected = match () {
                    () if is_in(cash) => None,
                    () if is_in(investing) => Some(Activity::Investing),
                    () if is_in(financing) => Some(Activity::Financing),
                    () => Some(Activity::Operating),
                };
                seen += usize::from(expected != Some(Activity::Operating));
                let found = activity_of(account.account_type, account.subtype);
                assert_eq!(found, expected, "{id}: {} {}", account.code, account.name);
            }
            assert_eq!(seen, wanted, "{id}: a code is told of that the template does not have");
        }
    }

    #[test]
    fn every_template_is_sound_and_has_what_the_books_look_for() {
        for template in TEMPLATES {
            let accounts = file::read(template.text.as_bytes())
                .whole()
                .unwrap_or_else(|faults| panic!("{}: {faults:?}", template.id));
            let accounts: Vec<ChartAccount> = accounts.into_iter().map(|(_, account)| account).collect();
            assert!(accounts.len() > 70, "{}: {}", template.id, accounts.len());
            for account in &accounts {
                let in_range =
                    template.ranges.iter().any(|range| range.from <= &*account.code && &*account.code <= range.to);
                assert!(account.is_group || in_range, "{} {} stands in no range", template.id, account.code);
                let parent = account.parent_code.as_ref().map(|code| accounts.iter().find(|other| other.code == *code));
                let fits = parent.is_none_or(|found| {
                    found.is_some_and(|group| group.is_group && group.account_type == account.account_type)
                });
                assert!(fits, "{} {} below {:?}", template.id, account.code, account.parent_code);
            }
            let count = |subtype| accounts.iter().filter(|account| account.subtype == Some(subtype)).count();
            for only in [
                AccountSubtype::RetainedEarnings,
                AccountSubtype::OpeningBalance,
                AccountSubtype::Rounding,
                AccountSubtype::FxGainLoss,
                AccountSubtype::Suspense,
            ] {
                assert_eq!(count(only), 1, "{} has one account of subtype {}", template.id, only.name());
            }
            // Which of them do, the core says when books begin with them.
            assert!(DefaultAccount::ALL.iter().all(|one| template.default_accounts.iter().any(|pair| pair.0 == *one)));
            assert!(
                JournalType::ALL.iter().all(|one| template.journals.iter().filter(|row| row.2 == *one).count() == 1)
            );
            for control in ControlFor::ALL {
                assert!(
                    accounts.iter().any(|account| account.control_for == Some(*control)),
                    "{} {}",
                    template.id,
                    control.name()
                );
            }
        }
    }
}
