//! The formats of a title or an edition, as its page offers them.

use domain::artifacts::{Artifact, BrailleCode};
use domain::formats::FormatStatus;
use domain::offering::AsOffering;
use domain::{Format, NarratorType, WireEnum as _};
use layout::access::value_name;
use services::downloads::{FileInfo, Loan};
use services::views::View;

use crate::formats::{format_duration, format_file_size, format_hint};
use crate::{Page, format_moment, format_name};

pub(crate) struct FormatOffer {
    /// The name in addresses.
    pub(crate) id: &'static str,
    pub(crate) name: String,
    /// The use of the format, in one sentence.
    pub(crate) hint: String,
    /// Length, voice, braille settings, size.
    pub(crate) facts: Vec<String>,
    /// True if the visitor may download it now.
    pub(crate) is_open: bool,
    /// True if making it takes minutes.
    pub(crate) is_slow: bool,
    /// The status of the visitor's own copy. `None` if there is none.
    pub(crate) copy: Option<String>,
    /// True if that copy is being made.
    pub(crate) is_in_preparation: bool,
    /// A note for the visitor, if it is not available.
    pub(crate) note: Option<String>,
}

impl FormatOffer {
    /// The formats of a title or an edition in their order, without those that cannot be made.
    pub(crate) fn from_view<T: AsOffering>(
        page: &Page<'_>,
        view: &View<T>,
        file_info: &FileInfo,
    ) -> Vec<Self> {
        let offering = view.item.as_offering();
        let item = offering.item();
        let offer = |artifact: &Artifact| {
            let status = offering.format_status(artifact, view.decision.can);
            let size = file_info.file_size(&item, artifact.format);
            let offer = Self::new(page, artifact, size, status, view.decision.available);
            let offer = match file_info.own_copy(&item, artifact.format) {
                Some(copy) => offer.with_copy(page, copy),
                None => offer,
            };
            (status != FormatStatus::Unavailable).then_some(offer)
        };
        offering.artifacts().iter().filter_map(offer).collect()
    }

    fn new(
        page: &Page<'_>,
        artifact: &Artifact,
        size: Option<u64>,
        status: FormatStatus,
        open: bool,
    ) -> Self {
        let is_ready = status == FormatStatus::Available;
        Self {
            facts: artifact_facts(page, artifact, size),
            is_open: open && is_ready,
            is_slow: artifact.is_spoken(),
            note: (!is_ready).then(|| page.text("format-pending")),
            id: artifact.format.as_str(),
            name: format_name(page, artifact.format),
            hint: format_hint(page, artifact.format),
            copy: None,
            is_in_preparation: false,
        }
    }

    /// Adds the status of the visitor's own copy.
    fn with_copy(self, page: &Page<'_>, copy: &Loan) -> Self {
        let said = match copy.file {
            Some(file) => page.with_name("title-copy-ready", &format_moment(page, file.expires)),
            None => page.text("title-copy-making"),
        };
        Self { copy: Some(said), is_in_preparation: copy.file.is_none(), ..self }
    }
}

fn artifact_facts(page: &Page<'_>, artifact: &Artifact, size: Option<u64>) -> Vec<String> {
    let details = &artifact.details;
    let mut all = Vec::new();
    if let Some(seconds) = details.duration_seconds {
        all.push(format_duration(page, seconds));
    }
    if let Some(narrator) = &details.narrator {
        let name = narrator.name.trim();
        all.push(match narrator.kind {
            NarratorType::Human if name.is_empty() => page.text("voice-human"),
            NarratorType::Human => page.with_name("narrated-by", name),
            NarratorType::Tts => page.text("voice-synthetic"),
        });
    }
    if artifact.format == Format::Brf {
        all.extend(braille_facts(page, artifact));
    }
    all.extend(size.map(|bytes| format_file_size(page, bytes)));
    all
}

fn braille_facts(page: &Page<'_>, artifact: &Artifact) -> Vec<String> {
    let details = &artifact.details;
    let kind = details.braille_type.map(|kind| page.value_text("braille", kind));
    let grade = details.braille_grade.map(|grade| page.value_text("braille", grade));
    let code = details.braille_code.as_deref().map(|code| match BrailleCode::parse(code) {
        Ok(known) => value_name(page, "brailleCode", known.as_str()),
        Err(_) => code.to_uppercase(),
    });
    let volumes = details.number_of_volumes.map(|count| page.count("volumes", u64::from(count)));
    [kind, code, grade, volumes].into_iter().flatten().collect()
}
