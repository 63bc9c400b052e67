//! What pages for people share, whichever crate serves them: the style sheet, strict response headers, the cookie
//! of a signed-in browser with the token of its forms, the languages of pages, and how a reader wants text shown.

pub mod assets;
pub mod cookies;
pub mod display;
pub mod html;
pub mod languages;
pub mod messages;
pub mod origin;
pub mod session;

pub use assets::{READER_PATH, STYLE_PATH};
pub use display::Display;
pub use languages::Language;
pub use messages::{Messages, Value};
