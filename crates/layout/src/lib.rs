//! Shared by the crates that serve pages: the style sheet, strict response headers, the
//! cookie of a signed-in browser with the token of its forms, the languages of pages with the messages that
//! all of them use, the fields of forms, and how a reader wants text shown. The catalog for reading apps
//! speaks the same languages, with the same names of formats, filters and lists and the same reasons.

pub mod access;
pub mod addresses;
pub mod admission;
pub mod apps;
pub mod assets;
pub mod cookies;
pub mod dates;
pub mod display;
pub mod formats;
pub mod html;
pub mod inputs;
pub mod kept_form;
pub mod languages;
pub mod messages;
pub mod notice;
pub mod origin;
pub mod popular;
pub mod reasons;
pub mod session;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
mod texts;
pub mod wording;

pub use assets::{PHRASES_PATH, READER_PATH, STYLE_PATH, UNSCRIPTED_STYLE_PATH, WAITING_PATH, WRITES_PATH};
pub use display::Display;
pub use messages::{MessageValue, Messages};
pub use vocabulary::Language;
pub use wording::Wording;
