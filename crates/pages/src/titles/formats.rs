//! The formats of a title, as its page offers them.

use domain::artifacts::{Artifact, AudioTools, BrailleGrade, BrailleType, NarratorType};
use domain::formats::{Format, FormatStatus};
use domain::offered::Offered as _;
use services::titles::Seen;

use crate::formats::{duration, format_hint, format_name};
use crate::page::Page;

/// A format to choose.
pub(crate) struct Offer {
    /// Its name in addresses.
    pub(crate) id: &'static str,
    /// Its name for people.
    pub(crate) name: String,
    /// What it is good for.
    pub(crate) hint: String,
    /// Length, voice, braille settings.
    pub(crate) facts: Vec<String>,
    /// Whether the visitor can have it now.
    pub(crate) open: bool,
    /// Whether making it takes minutes.
    pub(crate) slow: bool,
    /// What to know about it, if it is not available.
    pub(crate) note: Option<String>,
}

impl Offer {
    /// The formats of a title in their order, without those that cannot be made.
    pub(crate) fn all(page: &Page<'_>, seen: &Seen) -> Vec<Self> {
        let status = |artifact: &Artifact| seen.title.format_status(artifact, seen.look.can);
        let made =
            seen.title.artifacts.iter().filter(|artifact| status(artifact) != FormatStatus::Unavailable);
        made.map(|artifact| Self::new(page, artifact, status(artifact), seen.look.available)).collect()
    }

    /// A format of which nothing else is known, and which the visitor can have.
    pub(crate) fn plain(page: &Page<'_>, format: Format) -> Self {
        Self {
            id: format.as_str(),
            name: format_name(page, format),
            hint: format_hint(page, format),
            facts: Vec::new(),
            open: true,
            slow: false,
            note: None,
        }
    }

    fn new(page: &Page<'_>, artifact: &Artifact, status: FormatStatus, open: bool) -> Self {
        let is_ready = status == FormatStatus::Available;
        Self {
            facts: facts(page, artifact),
            open: open && is_ready,
            slow: artifact.format.is_audio() && artifact.audio_tools() == AudioTools::Speech,
            note: (!is_ready).then(|| page.t("format-pending")),
            ..Self::plain(page, artifact.format)
        }
    }
}

fn facts(page: &Page<'_>, artifact: &Artifact) -> Vec<String> {
    let details = &artifact.details;
    let mut all = Vec::new();
    if let Some(seconds) = details.duration_seconds {
        all.push(duration(page, seconds));
    }
    if let Some(narrator) = &details.narrator {
        let name = narrator.name.trim();
        all.push(match narrator.kind {
            NarratorType::Human if name.is_empty() => page.t("voice-human"),
            NarratorType::Human => page.named("narrated-by", name),
            NarratorType::Tts => page.t("voice-synthetic"),
        });
    }
    if artifact.format == Format::Brf {
        all.extend(braille(page, artifact));
    }
    all
}

fn braille(page: &Page<'_>, artifact: &Artifact) -> Vec<String> {
    let details = &artifact.details;
    let kind = details.braille_type.map(|kind| match kind {
        BrailleType::Automated => page.t("braille-automated"),
        BrailleType::Transcribed => page.t("braille-transcribed"),
    });
    let grade = details.braille_grade.map(|grade| match grade {
        BrailleGrade::Contracted => page.t("braille-contracted"),
        BrailleGrade::Uncontracted => page.t("braille-uncontracted"),
    });
    let code = details.braille_code.as_deref().map(str::to_uppercase);
    let volumes = details.number_of_volumes.map(|count| page.n("volumes", u64::from(count)));
    [kind, code, grade, volumes].into_iter().flatten().collect()
}
