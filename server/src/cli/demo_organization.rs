//! The demo organization and its users, whose passwords everybody knows.

use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};
use store::operational::login_memberships::Origin;
use store::operational::logins;
use store::operational::organizations_list::{self, OrganizationStatus};

use super::failure::{Exit, Failure};
use crate::app::App;
use crate::identity::organizations::{self, Founding, NewOrganization};
use crate::identity::users::{self, NewUser};
use crate::identity::{self, setup};

/// The demo organization has the same id everywhere, so that a second start finds it.
pub const ORGANIZATION: OrganizationId =
    OrganizationId(*b"\x01\x2c\xa1\x9d\x50\x00\x7d\xe3\x8d\xe3\x0d\xe3\x0d\xe3\x0d\xe3");
/// Its administrator.
pub(super) const ADMIN: PrincipalId = PrincipalId(*b"\x01\x2c\xa1\x9d\x50\x00\x7d\xe3\x8d\xe3\x0d\xe3\x0d\xe3\x0d\xe4");
/// The password of all its users.
pub const PASSWORD: &str = "countinghouse-demo";
/// The users besides `admin`, each with its role.
const USERS: [(&str, &str, &str); 4] = [
    ("accountant", "Alex the accountant", "accountant"),
    ("clerk", "Chris the clerk", "clerk"),
    ("auditor", "Andy the auditor", "auditor"),
    ("operator", "Olly the operator", "warehouseOperator"),
];

/// Makes the organization and its users as far as they are not there; returns its administrator.
pub async fn ensure(app: &App) -> Result<PrincipalId, Failure> {
    let listed = organizations_list::get(&mut app.database.snapshot().await?, ORGANIZATION).await?;
    match listed.map(|row| row.status) {
        None if !setup::is_needed(&app.database).await? => {
            return Err(Failure::new(
                Exit::Conflict,
                "this database has users of its own, and everybody knows the passwords of the demo: start without \
                 --demo, or set another folder in COUNTINGHOUSE_DATA",
            ));
        }
        None | Some(OrganizationStatus::Importing) => begin(app).await?,
        Some(_) => {}
    }
    let found = logins::by_username(&mut app.database.snapshot().await?, "admin").await?;
    if found.is_none() {
        let hash = app.auth.passwords.hash(PASSWORD.to_owned()).await.map_err(identity::IdentityError::from)?;
        let login = users::login(ADMIN, "admin".to_owned(), "Ada the administrator".to_owned(), hash, false);
        logins::add(&app.database, &login).await?;
    }
    for (username, display_name, role) in USERS {
        if logins::by_username(&mut app.database.snapshot().await?, username).await?.is_some() {
            continue;
        }
        let new = NewUser {
            username: username.to_owned(),
            display_name: display_name.to_owned(),
            password: PASSWORD.to_owned(),
            must_change: false,
            organization: ORGANIZATION,
            roles: vec![role.to_owned()],
        };
        users::add_user(&app.database, &app.committer, &app.auth.passwords, new).await?;
    }
    Ok(ADMIN)
}

/// The users of the demo that still have the password that everybody knows.
pub async fn open_users(app: &App) -> Result<Vec<&'static str>, Failure> {
    let mut open = Vec::new();
    if organizations_list::get(&mut app.database.snapshot().await?, ORGANIZATION).await?.is_none() {
        return Ok(open);
    }
    for username in ["admin"].into_iter().chain(USERS.map(|(username, ..)| username)) {
        let found = logins::by_username(&mut app.database.snapshot().await?, username).await?;
        let Some(login) = found else { continue };
        let is_open = app.auth.passwords.verify(PASSWORD.to_owned(), Some(login.password_hash)).await;
        if is_open.map_err(identity::IdentityError::from)? {
            open.push(username);
        }
    }
    Ok(open)
}

async fn begin(app: &App) -> Result<(), Failure> {
    let new = NewOrganization {
        id: ORGANIZATION,
        name: "Demo Gifts Ltd".to_owned(),
        base_currency: Currency::parse("GBP").ok_or_else(|| Failure::failed("GBP is no currency"))?,
        timezone: "Europe/London".to_owned(),
        admin: ADMIN,
        admin_name: "Ada the administrator".to_owned(),
        origin: Origin::Created,
        founded_by: None,
        beginnings: Default::default(),
    };
    // The receipt makes a start that broke off in the middle go on where it was.
    let receipt = domain::batch::ReceiptKey { key_hash: ORGANIZATION.0, fingerprint: [0; 32], request: String::new() };
    organizations::create(&app.database, &app.committer, Founding::default(), &new, "demo", Some(receipt)).await?;
    Ok(())
}
