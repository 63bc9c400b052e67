//! The catalog: all titles of a site, as its managers see them (docs/rules/search.md#rule-9).

pub mod list;
pub mod submit;

use crate::http::{Field, FileParts, parameter_name};

/// Files of `POST /v2/catalog`: books named by their formats, at most 20 MB each
/// (docs/rules/errors.md#rule-3).
pub const TITLE_FILES: FileParts = FileParts {
    names: &[
        parameter_name(Field::DaisyFile),
        parameter_name(Field::DaisyAudioFile),
        parameter_name(Field::Daisy2AudioFile),
        parameter_name(Field::BrfFile),
        parameter_name(Field::Epub3File),
        parameter_name(Field::PdfFile),
        parameter_name(Field::DocxFile),
        parameter_name(Field::CoverImage),
    ],
    largest: 20 << 20,
};

#[cfg(test)]
mod tests {
    use domain::Format;
    use domain::wire::WireEnum as _;

    #[test]
    fn every_format_is_the_name_of_a_part() {
        for format in Format::ALL {
            assert!(super::TITLE_FILES.names.contains(&format.as_str()), "{format}");
        }
    }
}
