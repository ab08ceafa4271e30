//! The organization of the living demo: it has the demo's users, some with other roles.

use domain::batch::ReceiptKey;
use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};
use jiff::ToSpan as _;
use store::operational::login_memberships::Origin;
use store::operational::logins;
use store::operational::organizations_list::{self, OrganizationStatus};

use crate::app::App;
use crate::auth::fresh;
use crate::cli::client::ApiClient;
use crate::cli::connect;
use crate::cli::demo_organization::ADMIN;
use crate::cli::failure::Failure;
use crate::cli::reach::Acting;
use crate::http::journal_entries::view::hex;
use crate::identity::beginnings::Beginnings;
use crate::identity::organizations::{self, Founding, NewOrganization};
use crate::identity::users::NewUser;
use crate::identity::{memberships, users};
use crate::{charts, commit, today};

/// The same id everywhere, so that a second start finds it.
pub const ORGANIZATION: OrganizationId =
    OrganizationId(*b"\x01\x9a\xa1\x9d\x50\x00\x7d\xe3\x8d\xe3\x0d\xe3\x0d\xe3\x0d\xe5");
/// What it is called.
pub const NAME: &str = "Fernhill Gifts Ltd (made up)";
/// Where it is.
pub const TIMEZONE: &str = "Europe/London";
/// The users besides the administrator, each with its role here: somebody must approve what the clerk prepares.
const USERS: [(&str, &str); 4] =
    [("accountant", "controller"), ("clerk", "clerk"), ("auditor", "auditor"), ("operator", "warehouseOperator")];

/// Who works there if somebody asked for it: username, name and role. The administrator is who asked.
const MADE_UP: [(&str, &str, &str); 3] = [
    ("fernhill.accountant", "Alex the accountant (made up)", "controller"),
    ("fernhill.clerk", "Chris the clerk (made up)", "clerk"),
    ("fernhill.operator", "Olly the operator (made up)", "warehouseOperator"),
];

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
    let new = new(ADMIN, "Ada the administrator").ok_or_else(|| Failure::failed("GBP is no currency"))?;
    organizations::create(&app.database, &app.committer, Founding::default(), &new, "demo", Some(receipt())).await?;
    Ok(())
}

/// The receipt makes a start that broke off in the middle go on where it was.
#[must_use]
pub fn receipt() -> ReceiptKey {
    ReceiptKey { key_hash: ORGANIZATION.0, fingerprint: [0; 32], request: String::new() }
}

/// The organization of somebody who asked for it.
#[must_use]
pub fn founded_by(principal: PrincipalId, name: &str) -> Option<NewOrganization> {
    Some(NewOrganization { founded_by: Some(principal), ..new(principal, name)? })
}

fn new(admin: PrincipalId, admin_name: &str) -> Option<NewOrganization> {
    let month = today::on(commit::now(), TIMEZONE).first_of_month();
    Some(NewOrganization {
        id: ORGANIZATION,
        name: NAME.to_owned(),
        base_currency: Currency::parse("GBP")?,
        timezone: TIMEZONE.to_owned(),
        admin,
        admin_name: admin_name.to_owned(),
        origin: Origin::Joined,
        founded_by: None,
        beginnings: Beginnings {
            chart: charts::template("ifrs"),
            fiscal_year: month.checked_sub(11.months()).ok(),
            warehouse: None,
        },
    })
}

/// Lets the made-up people in, as far as they are not there. Nobody knows their passwords: administrators can set others.
///
/// # Errors
/// Where a login that is not of this organization has one of their names.
pub async fn let_in(app: &App) -> Result<(), Failure> {
    for (username, display_name, role) in MADE_UP {
        let mut snapshot = app.database.snapshot().await?;
        if let Some(login) = logins::by_username(&mut snapshot, username).await? {
            if memberships::find(&mut snapshot, ORGANIZATION, login.principal_id).await?.is_none() {
                return Err(Failure::failed(format!("somebody else has the username {username}: the demo needs it")));
            }
            continue;
        }
        drop(snapshot);
        let password: [u8; 32] = fresh::random().map_err(|error| Failure::failed(error.to_string()))?;
        let new = NewUser {
            username: username.to_owned(),
            display_name: display_name.to_owned(),
            password: hex(&password),
            must_change: false,
            organization: ORGANIZATION,
            roles: vec![role.to_owned()],
        };
        users::add_user(&app.database, &app.committer, &app.auth.passwords, new).await?;
    }
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
        Self::named(app, url, ["accountant", "clerk", "operator"]).await
    }

    /// The same of the made-up people.
    pub async fn made_up(app: &App, url: &str) -> Result<Self, Failure> {
        Self::named(app, url, MADE_UP.map(|(username, ..)| username)).await
    }

    async fn named(app: &App, url: &str, [accountant, clerk, operator]: [&str; 3]) -> Result<Self, Failure> {
        let named = ORGANIZATION.to_string();
        let client = async |username| {
            let acting = Acting { organization: Some(&named), username };
            connect::client(&app.database, &app.auth, url, acting).await.map(|(client, _)| client)
        };
        Ok(Self {
            admin: client(None).await?,
            accountant: client(Some(accountant)).await?,
            clerk: client(Some(clerk)).await?,
            operator: client(Some(operator)).await?,
        })
    }
}
