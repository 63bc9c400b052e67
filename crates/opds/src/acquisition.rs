//! How a visitor gets a publication, format by format. Both versions of OPDS demand at least one way: what
//! the visitor may not have yet is to be borrowed, and not available.

use domain::artifacts::{Artifact, AudioTools};
use domain::formats::Format;
use domain::offered::Offered;
use jiff::Timestamp;
use services::downloads::{Known, Loan};

use crate::media_types;
use crate::names::WayName;
use crate::rels;
use crate::visitor::Visitor;

/// A way to get a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Acquisition {
    /// The relation.
    pub(crate) rel: &'static str,
    pub(crate) path: String,
    /// What it leads to.
    pub(crate) leads_to: LeadsTo,
    /// Its name for people.
    pub(crate) name: WayName,
    /// Whether the visitor can have it now.
    pub(crate) availability: Availability,
    /// Since when it is lent to the visitor, if it is.
    pub(crate) since: Option<Timestamp>,
    /// Until when; or until when it is unavailable, if that is known.
    pub(crate) until: Option<Timestamp>,
    /// Bytes of the file, if that is known.
    pub(crate) size: Option<u64>,
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

impl Acquisition {
    /// The file of a publication in a format.
    pub(crate) fn file(rel: &'static str, publication: &str, format: Format) -> Self {
        Self {
            rel,
            path: format!("{publication}/{format}"),
            leads_to: LeadsTo::File(media_types::file_type(format)),
            name: WayName::Format(format),
            availability: Availability::Available,
            since: None,
            until: None,
            size: None,
            authenticate: false,
        }
    }

    /// The files of a publication, to be read one by one.
    fn stream(rel: &'static str, publication: &str) -> Self {
        Self {
            path: format!("{publication}/manifest"),
            leads_to: LeadsTo::File(media_types::MANIFEST),
            name: WayName::Stream,
            ..Self::file(rel, publication, Format::Epub3)
        }
    }

    /// A format that takes minutes to make: the publication in that state.
    fn borrowed(publication: &str, format: Format) -> Self {
        Self {
            path: format!("{publication}/{format}/loan"),
            leads_to: LeadsTo::Publication(vec![media_types::file_type(format)]),
            ..Self::file(rels::BORROW, publication, format)
        }
    }

    /// The same for a visitor who has borrowed it.
    pub(crate) fn lent(publication: &str, format: Format, loan: &Loan) -> Self {
        let way = match loan.file {
            None => {
                let availability = Availability::Reserved;
                Self { availability, ..Self::borrowed(publication, format) }
            }
            Some(file) => {
                let (until, size) = (Some(file.until), Some(file.size));
                Self { until, size, ..Self::file(rels::ACQUISITION, publication, format) }
            }
        };
        Self { since: Some(loan.since), ..way }
    }

    /// What the visitor may not have, or not before a moment: the address says why.
    fn closed(
        visitor: &Visitor,
        publication: &str,
        artifacts: &[&Artifact],
        until: Option<Timestamp>,
    ) -> Self {
        let types = artifacts.iter().map(|artifact| media_types::file_type(artifact.format));
        let mut types: Vec<&'static str> = types.collect();
        types.dedup();
        Self {
            rel: rels::BORROW,
            path: format!("{publication}/borrow"),
            leads_to: LeadsTo::Publication(types),
            name: WayName::Closed,
            availability: Availability::Unavailable,
            since: None,
            until,
            size: None,
            authenticate: visitor.caller.reader.is_none(),
        }
    }
}

/// Whether a visitor may have a publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Now.
    Open,
    /// Not now. With the moment from which on they may, if that is known.
    Closed(Option<Timestamp>),
}

/// The ways to get a publication, of which these artifacts can be delivered. Sizes and the visitor's own
/// copies are those that are known.
pub(crate) fn ways(
    visitor: &Visitor,
    publication: &str,
    artifacts: &[&Artifact],
    access: Access,
    content: &dyn Offered,
    known: &Known,
) -> Vec<Acquisition> {
    // Many apps take the first way whose type they know.
    let mut artifacts = artifacts.to_vec();
    artifacts.sort_by_key(|artifact| rank(artifact.format));
    let closed = |until| vec![Acquisition::closed(visitor, publication, &artifacts, until)];
    match access {
        Access::Closed(until) => return closed(until),
        Access::Open if artifacts.is_empty() => return closed(None),
        Access::Open => {}
    }
    let rel = if content.usage().is_free() { rels::OPEN_ACCESS } else { rels::ACQUISITION };
    let item = content.item();
    let way = |artifact: &&Artifact| {
        let (format, copy) = (artifact.format, known.copy(&item, artifact.format));
        match copy {
            Some(loan) if takes_minutes(artifact) => Acquisition::lent(publication, format, loan),
            None if takes_minutes(artifact) => Acquisition::borrowed(publication, format),
            _ => {
                let ready = copy.filter(|copy| copy.file.is_some());
                Acquisition {
                    since: ready.map(|copy| copy.since),
                    until: ready.and_then(|copy| copy.file).map(|file| file.until),
                    size: known.size(&item, format),
                    ..Acquisition::file(rel, publication, format)
                }
            }
        }
    };
    // Few apps read the manifest.
    let stream = artifacts.iter().any(|artifact| artifact.format == Format::Epub3);
    let stream = stream.then(|| Acquisition::stream(rel, publication));
    artifacts.iter().map(way).chain(stream).collect()
}

/// The order of formats: those that most apps open come first. Comic readers take a ZIP archive for a comic,
/// so DAISY is behind what they read, too; no app opens braille.
fn rank(format: Format) -> u8 {
    match format {
        Format::Epub3 => 0,
        Format::Pdf => 1,
        Format::Docx => 2,
        Format::Daisy | Format::DaisyAudio | Format::Daisy2Audio => 3,
        Format::Brf => 4,
    }
}

/// Whether an app cannot wait for the file: what must be spoken takes minutes.
fn takes_minutes(artifact: &Artifact) -> bool {
    artifact.format.is_audio() && artifact.audio_tools() == AudioTools::Speech
}
