//! Recorded narration: the clips of `audio/clips.toml` as EPUB 3 media overlays.

use std::fmt::Write as _;

use serde::Deserialize;

use super::page::ContentPage;
use crate::{SandboxError, files};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChapterOverlay {
    /// File name of the chapter.
    pub(super) chapter: String,
    /// Path of the recording in the package.
    pub(super) audio: String,
    /// (element id, first millisecond, end in milliseconds), in reading order, without gaps.
    clips: Vec<(String, u64, u64)>,
}

#[derive(Deserialize)]
struct AudioTracks {
    track: Vec<ChapterOverlay>,
}

/// The overlays of a book; empty if it has no `audio/clips.toml`.
pub(super) fn read_overlays(
    folder: &str,
    pages: &[ContentPage],
) -> Result<Vec<ChapterOverlay>, SandboxError> {
    let path = format!("{folder}audio/clips.toml");
    if files::file_bytes(&path).is_none() {
        return Ok(Vec::new());
    }
    let overlays = crate::read_toml::<AudioTracks>(&path)?.track;
    for overlay in &overlays {
        let page = pages.iter().find(|page| page.file == overlay.chapter);
        let known = |id: &String| page.is_some_and(|page| page.ids.contains(id));
        if let Some((id, ..)) = overlay.clips.iter().find(|(id, ..)| !known(id)) {
            let fault = format!("{} has no element {id}", overlay.chapter);
            return Err(SandboxError::Content { file: path, fault });
        }
    }
    Ok(overlays)
}

impl ChapterOverlay {
    pub(super) fn duration_ms(&self) -> u64 {
        self.clips.iter().map(|(_, begin, end)| end.saturating_sub(*begin)).sum()
    }

    pub(super) fn file_name(&self) -> String {
        self.chapter.replace(".xhtml", ".smil")
    }

    pub(super) fn format_smil(&self) -> String {
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <smil xmlns=\"http://www.w3.org/ns/SMIL\" xmlns:epub=\"http://www.idpf.org/2007/ops\" version=\"3.0\">\n\
             <body>\n<seq id=\"seq\" epub:textref=\"{}\" epub:type=\"chapter\">\n",
            self.chapter
        );
        for (id, begin, end) in &self.clips {
            let _ = writeln!(
                out,
                "<par id=\"p-{id}\"><text src=\"{}#{id}\"/><audio src=\"{}\" clipBegin=\"{}\" clipEnd=\"{}\"/></par>",
                self.chapter,
                self.audio,
                format_clock(*begin),
                format_clock(*end)
            );
        }
        out.push_str("</seq>\n</body>\n</smil>\n");
        out
    }
}

/// A SMIL full clock value: `0:01:23.456`.
pub(super) fn format_clock(ms: u64) -> String {
    let seconds = ms / 1000;
    format!("{}:{:02}:{:02}.{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, ms % 1000)
}
