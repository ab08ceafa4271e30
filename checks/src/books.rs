//! The contents of a fresh organization: a small chart, two journals, the year 2010, a member for every role.

use std::collections::BTreeMap;

use domain::batch::Work;
use domain::command::Command;
use domain::commands::accounts::create::CreateAccount;
use domain::commands::fiscal_years::create::{CreateFiscalYear, Cut};
use domain::commands::journals::create::CreateJournal;
use domain::commands::memberships::set::SetMembership;
use domain::commands::organizations::create::CreateOrganization;
use domain::rows::replies::Item;
use domain::rows::{AccountType, ControlFor, JournalType, Period, PeriodType, PrincipalKind, Reply, ResetPer};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::BuiltInRole;
use domain::value::{Currency, Sought};
use server::commit::{Committer, Request, Submitted};
use server::http::writing::rows;

/// An organization and the ids of its rows.
#[derive(Clone, Debug)]
pub struct Books {
    /// Whose books they are.
    pub organization: OrganizationId,
    /// The member who has this one role.
    pub members: BTreeMap<&'static str, PrincipalId>,
    /// Account ids by code.
    pub accounts: BTreeMap<&'static str, String>,
    /// The journal GJ.
    pub journal: String,
    /// The journal SJ.
    pub sales: String,
    /// The standard periods of 2010: January is the first.
    pub periods: Vec<String>,
    /// The adjustment period of 2010.
    pub adjustment: String,
    /// The fiscal year.
    pub year: String,
}

/// Code, name, type, control.
const CHART: &[(&str, &str, AccountType, Option<ControlFor>)] = &[
    ("1000", "Cash", AccountType::Asset, None),
    ("1100", "Receivables", AccountType::Asset, Some(ControlFor::Receivable)),
    ("1200", "Stock", AccountType::Asset, Some(ControlFor::Stock)),
    ("1300", "Goods in transit", AccountType::Asset, None),
    ("2000", "Payables", AccountType::Liability, Some(ControlFor::Payable)),
    ("3000", "Equity", AccountType::Equity, None),
    ("4000", "Sales", AccountType::Revenue, None),
    ("5000", "Cost of goods sold", AccountType::Expense, None),
];

impl Books {
    /// Makes the books of an organization with the service's own rights, in two commits.
    pub async fn create(committer: &Committer, organization: OrganizationId, name: &str) -> Self {
        let member = |role: &BuiltInRole| {
            let mut bytes = organization.0;
            bytes[15] = *role as u8 + 1;
            PrincipalId(bytes)
        };
        let members: BTreeMap<_, _> = BuiltInRole::ALL.iter().map(|role| (role.name(), member(role))).collect();
        let admin = member(&BuiltInRole::Admin);
        let base_currency = Currency::parse("GBP").unwrap_or_else(|| panic!("GBP is a currency"));
        let create =
            CreateOrganization { name: name.to_owned(), base_currency, timezone: "Europe/London".to_owned(), admin };
        submit(committer, organization, admin, vec![create.into()]).await;

        let mut commands: Vec<Command> = CHART.iter().map(|row| account(row).into()).collect();
        commands.extend([("GJ", JournalType::General), ("SJ", JournalType::Sales)].map(|(code, journal_type)| {
            let (code, name) = (code.to_owned(), format!("Journal {code}"));
            CreateJournal { code, name, journal_type, number_pattern: None, reset_per: ResetPer::Year }.into()
        }));
        let (start_date, end_date) = (jiff::civil::date(2010, 1, 1), jiff::civil::date(2010, 12, 31));
        let year = CreateFiscalYear {
            name: "2010".to_owned(),
            start_date,
            end_date,
            cut: Cut::Monthly,
            adjustment_period: true,
        };
        commands.push(year.into());
        commands.extend(
            BuiltInRole::ALL
                .iter()
                .filter(|role| **role != BuiltInRole::Admin)
                .map(|role| membership(member(role), role).into()),
        );
        let replies = submit(committer, organization, admin, commands).await;

        let ids: Vec<String> = replies.iter().map(|reply| reply.subject.clone()).collect();
        let (chart, rest) = ids.split_at(CHART.len());
        let mut periods: Vec<Period> = rows(&replies[CHART.len() + 2]);
        periods.sort_by_key(|period| period.number);
        let of_type = |wanted| {
            periods.iter().filter(move |period| period.period_type == wanted).map(|period| period.id.to_string())
        };
        Self {
            organization,
            members,
            accounts: CHART.iter().map(|row| row.0).zip(chart.iter().cloned()).collect(),
            journal: rest[0].clone(),
            sales: rest[1].clone(),
            periods: of_type(PeriodType::Standard).collect(),
            adjustment: of_type(PeriodType::Adjustment).next().unwrap_or_default(),
            year: rest[2].clone(),
        }
    }

    /// The member with this role.
    #[must_use]
    pub fn member(&self, role: &str) -> PrincipalId {
        *self.members.get(role).unwrap_or_else(|| panic!("no role is named {role}"))
    }
}

fn account((code, name, account_type, control_for): &(&str, &str, AccountType, Option<ControlFor>)) -> CreateAccount {
    CreateAccount {
        code: (*code).to_owned(),
        name: (*name).to_owned(),
        account_type: *account_type,
        subtype: None,
        parent_id: None,
        is_group: false,
        currency: None,
        control_for: *control_for,
        revalue: None,
        is_reconcilable: None,
        required_dimensions: Vec::new(),
        default_dimensions: String::new(),
        description: None,
        external_id: None,
        metadata: "{}".to_owned(),
    }
}

fn membership(principal: PrincipalId, role: &BuiltInRole) -> SetMembership {
    SetMembership {
        principal: Sought::Id(principal),
        kind: PrincipalKind::User,
        roles: vec![role.name().to_owned()],
        is_active: true,
        owner: None,
        warehouses: domain::value::Patch::Absent,
        name: Some(format!("The {}", role.name())),
        if_match: None,
    }
}

/// Carries commands out in one commit, with the service's own rights.
pub async fn submit(
    committer: &Committer,
    organization: OrganizationId,
    by: PrincipalId,
    commands: Vec<Command>,
) -> Vec<Reply> {
    let work = Work::Many { atomic: true, commands };
    let submitted = committer.submit(Request::of_system(organization, by, "check", work)).await;
    match submitted {
        Ok(Submitted::Done { items, .. }) => items
            .into_iter()
            .map(|item| match item {
                Item::Done(reply) => reply,
                other => panic!("refused: {other:?}"),
            })
            .collect(),
        other => panic!("refused: {other:?}"),
    }
}
