//! The rules of OAuth 2 as this token server keeps them (docs/rules/authentication.md#rule-1,
//! docs/rules/authentication.md#rule-3): clients, authorization requests, codes, PKCE, tokens, and the exact
//! errors; and what makes a partner's identity token valid (docs/rules/accounts.md#rule-2).
//!
//! Plain types and pure functions. Nothing here reads a clock, a database or a socket: time and randomness
//! are parameters, and the caller provides what is stored.

pub mod authorize;
pub mod clients;
pub mod codes;
pub mod errors;
pub mod grants;
pub mod identity;
pub mod lifetimes;
pub mod metadata;
pub mod params;
pub mod pkce;
pub mod redirect;
pub mod tokens;

pub use authorize::{AuthorizeFault, AuthorizeQuery, AuthorizeRequest};
pub use clients::{Credentials, Registration};
pub use codes::{CodeTerms, Redemption};
pub use errors::{ErrorBody, ErrorCode, Fault};
pub use grants::Grant;
pub use lifetimes::Lifetimes;
pub use metadata::Metadata;
pub use params::Params;
pub use redirect::Redirect;
pub use tokens::{Secret, TokenResponse};

/// The only scope (docs/rules/authentication.md#rule-5).
pub const SCOPE: &str = "basic";
