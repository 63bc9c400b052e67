//! What pages for people share, whichever crate serves them: the style sheet, strict response headers, the cookie
//! of a signed-in browser with the token of its forms, the languages of pages with the messages that all of them use,
//! the fields of forms, and how a reader wants text shown.

pub mod apps;
pub mod assets;
pub mod cookies;
pub mod dates;
pub mod display;
pub mod html;
pub mod inputs;
pub mod languages;
pub mod messages;
pub mod origin;
pub mod session;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
mod texts;
pub mod wording;

pub use assets::{READER_PATH, STYLE_PATH, WAITING_PATH, WRITES_PATH};
pub use display::Display;
pub use languages::Language;
pub use messages::{Messages, Value};
pub use wording::Wording;
