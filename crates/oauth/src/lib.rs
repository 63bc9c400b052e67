//! The rules of OAuth 2 as this token server keeps them (spec 1 "Endpoints: token server" and
//! "Authentication", spec 4, 4.11): clients, authorization requests, codes, PKCE, tokens, and the exact errors; and what
//! makes a partner's identity token valid (spec 4, 1.3).
//!
//! Plain types and pure functions. Nothing here reads a clock, a database or a socket: time and randomness are
//! parameters, and the caller provides what is stored.

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

/// The only scope (spec 1).
pub const SCOPE: &str = "basic";
