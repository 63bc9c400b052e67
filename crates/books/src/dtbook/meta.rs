//! Metadata in the head of a text or of a navigation center: pairs of names and contents.

use roxmltree::Node;

use crate::language::{canonical_tag, canonical_tags};
use crate::model::{Contributor, Identifier, Metadata, Subject, collapse_spaces};
use crate::opf::{identifier_isbns, list_isbns};
use crate::people::read_people;
use crate::smil::parse_clock;

/// The statements of a head, by their names in small letters.
#[derive(Debug, Default)]
pub(crate) struct Statements(Vec<(String, String, Option<String>)>);

impl Statements {
    pub(crate) fn from_head(head: Node<'_, '_>) -> Self {
        let metas = head.descendants().filter(|node| node.tag_name().name() == "meta");
        let statements = metas.filter_map(|meta| {
            let name = meta.attribute("name")?.trim().to_ascii_lowercase();
            let content = collapse_spaces(meta.attribute("content")?);
            let scheme = meta.attribute("scheme").map(str::to_owned);
            (!content.is_empty()).then_some((name, content, scheme))
        });
        Self(statements.collect())
    }

    fn find_all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(own, ..)| own == name).map(|(_, content, _)| content.as_str())
    }

    pub(crate) fn find_first(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, ..)| own == name).map(|(_, content, _)| content.as_str())
    }

    fn all_texts(&self, name: &str) -> Vec<String> {
        self.find_all(name).map(str::to_owned).collect()
    }

    /// The people with a role, without placeholders that programs write for unknown names.
    fn find_people(&self, name: &str) -> Vec<String> {
        let mut people = self.all_texts(name);
        people.retain(|name| !matches!(name.to_ascii_lowercase().as_str(), "unknown" | "n/a" | "none"));
        people
    }

    /// The metadata; the parameters count where it has nothing.
    pub(crate) fn to_metadata(
        &self,
        title: Option<&str>,
        authors: &[String],
        tongue: Option<&str>,
    ) -> Metadata {
        let mut creators = self.find_people("dc:creator");
        if creators.is_empty() {
            creators.extend_from_slice(authors);
        }
        let people = |name: &str, creator: bool| {
            read_people(name, None).into_iter().map(move |person| Contributor { creator, ..person })
        };
        let contributors = self.find_all("dc:contributor").flat_map(|name| people(name, false));
        let subjects = self.all_texts("dc:subject").into_iter();
        let languages = self.find_all("dc:language").flat_map(canonical_tags).filter(|tag| tag != "und");
        let mut metadata = Metadata {
            title: self.find_first("dc:title").or(title).unwrap_or_default().to_owned(),
            contributors: creators.iter().flat_map(|name| people(name, true)).chain(contributors).collect(),
            languages: languages.collect(),
            identifiers: self.to_identifiers(),
            publisher: self.find_first("dc:publisher").map(str::to_owned),
            published: ["ncc:sourcedate", "dtb:sourcedate", "dc:date"]
                .iter()
                .find_map(|name| self.find_first(name))
                .map(str::to_owned),
            description: self.find_first("dc:description").map(str::to_owned),
            subjects: subjects.map(|name| Subject { name, authority: None, code: None }).collect(),
            rights: self.all_texts("dc:rights"),
            sources: self.all_texts("dc:source"),
            duration: ["ncc:totaltime", "dtb:totaltime"]
                .iter()
                .find_map(|name| self.find_first(name))
                .and_then(parse_clock)
                .filter(|length| !length.is_zero()),
            narrators: [self.find_people("ncc:narrator"), self.find_people("dtb:narrator")].concat(),
            ..Metadata::default()
        };
        if metadata.languages.is_empty() {
            metadata.languages.extend(tongue.and_then(canonical_tag));
        }
        metadata.isbns = identifier_isbns(&metadata.identifiers);
        metadata.source_isbns = list_isbns(metadata.sources.iter().map(String::as_str));
        metadata
    }

    fn to_identifiers(&self) -> Vec<Identifier> {
        let mut found: Vec<Identifier> = Vec::new();
        for (name, value, scheme) in &self.0 {
            let is = matches!(name.as_str(), "dc:identifier" | "dtb:uid" | "ncc:identifier");
            if is && !found.iter().any(|known| known.value == *value) {
                found.push(Identifier { value: value.clone(), scheme: scheme.clone() });
            }
        }
        found
    }
}
