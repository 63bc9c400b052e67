//! Alternate graphic representations (fields 880): the texts of a record in a second script, next to
//! romanized ones.

use std::collections::HashMap;

use domain::titles::OtherScript;

use super::map::{Punctuation, join_first_title, join_parts, map_subtitle};
use super::{MarcField, MarcRecord, people};

/// Fields that occur once in a record.
const UNREPEATABLE_TAGS: [&str; 4] = ["100", "110", "111", "245"];

/// The fields 880 of a record, by the fields that they represent: `100-02`.
pub(super) struct Representations<'m>(HashMap<&'m str, &'m MarcField>);

impl<'m> Representations<'m> {
    fn from_record(marc: &'m MarcRecord) -> Self {
        let mut all = HashMap::new();
        for field in marc.fields(&["880"]).filter(|field| field.has_words()) {
            if let Some(link) = field.represented_field() {
                all.entry(link).or_insert(field);
            }
        }
        Self(all)
    }

    /// A field in the other script.
    pub(super) fn find_field(&self, field: &MarcField) -> Option<MarcField> {
        let other = match field.first_subfield("6") {
            Some(link) => {
                let occurrence = link.strip_prefix("880-")?.get(..2)?;
                self.0.get(format!("{}-{occurrence}", field.tag).as_str()).copied()?
            }
            None => self.find_unreferenced(&field.tag)?,
        };
        Some(MarcField {
            tag: field.tag.clone(),
            indicators: other.indicators,
            subfields: other.subfields.clone(),
        })
    }

    /// The first representation of a field that occurs once, and does not refer to it.
    fn find_unreferenced(&self, tag: &str) -> Option<&'m MarcField> {
        if !UNREPEATABLE_TAGS.contains(&tag) {
            return None;
        }
        let links = self.0.keys().filter(|link| link.starts_with(tag) && !link.ends_with("-00"));
        self.0.get(links.min()?).copied()
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
