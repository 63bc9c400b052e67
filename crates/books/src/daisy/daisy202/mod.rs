//! DAISY 2.02: navigation control center (NCC), SMIL 1.0, the text as XHTML.

mod ncc;
mod smil;
mod xhtml;

use std::borrow::Cow;
use std::io::{Seek, Write};

use jiff::Timestamp;

use crate::model::Book;
use crate::picture::{SVG_TYPE, Spool};
use crate::progress::report_step;
use crate::{Archive, Progress, Result};

use super::audio::PackageAudio;
use super::pictures::Picture;
use super::smil::format_clock;
use super::text::WrittenText;

/// The name of the navigation center, where a player begins.
pub const NCC_NAME: &str = "ncc.html";
/// The name of the text.
pub const TEXT_NAME: &str = "text.html";
const MASTER_NAME: &str = "master.smil";

/// Writes all files but the audio.
pub(super) fn write_files<W: Write + Seek>(
    out: &mut Archive<W>,
    book: &Book,
    modified: Timestamp,
    text: &WrittenText,
    audio: &PackageAudio,
    progress: &mut dyn Progress,
) -> Result<()> {
    let mut spool = Spool::default();
    let mut images: Vec<Cow<'_, Picture>> = Vec::new();
    let total = text.images.len();
    for (n, image) in text.images.iter().enumerate() {
        report_step(progress, n, total)?;
        if image.media_type == SVG_TYPE {
            images.extend(image.draw_as_png(book, &mut spool).map(Cow::Owned));
        } else {
            images.push(Cow::Borrowed(image));
        }
    }
    let entries = ncc::ncc_entries(text);
    let content = xhtml::write_text(book, &text.dtbook, &images)?;
    // NCC, text, master SMIL, SMIL files, audio, images.
    let files = 3 + text.smil.len() + audio.files.len() + images.len();
    let about = ncc::NccContext { book, modified_at: modified, text, audio, entries: &entries, files };
    out.add(NCC_NAME, ncc::write_ncc(&about).as_bytes())?;
    out.add(TEXT_NAME, content.as_bytes())?;
    out.add(MASTER_NAME, smil::write_master(book, &text.smil, &text.nav, audio).as_bytes())?;
    let mut elapsed = 0;
    for (n, file) in text.smil.iter().enumerate() {
        let title = smil::file_title(book, file, &text.nav);
        out.add(&super::smil::file_name(n), smil::write_file(book, file, title, elapsed).as_bytes())?;
        elapsed += super::smil::file_milliseconds(file);
    }
    let total = images.len();
    for (n, image) in images.iter().enumerate() {
        report_step(progress, n, total)?;
        image.data.add_to(out, &image_name(image), image.media_type, book)?;
    }
    Ok(())
}

/// All files of a book lie in one folder.
fn image_name(image: &Picture) -> String {
    let name = image.name.trim_start_matches("images/");
    match name.strip_suffix(".svg") {
        Some(drawn) => format!("{drawn}.png"),
        None => name.to_owned(),
    }
}
