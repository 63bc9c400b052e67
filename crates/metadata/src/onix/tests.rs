use domain::titles::StatedLanguages;
use domain::{ContentWarning, ContributorType, UsageRestriction};

use super::*;
use crate::{Action, Parts, Record, Scheme};

const REFERENCE_MESSAGE: &str = include_str!("../../seeds/reference.onix.xml");
const SHORT_MESSAGE: &str = include_str!("../../seeds/short.onix.xml");

fn read_entries(text: &str) -> (Vec<Entry>, Option<BrokenFile>) {
    let mut all = Vec::new();
    let messages = match ProductReader::new(text.as_bytes()) {
        Ok(messages) => messages,
        Err(broken) => return (all, Some(broken)),
    };
    for entry in messages {
        match entry {
            Ok(entry) => all.push(entry),
            Err(broken) => return (all, Some(broken)),
        }
    }
    (all, None)
}

fn message_of(products: &str) -> String {
    format!("<ONIXMessage release=\"3.0\">{products}</ONIXMessage>")
}

const TITLE: &str = "<TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel>\
                     <TitleText>T</TitleText></TitleElement></TitleDetail>";

/// A product with this in its description, in addition to its title.
fn read_description(detail: &str) -> Record {
    read_product(&format!("<DescriptiveDetail>{TITLE}{detail}</DescriptiveDetail>")).result.unwrap()
}

fn read_product(blocks: &str) -> Entry {
    let text = message_of(&format!(
        "<Product><RecordReference>r</RecordReference><NotificationType>03</NotificationType>{blocks}</Product>"
    ));
    let (mut all, broken) = read_entries(&text);
    assert_eq!((all.len(), broken), (1, None));
    all.remove(0)
}

#[test]
fn a_full_record_fills_all_fields_of_a_title() {
    let (all, broken) = read_entries(REFERENCE_MESSAGE);
    assert_eq!((all.len(), broken), (3, None));
    let entry = &all[0];
    assert_eq!((entry.number, entry.line, entry.reference.as_str()), (1, 5, "com.harbor.0001"));
    let record = entry.result.as_ref().unwrap();
    let m = &record.metadata;
    assert_eq!(record.action, Action::Full);
    assert_eq!((m.title.as_str(), m.subtitle.as_deref()), ("The Lighthouse Keeper", Some("A Winter")));
    assert_eq!((m.series_title.as_deref(), m.series_number.as_deref()), (Some("Harbor Tales"), Some("3")));
    assert_eq!(m.isbn13.as_deref(), Some("9780306406157"));
    assert_eq!(m.related_isbns, ["9780804429573"]);
    let people: Vec<_> =
        m.contributors.iter().map(|c| (c.kind, c.display_name.as_str(), c.sort_name())).collect();
    assert_eq!(
        people,
        [
            (ContributorType::Author, "Ada Harbor", "Harbor, Ada"),
            (ContributorType::Translator, "Jan van Dijk", "Dijk, Jan van"),
            (ContributorType::IntroductionBy, "Jan van Dijk", "Dijk, Jan van"),
            (ContributorType::Editor, "Society of Keepers", "Society of Keepers"),
        ]
    );
    assert_eq!((m.languages.as_slice(), m.edition.as_deref()), (&["deu".to_owned()][..], Some("2")));
    assert_eq!((m.num_pages, m.copyright_date), (Some(301), Some(2023)));
    assert_eq!(m.copyright_holder.as_deref(), Some("Ada Harbor"));
    assert_eq!((m.publisher.as_deref(), m.origin_country.as_deref()), (Some("Harbor Press"), Some("GB")));
    assert_eq!(m.content_warnings, [ContentWarning::Violence]);
    assert!(!m.adult_content);
    assert_eq!(m.grades, ["K", "1", "2"]);
    assert_eq!((m.reading_age_minimum, m.reading_age_maximum), (Some(5), Some(8)));
    assert_eq!((m.lexile_code.as_deref(), m.lexile_number.as_deref()), (Some("AD"), Some("820")));
    assert_eq!(m.synopsis.as_deref(), Some("A long winter.\nStorm & ice"));
    let subjects: Vec<_> = record.subjects.iter().map(|s| (s.scheme, s.code.as_deref())).collect();
    assert_eq!(subjects, [(Scheme::Bisac, Some("FIC028000")), (Scheme::Thema, Some("FFC"))]);
    let territory = record.territory.as_ref().unwrap();
    assert_eq!(territory.countries.iter().map(String::as_str).collect::<Vec<_>>(), ["GB", "IE", "US"]);
    assert!(!territory.worldwide);
    let said = record.accessibility.as_ref().unwrap();
    assert_eq!(said.summary.as_deref(), Some("All pictures are described."));
    assert_eq!(said.conformances, ["EPUB Accessibility 1.1 - WCAG 2.1 Level AA"]);
    assert_eq!(said.features, ["alternativeText"]);
    assert_eq!(said.access_modes_sufficient, ["textual"]);
    assert_eq!(said.hazards, ["noFlashingHazard"]);
    assert_eq!(said.certifications[0].certified_by.as_deref(), Some("Open Access Lab"));
    assert_eq!(record.usage, None);
    assert_eq!(
        entry.notes,
        [
            "ContributorRole: Q77 is not in code list 17",
            "RegionsIncluded: AU-TS is ignored, only whole countries are supported",
        ]
    );
}

#[test]
fn subjects_and_qualifiers_of_thema_are_kept_in_order() {
    let subject = |scheme: &str, code: &str, name: &str| {
        let name = if name.is_empty() {
            String::new()
        } else {
            format!("<SubjectHeadingText>{name}</SubjectHeadingText>")
        };
        format!(
            "<Subject><SubjectSchemeIdentifier>{scheme}</SubjectSchemeIdentifier>\
             <SubjectSchemeVersion>1.5</SubjectSchemeVersion><SubjectCode>{code}</SubjectCode>{name}</Subject>"
        )
    };
    let all = [
        subject("93", "FFC", "Classic crime"),
        subject("94", "1DDR", "Ireland"),
        subject("95", "2ACG", ""),
        subject("96", "3MN", ""),
        subject("97", "4CD", "For primary education"),
        subject("98", "5AN", ""),
        subject("99", "6RA", ""),
        "<Subject><SubjectSchemeIdentifier>94</SubjectSchemeIdentifier>\
         <SubjectHeadingText>Ireland</SubjectHeadingText></Subject>"
            .to_owned(),
    ];
    let record = read_description(&all.concat());
    assert!(record.subjects.iter().all(|one| one.scheme == Scheme::Thema));
    let codes: Vec<_> = record.subjects.iter().filter_map(|one| one.code.as_deref()).collect();
    assert_eq!(codes, ["FFC", "1DDR", "2ACG", "3MN", "4CD", "5AN", "6RA"]);
    assert_eq!(record.subjects[1].name.as_deref(), Some("Ireland"));
    assert_eq!(record.subjects.len(), 7, "a qualifier without its code is nothing");
}

#[test]
fn an_update_replaces_its_parts_and_a_withdrawal_needs_only_a_reference() {
    let (all, _) = read_entries(REFERENCE_MESSAGE);
    let update = all[1].result.as_ref().unwrap();
    assert_eq!(update.action, Action::Partial(Parts { text: true, ..Parts::default() }));
    assert_eq!(update.metadata.synopsis.as_deref(), Some("New words."));
    assert_eq!(all[2].result.as_ref().unwrap().action, Action::Withdraw);
    let sale = REFERENCE_MESSAGE.replace("<NotificationType>05<", "<NotificationType>08<");
    assert_eq!(read_entries(&sale).0[2].result.as_ref().unwrap().action, Action::Nothing);
}

#[test]
fn short_tags_mean_the_same_as_reference_names() {
    let (all, broken) = read_entries(SHORT_MESSAGE);
    assert_eq!((all.len(), broken), (1, None));
    let record = all[0].result.as_ref().unwrap();
    assert_eq!((record.reference.as_str(), record.metadata.title.as_str()), ("gull-1", "Tides & Times"));
    assert_eq!(record.metadata.isbn13.as_deref(), Some("9780804429573"));
    assert_eq!(record.usage, Some(UsageRestriction::CreativeCommons));
    let territory = record.territory.as_ref().unwrap();
    assert!(!territory.countries.contains("FR") && territory.countries.len() == 248);
}

#[test]
fn people_without_roles_or_names_are_read_as_far_as_they_are_known() {
    let person = |inner: &str| format!("<Contributor>{inner}</Contributor>");
    let role = "<ContributorRole>A01</ContributorRole>";
    let all = [
        person("<PersonName>Ada Reed</PersonName>"),
        person(&format!("{role}<UnnamedPersons>02</UnnamedPersons>")),
        person(&format!("{role}<b249>04</b249>")),
        person(&format!("{role}<UnnamedPersons>03</UnnamedPersons>")),
        person(&format!("{role}<NamesBeforeKey>春樹</NamesBeforeKey><KeyNames>村上</KeyNames>")),
        person(&format!("{role}<PersonNameInverted>村上, 春樹</PersonNameInverted>")),
    ];
    let people = read_description(&all.concat()).metadata.contributors;
    let names: Vec<_> = people.iter().map(|one| (one.display_name.as_str(), one.sort_name())).collect();
    assert_eq!(
        names,
        [
            ("Ada Reed", "Reed, Ada"),
            ("Anonymous", "Anonymous"),
            ("Various authors", "Various authors"),
            ("村上春樹", "村上, 春樹"),
        ]
    );
    assert!(people.iter().all(|one| one.kind == ContributorType::Author));
}

#[test]
fn elements_that_suppliers_leave_out_or_write_in_other_ways_are_understood() {
    let subject = |code: &str| {
        format!(
            "<Subject><SubjectSchemeIdentifier>10</SubjectSchemeIdentifier><SubjectCode>{code}</SubjectCode></Subject>"
        )
    };
    let detail = [
        "<Collection><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>03</TitleElementLevel>\
         <TitleText>Harbor Tales</TitleText></TitleElement></TitleDetail></Collection>"
            .to_owned(),
        "<Language><LanguageCode>ger</LanguageCode></Language>".to_owned(),
        "<Extent><ExtentType>00</ExtentType><ExtentValue>345.00</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>"
            .to_owned(),
        "<AudienceRange><AudienceRangeQualifier>11</AudienceRangeQualifier><AudienceRangePrecision>03\
         </AudienceRangePrecision><AudienceRangeValue>3</AudienceRangeValue><AudienceRangePrecision>04\
         </AudienceRangePrecision><AudienceRangeValue>1</AudienceRangeValue></AudienceRange>"
            .to_owned(),
        subject("fic019000; FIC027000"),
    ];
    let record = read_description(&detail.concat());
    let m = &record.metadata;
    assert_eq!((m.series_title.as_deref(), m.num_pages), (Some("Harbor Tales"), Some(345)));
    assert_eq!(
        (m.languages.as_slice(), m.grades.as_slice()),
        (&["deu".to_owned()][..], &["1", "2", "3"].map(str::to_owned)[..])
    );
    let codes: Vec<_> = record.subjects.iter().map(|one| one.code.as_deref().unwrap()).collect();
    assert_eq!(codes, ["FIC019000", "FIC027000"]);
}

#[test]
fn the_description_is_in_the_language_of_the_book_if_one_is() {
    let title = "<DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01\
        </TitleElementLevel><TitleText>T</TitleText></TitleElement></TitleDetail><Language><LanguageRole>01\
        </LanguageRole><LanguageCode>fre</LanguageCode></Language></DescriptiveDetail>";
    let texts = "<TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience>\
        <Text language=\"eng\">A long winter.</Text><Text language=\"fre\">Un long hiver.</Text></TextContent>\
        <TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience>\
        <Text language=\"ger\">Ein langer Winter.</Text></TextContent>";
    let entry = read_product(&format!("{title}<CollateralDetail>{texts}</CollateralDetail>"));
    let m = entry.result.unwrap().metadata;
    assert_eq!(m.synopsis.as_deref(), Some("Un long hiver."));
    assert_eq!(m.stated_languages.synopsis.as_deref(), Some("fr"));
}

#[test]
fn a_product_that_is_not_sold_any_more_stays_and_is_noted() {
    let title = "<DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01\
        </TitleElementLevel><TitleText>T</TitleText></TitleElement></TitleDetail></DescriptiveDetail>";
    let read = |status: &str| {
        read_product(&format!(
            "{title}<PublishingDetail><Publisher><PublisherName>Harbor Press</PublisherName></Publisher>\
             <PublishingStatus>{status}</PublishingStatus><PublishingDate><PublishingDateRole>01</PublishingDateRole>\
             <Date dateformat=\"20\">14450115</Date></PublishingDate></PublishingDetail>"
        ))
    };
    for (status, notes) in [("04", 0), ("07", 0), ("17", 1)] {
        let entry = read(status);
        assert_eq!(entry.notes.len(), notes, "{:?}", entry.notes);
        let record = entry.result.unwrap();
        assert_eq!(
            (record.action, record.metadata.publisher.as_deref()),
            (Action::Full, Some("Harbor Press"))
        );
        assert_eq!(record.metadata.copyright_date, None, "a year of another calendar");
    }
}

#[test]
fn rights_are_open_where_stated() {
    let of = |rights: &str| {
        let title = "<DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01\
            </TitleElementLevel><TitleText>T</TitleText></TitleElement></TitleDetail></DescriptiveDetail>";
        let entry = read_product(&format!("{title}<PublishingDetail>{rights}</PublishingDetail>"));
        entry.result.unwrap().territory
    };
    let sale = |kind: &str, place: &str| {
        format!(
            "<SalesRights><SalesRightsType>{kind}</SalesRightsType><Territory>{place}</Territory></SalesRights>"
        )
    };
    assert_eq!(of(""), None);
    assert_eq!(of(&sale("00", "<CountriesIncluded>GB</CountriesIncluded>")), None, "not stated");
    assert!(of(&sale("01", "<RegionsIncluded>WORLD</RegionsIncluded>")).unwrap().worldwide);
    let rest = of(&format!(
        "{}<ROWSalesRightsType>01</ROWSalesRightsType>",
        sale("03", "<CountriesIncluded>CA</CountriesIncluded>")
    ))
    .unwrap();
    assert!(!rest.worldwide && !rest.countries.contains("CA") && rest.countries.contains("GB"));
    let nowhere = of(&sale("03", "<RegionsIncluded>WORLD</RegionsIncluded>")).unwrap();
    assert!(!nowhere.worldwide && nowhere.countries.is_empty());
}

#[test]
fn missing_fields_are_reported() {
    let reason = |product: &str| read_entries(&message_of(product)).0.remove(0).result.unwrap_err();
    assert_eq!(
        reason("<Product><NotificationType>03</NotificationType></Product>"),
        "RecordReference is missing"
    );
    let with = |kind: &str| {
        format!(
            "<Product><RecordReference>r</RecordReference><NotificationType>{kind}</NotificationType></Product>"
        )
    };
    assert_eq!(reason(&with("03")), "there is no TitleText");
    assert_eq!(reason(&with("77")), "NotificationType 77 is not in code list 1");
    assert_eq!(reason(&with("")), "NotificationType is missing");
    assert_eq!(reason(&with("89")), "a test record, by its NotificationType");
    assert!(reason("<Product><RecordReference>&bomb;</RecordReference></Product>").contains("&bomb;"));
    let many = format!("<Product>{}</Product>", "<Subject/>".repeat(60_000));
    assert_eq!(reason(&many), "more than 50000 elements");
}

#[test]
fn a_volume_without_a_title_is_named_after_its_collection() {
    let text = message_of(
        "<Product><RecordReference>r</RecordReference><NotificationType>03</NotificationType><DescriptiveDetail>\
         <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>02</TitleElementLevel>\
         <PartNumber>Volume 4</PartNumber><TitleText>Sea Songs</TitleText></TitleElement></TitleDetail>\
         </DescriptiveDetail></Product>",
    );
    let record = read_entries(&text).0.remove(0).result.unwrap();
    assert_eq!(record.metadata.title, "Sea Songs, Volume 4");
    assert_eq!(record.metadata.series_title.as_deref(), Some("Sea Songs"));
}

#[test]
fn a_name_that_is_inverted_in_both_elements_is_shown_in_its_natural_order() {
    for (name, shown) in [
        ("Harbor, Ada", "Ada Harbor"),
        ("King, Martin Luther, Jr.", "Martin Luther King, Jr."),
        ("Ada Harbor, Jr.", "Ada Harbor, Jr."),
        ("Homer", "Homer"),
    ] {
        let detail = format!(
            "<Contributor><ContributorRole>A01</ContributorRole><PersonName>{name}</PersonName>\
             <PersonNameInverted>{name}</PersonNameInverted></Contributor>"
        );
        let record = read_description(&detail);
        assert_eq!(record.metadata.contributors[0].display_name, shown);
    }
}

#[test]
fn a_name_alone_is_turned_if_it_is_inverted() {
    for (name, shown, sorted) in [
        ("<PersonName>Harbor, Ada</PersonName>", "Ada Harbor", "Harbor, Ada"),
        ("<PersonName>Ada Harbor</PersonName>", "Ada Harbor", "Harbor, Ada"),
        ("<PersonName>Ada Harbor, PhD</PersonName>", "Ada Harbor, PhD", "Harbor, Ada, PhD"),
        ("<PersonName>Harbor Press, Inc.</PersonName>", "Harbor Press, Inc.", "Harbor Press, Inc."),
        ("<KeyNames>Homer</KeyNames><TitlesAfterNames>OBE</TitlesAfterNames>", "Homer, OBE", "Homer, OBE"),
    ] {
        let detail = format!("<Contributor><ContributorRole>A01</ContributorRole>{name}</Contributor>");
        let one = read_description(&detail).metadata.contributors.remove(0);
        assert_eq!((one.display_name.as_str(), one.sort_name()), (shown, sorted), "{name}");
    }
}

#[test]
fn other_titles_are_kept_to_search_by() {
    let other = |kind: &str, text: &str| {
        format!(
            "<TitleDetail><TitleType>{kind}</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel>\
             <TitleText>{text}</TitleText></TitleElement></TitleDetail>"
        )
    };
    let others = [("03", "Der Hafen"), ("08", "T"), ("10", "Der Hafen"), ("11", "The Quay")];
    let detail: String = others.iter().map(|(kind, text)| other(kind, text)).collect();
    let metadata = read_description(&detail).metadata;
    assert_eq!(metadata.title, "T");
    assert_eq!(metadata.variant_titles, ["Der Hafen", "The Quay"]);
}

#[test]
fn prefixes_of_titles_are_written_as_the_language_wants_and_once() {
    for (words, title) in [
        ("<TitlePrefix>Al-</TitlePrefix><TitleWithoutPrefix>Kitaab</TitleWithoutPrefix>", "Al-Kitaab"),
        ("<TitlePrefix>L\u{2019}</TitlePrefix><TitleWithoutPrefix>eau</TitleWithoutPrefix>", "L\u{2019}eau"),
        ("<TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Sea</TitleWithoutPrefix>", "The Sea"),
        ("<TitlePrefix>The</TitlePrefix><TitleText>Sea</TitleText>", "The Sea"),
        ("<TitlePrefix>The</TitlePrefix><TitleText>the Sea</TitleText>", "the Sea"),
        ("<TitlePrefix>A</TitlePrefix><TitleText>Ant and Bee</TitleText>", "A Ant and Bee"),
        ("<TitlePrefix>L\u{2019}</TitlePrefix><TitleText>L\u{2019}eau</TitleText>", "L\u{2019}eau"),
    ] {
        let entry = read_product(&format!(
            "<DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01\
             </TitleElementLevel>{words}</TitleElement></TitleDetail></DescriptiveDetail>"
        ));
        assert_eq!(entry.result.unwrap().metadata.title, title, "{words}");
    }
}

#[test]
fn texts_have_the_language_that_is_stated() {
    let named = |level: &str, name: &str, more: &str| {
        format!(
            "<TitleElement><TitleElementLevel>{level}</TitleElementLevel>\
             <TitleText language=\"{name}\">T</TitleText>{more}</TitleElement>"
        )
    };
    let subtitle = "<Subtitle language=\"lat\">S</Subtitle>";
    let entry = read_product(&format!(
        "<DescriptiveDetail><Collection><TitleDetail>{}</TitleDetail></Collection><TitleDetail>{}</TitleDetail>\
         </DescriptiveDetail><CollateralDetail><TextContent><TextType>02</TextType><Text language=\"eng\">Short.</Text>\
         </TextContent><TextContent><TextType>03</TextType><Text language=\"fre\">Le bulot.</Text></TextContent>\
         </CollateralDetail>",
        named("02", "gre", ""),
        named("01", "ger", subtitle)
    ));
    let m = entry.result.unwrap().metadata;
    let tag = |tag: &str| Some(tag.to_owned());
    let expected = StatedLanguages {
        title: tag("de"),
        subtitle: tag("la"),
        synopsis: tag("fr"),
        series_title: tag("el"),
        notes: None,
    };
    assert_eq!((m.stated_languages, m.synopsis.as_deref()), (expected, Some("Le bulot.")));
    let silent = read_description(
        "<Language><LanguageRole>01</LanguageRole><LanguageCode>eng</LanguageCode></Language>",
    );
    assert!(silent.metadata.stated_languages.is_empty());
}

#[test]
fn wrong_numbers_and_codes_are_noted_and_nothing_is_guessed() {
    let entry = read_product(
        "<ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780306406158</IDValue></ProductIdentifier>\
         <ProductIdentifier><ProductIDType>03</ProductIDType><IDValue>4006381333931</IDValue></ProductIdentifier>\
         <DescriptiveDetail><TitleDetail><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>T</TitleText>\
         </TitleElement></TitleDetail><Language><LanguageRole>01</LanguageRole><LanguageCode>qqq</LanguageCode>\
         </Language></DescriptiveDetail>",
    );
    assert_eq!(entry.notes.len(), 2, "{:?}", entry.notes);
    let record = entry.result.unwrap();
    assert_eq!((record.metadata.isbn13, record.metadata.languages.len()), (None, 0));
    let grades = read_description(
        "<AudienceRange><AudienceRangeQualifier>11</AudienceRangeQualifier><AudienceRangePrecision>03\
         </AudienceRangePrecision><AudienceRangeValue>10</AudienceRangeValue></AudienceRange>",
    );
    assert_eq!(grades.metadata.grades, ["10", "11", "12"], "as far as school goes");
    let adult = read_description(
        "<Audience><AudienceCodeType>22</AudienceCodeType><AudienceCodeValue>01</AudienceCodeValue></Audience>",
    );
    assert!(adult.metadata.adult_content);
}

#[test]
fn other_files_are_refused_immediately() {
    let broken = |text: &str| read_entries(text).1.unwrap().reason;
    assert!(broken("<html/>").contains("not an ONIX message"));
    assert!(broken("<ONIXMessage release=\"4.0\">").contains("2.1, 3.0 or 3.1"));
    assert!(broken("").contains("not an ONIX message"));
    assert!(broken("no XML at all").contains("not an ONIX message"));
}

#[test]
fn a_truncated_file_yields_earlier_records() {
    let at = REFERENCE_MESSAGE.find("com.harbor.0002").unwrap();
    let (all, broken) = read_entries(&REFERENCE_MESSAGE[..at]);
    assert_eq!(all.len(), 1);
    assert!(broken.unwrap().reason.contains("ends in the middle"));
    let (all, broken) = read_entries(REFERENCE_MESSAGE.trim_end().trim_end_matches("</ONIXMessage>"));
    assert_eq!(all.len(), 3);
    assert!(broken.is_some());
}

/// An endless reader: reading it must terminate anyway.
struct EndlessReader(std::io::Cursor<Vec<u8>>, &'static [u8], usize);

impl std::io::Read for EndlessReader {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.read(out)?;
        if count > 0 {
            return Ok(count);
        }
        for (place, byte) in out.iter_mut().zip(self.1.iter().cycle().skip(self.2)) {
            *place = *byte;
        }
        self.2 = (self.2 + out.len()) % self.1.len();
        Ok(out.len())
    }
}

#[test]
fn endless_input_is_refused() {
    let begin = "<ONIXMessage release=\"3.0\">";
    let cases: [(String, &'static [u8], &str); 5] = [
        (format!("{begin}<Product><RecordReference>"), b"endless text ", "larger than"),
        (format!("{begin}<Product>"), b"<Subject>", "levels of nested elements"),
        (format!("{begin}<Product>"), b"<Subject/>", "larger than"),
        (format!("{begin}<Product "), b"a='b' ", "larger than"),
        ("<!DOCTYPE x [".to_owned(), b"<!ENTITY a 'bbbbbbbbbb'>", "larger than"),
    ];
    for (beginning, more, reason) in cases {
        let reader = EndlessReader(std::io::Cursor::new(beginning.clone().into_bytes()), more, 0);
        let messages = ProductReader::new(std::io::BufReader::new(reader));
        let broken = match messages {
            Ok(mut messages) => messages.find_map(Result::err),
            Err(broken) => Some(broken),
        };
        let said = broken.unwrap().reason;
        assert!(said.contains(reason), "{beginning}: {said}");
    }
}

#[test]
fn entities_are_never_expanded() {
    let text = "<!DOCTYPE ONIXMessage [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]>\
        <ONIXMessage release=\"3.0\"><Product><RecordReference>r</RecordReference><NotificationType>03</NotificationType>\
        <DescriptiveDetail><TitleDetail><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>x&b;&eacute;\
        </TitleText></TitleElement></TitleDetail></DescriptiveDetail></Product></ONIXMessage>";
    let (all, broken) = read_entries(text);
    assert_eq!(broken, None);
    assert_eq!(all[0].result.as_ref().unwrap_err(), "the entity &b; is not known");
    let known = text.replace("&b;", "");
    assert_eq!(read_entries(&known).0[0].result.as_ref().unwrap().metadata.title, "xé");
}

#[test]
fn the_main_subject_is_first() {
    let subject = |code: &str, flag: &str| {
        format!(
            "<Subject>{flag}<SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>{code}</SubjectCode></Subject>"
        )
    };
    for flag in ["<MainSubject/>", "<x425/>"] {
        let record =
            read_description(&[subject("FBA", ""), subject("FM", flag), subject("FXB", "")].concat());
        let codes: Vec<_> = record.subjects.iter().filter_map(|one| one.code.as_deref()).collect();
        assert_eq!(codes, ["FM", "FBA", "FXB"], "{flag}");
    }
}

#[test]
fn bodies_with_an_inverted_name_alone_have_their_natural_one() {
    for (inverted, natural) in [
        ("Keepers, Society of", "Society of Keepers"),
        ("Harbor Press, Inc.", "Harbor Press, Inc."),
        ("Keepers", "Keepers"),
    ] {
        let record = read_description(&format!(
            "<Contributor><ContributorRole>A01</ContributorRole>\
             <CorporateNameInverted>{inverted}</CorporateNameInverted></Contributor>"
        ));
        let body = &record.metadata.contributors[0];
        assert_eq!((body.display_name.as_str(), body.sort_name()), (natural, inverted));
    }
}

#[test]
fn ages_in_several_ranges_are_one_range() {
    let range = |ends: &[(&str, &str)]| {
        let end = |(precision, age): &(&str, &str)| {
            format!(
                "<AudienceRangePrecision>{precision}</AudienceRangePrecision><AudienceRangeValue>{age}</AudienceRangeValue>"
            )
        };
        let ends: String = ends.iter().map(end).collect();
        format!("<AudienceRange><AudienceRangeQualifier>17</AudienceRangeQualifier>{ends}</AudienceRange>")
    };
    let first = range(&[("03", "8"), ("04", "12")]);
    for (ranges, from, to) in [
        ([range(&[("03", "8")]), range(&[("04", "12")])], Some(8), Some(12)),
        ([first.clone(), range(&[("03", "13")])], Some(13), None),
        ([first, range(&[("04", "6")])], None, Some(6)),
    ] {
        let m = read_description(&ranges.concat()).metadata;
        assert_eq!((m.reading_age_minimum, m.reading_age_maximum), (from, to), "{ranges:?}");
    }
}

#[test]
fn countries_may_have_commas_between_them() {
    let record = read_product(&format!(
        "<DescriptiveDetail>{TITLE}</DescriptiveDetail><PublishingDetail><SalesRights><SalesRightsType>01</SalesRightsType>\
         <Territory><CountriesIncluded>US, CA;GB</CountriesIncluded></Territory></SalesRights></PublishingDetail>"
    ))
    .result
    .unwrap();
    let countries: Vec<String> = record.territory.unwrap().countries.into_iter().collect();
    assert_eq!(countries, ["CA", "GB", "US"]);
}

#[test]
fn a_text_may_have_the_character_that_begins_markup() {
    for text in ["Ages < 5, don't <3", "<![CDATA[Ages < 5, don't <3]]>"] {
        let title = TITLE.replace("<TitleText>T<", &format!("<TitleText>{text}<"));
        let entry = read_product(&format!("<DescriptiveDetail>{title}</DescriptiveDetail>"));
        assert_eq!(entry.result.unwrap().metadata.title, "Ages < 5, don't <3");
    }
}
