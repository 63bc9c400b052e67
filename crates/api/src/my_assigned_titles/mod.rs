//! Titles assigned to the caller.

pub mod list;

use crate::openapi::endpoints;

endpoints! {
    "Assigned titles": list::list_my_assigned_titles;
}
