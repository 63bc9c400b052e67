//! ONIX 2.1, and XML as suppliers write it.

use domain::ContributorType;

use super::*;
use crate::{Action, Parts, Record, Scheme};

/// A product of ONIX 2.1 with everything that is read, by reference names.
const SAMPLE_PRODUCT: &str = "<Product><RecordReference>hp-21</RecordReference><NotificationType>03</NotificationType>
 <ISBN>0306406152</ISBN><ProductForm>BB</ProductForm>
 <Series><TitleOfSeries>Harbor Tales</TitleOfSeries><NumberWithinSeries>3</NumberWithinSeries></Series>
 <Title><TitleType>01</TitleType><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Caf&eacute; &amp; Quay</TitleWithoutPrefix>
  <Subtitle>A Winter</Subtitle></Title>
 <Contributor><SequenceNumber>2</SequenceNumber><ContributorRole>B06</ContributorRole>
  <PersonNameInverted>Dijk, Jan van</PersonNameInverted></Contributor>
 <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><TitlesBeforeNames>Dr.</TitlesBeforeNames>
  <NamesBeforeKey>Ada</NamesBeforeKey><KeyNames>Harbor</KeyNames><SuffixToKey>Jr.</SuffixToKey></Contributor>
 <Contributor><ContributorRole>B01</ContributorRole><CorporateName>Society of Keepers</CorporateName></Contributor>
 <EditionNumber>2</EditionNumber><LanguageOfText>ger</LanguageOfText><NumberOfPages>301</NumberOfPages>
 <NumberOfIllustrations>12</NumberOfIllustrations><BASICMainSubject>FIC028000</BASICMainSubject>
 <MainSubject><MainSubjectSchemeIdentifier>93</MainSubjectSchemeIdentifier><SubjectCode>FFC</SubjectCode></MainSubject>
 <Subject><SubjectSchemeIdentifier>23</SubjectSchemeIdentifier><SubjectHeadingText>Tides</SubjectHeadingText></Subject>
 <AudienceRange><AudienceRangeQualifier>17</AudienceRangeQualifier><AudienceRangePrecision>03</AudienceRangePrecision>
  <AudienceRangeValue>5</AudienceRangeValue><AudienceRangePrecision>04</AudienceRangePrecision>
  <AudienceRangeValue>8</AudienceRangeValue></AudienceRange>
 <Complexity><ComplexitySchemeIdentifier>02</ComplexitySchemeIdentifier><ComplexityCode>820</ComplexityCode></Complexity>
 <OtherText><TextTypeCode>02</TextTypeCode><Text>Short.</Text></OtherText>
 <OtherText><TextTypeCode>08</TextTypeCode><Text>A review.</Text></OtherText>
 <OtherText><TextTypeCode>01</TextTypeCode><TextFormat>02</TextFormat><Text><![CDATA[<p>A long&nbsp;winter.<br>Storm &hellip;</p>]]></Text></OtherText>
 <Publisher><NameCodeType>02</NameCodeType><PublisherName>Harbor Press</PublisherName></Publisher>
 <CountryOfPublication>GB</CountryOfPublication><PublicationDate>20210301</PublicationDate>
 <CopyrightStatement><CopyrightYear>2020</CopyrightYear><CopyrightOwner><PersonName>Ada Harbor</PersonName></CopyrightOwner></CopyrightStatement>
 <SalesRights><SalesRightsType>01</SalesRightsType><RightsCountry>GB IE</RightsCountry><RightsCountry>US</RightsCountry></SalesRights>
 <NotForSale><RightsCountry>CA</RightsCountry></NotForSale>
 <RelatedProduct><RelationCode>06</RelationCode><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780804429573</IDValue></ProductIdentifier></RelatedProduct>
 <SupplyDetail><SupplierName>Q</SupplierName><Price><PriceAmount>9</PriceAmount></Price></SupplyDetail></Product>";

/// A text with other names of its ONIX elements.
fn rename_tags(text: &str, name: impl Fn(Tag) -> String) -> String {
    let rename = |piece: &str| {
        let bare = piece.trim_end_matches(['>', '/']).trim_start_matches('/');
        match Tag::from_name(bare.as_bytes()) {
            Some(tag) if tag.reference_name() == bare => piece.replace(bare, &name(tag)),
            _ => piece.to_owned(),
        }
    };
    text.split_inclusive(['<', '>']).map(rename).collect()
}

fn with_short_tags(text: &str) -> String {
    rename_tags(text, |tag| tag.short_tag().to_owned())
}

fn read_entries(bytes: &[u8]) -> (Vec<Entry>, Option<BrokenFile>) {
    let mut entries = Vec::new();
    let messages = match ProductReader::new(bytes) {
        Ok(messages) => messages,
        Err(broken) => return (entries, Some(broken)),
    };
    for entry in messages {
        match entry {
            Ok(entry) => entries.push(entry),
            Err(broken) => return (entries, Some(broken)),
        }
    }
    (entries, None)
}

/// The only entry of a file.
fn read_single_entry(text: impl AsRef<[u8]>) -> Entry {
    let (mut entries, broken) = read_entries(text.as_ref());
    assert_eq!((entries.len(), broken), (1, None));
    entries.remove(0)
}

fn read_record(text: impl AsRef<[u8]>) -> Record {
    read_single_entry(text).result.unwrap()
}

fn message_of(products: &str) -> String {
    format!("<ONIXMessage release=\"2.1\">{products}</ONIXMessage>")
}

#[test]
fn a_record_of_release_2_fills_the_fields_of_a_title() {
    let entry = read_single_entry(message_of(SAMPLE_PRODUCT));
    assert_eq!((entry.reference.as_str(), entry.notes.as_slice()), ("hp-21", &[][..]));
    let record = entry.result.unwrap();
    let m = &record.metadata;
    assert_eq!((record.action, m.title.as_str()), (Action::Full, "The Café & Quay"));
    assert_eq!(m.subtitle.as_deref(), Some("A Winter"));
    assert_eq!((m.series_title.as_deref(), m.series_number.as_deref()), (Some("Harbor Tales"), Some("3")));
    assert_eq!(
        (m.isbn13.as_deref(), m.related_isbns.as_slice()),
        (Some("9780306406157"), &["9780804429573".to_owned()][..])
    );
    let people: Vec<_> =
        m.contributors.iter().map(|c| (c.kind, c.display_name.as_str(), c.sort_name())).collect();
    assert_eq!(
        people,
        [
            (ContributorType::Author, "Dr. Ada Harbor Jr.", "Harbor, Ada, Jr."),
            (ContributorType::Translator, "Jan van Dijk", "Dijk, Jan van"),
            (ContributorType::Editor, "Society of Keepers", "Society of Keepers"),
        ]
    );
    assert_eq!((m.languages.as_slice(), m.edition.as_deref()), (&["deu".to_owned()][..], Some("2")));
    assert_eq!((m.num_pages, m.num_images), (Some(301), Some(12)));
    assert_eq!((m.reading_age_minimum, m.reading_age_maximum), (Some(5), Some(8)));
    assert_eq!(m.synopsis.as_deref(), Some("A long winter.\nStorm …"));
    assert_eq!((m.publisher.as_deref(), m.origin_country.as_deref()), (Some("Harbor Press"), Some("GB")));
    assert_eq!((m.copyright_date, m.copyright_holder.as_deref()), (Some(2020), Some("Ada Harbor")));
    let subjects: Vec<_> = record.subjects.iter().map(|s| (s.scheme, s.code.as_deref())).collect();
    assert_eq!(
        subjects,
        [(Scheme::Bisac, Some("FIC028000")), (Scheme::Thema, Some("FFC")), (Scheme::Other, None)]
    );
    let territory = record.territory.unwrap();
    assert_eq!(territory.countries.iter().map(String::as_str).collect::<Vec<_>>(), ["GB", "IE", "US"]);
}

#[test]
fn a_product_is_the_same_whatever_is_around_it() {
    let expected = read_record(message_of(SAMPLE_PRODUCT));
    let short = with_short_tags(SAMPLE_PRODUCT);
    assert!(short.contains("<a001>") && short.contains("<othertext>"));
    let prefixed = rename_tags(SAMPLE_PRODUCT, |tag| format!("o:{}", tag.reference_name()));
    let system = "<?xml version=\"1.0\"?>\n<!DOCTYPE ONIXMessage SYSTEM \"http://www.editeur.org/onix/2.1/reference/onix-international.dtd\">\n";
    for text in [
        message_of(&short),
        format!("<ONIXmessage>{short}</ONIXmessage>"),
        format!(
            "<ONIXMessage xmlns=\"http://www.editeur.org/onix/2.1/reference\">{SAMPLE_PRODUCT}</ONIXMessage>"
        ),
        format!("<o:ONIXMessage xmlns:o='x'>{prefixed}</o:ONIXMessage>"),
        format!(
            "{system}<ONIXMessage release='2.1'><Header><FromCompany>H</FromCompany></Header>{SAMPLE_PRODUCT}</ONIXMessage>"
        ),
        format!("\n <?xml version='1.0'?>{SAMPLE_PRODUCT}"),
        SAMPLE_PRODUCT.to_owned(),
        message_of(SAMPLE_PRODUCT).replace("release=\"2.1\"", "release=\"3.0\""),
    ] {
        assert_eq!(read_record(&text), expected, "{text:.200}");
    }
    let (two, broken) = read_entries(format!("{SAMPLE_PRODUCT}\n{short}").as_bytes());
    assert_eq!((two.len(), broken), (2, None), "products without a message");
}

#[test]
fn encodings_are_those_of_the_bytes() {
    let expected = read_record(message_of(SAMPLE_PRODUCT));
    let accented = message_of(SAMPLE_PRODUCT).replace("&eacute;", "é");
    for label in ["ISO-8859-1", "Windows-1252"] {
        let declared = format!("<?xml version=\"1.0\" encoding=\"{label}\"?>{accented}");
        let latin = encoding_rs::WINDOWS_1252.encode(&declared).0.into_owned();
        assert_eq!(read_record(latin), expected);
        let entry = read_single_entry(&declared);
        assert_eq!(entry.result.unwrap(), expected, "UTF-8, whatever is declared");
        assert_eq!(entry.notes, ["in UTF-8, although windows-1252 is declared"]);
    }
    let undeclared = read_single_entry(encoding_rs::WINDOWS_1252.encode(&accented).0);
    assert_eq!(undeclared.result.unwrap(), expected);
    assert_eq!(undeclared.notes, ["not in UTF-8, and no other encoding is declared: read as windows-1252"]);
    let wide = |text: &str| -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    assert_eq!(read_record(wide(&format!("<?xml version='1.0' encoding='UTF-16'?>{accented}"))), expected);
    assert_eq!(read_record(wide(&accented)), expected);
}

#[test]
fn older_elements_mean_the_same_as_composites() {
    let with = |elements: &str| {
        read_record(message_of(&format!(
            "<Product><RecordReference>r</RecordReference><NotificationType>03</NotificationType>{elements}</Product>"
        )))
    };
    let m = with(
        "<EAN13>9780306406157</EAN13><DistinctiveTitle>Tides</DistinctiveTitle><Subtitle>S</Subtitle>\
         <Language><LanguageRole>01</LanguageRole><LanguageCode>fre</LanguageCode></Language>\
         <MainDescription>Long.</MainDescription><Annotation>Short.</Annotation><ImprintName>Imp</ImprintName>\
         <PublisherName>Press</PublisherName><YearFirstPublished>1999</YearFirstPublished>",
    )
    .metadata;
    assert_eq!((m.title.as_str(), m.subtitle.as_deref()), ("Tides", Some("S")));
    assert_eq!((m.isbn13.as_deref(), m.languages[0].as_str()), (Some("9780306406157"), "fra"));
    assert_eq!((m.synopsis.as_deref(), m.publisher.as_deref()), (Some("Long."), Some("Press")));
    assert_eq!(m.copyright_date, Some(1999));
    let title = "<Title><TitleText>T</TitleText></Title>";
    let sets = with(&format!(
        "{title}<Set><TitleOfSet>All</TitleOfSet><ItemNumberWithinSet>2</ItemNumberWithinSet></Set>"
    ));
    assert_eq!(
        (sets.metadata.series_title.as_deref(), sets.metadata.series_number.as_deref()),
        (Some("All"), Some("2"))
    );
    let rights = |elements: &str| with(&format!("{title}{elements}")).territory;
    assert_eq!(rights(""), None);
    let world = "<SalesRights><SalesRightsType>02</SalesRightsType><RightsTerritory>WORLD</RightsTerritory></SalesRights>";
    assert!(rights(world).unwrap().worldwide);
    let closed = "<NotForSale><RightsCountry>CA</RightsCountry></NotForSale>";
    let but_canada = rights(&format!("{world}{closed}")).unwrap();
    assert!(
        !but_canada.worldwide && !but_canada.countries.contains("CA") && but_canada.countries.len() == 248
    );
    let rest = "<SalesRights><SalesRightsType>01</SalesRightsType><RightsTerritory>ROW</RightsTerritory></SalesRights>";
    assert_eq!(rights(&format!("{rest}{closed}")), Some(but_canada));
}

#[test]
fn notifications_of_release_2_are_followed() {
    let with = |kind: &str, elements: &str| {
        read_single_entry(message_of(&format!(
            "<Product><RecordReference>r</RecordReference>{kind}{elements}</Product>"
        )))
    };
    let kind = |code: &str| format!("<NotificationType>{code}</NotificationType>");
    assert_eq!(with(&kind("05"), "").result.unwrap().action, Action::Withdraw);
    let text = "<OtherText><TextTypeCode>01</TextTypeCode><Text>New.</Text></OtherText>";
    let partial = Action::Partial(Parts { text: true, ..Parts::default() });
    assert_eq!(with(&kind("04"), text).result.unwrap().action, partial);
    let title = "<Title><TitleText>T</TitleText></Title>";
    let entry = with("<NotificationType/>", title);
    assert_eq!(entry.result.unwrap().action, Action::Full);
    assert_eq!(entry.notes, ["NotificationType is missing: read as a complete record"]);
    assert_eq!(with(&kind("03"), "").result.unwrap_err(), "there is no TitleText");
    let header = "<Header><DefaultLanguageOfText>ger</DefaultLanguageOfText></Header>";
    let product =
        format!("{header}<Product><RecordReference>r</RecordReference>{}{title}</Product>", kind("03"));
    assert_eq!(read_record(message_of(&product)).metadata.languages, ["deu"]);
}

#[test]
fn markup_in_texts_need_not_be_well_formed() {
    let with = |text: &str| {
        read_single_entry(message_of(&format!(
            "<Product><RecordReference>r</RecordReference><NotificationType>03</NotificationType><Title>\
             <TitleText>H<sub>2</sub>O &amp; <i>Emma</i></TitleText></Title><BiographicalNote><p>Skipped<br></BiographicalNote>\
             <OtherText><TextTypeCode>01</TextTypeCode><Text textformat=\"05\">{text}</Text></OtherText></Product>"
        )))
    };
    let m = |text: &str| with(text).result.unwrap().metadata;
    assert_eq!(m("x").title, "H2O & Emma");
    for text in
        ["<p>One<br>two</p>", "<p>One</b><p>two", "<ul><li>One<li>two</ul>", "&lt;p&gt;One&lt;br&gt;two"]
    {
        assert_eq!(m(text).synopsis.as_deref(), Some("One\ntwo"), "{text}");
    }
    assert_eq!(m("AT&T &oelig;uvre &amp;frac12; &#146;").synopsis.as_deref(), Some("AT&T œuvre ½ ’"));
}

#[test]
fn a_product_that_does_not_end_costs_no_other_product() {
    let good = "<Product><RecordReference>b</RecordReference><NotificationType>03</NotificationType><Title><TitleText>T</TitleText></Title></Product>";
    for (bad, reason) in [
        (
            "<Product><RecordReference>a</RecordReference><Title><TitleText>Lost</Title></Product>",
            "TitleText does not end",
        ),
        (
            "<Product><RecordReference>a</RecordReference><SupplyDetail><Price></Product>",
            "SupplyDetail does not end",
        ),
        ("<Product><RecordReference>a</RecordReference><Title>", "the next product begins"),
    ] {
        let (entries, broken) = read_entries(message_of(&format!("{bad}{good}")).as_bytes());
        assert_eq!((entries.len(), broken), (2, None), "{bad}");
        assert_eq!(entries[0].reference, "a");
        assert!(entries[0].result.as_ref().unwrap_err().contains(reason), "{:?}", entries[0].result);
        assert!(entries[1].result.is_ok());
    }
}

#[test]
fn hostile_messages_end() {
    // Longer than a record may be; in long pieces, because each is an event.
    let endless = |begin: &str, more: &str| {
        let piece = more.replace('~', &"x".repeat(1000));
        read_entries(format!("{begin}{}", piece.repeat(9 << 10)).as_bytes()).1.unwrap().reason
    };
    assert!(endless("<Product><Text>", "<p>~").contains("larger than"));
    assert!(endless("<Product><Text>", "</p>~").contains("larger than"));
    assert!(endless("<Product>", "<x>").contains("levels of nested"));
    assert!(endless("<ONIXMessage>", "<x>").contains("levels of nested"));
    assert!(endless("<Product><Title><TitleText>", "&amp;~\u{fffd}").contains("larger than"));
    let bomb = "<!DOCTYPE ONIXMessage [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>]>";
    let product = SAMPLE_PRODUCT.replace("&eacute;", "&b;");
    let entry = read_single_entry(format!("{bomb}<ONIXMessage>{product}</ONIXMessage>"));
    assert_eq!(entry.result.unwrap_err(), "the entity &b; is not known");
    let reference = SAMPLE_PRODUCT.replace("hp-21", "a\r\nb&#x2028;c&#9;d");
    assert_eq!(read_single_entry(message_of(&reference)).reference, "a b c d");
}
