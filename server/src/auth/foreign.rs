//! What a trusted issuer's token says, once its signature holds: subject, organization, roles, scope.

use domain::access::{BuiltInRole, PermissionSet};
use domain::value::id::OrganizationId;
use domain::value::{Instant, TypedId};
use serde_json::{Map, Value};

use super::claims;
use super::issuers::{ScopeUse, TrustedIssuer};
use super::token;
use super::token_error::TokenError;

/// What a foreign token proved. The rights are those of a stored membership of `issuer|subject`, or else of
/// the mapped roles; the scope narrows either.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignClaims {
    /// Who issued it.
    pub issuer: String,
    /// Whom the issuer means.
    pub subject: String,
    /// The one organization in which it acts.
    pub organization: Option<OrganizationId>,
    /// The built-in roles that its roles claim maps to, each once.
    pub roles: Vec<BuiltInRole>,
    /// Narrowed to these rights; `None` leaves them whole.
    pub scope: Option<PermissionSet>,
    /// When it was issued, in seconds since 1970, if it says so.
    pub issued_at_s: Option<i64>,
    /// When it ends, in seconds since 1970.
    pub expires_at_s: i64,
}

impl ForeignClaims {
    /// The name under which memberships store this subject.
    #[must_use]
    pub fn principal_key(&self) -> String {
        format!("{}|{}", self.issuer, self.subject)
    }

    /// Reads the claims of a token whose signature holds.
    pub(super) fn read(claims: &Map<String, Value>, issuer: &TrustedIssuer, now: Instant) -> Result<Self, TokenError> {
        require_audience(claims, &issuer.audience)?;
        let times = claims::require_times(claims, now)?;
        Ok(Self {
            issuer: issuer.issuer.clone(),
            subject: claims::require_text(claims, &issuer.subject_claim)?.to_owned(),
            organization: organization(claims, issuer)?,
            roles: roles(claims, issuer)?,
            scope: match issuer.scopes {
                ScopeUse::Limit => token::scope(claims)?,
                ScopeUse::Ignore => None,
            },
            issued_at_s: times.issued_at_s,
            expires_at_s: times.expires_at_s,
        })
    }
}

/// A foreign `aud` is one text, or a list of texts that holds ours.
fn require_audience(claims: &Map<String, Value>, ours: &str) -> Result<(), TokenError> {
    match claims.get("aud") {
        None => Err(claims::missing("aud")),
        Some(Value::String(audience)) if audience == ours => Ok(()),
        Some(Value::Array(list)) if list.iter().all(Value::is_string) && list.iter().any(|audience| audience == ours) => Ok(()),
        Some(_) => Err(TokenError::WrongAudience),
    }
}

fn organization(claims: &Map<String, Value>, issuer: &TrustedIssuer) -> Result<Option<OrganizationId>, TokenError> {
    match (claims::text(claims, &issuer.organization_claim)?, issuer.organizations.as_slice()) {
        (None, [only]) => Ok(Some(*only)),
        (None, _) => Ok(None),
        (Some(named), allowed) => match OrganizationId::parse(named).filter(|id| allowed.contains(id)) {
            Some(id) => Ok(Some(id)),
            None => Err(TokenError::OrganizationNotAllowed),
        },
    }
}

/// The mapped roles; names without a mapping give nothing.
fn roles(claims: &Map<String, Value>, issuer: &TrustedIssuer) -> Result<Vec<BuiltInRole>, TokenError> {
    let Some(claim) = &issuer.roles_claim else { return Ok(Vec::new()) };
    let value = match claim.strip_prefix('/') {
        None => claims.get(claim),
        Some(path) => {
            let mut steps = path.split('/').map(|step| step.replace("~1", "/").replace("~0", "~"));
            let first = steps.next().and_then(|step| claims.get(&step));
            steps.fold(first, |value, step| value.and_then(|value| value.get(&step)))
        }
    };
    let names: Vec<&str> = match value {
        None => Vec::new(),
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(list)) if list.iter().all(Value::is_string) => list.iter().filter_map(Value::as_str).collect(),
        Some(_) => return Err(claims::bad(claim, "must be a role name or a list of role names")),
    };
    let has = |role: &BuiltInRole| names.iter().any(|name| issuer.roles.get(*name) == Some(role));
    Ok(BuiltInRole::ALL.iter().copied().filter(has).collect())
}
