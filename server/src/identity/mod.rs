//! Identity: the logic between the authentication library, the operational tables and the commands.
//!
//! Reading order: [`open`] makes the state that requests are checked against, [`keys`] keeps the signing keys fresh,
//! [`standing`] decides whether a principal still counts, [`cutoffs`] ends tokens with a membership, [`attempt`] slows
//! guessing down, [`security`] writes the security log; then how a first user, further users and further organizations
//! come to be, and what [`beginnings`] their books have; [`invitations`] lets a login into another organization by its own act.

pub mod attempt;
pub mod beginnings;
pub mod cutoffs;
pub mod error;
pub mod fresh_id;
pub mod held;
pub mod invitations;
pub mod keys;
pub mod memberships;
pub mod mint;
pub mod open;
pub mod organizations;
pub mod security;
pub mod setup;
pub mod standing;
pub mod users;

pub use error::IdentityError;
pub use mint::mint;
pub use open::{AuthSettings, open_auth};
pub use setup::create_first_user;
pub use users::add_user;
