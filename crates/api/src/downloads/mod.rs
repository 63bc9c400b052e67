//! What the downloads of titles and of editions of periodicals have in common (spec 4, 4.1): who may, the
//! package, and its single files.

pub mod files;
pub mod package;
mod quota;
pub mod request;
pub mod unpacked;

pub use request::Request;
