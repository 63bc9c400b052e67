//! The JSON API: router, caller, parameters, errors, and one module per resource.
//!
//! A request passes `http::normalize`, the router, `gate` (Accept, media type, key, token, rate limit), the
//! handler's extractors (role, parameters) and the handler, which calls an operation of `services` and fills
//! `records`.

pub mod access;
pub mod accounts;
pub mod annotations;
pub mod assigned_titles;
pub mod bookmarks;
pub mod catalog;
pub mod categories;
pub mod competent_authority;
pub mod downloads;
pub mod files;
pub mod gate;
pub mod guests;
pub mod highlights;
pub mod http;
pub mod lists;
pub mod me;
pub mod my_account;
pub mod my_assigned_titles;
pub mod my_documents;
pub mod my_lists;
pub mod my_organization;
pub mod my_recommendations;
pub mod openapi;
pub mod organization_types;
pub mod organizations;
pub mod partner_access_token;
pub mod periodicals;
pub mod popular_lists;
pub mod reading;
pub mod records;
pub mod reference_organizations;
pub mod removed;
pub mod response_cache;
pub mod router;
pub mod routes;
pub mod state;
pub mod subscription_types;
pub mod titles;
pub mod user_names;
pub mod utm;

pub(crate) use openapi::endpoints;
pub use router::{new_router, openapi_document};
pub use state::{Api, ApiSettings};
