//! Ways to get a publication, format by format. Both versions of OPDS demand at least one: what
//! the visitor may not have yet is to be borrowed, and not available.

use domain::offering::AsOffering as _;
use domain::{Artifact, Format};
use jiff::Timestamp;
use services::downloads::{FileInfo, Loan, NextBookTimes};
use services::views::View;

use crate::item_path::item_path;
use crate::names::AcquisitionName;
use crate::{Visitor, media_types, rels};

/// A way to get a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Acquisition {
    pub(crate) rel: &'static str,
    pub(crate) path: String,
    pub(crate) leads_to: LinkTarget,
    pub(crate) name: AcquisitionName,
    pub(crate) availability: AvailabilityState,
    /// The time since which it is lent to the visitor, if it is.
    pub(crate) since: Option<Timestamp>,
    /// The end of the loan; or the end of the unavailability, if it is known.
    pub(crate) until: Option<Timestamp>,
    /// Bytes of the file, if that is known.
    pub(crate) size: Option<u64>,
    /// True if signing in may help.
    pub(crate) authenticate: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkTarget {
    /// The file, of this media type.
    File(&'static str),
    /// The publication with new ways, in the end to files of these media types.
    Publication(Vec<&'static str>),
}

/// Availability of a publication for a visitor, with its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AvailabilityState {
    Available,
    /// No.
    Unavailable,
    /// It is being made for this visitor.
    Reserved,
}

impl AvailabilityState {
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
    pub(crate) fn new_file(rel: &'static str, publication: &str, format: Format) -> Self {
        Self {
            rel,
            path: format!("{publication}/{format}"),
            leads_to: LinkTarget::File(format.facts().feed_media_type),
            name: AcquisitionName::Format(format),
            availability: AvailabilityState::Available,
            since: None,
            until: None,
            size: None,
            authenticate: false,
        }
    }

    /// The files of a publication, to be read one by one.
    fn new_stream(rel: &'static str, publication: &str) -> Self {
        Self {
            path: format!("{publication}/manifest"),
            leads_to: LinkTarget::File(media_types::MANIFEST),
            name: AcquisitionName::Stream,
            ..Self::new_file(rel, publication, Format::Epub3)
        }
    }

    /// A format that takes minutes to make: the publication in that state.
    fn new_borrowable(publication: &str, format: Format) -> Self {
        Self {
            path: format!("{publication}/{format}/loan"),
            leads_to: LinkTarget::Publication(vec![format.facts().feed_media_type]),
            ..Self::new_file(rels::BORROW, publication, format)
        }
    }

    /// A format that the visitor has borrowed, and that takes minutes to make.
    pub(crate) fn new_lent(publication: &str, format: Format, loan: &Loan) -> Self {
        let way = match loan.file {
            None => {
                let availability = AvailabilityState::Reserved;
                Self { availability, ..Self::new_borrowable(publication, format) }
            }
            Some(file) => {
                let (until, size) = (Some(file.expires), Some(file.size));
                Self { until, size, ..Self::new_file(rels::ACQUISITION, publication, format) }
            }
        };
        Self { since: Some(loan.requested), ..way }
    }

    /// A publication that the visitor may not get, or not before this time; its address explains why.
    fn new_closed(
        visitor: &Visitor,
        publication: &str,
        artifacts: &[&Artifact],
        until: Option<Timestamp>,
    ) -> Self {
        let types = artifacts.iter().map(|artifact| artifact.format.facts().feed_media_type);
        let mut types: Vec<&'static str> = types.collect();
        types.dedup();
        Self {
            path: format!("{publication}/borrow"),
            leads_to: LinkTarget::Publication(types),
            name: AcquisitionName::Closed,
            availability: AvailabilityState::Unavailable,
            until,
            authenticate: visitor.op.reader.is_none(),
            ..Self::new_file(rels::BORROW, publication, Format::Epub3)
        }
    }
}

/// The ways to get a title or an edition. Sizes and the visitor's own copies are those that are known
/// already.
pub(crate) fn list_acquisitions(
    visitor: &Visitor,
    view: &View,
    file_info: &FileInfo,
    next: &NextBookTimes,
) -> Vec<Acquisition> {
    let content = view.item.as_offering();
    let publication = &item_path(&content.address());
    // Many apps take the first way whose type they know.
    let mut artifacts: Vec<&Artifact> = view.artifacts().collect();
    artifacts.sort_by_key(|artifact| artifact.format.facts().feed_rank);
    if !view.decision.is_open() || artifacts.is_empty() {
        return vec![Acquisition::new_closed(visitor, publication, &artifacts, next.for_view(view))];
    }
    let rel = if content.is_open_to_guests() { rels::OPEN_ACCESS } else { rels::ACQUISITION };
    let item = content.item();
    // An app cannot wait for a file that must be spoken first.
    let way = |artifact: &&Artifact| {
        let format = artifact.format;
        let copy = file_info.own_copy(&item, artifact.format);
        match copy {
            Some(loan) if artifact.is_spoken() => Acquisition::new_lent(publication, format, loan),
            None if artifact.is_spoken() => Acquisition::new_borrowable(publication, format),
            _ => {
                let ready = copy.filter(|copy| copy.file.is_some());
                Acquisition {
                    since: ready.map(|copy| copy.requested),
                    until: ready.and_then(|copy| copy.file).map(|file| file.expires),
                    size: file_info.file_size(&item, format),
                    ..Acquisition::new_file(rel, publication, format)
                }
            }
        }
    };
    // Few apps read the manifest.
    let stream = artifacts.iter().any(|artifact| artifact.format == Format::Epub3);
    let stream = stream.then(|| Acquisition::new_stream(rel, publication));
    artifacts.iter().map(way).chain(stream).collect()
}
