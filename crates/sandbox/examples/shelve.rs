//! Writes the whole demo library into a folder: `cargo run -p sandbox --example shelve -- FOLDER`.

use std::path::PathBuf;
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(env::args_os().nth(1).ok_or("which folder?")?);
    fs::create_dir_all(&folder)?;
    for book in sandbox::build_books()? {
        fs::write(folder.join(format!("{}.epub", book.slug)), &book.epub)?;
        println!(
            "{:20} {:45} {:5} words {:3} images",
            book.key, book.slug, book.facts.words, book.facts.images
        );
    }
    for series in sandbox::build_periodicals()? {
        for edition in series.editions {
            fs::write(folder.join(format!("{}-{}.epub", series.slug, edition.slug)), &edition.epub)?;
            println!("{:20} {:45} {:5} words", series.slug, edition.slug, edition.facts.words);
        }
    }
    Ok(())
}
