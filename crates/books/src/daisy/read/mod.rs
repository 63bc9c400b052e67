//! DAISY in: DAISY 3, DAISY 2.02, and `DTBook` alone.

mod daisy202;
mod daisy3;
mod kind;
mod navigation;
mod volumes;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;

use crate::model::{Book, Clip, Overlay, Target};
use crate::{Error, Limits, Progress, Reporter, Result, SourceKind, dtbook, identity};

use kind::detect;
pub(crate) use kind::{DetectedSource, detect_in_package, is_dtbook};
pub use volumes::{VolumePlace, is_navigation_center};

/// Reads a DAISY book: DAISY 3 or DAISY 2.02, with text or with navigation alone, or a text (`DTBook`) by
/// itself, as a file or with its pictures in a container. Narration stays what it is.
///
/// # Errors
/// The container is broken, or not such a book, or nothing in it can be read; see [`crate::Error`].
pub fn read(bytes: Bytes, limits: &Limits, progress: &mut dyn Progress) -> Result<Book> {
    read_detected(detect(bytes.clone(), limits, progress.reporter())?, bytes, limits, progress)
}

/// Reads a source that was detected in these bytes.
pub(crate) fn read_detected(
    found: DetectedSource,
    bytes: Bytes,
    limits: &Limits,
    progress: &mut dyn Progress,
) -> Result<Book> {
    let mut book = match found {
        DetectedSource::Daisy(package, volumes) => daisy3::read_book(&Arc::new(package), &volumes, progress)?,
        DetectedSource::Daisy2(package, volumes) => {
            daisy202::read_book(&Arc::new(package), &volumes, progress)?
        }
        DetectedSource::Dtbook(package, text) => {
            dtbook::read_from_package(&Arc::new(package), &text, progress)?
        }
        DetectedSource::Text(bytes) => dtbook::read_standalone(bytes, limits, progress)?,
        DetectedSource::Epub(_) | DetectedSource::Unknown(_) => {
            let reason = "it is no DAISY book".to_owned();
            return Err(Error::Unsupported { entry: "the container".to_owned(), reason });
        }
    };
    identity::complete_metadata(&mut book, "", || bytes);
    Ok(book)
}

/// The kind of a file that books are made of.
pub fn detect_kind(bytes: &Bytes, limits: &Limits) -> Option<SourceKind> {
    detect(bytes.clone(), limits, Reporter::default()).ok()?.kind()
}

impl DetectedSource {
    /// The kind of source; `None` for a container that holds no book.
    pub(crate) fn kind(&self) -> Option<SourceKind> {
        Some(match self {
            Self::Epub(_) => SourceKind::Epub,
            Self::Daisy(..) => SourceKind::Daisy,
            Self::Daisy2(..) => SourceKind::Daisy2,
            Self::Dtbook(..) | Self::Text(_) => SourceKind::Dtbook,
            Self::Unknown(_) => return None,
        })
    }
}

/// The narration by the places that its texts have become. A clip for a missing text continues from the text
/// before it.
fn place_clips(clips: Vec<Clip>, place: impl Fn(&Clip) -> Option<Target>) -> Vec<Clip> {
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
fn group_by_section(clips: impl IntoIterator<Item = Clip>) -> Vec<Overlay> {
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
