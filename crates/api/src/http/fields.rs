//! The names of the parameters on the wire (docs/rules/requests.md#rule-3): one for each field of a request.

use std::borrow::Cow;

use services::{Fault, Mention, ValueList};

pub use services::Field;

/// The name of a field on the wire: its name in Rust in camel case, with few exceptions. Renaming a field in
/// Rust cannot change it unnoticed: [`params!`](crate::params!) requires a field for every parameter, and a
/// test compares the names with `openapi.json`.
pub const fn parameter_name(field: Field) -> &'static str {
    match field {
        Field::CanDownloadNimac => "canDownloadNIMAC",
        Field::MarrakeshPodException => "marrakeshPODException",
        Field::CoverImage => "coverimage",
        Field::DaisyFile => "DAISY",
        Field::DaisyAudioFile => "DAISY_AUDIO",
        Field::Daisy2AudioFile => "DAISY_2_AUDIO",
        Field::BrfFile => "BRF",
        Field::Epub3File => "EPUB3",
        Field::PdfFile => "PDF",
        Field::DocxFile => "DOCX",
        field => field.camel_case_name(),
    }
}

/// Finds the field of a parameter by its name in Rust: `first_name` is `firstName`. `None` for the name of a
/// shared group of parameters. Evaluated at compile time by [`params!`](crate::params!).
pub const fn find_field(ident: &str) -> Option<Field> {
    let mut index = 0;
    while index < Field::ALL.len() {
        if is_same_name(ident.as_bytes(), parameter_name(Field::ALL[index]).as_bytes()) {
            return Some(Field::ALL[index]);
        }
        index += 1;
    }
    None
}

/// Compares a name in Rust with one on the wire, without underscores and case.
const fn is_same_name(ident: &[u8], name: &[u8]) -> bool {
    let (mut at, mut matched) = (0, 0);
    while at < ident.len() {
        if ident[at] != b'_' {
            if matched == name.len() || !ident[at].eq_ignore_ascii_case(&name[matched]) {
                return false;
            }
            matched += 1;
        }
        at += 1;
    }
    matched == name.len()
}

/// The message of a fault: the parameter, a colon and the reason (docs/rules/errors.md#rule-1).
pub fn fault_message(fault: &Fault) -> String {
    fault.to_text(mention_name)
}

/// The words for what a message mentions.
pub fn mention_name(mention: Mention) -> Cow<'static, str> {
    match mention {
        Mention::Field(field) => parameter_name(field).into(),
        Mention::List(ValueList::ReferenceOrganizations) => "/v2/referenceOrganizations".into(),
        Mention::List(ValueList::BisacCodes) => "/v2/bisacCodes".into(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Field, find_field, parameter_name};

    #[test]
    fn every_parameter_has_a_name_of_its_own() {
        let names: BTreeSet<&str> = Field::ALL.iter().map(|field| parameter_name(*field)).collect();
        assert_eq!(names.len(), Field::ALL.len());
    }

    #[test]
    fn a_field_is_found_by_its_name_in_rust() {
        assert_eq!(find_field("contact_first_name"), Some(Field::ContactFirstName));
        assert_eq!(find_field("can_download_nimac"), Some(Field::CanDownloadNimac));
        assert_eq!(find_field("isbn"), Some(Field::Isbn));
        assert_eq!(find_field("isbn13"), Some(Field::Isbn13));
        assert_eq!(find_field("paging"), None);
    }
}
