//! Converts a product of ONIX 2.1, whose elements follow each other without blocks, to the blocks of ONIX 3.

use super::tags::Tag;
use super::tree::Node;
use crate::entry::Notes;

/// Blocks that only products of ONIX 3 have.
const BLOCKS: [Tag; 5] = [
    Tag::DescriptiveDetail,
    Tag::CollateralDetail,
    Tag::PublishingDetail,
    Tag::RelatedMaterial,
    Tag::ProductSupply,
];

/// Whether a product is one of ONIX 2.1. Its elements decide: messages without a release exist, and with a
/// wrong one.
pub(super) fn is_release2(product: &Node, stated_release: &str) -> bool {
    let has = |tags: &[Tag]| product.children.iter().any(|child| tags.contains(&child.tag));
    !has(&BLOCKS) && (!stated_release.starts_with('3') || has(&[Tag::Title, Tag::DistinctiveTitle]))
}

/// A product with the blocks of ONIX 3. A block is absent if the product has none of its elements, because a
/// partial update replaces the blocks that it contains.
pub(super) fn convert(product: Node, notes: &mut Notes) -> Node {
    let mut source = Source(product.children);
    let mut children = source.take(&[Tag::RecordReference, Tag::NotificationType]);
    if !children.iter().any(|child| child.tag == Tag::NotificationType && child.said().is_some()) {
        notes.add("NotificationType is missing: read as a complete record");
        children.push(Node::leaf(Tag::NotificationType, "03"));
    }
    children.extend(identifiers(&mut source));
    let blocks = [
        (Tag::DescriptiveDetail, description(&mut source)),
        (Tag::CollateralDetail, texts(&mut source)),
        (Tag::PublishingDetail, publishing(&mut source)),
        (Tag::RelatedMaterial, related(&mut source)),
    ];
    let blocks = blocks.into_iter().filter(|(_, children)| !children.is_empty());
    children.extend(blocks.map(|(tag, children)| Node::composite(tag, children)));
    Node::composite(product.tag, children)
}

/// The elements of a product or composite that have not been converted.
struct Source(Vec<Node>);

impl Source {
    /// Takes the elements of these kinds, in the order of the kinds.
    fn take(&mut self, tags: &[Tag]) -> Vec<Node> {
        let mut taken = Vec::new();
        for tag in tags {
            taken.extend(self.0.extract_if(.., |node| node.tag == *tag));
        }
        taken
    }

    /// Takes the first element of a kind that has a text.
    fn take_filled(&mut self, tag: Tag) -> Option<Node> {
        self.take(&[tag]).into_iter().find(|node| node.said().is_some())
    }

    /// Takes the elements of a kind, each as the value of a composite with these further elements.
    fn wrap(&mut self, tag: Tag, composite: Tag, value: Tag, more: &[(Tag, &str)]) -> Vec<Node> {
        let filled = self.take(&[tag]).into_iter().filter(|node| node.said().is_some());
        let wrapped = |node: Node| {
            let more = more.iter().map(|(tag, text)| Node::leaf(*tag, *text));
            Node::composite(composite, more.chain([node.renamed(value)]).collect())
        };
        filled.map(wrapped).collect()
    }
}

/// Identifiers, and the elements that older records have instead of them.
fn identifiers(source: &mut Source) -> Vec<Node> {
    let mut all = source.take(&[Tag::ProductIdentifier]);
    for (tag, kind) in [(Tag::EAN13, "03"), (Tag::ISBN, "02")] {
        all.extend(source.wrap(tag, Tag::ProductIdentifier, Tag::IDValue, &[(Tag::ProductIDType, kind)]));
    }
    all
}

fn description(source: &mut Source) -> Vec<Node> {
    let mut all = source.take(&[Tag::ProductFormFeature, Tag::ProductContentType]);
    all.extend(titles(source));
    all.extend(series(source));
    all.extend(source.take(&[Tag::Contributor, Tag::EditionNumber, Tag::EditionStatement, Tag::Language]));
    all.extend(source.wrap(
        Tag::LanguageOfText,
        Tag::Language,
        Tag::LanguageCode,
        &[(Tag::LanguageRole, "01")],
    ));
    let pages = [(Tag::ExtentType, "00"), (Tag::ExtentUnit, "03")];
    all.extend(source.wrap(Tag::NumberOfPages, Tag::Extent, Tag::ExtentValue, &pages));
    all.extend(source.take(&[Tag::Extent, Tag::NumberOfIllustrations]));
    for (tag, scheme) in [(Tag::BASICMainSubject, "10"), (Tag::BICMainSubject, "12")] {
        let scheme = [(Tag::SubjectSchemeIdentifier, scheme)];
        all.extend(source.wrap(tag, Tag::Subject, Tag::SubjectCode, &scheme));
    }
    for mut subject in source.take(&[Tag::MainSubject]) {
        for child in &mut subject.children {
            if child.tag == Tag::MainSubjectSchemeIdentifier {
                child.tag = Tag::SubjectSchemeIdentifier;
            }
        }
        all.push(subject.renamed(Tag::Subject));
    }
    all.extend(source.take(&[Tag::Subject, Tag::Audience, Tag::AudienceRange, Tag::Complexity]));
    all
}

/// Titles: composites, or the elements that older records have instead of them.
fn titles(source: &mut Source) -> Vec<Node> {
    let loose =
        source.take(&[Tag::DistinctiveTitle, Tag::TitlePrefix, Tag::TitleWithoutPrefix, Tag::Subtitle]);
    let titles = source.take(&[Tag::Title]);
    if titles.is_empty() && !loose.is_empty() {
        let named =
            |node: Node| if node.tag == Tag::DistinctiveTitle { node.renamed(Tag::TitleText) } else { node };
        return vec![title_detail(None, "01", loose.into_iter().map(named).collect())];
    }
    titles.into_iter().map(|title| title_composite(title, "01")).collect()
}

/// A title of ONIX 2.1 as one of ONIX 3.
fn title_composite(title: Node, level: &str) -> Node {
    let mut source = Source(title.children);
    let kind = source.take_filled(Tag::TitleType);
    title_detail(kind, level, source.0)
}

fn title_detail(kind: Option<Node>, level: &str, mut words: Vec<Node>) -> Node {
    words.insert(0, Node::leaf(Tag::TitleElementLevel, level));
    let kind = kind.unwrap_or_else(|| Node::leaf(Tag::TitleType, "01"));
    Node::composite(Tag::TitleDetail, vec![kind, Node::composite(Tag::TitleElement, words)])
}

/// Series, and the sets that a product is a part of.
fn series(source: &mut Source) -> Vec<Node> {
    let mut all = Vec::new();
    for one in source.take(&[Tag::Series, Tag::Set]) {
        let mut one = Source(one.children);
        let number = one
            .take_filled(Tag::NumberWithinSeries)
            .or_else(|| one.take_filled(Tag::ItemNumberWithinSet))
            .or_else(|| one.take_filled(Tag::YearOfAnnual));
        let name = one.take_filled(Tag::TitleOfSeries).or_else(|| one.take_filled(Tag::TitleOfSet));
        let mut collection = match name {
            Some(name) => vec![title_detail(None, "02", vec![name.renamed(Tag::TitleText)])],
            None => one.take(&[Tag::Title]).into_iter().map(|title| title_composite(title, "02")).collect(),
        };
        if let Some(number) = number {
            let number = number.renamed(Tag::CollectionSequenceNumber);
            collection.push(Node::composite(Tag::CollectionSequence, vec![number]));
        }
        all.push(Node::composite(Tag::Collection, collection));
    }
    all
}

/// Descriptions. The types of texts have other codes (list 33) than in ONIX 3 (list 153).
fn texts(source: &mut Source) -> Vec<Node> {
    let mut all = Vec::new();
    for other in source.take(&[Tag::OtherText]) {
        let mut other = Source(other.children);
        let kind = match other.take_filled(Tag::TextTypeCode).as_ref().and_then(Node::said) {
            // The main description, and a long one.
            Some("01" | "03") => "03",
            Some("02") => "02",
            _ => continue,
        };
        if let Some(text) = other.take_filled(Tag::Text) {
            all.push(Node::composite(Tag::TextContent, vec![Node::leaf(Tag::TextType, kind), text]));
        }
    }
    for (tag, kind) in [(Tag::MainDescription, "03"), (Tag::Annotation, "02")] {
        all.extend(source.wrap(tag, Tag::TextContent, Tag::Text, &[(Tag::TextType, kind)]));
    }
    all
}

fn publishing(source: &mut Source) -> Vec<Node> {
    let mut all = source.take(&[Tag::Imprint]);
    all.extend(source.wrap(Tag::ImprintName, Tag::Imprint, Tag::ImprintName, &[]));
    for mut publisher in source.take(&[Tag::Publisher]) {
        // Without a role, it is the publisher.
        if publisher.first(Tag::PublishingRole).is_none() {
            publisher.children.push(Node::leaf(Tag::PublishingRole, "01"));
        }
        all.push(publisher);
    }
    let role = [(Tag::PublishingRole, "01")];
    all.extend(source.wrap(Tag::PublisherName, Tag::Publisher, Tag::PublisherName, &role));
    all.extend(source.take(&[Tag::CountryOfPublication]));
    for (tag, role) in [(Tag::PublicationDate, "01"), (Tag::YearFirstPublished, "11")] {
        let role = [(Tag::PublishingDateRole, role)];
        all.extend(source.wrap(tag, Tag::PublishingDate, Tag::Date, &role));
    }
    all.extend(source.take(&[Tag::CopyrightStatement]));
    all.extend(source.wrap(Tag::CopyrightYear, Tag::CopyrightStatement, Tag::CopyrightYear, &[]));
    all.extend(rights(source));
    all
}

/// Sales rights. The rest of the world is a territory (ROW) in ONIX 2.1, and a statement of its own in ONIX
/// 3.
fn rights(source: &mut Source) -> Vec<Node> {
    let mut all = Vec::new();
    for rights in source.take(&[Tag::SalesRights, Tag::NotForSale]) {
        let is_closed = rights.tag == Tag::NotForSale;
        let kind = if is_closed { "03" } else { rights.code(Tag::SalesRightsType) };
        let kind = Node::leaf(Tag::SalesRightsType, kind);
        let mut places = Vec::new();
        for place in &rights.children {
            let words = place.text.split_whitespace();
            match place.tag {
                Tag::RightsCountry => {
                    places.extend(words.map(|code| Node::leaf(Tag::CountriesIncluded, code)));
                }
                Tag::RightsTerritory | Tag::RightsRegion => {
                    for word in words {
                        match word {
                            "ROW" | "001" => {
                                let rest = Node::leaf(Tag::ROWSalesRightsType, kind.text.as_str());
                                all.push(rest);
                            }
                            "WORLD" | "000" => places.push(Node::leaf(Tag::RegionsIncluded, "WORLD")),
                            _ => places.push(Node::leaf(Tag::RegionsIncluded, word)),
                        }
                    }
                }
                _ => {}
            }
        }
        if !places.is_empty() {
            let territory = Node::composite(Tag::Territory, places);
            all.push(Node::composite(Tag::SalesRights, vec![kind, territory]));
        }
    }
    all
}

fn related(source: &mut Source) -> Vec<Node> {
    let related = source.take(&[Tag::RelatedProduct]);
    let converted = |product: Node| {
        let mut source = Source(product.children);
        let mut children = identifiers(&mut source);
        let relations = source.take(&[Tag::RelationCode]).into_iter();
        children.extend(relations.map(|code| code.renamed(Tag::ProductRelationCode)));
        Node::composite(Tag::RelatedProduct, children)
    };
    related.into_iter().map(converted).collect()
}
