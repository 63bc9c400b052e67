//! Makes an EPUB of a document, and says how long it took.
//!
//! `cargo run --release -p documents --example document -- report.pdf report.epub [LANGUAGE]`

use std::time::Instant;

use documents::{DocumentOptions, detect, to_epub};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (source, target, language) = match arguments.as_slice() {
        [source, target] => (source, target, None),
        [source, target, language] => (source, target, Some(language.clone())),
        _ => return Err("usage: document IN OUT [LANGUAGE]".into()),
    };
    let bytes = bytes::Bytes::from(std::fs::read(source)?);
    let kind = detect(&bytes).ok_or("none of the kinds of document")?;
    let options = DocumentOptions {
        language,
        ..DocumentOptions::new("urn:example:document", "2026-01-01T00:00:00Z".parse()?)
    };
    let start = Instant::now();
    let made = to_epub(kind, bytes, &options, &mut ())?;
    println!("made in {:.1} ms", start.elapsed().as_secs_f64() * 1000.0);
    std::fs::write(target, made.epub)?;
    Ok(())
}
