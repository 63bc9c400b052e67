//! A title that is read in a browser, heard in the library's own voice (docs/reading.md#the-librarys-voice):
//! the sound files of its spoken format, as they are before marking, because marks change no sound, and the
//! times at which its sentences are heard. It is part of reading: the same decision, and the same download.

use std::sync::Arc;

use delivery::resources::{ArtifactVersion, Resource};
use delivery::web::find_sentences;
use delivery::{Key, SentenceMap, Speed, artifacts};
use domain::{CopySettings, Format, Item, ItemAddress, Title};
use jiff::SignedDuration;
use serde::Serialize;

use super::browser::{HeardSentence, OpenBook, SPEECH_FORMAT};
use super::files::extract_resource;
use super::package::{CopyStatus, copy_status, deliver};
use super::request::CopyRequest;
use super::unpacked::UnpackedPackage;
use crate::files::TicketFile;
use crate::places::file_edition;
use crate::{ErrorKey, Operation, Result};

/// Interval in which a use of sound files is recorded once.
const USE_RECORD_INTERVAL: SignedDuration = SignedDuration::from_mins(10);

/// The state of the library's voice for a reader of a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Voice {
    /// There is none: the caller may not have the title as audio.
    Closed,
    /// Nobody has asked for it yet.
    Absent,
    /// The caller has asked, and it is being made.
    Making,
    /// It could not be made. Asking again makes a new attempt.
    Failed,
    /// It can be heard.
    Ready,
}

/// The spoken format of a title: where it is, or will be.
struct SpokenFormat {
    artifact: Key,
    version: ArtifactVersion,
}

impl SpokenFormat {
    fn from_title(title: &Title) -> Result<Option<Self>> {
        let Some(source) = title.files.source_of(SPEECH_FORMAT) else { return Ok(None) };
        let Ok(artifact) = artifacts::artifact_key(&Key::parse(source)?, SPEECH_FORMAT, CopySettings::None)
        else {
            return Ok(None);
        };
        let version =
            title.artifacts.iter().find(|made| made.format == SPEECH_FORMAT).map_or(0, |made| made.version);
        let version = ArtifactVersion {
            item: Item::Title(title.id),
            format: SPEECH_FORMAT,
            version,
            settings: CopySettings::None,
        };
        Ok(Some(Self { artifact, version }))
    }

    async fn is_made(&self, op: &Operation) -> Result<bool> {
        Ok(op.delivery().files().head(&self.artifact).await?.is_some())
    }
}

impl OpenBook {
    pub async fn voice_state(&self, op: &Operation) -> Result<Voice> {
        let Some(spoken) = self.find_allowed_spoken_format(op).await? else { return Ok(Voice::Closed) };
        if spoken.is_made(op).await? {
            return Ok(Voice::Ready);
        }
        Ok(match copy_status(op, &self.copy_request()).await? {
            CopyStatus::Absent => Voice::Absent,
            CopyStatus::InPreparation { .. } => Voice::Making,
            CopyStatus::Failed => Voice::Failed,
            // The copy exists, and what it was made of was deleted to save space.
            CopyStatus::Ready { .. } => Voice::Closed,
        })
    }

    /// Asks for the library's voice: for a copy in the spoken format, which counts as nothing until it is
    /// fetched.
    ///
    /// # Errors
    /// Those of [`deliver`].
    pub async fn make_voice(&self, op: &Operation) -> Result<Voice> {
        let voice = self.voice_state(op).await?;
        if !matches!(voice, Voice::Absent | Voice::Failed) {
            return Ok(voice);
        }
        match deliver(op, &self.copy_request()).await {
            // The failure of the last attempt, which is reported once.
            Err(error) if error.key() == Some(ErrorKey::PackagingFailed) => {
                deliver(op, &self.copy_request()).await?;
            }
            asked => drop(asked?),
        }
        self.voice_state(op).await
    }

    /// The sentences of a chapter with the times at which the library's voice says them. Empty if it is not
    /// ready, or was not made of the same text.
    pub async fn heard_sentences(&self, op: &Operation, chapter: usize) -> Result<Vec<HeardSentence>> {
        self.find_chapter(chapter)?;
        let title = self.load_title(op).await?;
        if !self.can_be_heard() {
            return Ok(Vec::new());
        }
        let maps = read_sentence_map(op, &title, Format::Epub3)
            .await?
            .zip(read_sentence_map(op, &title, SPEECH_FORMAT).await?);
        let Some((text, sound)) = maps.filter(|(text, sound)| text.has_same_text(sound)) else {
            return Ok(Vec::new());
        };
        let (words, book, edition) =
            (self.chapter_words(op, chapter).await?, self.book.clone(), file_edition(&title));
        let find = move || find_sentences(&book.outline, &words, chapter, (&text, edition), &sound);
        Ok(tokio::task::spawn_blocking(find).await?)
    }

    /// A sound file of the library's voice, by its name. The first file that is fetched completely is the
    /// fetch of the copy that is read.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND`
    pub async fn open_sound(&self, op: &Operation, name: &str) -> Result<TicketFile> {
        let spoken = self.find_allowed_spoken_format(op).await?.ok_or(ErrorKey::ResourceNotFound)?;
        let key = spoken.artifact.as_str();
        let kept = store::artifacts::find(op.db(), key).await?.ok_or(ErrorKey::ResourceNotFound)?;
        if op.now.duration_since(kept.last_used) > USE_RECORD_INTERVAL {
            // What is heard is not deleted to save space.
            store::artifacts::touch(op.db(), key, op.now).await?;
        }
        if !spoken.is_made(op).await? {
            return Err(ErrorKey::ResourceNotFound.into());
        }
        let files = op.delivery().list_resources(&spoken.artifact, &spoken.version).await?;
        let is_wanted = |file: &&Resource| file.path == name && file.media_type.starts_with("audio/");
        let id = files.iter().find(is_wanted).ok_or(ErrorKey::ResourceNotFound)?.id.clone();
        let read = UnpackedPackage {
            download: self.unpacked.download.clone(),
            package: spoken.artifact,
            version: spoken.version,
        };
        let ticket = extract_resource(op, &read, &id, Speed::NORMAL).await?;
        crate::files::open(op, &ticket).await
    }

    fn copy_request(&self) -> CopyRequest {
        CopyRequest { content: ItemAddress::Title(self.id()), format: SPEECH_FORMAT, for_user: None }
    }

    async fn load_title(&self, op: &Operation) -> Result<Arc<Title>> {
        Ok(store::titles::read_cached(op.db(), self.id()).await?.ok_or(ErrorKey::TitleNotFound)?)
    }

    /// Loads the title for its spoken format. `None` if the caller may not have that.
    async fn find_allowed_spoken_format(&self, op: &Operation) -> Result<Option<SpokenFormat>> {
        if !self.can_be_heard() {
            return Ok(None);
        }
        SpokenFormat::from_title(&*self.load_title(op).await?)
    }
}

/// The positions of the sentences of a title in one of its formats. `None` if the map was not made.
async fn read_sentence_map(op: &Operation, title: &Title, format: Format) -> Result<Option<SentenceMap>> {
    match title.files.source_of(format) {
        Some(source) => Ok(op.delivery().read_map(&Key::parse(source)?, format, CopySettings::None).await?),
        None => Ok(None),
    }
}
