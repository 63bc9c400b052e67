//! Books to ingest or convert: real EPUB files.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const CONTAINER_XML: &str = r#"<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

const CHAPTERS_PER_BOOK: usize = 12;

/// Writes `count` books into a folder; another `series` gives other books.
pub fn write_books(folder: &Path, series: &str, count: usize) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    for number in 0..count {
        std::fs::write(folder.join(format!("{number:06}.epub")), build_book(series, number)?)?;
    }
    Ok(())
}

fn build_book(series: &str, number: usize) -> anyhow::Result<Vec<u8>> {
    let chapters: Vec<(String, String)> = (0..CHAPTERS_PER_BOOK)
        .map(|day| {
            let line = format!("<p>On day {day} of volume {number} the boats of {series} came in late.</p>");
            (format!("Day {day}"), line.repeat(40))
        })
        .collect();
    let author = format!("Ada Writer {}", number % 100);
    build_epub(&format!("{series}-{number}"), &format!("Harbor papers {number}"), &author, &chapters)
}

/// An EPUB of chapters: title, and body in XHTML.
pub fn build_epub(
    identifier: &str,
    title: &str,
    author: &str,
    chapters: &[(String, String)],
) -> anyhow::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("mimetype", SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
    zip.write_all(b"application/epub+zip")?;
    let mut add = |name: &str, text: &str| -> anyhow::Result<()> {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(text.as_bytes())?;
        Ok(())
    };
    add("META-INF/container.xml", CONTAINER_XML)?;
    let (mut items, mut spine, mut links) = (String::new(), String::new(), String::new());
    for (n, (name, _)) in chapters.iter().enumerate() {
        let _ = write!(items, r#"<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>"#);
        let _ = write!(spine, r#"<itemref idref="c{n}"/>"#);
        let _ = write!(links, r#"<li><a href="c{n}.xhtml">{name}</a></li>"#);
    }
    add(
        "book.opf",
        &format!(
            r#"<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">{identifier}</dc:identifier><dc:title>{title}</dc:title><dc:language>en</dc:language><dc:creator>{author}</dc:creator><meta property="dcterms:modified">2024-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>{items}</manifest><spine>{spine}</spine></package>"#,
        ),
    )?;
    let nav =
        format!(r#"<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol>{links}</ol></nav>"#);
    add("nav.xhtml", &format_page("Contents", &nav))?;
    for (n, (name, body)) in chapters.iter().enumerate() {
        add(&format!("c{n}.xhtml"), &format_page(name, body))?;
    }
    Ok(zip.finish()?.into_inner())
}

fn format_page(title: &str, body: &str) -> String {
    format!(
        r#"<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>"#
    )
}

#[cfg(test)]
mod tests {
    use super::build_book;

    #[test]
    fn every_book_has_content_of_its_own() {
        let (one, two) = (build_book("a", 1).unwrap(), build_book("a", 2).unwrap());
        assert!(one != two && one != build_book("b", 1).unwrap());
        assert!(zip::ZipArchive::new(std::io::Cursor::new(one)).unwrap().by_name("book.opf").is_ok());
    }
}
