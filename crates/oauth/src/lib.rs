//! The OAuth 2 rules of this token server (docs/rules/authentication.md#rule-1,
//! docs/rules/authentication.md#rule-3): clients, authorization requests, codes, PKCE, tokens, and the exact
//! errors; and the validation of a partner's identity tokens (docs/rules/accounts.md#rule-2).
//!
//! Plain types and pure functions without clock, database or sockets: time and randomness are parameters, and
//! the caller provides stored data.

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
pub use codes::{CodeRedemption, CodeTerms};
pub use errors::{ErrorBody, ErrorCode, Fault};
pub use grants::Grant;
pub use lifetimes::Lifetimes;
pub use metadata::Metadata;
pub use params::Params;
pub use redirect::Redirect;
pub use tokens::TokenResponse;

/// The only scope (docs/rules/authentication.md#rule-5).
pub const BASIC_SCOPE: &str = "basic";
