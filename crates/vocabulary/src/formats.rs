//! The seven formats a title can be delivered in (docs/rules/values.md#rule-1), with one table of what
//! distinguishes them.

use crate::wire::WireEnum as _;
use crate::wire_enum;

wire_enum! {
    /// A format identifier.
    pub enum Format {
        /// DAISY 3 (ANSI/NISO Z39.86-2005), text and images.
        Daisy = "DAISY",
        /// DAISY 3 with audio.
        DaisyAudio = "DAISY_AUDIO",
        /// DAISY 2.02 with audio.
        Daisy2Audio = "DAISY_2_AUDIO",
        /// Braille ready format, North American ASCII braille.
        Brf = "BRF",
        /// EPUB 3.
        Epub3 = "EPUB3",
        /// Tagged PDF (PDF/UA).
        Pdf = "PDF",
        /// Word.
        Docx = "DOCX",
    }
}

/// Tools that a machine needs to make a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RequiredTools {
    /// Nothing but the program itself.
    None,
    /// An encoder for audio, and speech for what nobody has recorded.
    Audio,
    /// The tables of braille.
    Braille,
}

/// Properties of one format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormatFacts {
    /// The display name (docs/rules/values.md#rule-1).
    pub name: &'static str,
    /// The extension of the delivered file, without a dot (docs/rules/downloads.md#rule-8).
    pub extension: &'static str,
    /// The media type of the delivered file. Braille has no registered type; its volumes come in a ZIP
    /// archive.
    pub media_type: &'static str,
    /// The media type in feeds for reading apps, in the notation that apps recognize (docs/apps.md).
    pub feed_media_type: &'static str,
    /// The position among the formats of a publication in feeds: those that most apps open come first.
    pub feed_rank: u8,
    /// True if the delivered file is one file for readers, and not a container of several.
    pub is_single_file: bool,
    /// The tools that make it.
    pub required_tools: RequiredTools,
    /// The message with the format's name for readers, in the message files of `layout`.
    pub name_message: &'static str,
    /// The message that explains what the format is good for, in the message files of `pages`.
    pub hint_message: &'static str,
    /// The code in ONIX, list 175.
    pub onix_detail: &'static str,
}

/// DAISY as a ZIP archive.
const DAISY_FACTS: FormatFacts = FormatFacts {
    name: "DAISY",
    extension: "zip",
    media_type: "application/daisy+zip",
    // `application/daisy+zip` is in no app's table. Comic readers take a ZIP archive for a comic, so DAISY
    // comes after the formats that they read.
    feed_media_type: "application/zip",
    feed_rank: 3,
    is_single_file: false,
    required_tools: RequiredTools::None,
    name_message: "format-daisy",
    hint_message: "format-daisy-hint",
    onix_detail: "A212",
};

const DAISY_AUDIO_FACTS: FormatFacts = FormatFacts {
    name: "Audio",
    required_tools: RequiredTools::Audio,
    name_message: "format-daisy-audio",
    hint_message: "format-daisy-audio-hint",
    onix_detail: "A210",
    ..DAISY_FACTS
};

const DAISY_2_AUDIO_FACTS: FormatFacts = FormatFacts {
    name: "DAISY 2 Audio",
    required_tools: RequiredTools::Audio,
    name_message: "format-daisy-2-audio",
    hint_message: "format-daisy-2-audio-hint",
    onix_detail: "A204",
    ..DAISY_FACTS
};

const BRF_FACTS: FormatFacts = FormatFacts {
    name: "BRF",
    extension: "zip",
    media_type: "application/zip",
    // Not registered; it keeps apps from taking the zipped volumes for DAISY or for a comic.
    feed_media_type: "application/x-brf+zip",
    // No app opens braille.
    feed_rank: 4,
    is_single_file: false,
    required_tools: RequiredTools::Braille,
    name_message: "format-brf",
    hint_message: "format-brf-hint",
    onix_detail: "E146",
};

const EPUB_3_FACTS: FormatFacts = FormatFacts {
    name: "EPUB 3",
    extension: "epub",
    media_type: "application/epub+zip",
    feed_media_type: "application/epub+zip",
    feed_rank: 0,
    is_single_file: false,
    required_tools: RequiredTools::None,
    name_message: "format-epub3",
    hint_message: "format-epub3-hint",
    onix_detail: "E101",
};

const PDF_FACTS: FormatFacts = FormatFacts {
    name: "PDF",
    extension: "pdf",
    media_type: "application/pdf",
    feed_media_type: "application/pdf",
    feed_rank: 1,
    is_single_file: true,
    required_tools: RequiredTools::None,
    name_message: "format-pdf",
    hint_message: "format-pdf-hint",
    onix_detail: "E107",
};

const DOCX_FACTS: FormatFacts = FormatFacts {
    name: "Word",
    extension: "docx",
    media_type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    feed_media_type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    feed_rank: 2,
    is_single_file: true,
    required_tools: RequiredTools::None,
    name_message: "format-docx",
    hint_message: "format-docx-hint",
    onix_detail: "E104",
};

impl Format {
    /// The format's row in the table.
    pub const fn facts(self) -> &'static FormatFacts {
        match self {
            Self::Daisy => &DAISY_FACTS,
            Self::DaisyAudio => &DAISY_AUDIO_FACTS,
            Self::Daisy2Audio => &DAISY_2_AUDIO_FACTS,
            Self::Brf => &BRF_FACTS,
            Self::Epub3 => &EPUB_3_FACTS,
            Self::Pdf => &PDF_FACTS,
            Self::Docx => &DOCX_FACTS,
        }
    }

    /// The display name (docs/rules/values.md#rule-1).
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// The extension of the delivered file, without a dot (docs/rules/downloads.md#rule-8).
    pub fn extension(self) -> &'static str {
        self.facts().extension
    }

    /// The media type of the delivered file.
    pub fn media_type(self) -> &'static str {
        self.facts().media_type
    }

    /// Returns true if the package is one file for readers, and not a container of several.
    pub fn is_single_file(self) -> bool {
        self.facts().is_single_file
    }

    /// Returns true if the package is mostly audio, which takes longer to make
    /// (docs/rules/downloads.md#rule-2).
    pub fn is_audio(self) -> bool {
        self.facts().required_tools == RequiredTools::Audio
    }

    /// The format with this identifier, in any case, as in paths (docs/rules/titles.md#rule-1).
    pub fn from_path(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.as_str().eq_ignore_ascii_case(word))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn identifiers_in_paths_are_read_in_any_case() {
        for format in Format::ALL.iter().copied() {
            assert_eq!(Format::from_path(format.as_str()), Some(format));
            assert_eq!(Format::from_path(&format.as_str().to_lowercase()), Some(format));
        }
        assert_eq!(Format::from_path("EPUB"), None);
    }

    #[test]
    fn names_messages_and_codes_belong_to_one_format_each() {
        let facts = Format::ALL.iter().map(|format| format.facts());
        for fact in [
            |facts: &FormatFacts| facts.name,
            |facts: &FormatFacts| facts.name_message,
            |facts: &FormatFacts| facts.hint_message,
            |facts: &FormatFacts| facts.onix_detail,
        ] {
            let values: HashSet<&str> = facts.clone().map(fact).collect();
            assert_eq!(values.len(), Format::ALL.len(), "{values:?}");
        }
    }
}
