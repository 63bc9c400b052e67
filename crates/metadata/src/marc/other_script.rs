//! Alternate graphic representations (fields 880): the texts of a record in a second script, next to
//! romanized ones.

use std::collections::HashMap;

use domain::titles::OtherScript;

use super::map::{Punctuation, join_first_title, join_parts, map_subtitle};
use super::{MarcField, MarcRecord, people};

/// The fields 880 of a record, by the fields that they represent: `100-02`.
pub(super) struct Representations<'m>(HashMap<&'m str, &'m MarcField>);

impl<'m> Representations<'m> {
    fn from_record(marc: &'m MarcRecord) -> Self {
        let mut all = HashMap::new();
        for field in marc.fields(&["880"]).filter(|field| field.has_words()) {
            // `100-02/$1` represents the field 100 that has `880-02`.
            if let Some(link) = field.first_subfield("6").and_then(|link| link.get(..6)) {
                all.entry(link).or_insert(field);
            }
        }
        Self(all)
    }

    /// A field in the other script.
    pub(super) fn find_field(&self, field: &MarcField) -> Option<MarcField> {
        let occurrence = field.first_subfield("6")?.strip_prefix("880-")?.get(..2)?;
        let other = self.0.get(format!("{}-{occurrence}", field.tag).as_str())?;
        Some(MarcField {
            tag: field.tag.clone(),
            indicators: other.indicators,
            subfields: other.subfields.clone(),
        })
    }
}

pub(super) fn map_other_script(marc: &MarcRecord, cards: Punctuation) -> OtherScript {
    let representations = Representations::from_record(marc);
    if representations.0.is_empty() {
        return OtherScript::default();
    }
    let find = |tags: &[&str]| marc.fields(tags).find_map(|field| representations.find_field(field));
    let title = find(&["245"]);
    let series = find(&["490", "830", "440"]);
    let join = |field: &MarcField| Some(join_parts(field, "a", cards)).filter(|text| !text.is_empty());
    let join_series =
        |field: &MarcField| Some(join_first_title(field, "a", cards)).filter(|text| !text.is_empty());
    OtherScript {
        title: title.as_ref().and_then(join),
        subtitle: title.as_ref().and_then(|title| map_subtitle(title, cards)),
        series_title: series.as_ref().and_then(join_series),
        contributors: people::map_represented_contributors(marc, cards, &representations),
    }
}
