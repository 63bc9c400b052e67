//! A title that is read in a browser, heard in the library's own voice (docs/reading.md#the-librarys-voice):
//! the sound files of its spoken format, as they are before marking, because marks change no sound, and the
//! times at which its sentences are heard. It is part of reading: the same decision, and the same download.

use std::sync::Arc;

use delivery::keys::Key;
use delivery::resources::{ArtifactVersion, Resource};
use delivery::web::find_sentences;
use delivery::{SentenceMap, Speed, artifacts};
use domain::downloads::Item;
use domain::formats::Format;
use domain::settings::Settings;
use domain::titles::Title;
use jiff::SignedDuration;
use serde::Serialize;

use super::browser::{HeardSentence, OpenBook, SPOKEN};
use super::files::extract;
use super::package::{Standing, deliver, standing};
use super::request::{Content, CopyRequest};
use super::unpacked::Unpacked;
use crate::caller::Caller;
use crate::error::Result;
use crate::files::Opened;
use crate::keys::ErrorKey;
use crate::library::Library;
use crate::places::edition;

/// How long a use of sound files is not noted again.
const NOTED: SignedDuration = SignedDuration::from_mins(10);

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
struct Spoken {
    artifact: Key,
    version: ArtifactVersion,
}

impl Spoken {
    fn of(title: &Title) -> Result<Option<Self>> {
        let Some(source) = title.files.source_of(SPOKEN) else { return Ok(None) };
        let Ok(artifact) = artifacts::key(&Key::parse(source)?, SPOKEN, Settings::None) else {
            return Ok(None);
        };
        let version =
            title.artifacts.iter().find(|made| made.format == SPOKEN).map_or(0, |made| made.version);
        let version = ArtifactVersion {
            item: Item::Title(title.id),
            format: SPOKEN,
            version,
            settings: Settings::None,
        };
        Ok(Some(Self { artifact, version }))
    }

    async fn is_made(&self, library: &Library) -> Result<bool> {
        Ok(library.delivery.files().head(&self.artifact).await?.is_some())
    }
}

impl OpenBook {
    /// The state of the library's voice.
    pub async fn voice(&self, library: &Library, caller: &Caller) -> Result<Voice> {
        let Some(spoken) = self.spoken(library).await? else { return Ok(Voice::Closed) };
        if spoken.is_made(library).await? {
            return Ok(Voice::Ready);
        }
        Ok(match standing(library, caller, &self.copy()).await? {
            Standing::Absent => Voice::Absent,
            Standing::InPreparation { .. } => Voice::Making,
            Standing::Failed => Voice::Failed,
            // The copy exists, and what it was made of was deleted to save space.
            Standing::Ready { .. } => Voice::Closed,
        })
    }

    /// Asks for the library's voice: for a copy in the spoken format, which counts as nothing until it is
    /// fetched.
    ///
    /// # Errors
    /// Those of [`deliver`].
    pub async fn make_voice(&self, library: &Library, caller: &Caller) -> Result<Voice> {
        let voice = self.voice(library, caller).await?;
        if !matches!(voice, Voice::Absent | Voice::Failed) {
            return Ok(voice);
        }
        match deliver(library, caller, &self.copy()).await {
            // The failure of the last attempt, which is reported once.
            Err(error) if error.key() == Some(ErrorKey::PackagingFailed) => {
                deliver(library, caller, &self.copy()).await?;
            }
            asked => drop(asked?),
        }
        self.voice(library, caller).await
    }

    /// The sentences of a chapter with the times at which the library's voice says them. Empty if it is not
    /// ready, or was not made of the same text.
    pub async fn sentences(&self, library: &Library, chapter: usize) -> Result<Vec<HeardSentence>> {
        self.chapter(chapter)?;
        let title = self.title(library).await?;
        if !self.can_be_heard() {
            return Ok(Vec::new());
        }
        let maps = map(library, &title, Format::Epub3).await?.zip(map(library, &title, SPOKEN).await?);
        let Some((text, sound)) = maps.filter(|(text, sound)| text.has_same_text(sound)) else {
            return Ok(Vec::new());
        };
        let (words, book, edition) = (self.words(library, chapter).await?, self.book(), edition(&title));
        let find = move || find_sentences(&book.outline, &words, chapter, (&text, edition), &sound);
        Ok(tokio::task::spawn_blocking(find).await?)
    }

    /// A sound file of the library's voice, by its name. The first file that is fetched completely is the
    /// fetch of the copy that is read.
    ///
    /// # Errors
    /// `RESOURCE_NOT_FOUND`
    pub async fn sound(&self, library: &Library, name: &str) -> Result<Opened> {
        let spoken = self.spoken(library).await?.ok_or(ErrorKey::ResourceNotFound)?;
        let key = spoken.artifact.as_str();
        let kept = store::artifacts::find(&library.db, key).await?.ok_or(ErrorKey::ResourceNotFound)?;
        if library.now().duration_since(kept.last_used) > NOTED {
            // What is heard is not deleted to save space.
            store::artifacts::touch(&library.db, key, library.now()).await?;
        }
        if !spoken.is_made(library).await? {
            return Err(ErrorKey::ResourceNotFound.into());
        }
        let files = library.delivery.resources(&spoken.artifact, &spoken.version).await?;
        let is_wanted = |file: &&Resource| file.path == name && file.media_type.starts_with("audio/");
        let id = files.iter().find(is_wanted).ok_or(ErrorKey::ResourceNotFound)?.id.clone();
        let read = Unpacked {
            download: self.unpacked().download.clone(),
            package: spoken.artifact,
            version: spoken.version,
        };
        let ticket = extract(library, &read, &id, Speed::NORMAL).await?;
        crate::files::open(library, &ticket).await
    }

    fn copy(&self) -> CopyRequest {
        CopyRequest { content: Content::Title(self.id()), format: SPOKEN, for_user: None }
    }

    async fn title(&self, library: &Library) -> Result<Arc<Title>> {
        Ok(store::titles::read_cached(&library.db, self.id()).await?.ok_or(ErrorKey::TitleNotFound)?)
    }

    /// The spoken format. `None` if the caller may not have it.
    async fn spoken(&self, library: &Library) -> Result<Option<Spoken>> {
        if !self.can_be_heard() {
            return Ok(None);
        }
        Spoken::of(&*self.title(library).await?)
    }
}

/// Where the sentences of a title are in one of its formats. `None` if that was not made.
async fn map(library: &Library, title: &Title, format: Format) -> Result<Option<SentenceMap>> {
    match title.files.source_of(format) {
        Some(source) => Ok(library.delivery.map(&Key::parse(source)?, format, Settings::None).await?),
        None => Ok(None),
    }
}
