//! The caller's own documents: uploaded to be read in accessible formats (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-2).

pub mod create;
pub mod delete;
pub mod list;

use domain::documents::MAX_DOCUMENT_BYTES;

use crate::http::{Field, FileParts, parameter_name};
use crate::openapi::endpoints;

endpoints! {
    "Documents": delete::delete_my_document;
}

/// Files of `POST /v2/myDocuments`.
pub const DOCUMENT_FILES: FileParts =
    FileParts { names: &[parameter_name(Field::File)], largest: MAX_DOCUMENT_BYTES };
