//! Exported titles.

use domain::thema::ThemaCode;
use domain::{Category, CategoryType, ContentType, Format, Title, TitleStatus};
use jiff::Timestamp;

use crate::{Action, Record, RecordSubject, Scheme};

/// The record of a title, with the additional data that only writers need.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// The record; a withdrawn or removed title is to be withdrawn by others too.
    pub record: Record,
    /// Announced: readers cannot find it yet.
    pub announced: bool,
    /// A music score.
    pub music: bool,
    /// The formats in which it is available.
    pub formats: Vec<Format>,
    /// When its record was made.
    pub created: Timestamp,
    /// When it last changed.
    pub changed: Timestamp,
    /// The title that replaces it.
    pub successor: Option<Successor>,
}

/// A title that replaces another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Successor {
    /// Its reference in the same file.
    pub reference: String,
    /// ISBN of that title.
    pub isbn13: Option<String>,
}

impl Issue {
    /// Describes a title of the catalog under this reference.
    pub fn from_title(title: &Title, reference: String, successor: Option<Successor>) -> Self {
        let gone = matches!(title.status, TitleStatus::Withdrawn | TitleStatus::Removed);
        let said = |artifact: &domain::artifacts::Artifact| artifact.details.accessibility.clone();
        let record = Record {
            reference,
            action: if gone { Action::Withdraw } else { Action::Full },
            metadata: title.metadata.clone(),
            subjects: collect_subjects(title),
            usage: Some(title.usage),
            territory: Some(title.territory.clone()),
            // The publisher's statement is that of the EPUB; formats made from it inherit it.
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

/// The categories, then the Thema codes.
fn collect_subjects(title: &Title) -> Vec<RecordSubject> {
    let thema = |of: &ThemaCode| RecordSubject {
        scheme: Scheme::Thema,
        code: Some(of.code.clone()),
        name: of.name.clone(),
    };
    let categories = title.metadata.categories.iter().map(category_subject);
    categories.chain(title.metadata.thema.iter().map(thema)).collect()
}

fn category_subject(category: &Category) -> RecordSubject {
    let scheme = match category.kind {
        CategoryType::Service => Scheme::Own,
        CategoryType::Bisac => Scheme::Bisac,
    };
    RecordSubject { scheme, code: category.code.clone(), name: Some(category.name.clone()) }
}
