//! The names of the ways to get a publication, said once for a page however many publications it has.

use domain::{Format, WireEnum as _};
use layout::Wording;
use layout::formats::format_name;

/// The name of a way to get a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AcquisitionName {
    Format(Format),
    /// The files, to be read one by one.
    Stream,
    /// A publication that the visitor may not have.
    Closed,
}

#[derive(Debug, Clone)]
pub(crate) struct AcquisitionNames {
    formats: Vec<(Format, String)>,
    stream: String,
    closed: String,
}

impl AcquisitionNames {
    pub(crate) fn new(words: Wording<'_>) -> Self {
        Self {
            formats: Format::ALL.iter().map(|format| (*format, format_name(words, *format))).collect(),
            stream: words.text("feed-stream"),
            closed: words.text("feed-closed"),
        }
    }

    pub(crate) fn get(&self, way: AcquisitionName) -> &str {
        match way {
            AcquisitionName::Format(format) => {
                let named = self.formats.iter().find(|(of, _)| *of == format);
                named.map_or(format.as_str(), |(_, name)| name)
            }
            AcquisitionName::Stream => &self.stream,
            AcquisitionName::Closed => &self.closed,
        }
    }
}
