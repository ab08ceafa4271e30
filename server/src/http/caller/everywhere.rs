//! What a person may read in organizations that they belong to, whichever of them they act for.

use domain::Code;
use domain::rows::PrincipalKind;
use domain::value::Sought;
use domain::value::id::OrganizationId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::{Login, Proof, must_change, rights_of};
use crate::http::problem::Problem;
use crate::identity::memberships::{self, Belonging};

impl Login {
    /// The organizations that a parameter names, in its order, where the caller is a person who signed in, and has the
    /// permission by their roles in each of them. What they do not belong to is answered like what does not exist.
    ///
    /// # Errors
    /// 403 for any other caller and without the permission, 400 for what names nothing and for one named twice.
    pub async fn admitted_to(
        &self,
        snapshot: &mut Snapshot,
        parameter: &str,
        named: &[Sought<OrganizationId>],
        needed: Permission,
    ) -> Result<Vec<Belonging>, Problem> {
        self.require_person()?;
        let open = memberships::of_login(snapshot, self.actor.principal).await?;
        let mut admitted: Vec<Belonging> = Vec::with_capacity(named.len());
        for (place, sought) in named.iter().enumerate() {
            let pointer = || format!("{parameter}/{place}");
            let found = match sought {
                Sought::Id(id) => open.iter().find(|one| one.organization == *id),
                Sought::Nothing(_) => None,
            };
            let found = found.ok_or_else(|| Problem::violation(pointer(), "unknown_value", "does not exist here"))?;
            if admitted.iter().any(|one| one.organization == found.organization) {
                return Err(Problem::violation(pointer(), "twice", "is named twice: name each organization once"));
            }
            if !rights_of(&self.actor, snapshot, found.organization).await?.has(needed) {
                let detail = format!(
                    "in the organization {} this needs the permission {}: ask an administrator there for a role that has \
                     it, or leave the organization out",
                    found.name,
                    needed.needed()
                );
                return Err(
                    Problem::new(Code::Forbidden, detail).with("organizationId", found.organization.to_string())
                );
            }
            admitted.push(found.clone());
        }
        Ok(admitted)
    }

    /// A key, and a token that somebody else issued, speak for one organization alone.
    fn require_person(&self) -> Result<(), Problem> {
        if self.must_change {
            return Err(must_change());
        }
        let has_signed_in = match self.proof {
            Proof::Cookie(_) | Proof::Token(Some(_)) => self.actor.kind == PrincipalKind::User,
            Proof::Token(None) | Proof::Foreign => false,
        };
        if has_signed_in {
            return Ok(());
        }
        let detail = "only a person who signed in reads several organizations at once: what you act with belongs to one \
                      organization alone; sign in as a user who is a member of each, or read the trial balance of each \
                      with what belongs to it";
        Err(Problem::new(Code::Forbidden, detail))
    }
}
