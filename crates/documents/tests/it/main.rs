//! Documents of readers made into books.

#![expect(clippy::unwrap_used, reason = "tests: a panic is a failure")]

mod bounds;
mod child;
mod hostile;
mod left_out;
mod lines;
mod pdf;
mod pictures;
mod presentations;

use books::model::{Block, BlockKind, Book, Href, Inline, plain_text};
use books::testkit::{picture_of_text, report_missing, run_epubcheck, validate_daisy};
use books::{Format, Limits, Options, convert, epub};
use documents::{DocumentOptions, Error, detect, to_epub};

/// Returns true if the programs that documents are read with are installed; reports missing ones.
fn are_tools_installed() -> bool {
    documents::list_tools().iter().all(|tool| tool.is_installed || report_missing::<()>(tool.name).is_some())
}

fn sample_options() -> DocumentOptions {
    DocumentOptions::new("urn:example:document:1", "2026-01-02T03:04:05Z".parse().unwrap())
}

/// The book of a document, in which is what the crate says of it.
fn convert_document(bytes: &[u8], options: &DocumentOptions) -> Result<Vec<u8>, Error> {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    let made = to_epub(detect(&bytes).expect("a known kind"), bytes, options, &mut ())?;
    let book = read_book(&made.epub);
    let survey = book.survey();
    assert_eq!(made.images, survey.images + survey.images_decorative);
    assert_eq!(made.pages, survey.page_list.max(survey.page_breaks));
    let languages = book.metadata.languages.into_iter().filter(|language| language != "und");
    assert_eq!(made.languages, languages.collect::<Vec<_>>());
    Ok(made.epub)
}

fn read_book(epub: &[u8]) -> Book {
    epub::read(bytes::Bytes::copy_from_slice(epub), &Limits::default(), &mut ()).unwrap()
}

#[test]
fn every_document_becomes_a_valid_epub_and_a_valid_daisy_book() {
    if !are_tools_installed() {
        return;
    }
    let mut all = pdf::sample_pdfs();
    all.push(("presentation", presentations::sample_presentation()));
    all.extend(picture_of_text(&["The tide comes in twice a day."]).map(|png| ("picture of text", png)));
    let mut epubs = Vec::new();
    for (name, document) in all {
        let epub = convert_document(&document, &sample_options()).unwrap();
        let options = Options::new("2026-01-02T03:04:05Z".parse().unwrap());
        let daisy = convert(Format::Daisy, epub.clone().into(), &options, &mut ()).unwrap();
        assert_eq!(validate_daisy(&daisy).unwrap_or_default(), Vec::<String>::new(), "{name}");
        // The delivered book is converted once more.
        let delivered = convert(Format::Epub3, epub.clone().into(), &options, &mut ()).unwrap();
        epubs.push((name.to_owned(), epub));
        epubs.push((format!("{name}, delivered"), delivered));
    }
    for (name, problems) in run_epubcheck(&epubs).into_iter().flatten() {
        assert!(problems.is_empty(), "{name}: {problems:#?}");
    }
}

#[test]
fn conversion_is_reproducible() {
    let document = presentations::sample_presentation();
    assert_eq!(
        convert_document(&document, &sample_options()).unwrap(),
        convert_document(&document, &sample_options()).unwrap()
    );
}

/// The text of a book as lines: what a block is, and what it says.
fn describe_text(book: &Book) -> Vec<String> {
    let mut out = Vec::new();
    for section in &book.sections {
        push_blocks(&section.blocks, "", &mut out);
    }
    out
}

fn push_blocks(blocks: &[Block], before: &str, out: &mut Vec<String>) {
    for block in blocks {
        let text = describe_inlines(block.inlines());
        match &block.kind {
            BlockKind::Heading { level, .. } => out.push(format!("{before}h{level} {text}")),
            BlockKind::Paragraph(_) | BlockKind::Plain(_) => out.push(format!("{before}{text}")),
            BlockKind::Preformatted(_) => out.push(format!("{before}code {text:?}")),
            BlockKind::PageBreak(page) => out.push(format!("{before}[{}]", page.label)),
            BlockKind::Image(image) => {
                out.push(format!("{before}image {}", image.alt.as_deref().unwrap_or("?")));
            }
            BlockKind::List(list) => {
                for (n, item) in list.items.iter().enumerate() {
                    let mark = if list.numbering.is_some() {
                        format!("{}.", list.start + i32::try_from(n).unwrap())
                    } else {
                        "*".into()
                    };
                    push_blocks(&item.blocks, &format!("{before}{mark} "), out);
                }
            }
            BlockKind::Table(table) => {
                push_blocks(&table.caption, &format!("{before}caption "), out);
                for row in table.rows() {
                    let cells = row.cells.iter().map(|cell| {
                        let text: Vec<String> =
                            cell.blocks.iter().map(|block| describe_inlines(block.inlines())).collect();
                        let span = if cell.column_span > 1 {
                            format!(" x{}", cell.column_span)
                        } else {
                            String::new()
                        };
                        format!("{}{}{span}", if cell.header { "#" } else { "" }, text.join("/"))
                    });
                    out.push(format!("{before}| {} |", cells.collect::<Vec<_>>().join(" | ")));
                }
            }
            BlockKind::Aside(blocks) => push_blocks(blocks, &format!("{before}aside "), out),
            BlockKind::Quote(blocks) => push_blocks(blocks, &format!("{before}quote "), out),
            BlockKind::Note { blocks, .. } => push_blocks(blocks, &format!("{before}note "), out),
            BlockKind::Figure { blocks, caption } => {
                push_blocks(blocks, &format!("{before}figure "), out);
                push_blocks(caption, &format!("{before}caption "), out);
            }
            BlockKind::Math(math) => out.push(format!("{before}formula {}", math.linear)),
            other => out.push(format!("{before}{other:?}")),
        }
    }
}

/// A line with its styles, languages and pages.
fn describe_inlines(inlines: &[Inline]) -> String {
    inlines.iter().map(describe_inline).collect()
}

fn describe_inline(inline: &Inline) -> String {
    match inline {
        Inline::Styled { style, inlines, .. } => format!("<{style:?} {}>", describe_inlines(inlines)),
        Inline::Span { attrs, inlines } => match &attrs.lang {
            Some(lang) => format!("<{lang} {}>", describe_inlines(inlines)),
            None => describe_inlines(inlines),
        },
        Inline::Link { href: Href::Outside(address), inlines, .. } => {
            format!("<{address} {}>", describe_inlines(inlines))
        }
        Inline::Link { inlines, .. } => format!("<inside {}>", describe_inlines(inlines)),
        Inline::PageBreak(page) => format!("[{}]", page.label),
        Inline::Image(image) => format!("<image {}>", image.alt.as_deref().unwrap_or("?")),
        Inline::LineBreak => "/".to_owned(),
        other => plain_text(std::slice::from_ref(other)),
    }
}

fn describe_nav(book: &Book) -> Vec<String> {
    let mut out = Vec::new();
    book.nav
        .iter()
        .for_each(|point| point.walk(1, &mut |point, depth| out.push(format!("{depth} {}", point.label))));
    out
}
