//! Text to MP3: the speech engine, voices by language, ends of sentences, announcements of pages, notes and
//! tables, and MP3 files of many phrases with exact positions.
//!
//! Engine and encoder are separate programs. They get the text on standard input, never on the command line;
//! they run at a low priority, with time limits, and end when the caller stops.
//!
//! ```
//! let text = "Dr. Lund waited. The ferry left.";
//! let ends = speech::find_sentence_ends(text);
//! assert_eq!(&text[..ends[0]], "Dr. Lund waited.");
//! ```

#![warn(missing_docs)]

mod abbreviations;
mod announce;
mod batch;
mod command;
mod ear;
mod encoder;
mod engine;
mod error;
mod id3;
mod language_text;
pub mod mp3;
mod process;
mod recorder;
mod recording;
mod scripts;
mod sentences;
mod sound;
mod stop;
mod terminators;
mod voices;

pub use announce::{Announcement, announce};
pub use command::{Command, CommandTemplate, ESPEAK_PROGRAM};
pub use ear::audible_text;
pub use encoder::{ENCODER, convert_to_mp3, is_encoder_installed};
pub use engine::{Engine, Phrase};
pub use error::{Error, Result};
pub use id3::Tags;
pub use language_text::LanguageText;
pub use recorder::{Recorder, SpokenLine};
pub use recording::Clip;
pub use sentences::find_sentence_ends;
pub use sound::Sound;
pub use stop::Stop;
