//! The conventions of the API (docs/rules/requests.md, docs/rules/access.md#rule-24), one module each.

pub mod caller;
pub mod created;
pub mod description;
pub mod errors;
pub mod faults;
pub mod fields;
pub mod http_errors;
pub mod input;
pub mod json;
pub mod links;
pub mod listing;
pub mod multipart;
pub mod normalize;
pub mod paging;
pub mod params;
pub mod path;
pub mod role_description;
pub mod roles;
pub mod upload;
pub mod values;
