//! The metadata of package documents as publishers and programs write them.

use books::epub::read_package_document;
use books::model::{Metadata, Series};

/// The metadata of a package document of EPUB 2 with these statements.
fn read_statements(statements: &str) -> Metadata {
    let opf = format!(
        "<?xml version='1.0'?><package xmlns='http://www.idpf.org/2007/opf' version='2.0' unique-identifier='id'>\
         <metadata xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:opf='http://www.idpf.org/2007/opf'>{statements}</metadata>\
         <manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest>\
         <spine><itemref idref='a'/></spine></package>"
    );
    read_package_document(opf.as_bytes()).unwrap()
}

fn people_with_roles(metadata: &Metadata) -> Vec<String> {
    let line = |person: &books::model::Contributor| {
        let sorted = person.file_as.as_deref().unwrap_or("-");
        format!("{} | {sorted} | {}", person.name, person.roles.join(" "))
    };
    metadata.contributors.iter().map(line).collect()
}

#[test]
fn people_are_read_from_inverted_and_joint_names() {
    let metadata = read_statements(
        "<dc:creator opf:role='AUT' opf:file-as='Tolland Hale, Margery'>Tolland Hale, Margery</dc:creator>\
         <dc:creator>Ann Lee &amp; Bo Chen</dc:creator>\
         <dc:creator opf:file-as='Dow, Cy &amp; Eng, Di'>Cy Dow &amp;amp; Di Eng</dc:creator>\
         <dc:contributor opf:role='trl, edt'>Fox, Eve; Gale, Flo</dc:contributor>\
         <dc:contributor>Hall, Gus (Illustrator)</dc:contributor>\
         <dc:creator/><dc:creator> </dc:creator><dc:creator>Unknown</dc:creator>",
    );
    assert_eq!(
        people_with_roles(&metadata),
        [
            "Margery Tolland Hale | Tolland Hale, Margery | aut",
            "Ann Lee | - | ",
            "Bo Chen | - | ",
            "Cy Dow | Dow, Cy | ",
            "Di Eng | Eng, Di | ",
            "Eve Fox | Fox, Eve | trl edt",
            "Flo Gale | Gale, Flo | trl edt",
            "Gus Hall | Hall, Gus | ill",
        ]
    );
}

#[test]
fn refinements_of_people_count_for_each_of_them() {
    let metadata = read_statements(
        "<dc:creator id='c'>Lee, Ann and Chen, Bo</dc:creator>\
         <meta refines='#c' property='role' scheme='marc:relators'>http://id.loc.gov/vocabulary/relators/edt</meta>",
    );
    assert_eq!(people_with_roles(&metadata), ["Ann Lee | Lee, Ann | edt", "Bo Chen | Chen, Bo | edt"]);
}

#[test]
fn people_are_in_their_stated_order_and_titles_have_no_tags() {
    let metadata = read_statements(
        "<dc:title>The &lt;i&gt;Sea&lt;/i&gt;</dc:title>\
         <dc:creator id='b'>Bo Chen</dc:creator><meta refines='#b' property='display-seq'>2</meta>\
         <dc:creator id='a'>Ann Lee</dc:creator><meta refines='#a' property='display-seq'>1</meta>",
    );
    assert_eq!(metadata.title, "The Sea");
    assert_eq!(people_with_roles(&metadata), ["Ann Lee | - | ", "Bo Chen | - | "]);
}

#[test]
fn isbns_with_notes_are_isbns_and_that_of_the_file_is_first() {
    let metadata = read_statements(
        "<dc:identifier id='id'>urn:uuid:0306406152-4000</dc:identifier>\
         <dc:identifier opf:scheme='ISBN'>ISBN 978-0-306-40615-7 (hardback)</dc:identifier>\
         <dc:identifier opf:scheme='ISBN'>978-0-8044-2957-3 (ePub)</dc:identifier>\
         <dc:identifier opf:scheme='AMAZON'>0141439580</dc:identifier>\
         <dc:source>urn:isbn:9780141439587</dc:source>",
    );
    assert_eq!(metadata.isbns, ["9780804429573", "9780306406157"]);
    assert_eq!(metadata.source_isbns, ["9780141439587"]);
    assert_eq!(metadata.identifier(), "urn:uuid:0306406152-4000");
}

#[test]
fn the_date_of_publication_is_neither_unknown_nor_that_of_a_change() {
    for (dates, published) in [
        ("<dc:date>0101-01-01T00:00:00+00:00</dc:date>", None),
        ("<dc:date>0100-12-31T23:00:00+00:00</dc:date>", None),
        ("<dc:date>0000</dc:date><dc:date>2008</dc:date>", Some("2008")),
        ("<dc:date opf:event='modification'>2020</dc:date>", None),
        (
            "<dc:date opf:event='modification'>2020</dc:date><dc:date opf:event='publication'>2008</dc:date>",
            Some("2008"),
        ),
        (
            "<dc:date opf:event='original-publication'>1813</dc:date><dc:date opf:event='publication'>2008</dc:date>",
            Some("2008"),
        ),
        ("<dc:date opf:event='creation'>2007</dc:date><dc:date>2008</dc:date>", Some("2008")),
        ("<dc:date opf:event='creation'>2007</dc:date>", Some("2007")),
        ("<meta property='dcterms:issued'>2008</meta>", Some("2008")),
        ("<dc:date/>", None),
    ] {
        assert_eq!(read_statements(dates).published.as_deref(), published, "{dates}");
    }
}

#[test]
fn series_are_read_from_all_who_write_them() {
    let series = |name: &str, position: Option<&str>, kind: Option<&str>| Series {
        name: name.into(),
        language: None,
        position: position.map(Into::into),
        kind: kind.map(Into::into),
    };
    let calibre = read_statements(
        "<meta name='calibre:series' content='Sand &amp;amp; Sea'/><meta name='calibre:series_index' content='3.0'/>",
    );
    assert_eq!(calibre.series, [series("Sand & Sea", Some("3"), Some("series"))]);
    let collections = read_statements(
        "<meta property='belongs-to-collection' id='c'>Harbors</meta><meta refines='#c' property='collection-type'>series</meta>\
         <meta refines='#c' property='group-position'>2.50</meta><meta property='belongs-to-collection'>Blue Box</meta>\
         <meta name='calibre:series' content='harbors'/><meta name='calibre:series_index' content='2.5'/>",
    );
    assert_eq!(
        collections.series,
        [series("Harbors", Some("2.5"), Some("series")), series("Blue Box", None, None)]
    );
    let title = read_statements(
        "<dc:title id='a'>Tides</dc:title><dc:title id='b'>Harbors</dc:title><meta refines='#b' property='title-type'>collection</meta>\
         <meta refines='#b' property='group-position'>4</meta>",
    );
    assert_eq!(
        (title.title.as_str(), &title.series),
        ("Tides", &vec![series("Harbors", Some("4"), Some("series"))])
    );
}

#[test]
fn titles_are_those_that_their_types_say() {
    let metadata = read_statements(
        "<dc:title id='s'>A Guide</dc:title><dc:title id='e'>Tides: A Guide</dc:title><dc:title id='m'>Tides &amp;amp; Winds</dc:title>\
         <dc:title/><meta refines='#s' property='title-type'>subtitle</meta><meta refines='#e' property='title-type'>extended</meta>\
         <meta refines='#m' property='title-type'>main</meta><meta refines='#m' property='file-as'>Winds, Tides and</meta>",
    );
    let title = (metadata.title.as_str(), metadata.subtitle.as_deref(), metadata.title_sort.as_deref());
    assert_eq!(title, ("Tides & Winds", Some("A Guide"), Some("Winds, Tides and")));
    let only = read_statements(
        "<dc:title id='e'>Tides</dc:title><meta refines='#e' property='title-type'>short</meta>",
    );
    assert_eq!(only.title, "Tides");
    let ordered = read_statements(
        "<dc:title id='b'>Second</dc:title><dc:title id='a'>First</dc:title><meta refines='#b' property='title-type'>main</meta>\
         <meta refines='#a' property='title-type'>main</meta><meta refines='#a' property='display-seq'>1</meta>\
         <meta refines='#b' property='display-seq'>2</meta>",
    );
    assert_eq!(ordered.title, "First");
}

#[test]
fn languages_are_tags_whatever_they_are_written_as() {
    for (statements, languages) in [
        ("<dc:language>de_DE</dc:language>", &["de-DE"][..]),
        (
            "<dc:language>GER</dc:language><dc:language>en-us</dc:language><dc:language>deu</dc:language>",
            &["de", "en-US"],
        ),
        ("<dc:language>German</dc:language>", &["de"]),
        ("<dc:language>eng, fre</dc:language>", &["en", "fr"]),
        ("<dc:language>UND</dc:language><dc:language/><dc:language>fr</dc:language>", &["fr"]),
        ("<dc:language>UND</dc:language>", &[]),
    ] {
        assert_eq!(read_statements(statements).languages, languages, "{statements}");
    }
    let stated = read_statements(
        "<dc:title xml:lang='de_AT'>Gezeiten</dc:title><dc:description xml:lang='eng'>Tides</dc:description>",
    );
    assert_eq!(stated.title_language.as_deref(), Some("de-AT"));
    assert_eq!(stated.description_language.as_deref(), Some("en"));
}

#[test]
fn a_description_of_elements_keeps_its_paragraphs_apart() {
    let metadata =
        read_statements("<dc:description><p>One &lt; two.</p><p>Three <b>four</b>.</p></dc:description>");
    assert_eq!(metadata.description.as_deref(), Some("<p>One &lt; two.</p><p>Three <b>four</b>.</p>"));
    let text = read_statements(
        "<dc:description>&lt;p&gt;One.&lt;/p&gt;</dc:description><dc:description>Two.</dc:description>",
    );
    assert_eq!(text.description.as_deref(), Some("<p>One.</p>"));
}
