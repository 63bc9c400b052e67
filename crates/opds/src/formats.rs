//! Names of formats.

use domain::formats::Format;

/// A format's name for people, with what tells two of a title apart.
pub(crate) fn format_name(format: Format) -> &'static str {
    match format {
        Format::Daisy => "DAISY text",
        Format::DaisyAudio => "DAISY audio",
        Format::Daisy2Audio => "DAISY 2.02 audio",
        Format::Brf => "Braille (BRF)",
        Format::Epub3 => "EPUB",
        Format::Pdf => "PDF in large print",
        Format::Docx => "Word",
    }
}
