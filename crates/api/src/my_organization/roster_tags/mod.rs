//! Districts and schools in a roster (docs/rules/records.md#rule-35).

pub mod create;
pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "My organization": list::list_my_roster_tags, create::create_my_roster_tag;
}
