//! The caller's own documents: sent in to be read in formats that can be read
//! (docs/rules/documents.md#rule-1, docs/rules/documents.md#rule-2).

pub mod create;
pub mod delete;
pub mod list;

use domain::documents::LARGEST;

use crate::http::multipart::FileParts;

/// What `POST /v2/myDocuments` takes.
pub const FILES: FileParts = FileParts { names: &["file"], largest: LARGEST };
