//! The supported ONIX elements, by both of their names. An element of releases 2.1 and 3 has the same names
//! in both.

use std::collections::HashMap;
use std::sync::LazyLock;

macro_rules! tags {
    ($($name:ident $short:literal,)+) => {
        /// An element.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Tag {
            $(#[doc = concat!("`", stringify!($name), "`, `", $short, "`.")] $name,)+
        }

        impl Tag {
            /// Its reference name.
            pub fn reference_name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }

            pub(super) fn short_tag(self) -> &'static str {
                match self { $(Self::$name => $short,)+ }
            }
        }

        static TAGS: LazyLock<HashMap<&'static [u8], Tag>> = LazyLock::new(|| {
            [$((stringify!($name).as_bytes(), Tag::$name), ($short.as_bytes(), Tag::$name)),+].into()
        });
    };
}

impl Tag {
    /// Returns true if the element has other elements in it, and no text of its own. Its short tag is then
    /// its reference name in small letters; those of other elements have digits.
    pub(super) fn is_composite(self) -> bool {
        !self.short_tag().contains(|c: char| c.is_ascii_digit())
    }

    /// The element with this reference name or short tag; `None` if it is not supported.
    pub(super) fn from_name(name: &[u8]) -> Option<Self> {
        // In release 2.1, the main subject is a composite; in release 3, it is a flag with another short tag.
        TAGS.get(name).copied().or_else(|| (name == b"x425").then_some(Self::MainSubject))
    }
}

tags! {
    Product "product",
    RecordReference "a001",
    NotificationType "a002",
    ProductIdentifier "productidentifier",
    ProductIDType "b221",
    IDTypeName "b233",
    IDValue "b244",
    DescriptiveDetail "descriptivedetail",
    ProductFormDetail "b333",
    PrimaryContentType "x416",
    ProductContentType "b385",
    ProductFormFeature "productformfeature",
    ProductFormFeatureType "b334",
    ProductFormFeatureValue "b335",
    ProductFormFeatureDescription "b336",
    EpubLicense "epublicense",
    EpubLicenseExpression "epublicenseexpression",
    EpubLicenseExpressionLink "x510",
    Collection "collection",
    CollectionType "x329",
    CollectionSequence "collectionsequence",
    CollectionSequenceNumber "x481",
    TitleDetail "titledetail",
    TitleType "b202",
    TitleElement "titleelement",
    TitleElementLevel "x409",
    PartNumber "x410",
    TitleText "b203",
    TitlePrefix "b030",
    TitleWithoutPrefix "b031",
    Subtitle "b029",
    Contributor "contributor",
    SequenceNumber "b034",
    ContributorRole "b035",
    PersonName "b036",
    PersonNameInverted "b037",
    NamesBeforeKey "b039",
    PrefixToKey "b247",
    KeyNames "b040",
    NamesAfterKey "b041",
    SuffixToKey "b248",
    CorporateName "b047",
    CorporateNameInverted "x443",
    UnnamedPersons "b249",
    EditionNumber "b057",
    EditionStatement "b058",
    Language "language",
    LanguageRole "b253",
    LanguageCode "b252",
    Extent "extent",
    ExtentType "b218",
    ExtentValue "b219",
    ExtentUnit "b220",
    NumberOfIllustrations "b125",
    Subject "subject",
    SubjectSchemeIdentifier "b067",
    SubjectSchemeName "b171",
    SubjectCode "b069",
    SubjectHeadingText "b070",
    Audience "audience",
    AudienceCodeType "b204",
    AudienceCodeValue "b206",
    AudienceRange "audiencerange",
    AudienceRangeQualifier "b074",
    AudienceRangePrecision "b075",
    AudienceRangeValue "b076",
    Complexity "complexity",
    ComplexitySchemeIdentifier "b077",
    ComplexityCode "b078",
    CollateralDetail "collateraldetail",
    TextContent "textcontent",
    TextType "x426",
    ContentAudience "x427",
    Text "d104",
    PublishingDetail "publishingdetail",
    Imprint "imprint",
    ImprintName "b079",
    Publisher "publisher",
    PublishingRole "b291",
    PublisherName "b081",
    CountryOfPublication "b083",
    PublishingStatus "b394",
    PublishingDate "publishingdate",
    PublishingDateRole "x448",
    Date "b306",
    CopyrightStatement "copyrightstatement",
    CopyrightYear "b087",
    CopyrightOwner "copyrightowner",
    SalesRights "salesrights",
    SalesRightsType "b089",
    ROWSalesRightsType "x456",
    Territory "territory",
    CountriesIncluded "x449",
    RegionsIncluded "x450",
    CountriesExcluded "x451",
    RegionsExcluded "x452",
    RelatedMaterial "relatedmaterial",
    RelatedProduct "relatedproduct",
    ProductRelationCode "x455",
    ProductSupply "productsupply",
    TitlesBeforeNames "b038",
    TitlesAfterNames "b043",
    Header "header",
    DefaultLanguageOfText "m184",
    // Only in release 2.1.
    ISBN "b004",
    EAN13 "b005",
    DistinctiveTitle "b028",
    Title "title",
    Series "series",
    TitleOfSeries "b018",
    NumberWithinSeries "b019",
    YearOfAnnual "b020",
    Set "set",
    TitleOfSet "b023",
    ItemNumberWithinSet "b026",
    LanguageOfText "b059",
    NumberOfPages "b061",
    BASICMainSubject "b064",
    BICMainSubject "b065",
    MainSubject "mainsubject",
    MainSubjectSchemeIdentifier "b191",
    OtherText "othertext",
    TextTypeCode "d102",
    Annotation "d100",
    MainDescription "d101",
    PublicationDate "b003",
    YearFirstPublished "b088",
    NotForSale "notforsale",
    RightsCountry "b090",
    RightsTerritory "b388",
    RightsRegion "b091",
    RelationCode "h208",
}
