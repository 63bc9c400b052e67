//! Converts a product of ONIX 2.1, whose elements follow each other without blocks, to the blocks of ONIX 3.

use super::tags::Tag;
use super::tree::OnixNode;
use crate::entry::Notes;

/// Blocks that only products of ONIX 3 have.
const RELEASE3_BLOCKS: [Tag; 5] = [
    Tag::DescriptiveDetail,
    Tag::CollateralDetail,
    Tag::PublishingDetail,
    Tag::RelatedMaterial,
    Tag::ProductSupply,
];

/// Returns true if a product is one of ONIX 2.1. Its elements decide: messages without a release exist,
/// and with a wrong one.
pub(super) fn is_release2(product: &OnixNode, stated_release: &str) -> bool {
    let has = |tags: &[Tag]| product.children.iter().any(|child| tags.contains(&child.tag));
    !has(&RELEASE3_BLOCKS) && (!stated_release.starts_with('3') || has(&[Tag::Title, Tag::DistinctiveTitle]))
}

/// A product with the blocks of ONIX 3. A block is absent if the product has none of its elements, because a
/// partial update replaces the blocks that it contains.
pub(super) fn convert_product(product: OnixNode, notes: &mut Notes) -> OnixNode {
    let mut source = RemainingElements(product.children);
    let mut children = source.take(&[Tag::RecordReference, Tag::NotificationType]);
    if !children.iter().any(|child| child.tag == Tag::NotificationType && child.text().is_some()) {
        notes.add("NotificationType is missing: read as a complete record");
        children.push(OnixNode::leaf(Tag::NotificationType, "03"));
    }
    children.extend(convert_identifiers(&mut source));
    let blocks = [
        (Tag::DescriptiveDetail, convert_description(&mut source)),
        (Tag::CollateralDetail, convert_texts(&mut source)),
        (Tag::PublishingDetail, convert_publishing(&mut source)),
        (Tag::RelatedMaterial, convert_related(&mut source)),
    ];
    let blocks = blocks.into_iter().filter(|(_, children)| !children.is_empty());
    children.extend(blocks.map(|(tag, children)| OnixNode::composite(tag, children)));
    OnixNode::composite(product.tag, children)
}

/// The elements of a product or composite that have not been converted.
struct RemainingElements(Vec<OnixNode>);

impl RemainingElements {
    /// Takes the elements of these kinds, in the order of the kinds.
    fn take(&mut self, tags: &[Tag]) -> Vec<OnixNode> {
        let mut taken = Vec::new();
        for tag in tags {
            taken.extend(self.0.extract_if(.., |node| node.tag == *tag));
        }
        taken
    }

    /// Takes the first element of a kind that has a text.
    fn take_with_text(&mut self, tag: Tag) -> Option<OnixNode> {
        self.take(&[tag]).into_iter().find(|node| node.text().is_some())
    }

    /// Takes the elements of a kind, each as the value of a composite with these further elements.
    fn take_wrapped(&mut self, tag: Tag, composite: Tag, value: Tag, more: &[(Tag, &str)]) -> Vec<OnixNode> {
        let filled = self.take(&[tag]).into_iter().filter(|node| node.text().is_some());
        let wrapped = |node: OnixNode| {
            let more = more.iter().map(|(tag, text)| OnixNode::leaf(*tag, *text));
            OnixNode::composite(composite, more.chain([node.with_tag(value)]).collect())
        };
        filled.map(wrapped).collect()
    }
}

/// Identifiers, and the elements that older records have instead of them.
fn convert_identifiers(source: &mut RemainingElements) -> Vec<OnixNode> {
    let mut all = source.take(&[Tag::ProductIdentifier]);
    for (tag, kind) in [(Tag::EAN13, "03"), (Tag::ISBN, "02")] {
        all.extend(source.take_wrapped(
            tag,
            Tag::ProductIdentifier,
            Tag::IDValue,
            &[(Tag::ProductIDType, kind)],
        ));
    }
    all
}

fn convert_description(source: &mut RemainingElements) -> Vec<OnixNode> {
    let mut all = source.take(&[Tag::ProductFormFeature, Tag::ProductContentType]);
    all.extend(convert_titles(source));
    all.extend(convert_series(source));
    all.extend(source.take(&[Tag::Contributor, Tag::EditionNumber, Tag::EditionStatement, Tag::Language]));
    all.extend(source.take_wrapped(
        Tag::LanguageOfText,
        Tag::Language,
        Tag::LanguageCode,
        &[(Tag::LanguageRole, "01")],
    ));
    let pages = [(Tag::ExtentType, "00"), (Tag::ExtentUnit, "03")];
    all.extend(source.take_wrapped(Tag::NumberOfPages, Tag::Extent, Tag::ExtentValue, &pages));
    all.extend(source.take(&[Tag::Extent, Tag::NumberOfIllustrations]));
    for (tag, scheme) in [(Tag::BASICMainSubject, "10"), (Tag::BICMainSubject, "12")] {
        let scheme = [(Tag::SubjectSchemeIdentifier, scheme)];
        all.extend(source.take_wrapped(tag, Tag::Subject, Tag::SubjectCode, &scheme));
    }
    for mut subject in source.take(&[Tag::MainSubject]) {
        for child in &mut subject.children {
            if child.tag == Tag::MainSubjectSchemeIdentifier {
                child.tag = Tag::SubjectSchemeIdentifier;
            }
        }
        all.push(subject.with_tag(Tag::Subject));
    }
    all.extend(source.take(&[Tag::Subject, Tag::Audience, Tag::AudienceRange, Tag::Complexity]));
    all
}

/// Titles: composites, or the elements that older records have instead of them.
fn convert_titles(source: &mut RemainingElements) -> Vec<OnixNode> {
    let loose =
        source.take(&[Tag::DistinctiveTitle, Tag::TitlePrefix, Tag::TitleWithoutPrefix, Tag::Subtitle]);
    let titles = source.take(&[Tag::Title]);
    if titles.is_empty() && !loose.is_empty() {
        let named = |node: OnixNode| {
            if node.tag == Tag::DistinctiveTitle { node.with_tag(Tag::TitleText) } else { node }
        };
        return vec![build_title_detail(None, "01", loose.into_iter().map(named).collect())];
    }
    titles.into_iter().map(|title| convert_title(title, "01")).collect()
}

/// A title of ONIX 2.1 as one of ONIX 3.
fn convert_title(title: OnixNode, level: &str) -> OnixNode {
    let mut source = RemainingElements(title.children);
    let kind = source.take_with_text(Tag::TitleType);
    build_title_detail(kind, level, source.0)
}

fn build_title_detail(kind: Option<OnixNode>, level: &str, mut words: Vec<OnixNode>) -> OnixNode {
    words.insert(0, OnixNode::leaf(Tag::TitleElementLevel, level));
    let kind = kind.unwrap_or_else(|| OnixNode::leaf(Tag::TitleType, "01"));
    OnixNode::composite(Tag::TitleDetail, vec![kind, OnixNode::composite(Tag::TitleElement, words)])
}

/// Series, and the sets that a product is a part of.
fn convert_series(source: &mut RemainingElements) -> Vec<OnixNode> {
    let mut all = Vec::new();
    for one in source.take(&[Tag::Series, Tag::Set]) {
        let mut one = RemainingElements(one.children);
        let number = one
            .take_with_text(Tag::NumberWithinSeries)
            .or_else(|| one.take_with_text(Tag::ItemNumberWithinSet))
            .or_else(|| one.take_with_text(Tag::YearOfAnnual));
        let name = one.take_with_text(Tag::TitleOfSeries).or_else(|| one.take_with_text(Tag::TitleOfSet));
        let mut collection = match name {
            Some(name) => vec![build_title_detail(None, "02", vec![name.with_tag(Tag::TitleText)])],
            None => one.take(&[Tag::Title]).into_iter().map(|title| convert_title(title, "02")).collect(),
        };
        if let Some(number) = number {
            let number = number.with_tag(Tag::CollectionSequenceNumber);
            collection.push(OnixNode::composite(Tag::CollectionSequence, vec![number]));
        }
        all.push(OnixNode::composite(Tag::Collection, collection));
    }
    all
}

/// Descriptions. The types of texts have other codes (list 33) than in ONIX 3 (list 153).
fn convert_texts(source: &mut RemainingElements) -> Vec<OnixNode> {
    let mut all = Vec::new();
    for other in source.take(&[Tag::OtherText]) {
        let mut other = RemainingElements(other.children);
        let kind = match other.take_with_text(Tag::TextTypeCode).as_ref().and_then(OnixNode::text) {
            // The main description, and a long one.
            Some("01" | "03") => "03",
            Some("02") => "02",
            _ => continue,
        };
        if let Some(text) = other.take_with_text(Tag::Text) {
            all.push(OnixNode::composite(Tag::TextContent, vec![OnixNode::leaf(Tag::TextType, kind), text]));
        }
    }
    for (tag, kind) in [(Tag::MainDescription, "03"), (Tag::Annotation, "02")] {
        all.extend(source.take_wrapped(tag, Tag::TextContent, Tag::Text, &[(Tag::TextType, kind)]));
    }
    all
}

fn convert_publishing(source: &mut RemainingElements) -> Vec<OnixNode> {
    let mut all = source.take(&[Tag::Imprint]);
    all.extend(source.take_wrapped(Tag::ImprintName, Tag::Imprint, Tag::ImprintName, &[]));
    for mut publisher in source.take(&[Tag::Publisher]) {
        // Without a role, it is the publisher.
        if publisher.first_child(Tag::PublishingRole).is_none() {
            publisher.children.push(OnixNode::leaf(Tag::PublishingRole, "01"));
        }
        all.push(publisher);
    }
    let role = [(Tag::PublishingRole, "01")];
    all.extend(source.take_wrapped(Tag::PublisherName, Tag::Publisher, Tag::PublisherName, &role));
    all.extend(source.take(&[Tag::CountryOfPublication, Tag::PublishingStatus]));
    for (tag, role) in [(Tag::PublicationDate, "01"), (Tag::YearFirstPublished, "11")] {
        let role = [(Tag::PublishingDateRole, role)];
        all.extend(source.take_wrapped(tag, Tag::PublishingDate, Tag::Date, &role));
    }
    all.extend(source.take(&[Tag::CopyrightStatement]));
    all.extend(source.take_wrapped(Tag::CopyrightYear, Tag::CopyrightStatement, Tag::CopyrightYear, &[]));
    all.extend(convert_rights(source));
    all
}

/// Sales rights. The rest of the world is a territory (ROW) in ONIX 2.1, and a statement of its own in ONIX
/// 3.
fn convert_rights(source: &mut RemainingElements) -> Vec<OnixNode> {
    let mut all = Vec::new();
    for rights in source.take(&[Tag::SalesRights, Tag::NotForSale]) {
        let is_closed = rights.tag == Tag::NotForSale;
        let kind = if is_closed { "03" } else { rights.code_of(Tag::SalesRightsType) };
        let kind = OnixNode::leaf(Tag::SalesRightsType, kind);
        let mut places = Vec::new();
        for place in &rights.children {
            let words = place.text.split_whitespace();
            match place.tag {
                Tag::RightsCountry => {
                    places.extend(words.map(|code| OnixNode::leaf(Tag::CountriesIncluded, code)));
                }
                Tag::RightsTerritory | Tag::RightsRegion => {
                    for word in words {
                        match word {
                            "ROW" | "001" => {
                                let rest = OnixNode::leaf(Tag::ROWSalesRightsType, kind.text.as_str());
                                all.push(rest);
                            }
                            "WORLD" | "000" => places.push(OnixNode::leaf(Tag::RegionsIncluded, "WORLD")),
                            _ => places.push(OnixNode::leaf(Tag::RegionsIncluded, word)),
                        }
                    }
                }
                _ => {}
            }
        }
        if !places.is_empty() {
            let territory = OnixNode::composite(Tag::Territory, places);
            all.push(OnixNode::composite(Tag::SalesRights, vec![kind, territory]));
        }
    }
    all
}

fn convert_related(source: &mut RemainingElements) -> Vec<OnixNode> {
    let related = source.take(&[Tag::RelatedProduct]);
    let converted = |product: OnixNode| {
        let mut source = RemainingElements(product.children);
        let mut children = convert_identifiers(&mut source);
        let relations = source.take(&[Tag::RelationCode]).into_iter();
        children.extend(relations.map(|code| code.with_tag(Tag::ProductRelationCode)));
        OnixNode::composite(Tag::RelatedProduct, children)
    };
    related.into_iter().map(converted).collect()
}
