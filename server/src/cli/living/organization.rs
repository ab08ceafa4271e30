//! The organization of the living demo: it has the demo's users, some with other roles.

use domain::value::Currency;
use domain::value::id::OrganizationId;
use jiff::ToSpan as _;
use store::operational::login_memberships::Origin;
use store::operational::logins;
use store::operational::organizations_list::{self, OrganizationStatus};

use crate::app::App;
use crate::cli::client::ApiClient;
use crate::cli::connect;
use crate::cli::demo_organization::ADMIN;
use crate::cli::failure::Failure;
use crate::cli::reach::Acting;
use crate::identity::beginnings::Beginnings;
use crate::identity::organizations::{self, Founding, NewOrganization};
use crate::identity::{memberships, users};
use crate::{charts, commit, today};

/// The same id everywhere, so that a second start finds it.
pub const ORGANIZATION: OrganizationId =
    OrganizationId(*b"\x01\x9a\xa1\x9d\x50\x00\x7d\xe3\x8d\xe3\x0d\xe3\x0d\xe3\x0d\xe5");
/// Where it is.
pub const TIMEZONE: &str = "Europe/London";
/// The users besides the administrator, each with its role here: somebody must approve what the clerk prepares.
const USERS: [(&str, &str); 4] =
    [("accountant", "controller"), ("clerk", "clerk"), ("auditor", "auditor"), ("operator", "warehouseOperator")];

/// Makes the organization as far as it is not there, and lets the demo's users in.
pub async fn ensure(app: &App) -> Result<(), Failure> {
    let listed = organizations_list::get(&mut app.database.snapshot().await?, ORGANIZATION).await?;
    if listed.is_none_or(|row| row.status == OrganizationStatus::Importing) {
        begin(app).await?;
    }
    for (username, role) in USERS {
        let mut snapshot = app.database.snapshot().await?;
        let Some(login) = logins::by_username(&mut snapshot, username).await? else { continue };
        let held = memberships::find(&mut snapshot, ORGANIZATION, login.principal_id).await?;
        drop(snapshot);
        // Whoever was let in once stays as the organization has them since.
        if held.is_none() {
            users::admit(&app.database, &app.committer, &login, ORGANIZATION, vec![role.to_owned()]).await?;
        }
    }
    Ok(())
}

/// Its books, with a chart and a year of twelve months that ends with the present one.
async fn begin(app: &App) -> Result<(), Failure> {
    let month = today::on(commit::now(), TIMEZONE).first_of_month();
    let new = NewOrganization {
        id: ORGANIZATION,
        name: "Fernhill Gifts Ltd (made up)".to_owned(),
        base_currency: Currency::parse("GBP").ok_or_else(|| Failure::failed("GBP is no currency"))?,
        timezone: TIMEZONE.to_owned(),
        admin: ADMIN,
        admin_name: "Ada the administrator".to_owned(),
        origin: Origin::Joined,
        founded_by: None,
        beginnings: Beginnings {
            chart: charts::template("ifrs"),
            fiscal_year: month.checked_sub(11.months()).ok(),
            warehouse: None,
        },
    };
    // The receipt makes a start that broke off in the middle go on where it was.
    let receipt = domain::batch::ReceiptKey { key_hash: ORGANIZATION.0, fingerprint: [0; 32], request: String::new() };
    organizations::create(&app.database, &app.committer, Founding::default(), &new, "demo", Some(receipt)).await?;
    Ok(())
}

/// The API as each of the demo's users has it in this organization.
pub struct People {
    pub admin: ApiClient,
    pub accountant: ApiClient,
    pub clerk: ApiClient,
    pub operator: ApiClient,
}

impl People {
    /// Clients of the server at this address.
    pub async fn of(app: &App, url: &str) -> Result<Self, Failure> {
        let named = ORGANIZATION.to_string();
        let client = async |username| {
            let acting = Acting { organization: Some(&named), username };
            connect::client(&app.database, &app.auth, url, acting).await.map(|(client, _)| client)
        };
        Ok(Self {
            admin: client(None).await?,
            accountant: client(Some("accountant")).await?,
            clerk: client(Some("clerk")).await?,
            operator: client(Some("operator")).await?,
        })
    }
}
