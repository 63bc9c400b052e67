//! The formats that a book is delivered in, and what it can come as.

use std::fmt;
use std::str::FromStr;

/// A delivery format, by its name on the wire (docs/rules/values.md#rule-1: FORMAT).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Format {
    /// DAISY 3 (ANSI/NISO Z39.86-2005), text and images.
    #[serde(rename = "DAISY")]
    Daisy,
    /// DAISY 3 with audio.
    #[serde(rename = "DAISY_AUDIO")]
    DaisyAudio,
    /// DAISY 2.02 with audio.
    #[serde(rename = "DAISY_2_AUDIO")]
    Daisy2Audio,
    /// Braille ready file, North American ASCII braille.
    #[serde(rename = "BRF")]
    Brf,
    /// EPUB 3.
    #[serde(rename = "EPUB3")]
    Epub3,
    /// PDF/UA.
    #[serde(rename = "PDF")]
    Pdf,
    /// Word document.
    #[serde(rename = "DOCX")]
    Docx,
}

impl Format {
    /// Every format, in the order of the specification.
    pub const ALL: [Self; 7] =
        [Self::Daisy, Self::DaisyAudio, Self::Daisy2Audio, Self::Brf, Self::Epub3, Self::Pdf, Self::Docx];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Daisy => "DAISY",
            Self::DaisyAudio => "DAISY_AUDIO",
            Self::Daisy2Audio => "DAISY_2_AUDIO",
            Self::Brf => "BRF",
            Self::Epub3 => "EPUB3",
            Self::Pdf => "PDF",
            Self::Docx => "DOCX",
        }
    }

    /// Returns true if it has audio, some of which is spoken if the book has no narration.
    pub fn is_spoken(self) -> bool {
        matches!(self, Self::DaisyAudio | Self::Daisy2Audio)
    }

    /// The ending of a delivered file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Daisy | Self::DaisyAudio | Self::Daisy2Audio | Self::Brf => "zip",
            Self::Epub3 => "epub",
            Self::Pdf => "pdf",
            Self::Docx => "docx",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name is none of the formats.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {0:?}")]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Matches without regard to case (docs/rules/titles.md#rule-1: format identifiers in paths).
    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(name))
            .ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}

/// The kinds of source books.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// An EPUB 2 or 3 container.
    Epub,
    /// A DAISY 3 book, with text or with navigation alone.
    Daisy,
    /// A DAISY 2.02 book, with text or with navigation alone.
    Daisy2,
    /// A text (`DTBook`) by itself, or with its pictures.
    Dtbook,
    /// A score (`MusicXML`), plain or compressed.
    Score,
}

impl SourceKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Epub, Self::Daisy, Self::Daisy2, Self::Dtbook, Self::Score];

    /// The name that people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Epub => "EPUB",
            Self::Daisy => "DAISY 3",
            Self::Daisy2 => "DAISY 2.02",
            Self::Dtbook => "DTBook",
            Self::Score => "MusicXML",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_in_any_case() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
            assert_eq!(format.name().to_lowercase().parse(), Ok(format));
        }
        assert!("EPUB".parse::<Format>().is_err());
    }
}
