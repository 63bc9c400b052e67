//! The description of one format of a title.

pub mod get;
pub mod put;

use crate::openapi::endpoints;

endpoints! {
    "Collection": get::get_title_artifact, put::put_title_artifact;
}
