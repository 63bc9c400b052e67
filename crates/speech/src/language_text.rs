//! Texts with their languages.

/// Text in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageText {
    /// The language (BCP 47).
    pub language: String,
    /// The text.
    pub text: String,
}
