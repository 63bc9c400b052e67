//! How a visitor gets a publication, format by format. Both versions of OPDS demand at least one way: what the
//! visitor may not have yet is to be borrowed, and not available.

use domain::artifacts::{Artifact, AudioTools};
use domain::formats::{Format, FormatStatus};
use domain::offered::Offered;
use services::periodicals::editions;
use services::titles;

use crate::formats::format_name;
use crate::media_types;
use crate::rels;
use crate::visitor::Visitor;

/// A way to get a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Acquisition {
    /// The relation.
    pub(crate) rel: &'static str,
    /// Its path.
    pub(crate) path: String,
    /// What it leads to.
    pub(crate) leads_to: LeadsTo,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// Whether the visitor can have it now.
    pub(crate) availability: Availability,
    /// Whether signing in may help.
    pub(crate) authenticate: bool,
}

/// What a way leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LeadsTo {
    /// The file, of this media type.
    File(&'static str),
    /// The publication with new ways, in the end to files of these media types.
    Publication(Vec<&'static str>),
}

/// Whether a visitor can have a publication now, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Availability {
    /// Yes.
    Available,
    /// No.
    Unavailable,
    /// It is being made for this visitor.
    Reserved,
}

impl Availability {
    /// The name of the state, in both versions of OPDS.
    pub(crate) fn as_str(&self) -> &'static str {
        match self {
            Self::Available => "available",
            Self::Unavailable => "unavailable",
            Self::Reserved => "reserved",
        }
    }
}

/// The ways to get a title.
pub(crate) fn of_title(visitor: &Visitor, seen: &titles::Seen, path: &str) -> Vec<Acquisition> {
    let title = &*seen.title;
    let can = seen.look.can;
    let available = |a: &&Artifact| title.format_status(a, can) == FormatStatus::Available;
    let artifacts: Vec<&Artifact> = title.artifacts.iter().filter(available).collect();
    ways(visitor, path, &artifacts, seen.look.available, title)
}

/// The ways to get an edition of a periodical.
pub(crate) fn of_edition(visitor: &Visitor, seen: &editions::Seen, path: &str) -> Vec<Acquisition> {
    let offered = |a: &&Artifact| seen.formats.contains(&a.format);
    let artifacts: Vec<&Artifact> = seen.issue.edition.artifacts.iter().filter(offered).collect();
    ways(visitor, path, &artifacts, seen.available, &seen.issue)
}

fn ways(
    visitor: &Visitor,
    path: &str,
    artifacts: &[&Artifact],
    open: bool,
    content: &dyn Offered,
) -> Vec<Acquisition> {
    if !open || artifacts.is_empty() {
        return vec![closed(visitor, path, artifacts)];
    }
    let free = content.usage().is_free();
    let way = |artifact: &&Artifact| {
        let (format, media_type) = (artifact.format, media_types::of(artifact.format));
        let file = format!("{path}/{}", artifact.format);
        if takes_minutes(artifact) {
            return Acquisition {
                rel: rels::BORROW,
                path: format!("{file}/loan"),
                leads_to: LeadsTo::Publication(vec![media_type]),
                title: format_name(format),
                availability: Availability::Available,
                authenticate: false,
            };
        }
        Acquisition {
            rel: if free { rels::OPEN_ACCESS } else { rels::ACQUISITION },
            path: file,
            leads_to: LeadsTo::File(media_type),
            title: format_name(format),
            availability: Availability::Available,
            authenticate: false,
        }
    };
    artifacts.iter().map(way).collect()
}

/// What the visitor may not have: the address says why.
fn closed(visitor: &Visitor, path: &str, artifacts: &[&Artifact]) -> Acquisition {
    let mut types: Vec<&'static str> = artifacts.iter().map(|a| media_types::of(a.format)).collect();
    types.dedup();
    Acquisition {
        rel: rels::BORROW,
        path: format!("{path}/borrow"),
        leads_to: LeadsTo::Publication(types),
        title: "Why this title is closed",
        availability: Availability::Unavailable,
        authenticate: visitor.caller.reader.is_none(),
    }
}

/// Whether an app cannot wait for the file: what must be spoken takes minutes.
fn takes_minutes(artifact: &Artifact) -> bool {
    is_spoken(artifact.format, artifact.audio_tools())
}

/// Whether a format is mostly audio that the library speaks.
pub(crate) fn is_spoken(format: Format, tools: AudioTools) -> bool {
    format.is_audio() && tools == AudioTools::Speech
}
