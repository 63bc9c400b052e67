//! The seven formats a title can be delivered in (docs/rules/values.md#rule-1).

use crate::wire_enum;

wire_enum! {
    /// A format identifier.
    pub enum Format {
        /// DAISY 3 text (DTBook).
        Daisy = "DAISY",
        /// DAISY 3 with audio.
        DaisyAudio = "DAISY_AUDIO",
        /// DAISY 2.02 with audio.
        Daisy2Audio = "DAISY_2_AUDIO",
        /// Braille ready format.
        Brf = "BRF",
        /// EPUB 3.
        Epub3 = "EPUB3",
        /// Tagged PDF.
        Pdf = "PDF",
        /// Word.
        Docx = "DOCX",
    }
}

impl Format {
    /// The display name (docs/rules/values.md#rule-1).
    pub fn name(self) -> &'static str {
        match self {
            Self::Daisy => "DAISY",
            Self::DaisyAudio => "Audio",
            Self::Daisy2Audio => "DAISY 2 Audio",
            Self::Brf => "BRF",
            Self::Epub3 => "EPUB 3",
            Self::Pdf => "PDF",
            Self::Docx => "Word",
        }
    }

    /// The extension of the delivered file, without a dot (docs/rules/downloads.md#rule-8).
    pub fn extension(self) -> &'static str {
        match self {
            Self::Daisy | Self::DaisyAudio | Self::Daisy2Audio | Self::Brf => "zip",
            Self::Epub3 => "epub",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
        }
    }

    /// The media type of the delivered file. Braille has no registered type; its volumes come in a ZIP
    /// archive.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Daisy | Self::DaisyAudio | Self::Daisy2Audio => "application/daisy+zip",
            Self::Brf => "application/zip",
            Self::Epub3 => "application/epub+zip",
            Self::Pdf => "application/pdf",
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        }
    }

    /// Returns true if the package is one file for readers, and not a container of several.
    pub fn is_single_file(self) -> bool {
        matches!(self, Self::Pdf | Self::Docx)
    }

    /// Returns true if the package is mostly audio, which takes longer to make
    /// (docs/rules/downloads.md#rule-2).
    pub fn is_audio(self) -> bool {
        matches!(self, Self::DaisyAudio | Self::Daisy2Audio)
    }

    /// The format with this identifier, in any case, as in paths (docs/rules/titles.md#rule-1).
    pub fn from_path(word: &str) -> Option<Self> {
        <Self as crate::wire::WireEnum>::ALL.iter().copied().find(|f| f.as_str().eq_ignore_ascii_case(word))
    }
}

wire_enum! {
    /// Whether a format of a title is available (docs/rules/records.md#rule-5).
    pub enum FormatStatus {
        /// It can be downloaded.
        Available = "AVAILABLE",
        /// It cannot be made.
        Unavailable = "UNAVAILABLE",
        /// It is being made.
        Pending = "PENDING",
    }
}
