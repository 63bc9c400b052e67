//! Downloads of titles and of editions of periodicals (docs/rules/downloads.md#rule-1): the package, and its
//! single files.

pub mod file;
pub mod files;
pub mod package;
mod path;

use crate::endpoints;

endpoints! {
    "Titles": package::download_title, files::list_title_resources;
    "Periodicals": package::download_edition, files::list_edition_resources;
}
