//! What the responses to downloads of titles and of editions of periodicals have in common (spec 4, 4.1): the package, and
//! its single files.

pub mod files;
pub mod package;
