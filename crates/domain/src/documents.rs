//! Documents that users upload to read them in formats they can read (docs/rules/documents.md#rule-1,
//! docs/rules/documents.md#rule-2). A document is a title with an owner: [`access`](crate::access) lets no
//! one else see it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::artifacts::ArtifactDetails;
use crate::sites::Sharing;
use crate::titles::{Dates, Metadata};
use crate::{
    AccountId, Artifact, ContentType, Format, FormatStatus, SiteId, Territory, Title, TitleFiles, TitleId,
    TitleStatus, UsageRestriction, wire_enum,
};

/// The largest document, bytes: the 20 Mb of docs/rules/documents.md#rule-1.
pub const MAX_DOCUMENT_BYTES: u64 = 20 << 20;

/// The formats that a document is made into.
pub const FORMATS: [Format; 2] = [Format::Daisy, Format::Epub3];

/// The language of a document if nothing better is known.
const UNKNOWN_LANGUAGE: &str = "und";

wire_enum! {
    /// Type of an uploaded document, by its media type (docs/rules/documents.md#rule-1).
    pub enum DocumentType {
        Pdf = "application/pdf",
        /// A photograph or a scan.
        Jpeg = "image/jpeg",
        /// A photograph, as phones take them.
        Heif = "image/heif",
        Png = "image/png",
        /// Slides.
        Presentation = "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    }
}

impl DocumentType {
    /// The usual ending of such a file's name, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Jpeg => "jpg",
            Self::Heif => "heic",
            Self::Png => "png",
            Self::Presentation => "pptx",
        }
    }
}

wire_enum! {
    /// Progress of the conversion of a document.
    pub enum DocumentState {
        /// Waits for it, or is in progress.
        Pending = "pending",
        /// Done.
        Ready = "ready",
        /// It cannot be done.
        Failed = "failed",
    }
}

/// The uploaded file of a document, which is stored besides its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub title: TitleId,
    pub owner: AccountId,
    pub kind: DocumentType,
    /// Key in the file store.
    pub file: String,
    /// Bytes.
    pub size: u64,
    pub state: DocumentState,
    /// Since when it has waited for a conversion.
    pub pending_since: Timestamp,
}

/// Number and total size of a user's documents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DocumentUsage {
    pub documents: u64,
    pub bytes: u64,
}

/// Limits of a user's documents; 0 for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    pub documents: u64,
    pub bytes: u64,
}

impl Allowance {
    /// Why one more document of this size is refused, in a sentence for its owner. `None` if it is accepted.
    pub fn refusal(self, kept: DocumentUsage, size: u64) -> Option<String> {
        if self.documents > 0 && kept.documents >= self.documents {
            return Some(format!(
                "You have {} documents, and may keep {}: delete one first.",
                kept.documents, self.documents
            ));
        }
        let full = self.bytes > 0 && kept.bytes.saturating_add(size) > self.bytes;
        full.then(|| {
            format!("Your documents would be larger than {} MB: delete one first.", self.bytes >> 20)
        })
    }
}

/// The title of a new document: every format is pending (docs/rules/documents.md#rule-2). It never becomes
/// live, so nothing that asks for live titles finds it.
pub fn new_title(id: TitleId, owner: &AccountId, site: &SiteId, name: &str, now: Timestamp) -> Title {
    let artifact = |format| Artifact {
        format,
        status: FormatStatus::Pending,
        date_added: now,
        version: 1,
        details: ArtifactDetails::default(),
    };
    Title {
        id,
        site: site.clone(),
        sharing: Sharing::None,
        status: TitleStatus::UserSubmitted,
        owner: Some(owner.clone()),
        content_type: ContentType::Text,
        usage: UsageRestriction::Copyright,
        territory: Territory { worldwide: true, ..Territory::default() },
        metadata: Metadata {
            title: name.to_owned(),
            languages: vec![UNKNOWN_LANGUAGE.to_owned()],
            ..Metadata::default()
        },
        artifacts: FORMATS.map(artifact).into(),
        files: TitleFiles::default(),
        inspection: None,
        dates: Dates { created: now, updated: now, published: Some(now), withdrawn: None },
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentFindings {
    /// ISO 639-2 alpha-3.
    pub languages: Vec<String>,
    /// Pages or slides.
    pub pages: Option<i32>,
    pub images: Option<i32>,
}

/// The title of a document that was converted into the book with this key.
pub fn apply_conversion(title: &mut Title, source: &str, found: DocumentFindings, now: Timestamp) {
    title.files.source = Some(source.to_owned());
    title.files.source_format = Some(Format::Epub3);
    if !found.languages.is_empty() {
        title.metadata.languages = found.languages;
    }
    title.metadata.num_pages = found.pages;
    title.metadata.num_images = found.images;
    title.metadata.notes = None;
    finish_formats(title, FormatStatus::Available, now);
}

/// The title of a document that cannot be converted; its notes tell the owner why.
pub fn apply_failure(title: &mut Title, reason: &str, now: Timestamp) {
    let reason = reason.trim_end_matches('.');
    title.metadata.notes = Some(format!("The document could not be converted: {reason}."));
    finish_formats(title, FormatStatus::Unavailable, now);
}

/// The title of a document whose conversion is tried again.
pub fn mark_pending(title: &mut Title, now: Timestamp) {
    title.metadata.notes = None;
    finish_formats(title, FormatStatus::Pending, now);
}

fn finish_formats(title: &mut Title, status: FormatStatus, now: Timestamp) {
    title.artifacts.iter_mut().for_each(|artifact| artifact.status = status);
    title.dates.updated = now;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{noon, site};

    fn fresh_title() -> Title {
        new_title(TitleId(7), &"ann".into(), &site(), "Letter", noon())
    }

    fn format_statuses(title: &Title) -> Vec<(Format, FormatStatus)> {
        title.artifacts.iter().map(|a| (a.format, a.status)).collect()
    }

    #[test]
    fn a_new_document_is_pending_and_never_live() {
        let title = fresh_title();
        let pending = FORMATS.map(|format| (format, FormatStatus::Pending));
        assert_eq!(format_statuses(&title), pending);
        assert!(!title.was_live());
        assert_eq!(title.available_formats().count(), 0);
        assert_eq!(title.metadata.languages, ["und"]);
    }

    #[test]
    fn a_conversion_makes_every_format_available_or_none() {
        let mut title = fresh_title();
        apply_failure(&mut title, "it is locked.", noon());
        assert_eq!(format_statuses(&title), FORMATS.map(|format| (format, FormatStatus::Unavailable)));
        assert_eq!(
            title.metadata.notes.as_deref(),
            Some("The document could not be converted: it is locked.")
        );
        assert_eq!(title.files.source, None);
        mark_pending(&mut title, noon());
        assert_eq!(
            (format_statuses(&title), title.metadata.notes.clone()),
            (format_statuses(&fresh_title()), None)
        );
        let found = DocumentFindings { languages: vec!["fra".into()], pages: Some(3), images: Some(0) };
        apply_conversion(&mut title, "documents/x.epub", found, noon());
        assert_eq!(format_statuses(&title), FORMATS.map(|format| (format, FormatStatus::Available)));
        assert_eq!((title.metadata.notes, title.metadata.num_pages), (None, Some(3)));
        assert_eq!(title.metadata.languages, ["fra"]);
        assert_eq!(title.files.source.as_deref(), Some("documents/x.epub"));
    }

    #[test]
    fn limits_the_number_and_size_of_a_users_documents() {
        let limit = Allowance { documents: 2, bytes: 10 << 20 };
        let kept = |documents, megabytes: u64| DocumentUsage { documents, bytes: megabytes << 20 };
        assert_eq!(limit.refusal(kept(1, 4), 6 << 20), None);
        assert!(limit.refusal(kept(1, 4), (6 << 20) + 1).unwrap().contains("10 MB"));
        assert!(limit.refusal(kept(2, 0), 1).unwrap().contains("may keep 2"));
        assert_eq!(Allowance { documents: 0, bytes: 0 }.refusal(kept(900, 900), MAX_DOCUMENT_BYTES), None);
    }
}
