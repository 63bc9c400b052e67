//! MARC 21, in exchange format and XML (docs/adr/0009-own-marc-reader.md).

mod audience;
mod charset;
mod exchange;
mod extent;
mod map;
mod marc8;
mod other_script;
mod people;
mod responsibility;
mod split;
#[cfg(test)]
mod testkit;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_practice;
mod write;
mod write_other_script;
mod xml;

pub use exchange::ExchangeReader;
pub(crate) use exchange::is_exchange_format;
pub use write::CollectionWriter;
pub use xml::CollectionReader;

use std::collections::{HashMap, HashSet};

use crate::entry::Notes;

/// Limit of fields and subfields per record.
const MAX_PARTS_PER_RECORD: usize = 100_000;

/// Length of field 008.
const FIXED_FIELD_CHARS: usize = 40;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MarcRecord {
    pub(crate) leader: String,
    pub(crate) control: Vec<(String, String)>,
    pub(crate) fields: Vec<MarcField>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct MarcField {
    pub(crate) tag: String,
    pub(crate) indicators: [char; 2],
    pub(crate) subfields: Vec<(char, String)>,
}

impl MarcRecord {
    pub(crate) fn control_field(&self, tag: &str) -> Option<&str> {
        self.control
            .iter()
            .find(|(other, _)| other == tag)
            .map(|(_, text)| text.trim())
            .filter(|t| !t.is_empty())
    }

    /// Field 008, whose characters count by their positions: it may begin with blanks.
    pub(crate) fn fixed_field(&self) -> Option<&str> {
        let text = self.control.iter().find(|(tag, _)| tag == "008").map(|(_, text)| text.as_str())?;
        let trimmed = text.trim();
        // In XML, a field may be on a line of its own.
        let is_laid_out = trimmed.len() >= FIXED_FIELD_CHARS || text.starts_with(['\n', '\r', '\t']);
        Some(if is_laid_out { trimmed } else { text })
    }

    /// Without a title, or with a placeholder (`<>`) for one, the alternate representations in another script
    /// (fields 880) take the place of the fields without words that they are linked to.
    fn use_linked_fields(&mut self, notes: &mut Notes) {
        self.use_unlinked_fields();
        if self.fields(&["245"]).any(MarcField::has_words) {
            return;
        }
        let is_link = |field: &MarcField| {
            field.tag == "880"
                && field.has_words()
                && field.first_subfield("6").is_some_and(|link| link.starts_with("245"))
        };
        let Some(title) = self.fields.iter().position(is_link) else { return };
        "245".clone_into(&mut self.fields[title].tag);
        self.fields.retain(|field| field.tag != "245" || field.has_words());
        notes.add("there is no title (field 245): field 880 has it");
        self.use_linked_names();
    }

    /// Reads the fields in another script that no field refers to (`260-00`) as such fields, if the record
    /// has none of them. A title that 245 does not refer to stays, as another title.
    fn use_unlinked_fields(&mut self) {
        let mut missing: HashSet<String> =
            self.fields.iter().filter_map(MarcField::unlinked_tag).map(str::to_owned).collect();
        missing.remove("245");
        for field in &self.fields {
            missing.remove(&field.tag);
        }
        for field in &mut self.fields {
            let tag = field.unlinked_tag().and_then(|tag| missing.get(tag));
            if let Some(tag) = tag {
                field.tag.clone_from(tag);
            }
        }
    }

    /// Replaces the names of people and bodies without words.
    fn use_linked_names(&mut self) {
        let mut linked = HashMap::new();
        for field in self.fields.iter_mut().filter(|field| field.tag == "880" && field.has_words()) {
            if let Some(link) = field.represented_field().map(str::to_owned) {
                let subfields = std::mem::take(&mut field.subfields);
                linked.entry(link).or_insert((field.indicators, subfields));
            }
        }
        for field in self.fields.iter_mut().filter(|field| field.tag != "880" && !field.has_words()) {
            let occurrence = field.first_subfield("6").and_then(|link| link.strip_prefix("880-")?.get(..2));
            let link = occurrence.map(|occurrence| format!("{}-{occurrence}", field.tag));
            if let Some((indicators, subfields)) = link.and_then(|link| linked.remove(&link)) {
                field.indicators = indicators;
                field.subfields = subfields;
            }
        }
    }

    /// Fields with one of these tags, in order.
    pub(crate) fn fields<'m>(&'m self, tags: &'m [&str]) -> impl Iterator<Item = &'m MarcField> {
        self.fields.iter().filter(move |field| tags.contains(&field.tag.as_str()))
    }
}

impl MarcField {
    /// Subfields with one of these codes, in order.
    pub(crate) fn subfields<'f>(&'f self, codes: &'f str) -> impl Iterator<Item = &'f str> {
        let texts = self.subfields.iter().filter(move |(code, _)| codes.contains(*code));
        texts.map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
    }

    /// Returns true if its first subfield has a letter or a digit; some systems write `<>` where another
    /// script has the words.
    pub(crate) fn has_words(&self) -> bool {
        self.first_subfield("a").is_some_and(|text| text.contains(char::is_alphanumeric))
    }

    /// The field that a field 880 represents: `100-02`, of `100-02/$1`, is the field 100 that has `880-02`.
    fn represented_field(&self) -> Option<&str> {
        self.first_subfield("6").and_then(|link| link.get(..6))
    }

    /// The tag of the field that a field 880 represents if no field refers to it: `260`, of `260-00`.
    fn unlinked_tag(&self) -> Option<&str> {
        if self.tag == "880" { self.represented_field()?.strip_suffix("-00") } else { None }
    }

    pub(crate) fn first_subfield<'f>(&'f self, codes: &'f str) -> Option<&'f str> {
        self.subfields(codes).next()
    }
}
