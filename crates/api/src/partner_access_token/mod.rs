//! The user's connection to the partner's drive (docs/rules/documents.md#rule-5).

pub mod create;
pub mod delete;

use crate::openapi::endpoints;

endpoints! {
    "Limited-client services": create::create_partner_access_token, delete::delete_partner_access_token;
}
