//! DAISY in: DAISY 3, DAISY 2.02, and `DTBook` alone.

mod daisy202;
mod daisy3;
mod kind;
mod navigation;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;

use crate::dtbook;
use crate::error::{Error, Result};
use crate::format::SourceKind;
use crate::identity;
use crate::limits::Limits;
use crate::model::{Book, Clip, Overlay, Target};
use crate::progress::Progress;
use crate::report::Reporter;

pub(crate) use kind::{Found, find};

/// Reads a DAISY book: DAISY 3 or DAISY 2.02, with text or with navigation alone, or a text (`DTBook`) by
/// itself, as a file or with its pictures in a container. Narration stays what it is.
///
/// # Errors
/// The container is broken, or not such a book, or nothing in it can be read; see [`crate::Error`].
pub fn read(bytes: Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    let mut book = read_found(find(bytes.clone(), limits, progress.reporter())?, limits, progress)?;
    identity::complete(&mut book, "", || bytes);
    Ok(book)
}

fn read_found(found: Option<Found>, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    match found {
        Some(Found::Daisy(package, opf)) => daisy3::read(&Arc::new(package), &opf, progress),
        Some(Found::Daisy2(package, ncc)) => daisy202::read(&Arc::new(package), &ncc, progress),
        Some(Found::Dtbook(package, text)) => dtbook::read_packed(&Arc::new(package), &text, progress),
        Some(Found::Text(bytes)) => dtbook::read_alone(bytes, limits, progress),
        Some(Found::Epub) | None => {
            Err(Error::Unsupported { entry: "the container".into(), reason: "it is no DAISY book".into() })
        }
    }
}

/// The kind of a file that books are made of.
pub fn kind(bytes: &Bytes, limits: &Limits) -> Option<SourceKind> {
    Some(match find(bytes.clone(), limits, Reporter::default()).ok()?? {
        Found::Epub => SourceKind::Epub,
        Found::Daisy(..) => SourceKind::Daisy,
        Found::Daisy2(..) => SourceKind::Daisy2,
        Found::Dtbook(..) | Found::Text(_) => SourceKind::Dtbook,
    })
}

/// The narration by the places that its texts have become. A clip for a missing text continues from the text
/// before it.
fn placed(clips: Vec<Clip>, place: impl Fn(&Clip) -> Option<Target>) -> Vec<Clip> {
    let mut placed: Vec<Clip> = Vec::with_capacity(clips.len());
    let mut early: Vec<Clip> = Vec::new();
    for clip in clips {
        match place(&clip).or_else(|| placed.last().map(|last| last.text.clone())) {
            Some(place) => {
                placed.extend(early.drain(..).map(|clip| Clip { text: place.clone(), ..clip }));
                placed.push(Clip { text: place, ..clip });
            }
            None => early.push(clip),
        }
    }
    let front = || Target { path: String::new(), id: None };
    placed.extend(early.into_iter().map(|clip| Clip { text: front(), ..clip }));
    placed
}

/// Clips by the sections that they speak, in the order of playing.
fn narration(clips: impl IntoIterator<Item = Clip>) -> Vec<Overlay> {
    let mut overlays: Vec<Overlay> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    for clip in clips {
        let section = clip.text.path.clone();
        let at = *known.entry(section.clone()).or_insert_with(|| {
            overlays.push(Overlay { section, duration: None, clips: Vec::new() });
            overlays.len() - 1
        });
        overlays[at].clips.push(clip);
    }
    overlays
}
