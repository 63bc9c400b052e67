//! A title whose book is replaced by another file (docs/rules/titles.md#rule-16).

use jiff::Timestamp;

use super::{Title, TitleStatus};
use crate::artifacts::ArtifactDetails;
use crate::wire::WireEnum as _;
use crate::{Artifact, Format, FormatStatus};

impl Title {
    /// The title with the file, the formats and the cover of another book. Its description stays, and so do
    /// formats with a file of their own, and what staff have written about formats.
    #[must_use]
    pub fn with_new_book(&self, book: &Self, now: Timestamp) -> Self {
        let mut title = self.clone();
        title.content_type = book.content_type;
        title.files.source.clone_from(&book.files.source);
        title.files.source_format = book.files.source_format;
        title.files.dtbook_size = book.files.dtbook_size;
        title.files.cover = book.files.cover.clone().or(title.files.cover);
        title.inspection.clone_from(&book.inspection);
        title.metadata.has_embedded_image_descriptions = book.metadata.has_embedded_image_descriptions;
        title.metadata.num_images = book.metadata.num_images;
        title.artifacts =
            Format::ALL.iter().filter_map(|format| self.replace_artifact(*format, book, now)).collect();
        title.dates.updated = now;
        title
    }

    /// The artifact of a format after the replacement. `None` if neither book has the format.
    fn replace_artifact(&self, format: Format, book: &Self, now: Timestamp) -> Option<Artifact> {
        let before = self.artifact(format);
        if self.files.others.contains_key(&format) {
            return before.cloned();
        }
        match (before, book.artifact(format)) {
            (None, None) => None,
            (Some(before), None) => Some(Artifact { status: FormatStatus::Unavailable, ..before.clone() }),
            (None, Some(other)) => Some(Artifact { status: self.new_format_status(), ..other.clone() }),
            (Some(before), Some(other)) => Some(Artifact {
                format,
                status: match before.status {
                    FormatStatus::Unavailable => self.new_format_status(),
                    status => status,
                },
                date_added: now,
                // No reader gets a copy of the book before.
                version: before.version + 1,
                details: ArtifactDetails {
                    narrator: other.details.narrator.clone(),
                    duration_seconds: other.details.duration_seconds,
                    number_of_volumes: other.details.number_of_volumes,
                    accessibility: other.details.accessibility.clone(),
                    audio_tools: other.details.audio_tools,
                    ..before.details.clone()
                },
            }),
        }
    }

    /// The status of a format that the title gets: like the formats of titles in its status.
    fn new_format_status(&self) -> FormatStatus {
        match self.status {
            TitleStatus::Live | TitleStatus::Withdrawn => FormatStatus::Available,
            _ => FormatStatus::Pending,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{artifact, days_ago, noon, title, with_change};

    #[test]
    fn a_new_book_brings_its_formats_and_the_description_stays() {
        let before = with_change(title(), |title| {
            title.artifacts = [Format::Daisy, Format::Epub3, Format::Brf].map(artifact).into();
            title.artifacts[0].details.supplier = Some("Harbor Press".into());
            title.artifacts[0].details.duration_seconds = Some(60);
            title.files.others.insert(Format::Brf, "sources/1001/own.brf".into());
        });
        let book = with_change(title(), |book| {
            book.metadata.title = "Other".into();
            book.files.source = Some("sources/1001/new.epub".into());
            book.artifacts = [Format::Daisy, Format::Docx, Format::Brf].map(artifact).into();
        });
        let after = before.with_new_book(&book, noon());
        assert_eq!(after.metadata.title, before.metadata.title);
        assert_eq!(after.files.source.as_deref(), Some("sources/1001/new.epub"));
        assert_eq!(after.files.others, before.files.others);
        let [daisy, epub, docx, brf] = [Format::Daisy, Format::Epub3, Format::Docx, Format::Brf]
            .map(|format| after.artifact(format).unwrap());
        assert_eq!((daisy.version, daisy.date_added, daisy.status), (2, noon(), FormatStatus::Available));
        assert_eq!(daisy.details.supplier.as_deref(), Some("Harbor Press"));
        assert_eq!(daisy.details.duration_seconds, None, "that of the new book");
        assert_eq!(epub.status, FormatStatus::Unavailable, "the new book does not have it");
        assert_eq!((docx.version, docx.status), (1, FormatStatus::Available));
        assert_eq!((brf.version, brf.date_added), (1, days_ago(300)), "it has a file of its own");

        let waiting = with_change(before, |title| title.status = TitleStatus::Validated);
        let after = waiting.with_new_book(&book, noon());
        assert_eq!(after.artifact(Format::Docx).unwrap().status, FormatStatus::Pending);
    }
}
