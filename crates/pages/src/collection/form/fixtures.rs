//! Forms as tests fill them in.

use super::{FINGERPRINTS_NAME, FieldGroup, StoredText, join_fingerprints, list_fields};
use crate::{Fields, texts};

/// A form whose page has shown `shown`, with these values typed instead.
pub(crate) fn type_into(groups: &[FieldGroup], shown: StoredText<'_>, typed: &[(&str, &str)]) -> Fields {
    let values: Vec<String> = list_fields(groups).map(shown).collect();
    let mut pairs: Vec<(String, String)> = vec![(FINGERPRINTS_NAME.into(), join_fingerprints(&values))];
    for (field, value) in list_fields(groups).zip(values) {
        let typed = typed.iter().find(|(name, _)| *name == field.name);
        pairs.push((field.name.into(), typed.map_or(value, |(_, value)| (*value).to_owned())));
    }
    Fields::from_pairs(pairs)
}

/// Asserts that every field has a label and a rule in every language.
pub(crate) fn assert_messages(groups: &[FieldGroup]) {
    texts::assert_messages(list_fields(groups).flat_map(|field| [field.label, field.rule]));
}
