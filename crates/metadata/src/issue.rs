//! A title as it is given out.

use domain::categories::{Category, CategoryType};
use domain::formats::Format;
use domain::titles::{ContentType, Title, TitleStatus};
use jiff::Timestamp;

use crate::record::{Action, Record, Scheme, Subject};

/// The record of a title, and what only those who write records say of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// What it is; a title that is withdrawn or removed is to be withdrawn by others too.
    pub record: Record,
    /// Announced: readers cannot find it yet.
    pub announced: bool,
    /// A music score.
    pub music: bool,
    /// In what it can be had.
    pub formats: Vec<Format>,
    /// When its record was made.
    pub created: Timestamp,
    /// When it last changed.
    pub changed: Timestamp,
    /// The title that takes its place.
    pub successor: Option<Successor>,
}

/// A title that takes another's place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// What it is called in the same file.
    pub reference: String,
    /// Its ISBN.
    pub isbn13: Option<String>,
}

impl Issue {
    /// A title of the catalog under this reference.
    pub fn of(title: &Title, reference: String, successor: Option<Successor>) -> Self {
        let gone = matches!(title.status, TitleStatus::Withdrawn | TitleStatus::Removed);
        let said = |artifact: &domain::artifacts::Artifact| artifact.details.accessibility.clone();
        let record = Record {
            reference,
            action: if gone { Action::Withdraw } else { Action::Full },
            metadata: title.metadata.clone(),
            subjects: title.metadata.categories.iter().map(subject).collect(),
            usage: Some(title.usage),
            territory: Some(title.territory.clone()),
            // What the publisher says is said of the EPUB; formats made of it have it from there.
            accessibility: title
                .artifact(Format::Epub3)
                .and_then(said)
                .or_else(|| title.artifacts.iter().find_map(said)),
        };
        Self {
            record,
            announced: !title.was_live(),
            music: title.content_type == ContentType::MusicScore,
            formats: title.available_formats().collect(),
            created: title.dates.created,
            changed: title.dates.updated,
            successor,
        }
    }
}

fn subject(category: &Category) -> Subject {
    let scheme = match category.kind {
        CategoryType::Service => Scheme::Own,
        CategoryType::Bisac => Scheme::Bisac,
    };
    Subject { scheme, code: category.code.clone(), name: Some(category.name.clone()) }
}
