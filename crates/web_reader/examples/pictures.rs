//! Measures the pictures of pages of fixed layout: `cargo run -p web_reader --example pictures -- FOLDER
//! BOOK...` prints a line for each EPUB, and writes each picture as `FOLDER/BOOK/NUMBER.svg`.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use books::Limits;
use web_reader::{PartRange, split_pages, write_pages};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("name a folder and books")?;
    println!("book, pages, pictures, bytes of the pictures, bytes of all pages, milliseconds");
    for book in arguments {
        let name = book.file_stem().ok_or("name a book")?;
        println!("{}", measure_book(&book, &folder.join(name))?);
    }
    Ok(())
}

fn measure_book(book: &Path, folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut out = Vec::new();
    let start = Instant::now();
    write_pages(fs::read(book)?.into(), &Limits::default(), &mut out, &mut ())?;
    let took = start.elapsed().as_millis();
    let (outline, parts) = split_pages(&out).ok_or("not the pages of a book")?;
    fs::create_dir_all(folder)?;
    let (mut pictures, mut bytes) = (0, 0);
    for (number, chapter) in (1..).zip(&outline.chapters) {
        let html = part_text(parts, chapter.html)?;
        let Some(svg) = find_picture(html) else { continue };
        fs::write(folder.join(format!("{number}.svg")), svg)?;
        pictures += 1;
        bytes += svg.len();
    }
    let pages = outline.chapters.len();
    Ok(format!("{}, {pages}, {pictures}, {bytes}, {}, {took}", book.display(), parts.len()))
}

fn part_text(parts: &[u8], part: PartRange) -> Result<&str, Box<dyn Error>> {
    Ok(std::str::from_utf8(part.slice(parts).ok_or("a part is missing")?)?)
}

/// The picture of a page: the first drawing, which begins with the white page.
fn find_picture(html: &str) -> Option<&str> {
    let start = html.find("<svg ")?;
    let svg = &html[start..];
    let (mut depth, mut at) = (0, 0);
    loop {
        let open = svg[at..].find("<svg").map(|found| at + found);
        let close = at + svg[at..].find("</svg>")?;
        match open {
            Some(open) if open < close => (depth, at) = (depth + 1, open + 4),
            _ if depth == 1 => return Some(&svg[..close + 6]),
            _ => (depth, at) = (depth - 1, close + 6),
        }
    }
}
