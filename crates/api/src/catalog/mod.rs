//! The catalog: all titles of a site, as its managers see them (docs/rules/search.md#rule-9).

pub mod list;
pub mod submit;

use crate::http::multipart::FileParts;

/// The part with the cover image.
pub const COVER_PART: &str = "coverimage";

/// Files of `POST /v2/catalog`: books named by their formats, at most 20 MB each
/// (docs/rules/errors.md#rule-3).
pub const TITLE_FILES: FileParts = FileParts {
    names: &["DAISY", "DAISY_AUDIO", "DAISY_2_AUDIO", "BRF", "EPUB3", "PDF", "DOCX", COVER_PART],
    largest: 20 << 20,
};

#[cfg(test)]
mod tests {
    use domain::formats::Format;
    use domain::wire::WireEnum as _;

    #[test]
    fn every_format_is_the_name_of_a_part() {
        for format in Format::ALL {
            assert!(super::TITLE_FILES.names.contains(&format.as_str()), "{format}");
        }
    }
}
