//! The catalog: every title that collection staff manage, whatever its status.

mod search;
mod submit;

pub use search::{CatalogSearch, search};
pub use submit::{NewTitle, SOURCE_FORMATS, submit};
