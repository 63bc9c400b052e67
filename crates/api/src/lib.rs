//! The JSON interface: router, caller, parameters, errors, and one folder per resource.
//!
//! A request passes `http::normalize`, the router, `http::gate` (Accept, media type, key, token, rate
//! limit), the handler's extractors (role, parameters) and the handler, which asks `search` and `store`,
//! lets `domain::access` decide, and fills `records`.

pub mod assigned_titles;
pub mod bookmarks;
pub mod categories;
pub mod clients;
pub mod files;
pub mod highlights;
pub mod http;
pub mod lists;
pub mod me;
pub mod my_account;
pub mod my_assigned_titles;
pub mod my_lists;
pub mod my_organization;
pub mod openapi;
pub mod reading;
pub mod records;
pub mod removed;
pub mod router;
pub mod routes;
pub mod state;
pub mod titles;

pub use router::{openapi, router};
pub use state::{Api, Clock, Settings};
