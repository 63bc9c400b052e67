//! Types of organizations.

pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "My organization": list::list_organization_types;
}
