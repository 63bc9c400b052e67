//! The catalog: every title that collection staff manage, whatever its status.

mod needs;
mod search;
mod submit;

pub use needs::TitleNeed;
pub use search::{CatalogSearch, search};
pub(crate) use search::{count_in_need, find_ids};
pub use submit::{NewTitle, SOURCE_FORMATS, submit};
