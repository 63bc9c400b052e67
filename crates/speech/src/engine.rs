//! The interface of speech engines.

use std::fmt;

use crate::{Result, Sound, Stop};

/// A sentence, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase<'a> {
    /// The text.
    pub text: &'a str,
    /// True if it ends its sentence.
    pub is_last: bool,
}

/// Converts sentences to sound. Many threads use one engine concurrently.
pub trait Engine: fmt::Debug + Send + Sync {
    /// The engine's name for readers: `eSpeak NG`.
    fn name(&self) -> &str;

    /// Finds the voice for a language (BCP 47), or one of the same language in another region; `None` for
    /// an unsupported language.
    fn find_voice(&self, language: &str) -> Option<String>;

    /// Returns the voice for unsupported languages: an English one.
    fn fallback_voice(&self) -> String;

    /// Speaks a sentence, or a part of one. `is_last`: the text ends its sentence.
    ///
    /// # Errors
    /// The engine does not exist, fails or takes too long, or the work was stopped.
    fn speak(&self, text: &str, voice: &str, is_last: bool, stop: &Stop) -> Result<Sound>;

    /// Speaks several phrases; returns the sound of each.
    fn speak_all(&self, phrases: &[Phrase<'_>], voice: &str, stop: &Stop) -> Result<Vec<Sound>> {
        phrases.iter().map(|phrase| self.speak(phrase.text, voice, phrase.is_last, stop)).collect()
    }

    /// Bytes of text that the engine speaks better in one run than in several; 0 if it gains nothing from
    /// batches.
    fn batch_size(&self) -> usize {
        0
    }

    /// Checks that the engine is available, and returns its version.
    ///
    /// # Errors
    /// The engine does not exist, or cannot be run.
    fn check(&self) -> Result<String>;
}
