//! Metadata in the head of a text or of a navigation center: pairs of names and contents.

use roxmltree::Node;

use crate::language::{canonical_tag, canonical_tags};
use crate::model::{Contributor, Identifier, Metadata, Subject, squeezed};
use crate::opf::{isbns, isbns_of};
use crate::people::read_people;
use crate::smil::clock;

/// The statements of a head, by their names in small letters.
#[derive(Debug, Default)]
pub(crate) struct Statements(Vec<(String, String, Option<String>)>);

impl Statements {
    pub(crate) fn of(head: Node<'_, '_>) -> Self {
        let metas = head.descendants().filter(|node| node.tag_name().name() == "meta");
        Self(
            metas
                .filter_map(|meta| {
                    let name = meta.attribute("name")?.trim().to_ascii_lowercase();
                    let content = squeezed(meta.attribute("content")?);
                    let scheme = meta.attribute("scheme").map(str::to_owned);
                    (!content.is_empty()).then_some((name, content, scheme))
                })
                .collect(),
        )
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(own, ..)| own == name).map(|(_, content, _)| content.as_str())
    }

    /// The first content of a name.
    pub(crate) fn first(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, ..)| own == name).map(|(_, content, _)| content.as_str())
    }

    fn texts(&self, name: &str) -> Vec<String> {
        self.all(name).map(str::to_owned).collect()
    }

    /// The same without what makers write who have to write something.
    fn people(&self, name: &str) -> Vec<String> {
        let mut people = self.texts(name);
        people.retain(|name| !matches!(name.to_ascii_lowercase().as_str(), "unknown" | "n/a" | "none"));
        people
    }

    /// The metadata; the parameters count where it has nothing.
    pub(crate) fn metadata(&self, title: Option<&str>, authors: &[String], tongue: Option<&str>) -> Metadata {
        let mut creators = self.people("dc:creator");
        if creators.is_empty() {
            creators.extend_from_slice(authors);
        }
        let people = |name: &str, creator: bool| -> Vec<Contributor> {
            let people = read_people(name, None).into_iter().map(|person| Contributor {
                name: person.name,
                file_as: person.file_as,
                roles: person.role.map(str::to_owned).into_iter().collect(),
                creator,
            });
            people.collect()
        };
        let contributors: Vec<Contributor> =
            self.all("dc:contributor").flat_map(|name| people(name, false)).collect();
        let languages = self.all("dc:language").flat_map(canonical_tags).filter(|tag| tag != "und");
        let mut metadata = Metadata {
            title: self.first("dc:title").or(title).unwrap_or_default().to_owned(),
            contributors: creators.iter().flat_map(|name| people(name, true)).chain(contributors).collect(),
            languages: languages.collect(),
            identifiers: self.identifiers(),
            publisher: self.first("dc:publisher").map(str::to_owned),
            published: ["ncc:sourcedate", "dtb:sourcedate", "dc:date"]
                .iter()
                .find_map(|name| self.first(name))
                .map(str::to_owned),
            description: self.first("dc:description").map(str::to_owned),
            subjects: self
                .texts("dc:subject")
                .into_iter()
                .map(|name| Subject { name, authority: None, code: None })
                .collect(),
            rights: self.texts("dc:rights"),
            sources: self.texts("dc:source"),
            duration: ["ncc:totaltime", "dtb:totaltime"]
                .iter()
                .find_map(|name| self.first(name))
                .and_then(clock)
                .filter(|length| !length.is_zero()),
            narrators: [self.people("ncc:narrator"), self.people("dtb:narrator")].concat(),
            ..Metadata::default()
        };
        if metadata.languages.is_empty() {
            metadata.languages.extend(tongue.and_then(canonical_tag));
        }
        metadata.isbns = isbns_of(&metadata.identifiers);
        metadata.source_isbns = isbns(metadata.sources.iter().map(String::as_str));
        metadata
    }

    fn identifiers(&self) -> Vec<Identifier> {
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
