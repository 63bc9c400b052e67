//! The caller's own documents: sent in to be read in formats that can be read (document 2, "Documents"; spec 4,
//! 1.4).

pub mod create;
pub mod delete;
pub mod list;

use domain::documents::LARGEST;

use crate::http::multipart::FileParts;

/// What `POST /v2/myDocuments` takes.
pub const FILES: FileParts = FileParts { names: &["file"], largest: LARGEST };
