//! Facts that several crates share without sharing anything else: delivery formats, the languages of the
//! interface, names of languages, the digits of ISBNs, codes of school grades, names of devices, text as a
//! part of XML, sets of characters, scripts, templates of emails, and enumerations with exact names.
//!
//! ```
//! use vocabulary::{Format, Language};
//!
//! assert_eq!(Format::from_path("epub3").map(Format::extension), Some("epub"));
//! assert_eq!(Language::from_tag("de-AT"), Some(Language::German));
//! ```

#![warn(missing_docs)]

pub mod characters;
pub mod file_names;
pub mod formats;
pub mod grades;
pub mod isbn;
pub mod language_names;
pub mod languages;
pub mod scripts;
pub mod staff_emails;
pub mod wire;
pub mod xml;

pub use formats::{Format, FormatFacts, RequiredTools};
pub use languages::{Language, LanguageFacts};
pub use staff_emails::StaffEmailKind;
pub use wire::{UnknownValue, WireEnum};
