//! One place in every format of a title (docs/places.md): what a place in one format is in another.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use delivery::{Edition, Key, SentenceMap};
use domain::locations::BookPosition;
use domain::offering::Offering as _;
use domain::progressions::{FilePosition, file_path};
use domain::{CopySettings, Format, Item, Preferences, Title};
use tokio::sync::watch;

use crate::{Operation, Result};

/// Maximum number of annotations of other formats that one request translates.
pub const MAX_TRANSLATED_ANNOTATIONS: u32 = 200;

/// Time that a translation waits for an EPUB that nobody has downloaded yet.
const CONVERSION_TIMEOUT: Duration = Duration::from_secs(10);

/// A place in another format than that in which it was reported.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TranslatedPosition {
    /// The location in the notation of the format. `None` if only the share is known.
    pub location: Option<String>,
    /// The location as `KOReader` writes it. `None` in formats that it does not know.
    pub pointer: Option<String>,
    /// Position as a share of the title, from 0 to 1. `None` if it is not known.
    pub total_progression: Option<f64>,
}

/// Translates places in one title for one reader. Each format's map is read once.
pub struct Translator<'a> {
    op: &'a Operation,
    title: &'a Title,
    preferences: Preferences,
    maps: HashMap<Format, Option<Arc<SentenceMap>>>,
}

impl<'a> Translator<'a> {
    /// For the copies that this reader gets of a title.
    pub async fn new(op: &'a Operation, title: &'a Title) -> Result<Self> {
        let preferences = store::preferences::get(op.db(), op.account_id()?).await?;
        Ok(Self { op, title, preferences, maps: HashMap::new() })
    }

    /// Converts the EPUB if nobody has downloaded it yet, so that it has a map. Without one, because that
    /// takes too long or fails, places are identified by their share of the text alone.
    pub(crate) async fn ensure_map(&mut self, format: Format) {
        let artifact = self.title.artifact(format).filter(|_| format == Format::Epub3);
        let source = self.title.files.source_of(format).and_then(|source| Key::parse(source).ok());
        let Some((artifact, source)) = artifact.zip(source) else { return };
        let item = Item::Title(self.title.id);
        let settings = CopySettings::from_preferences(format, &self.preferences);
        let context = self.op.library().holdings_context();
        let steps = watch::Sender::default();
        let conversion = holdings::package::convert_source(
            &context, &steps, &item, &source, format, settings, artifact.date_added,
        );
        match tokio::time::timeout(CONVERSION_TIMEOUT, conversion).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => tracing::warn!(%error, title = self.title.id.0, "an EPUB has no map"),
            Err(_) => tracing::info!(title = self.title.id.0, "an EPUB takes too long to be converted"),
        }
    }

    /// A place in one format as a place in another one, or in other words of the same. Of formats without a
    /// map only the share of the text is known.
    ///
    /// # Errors
    /// The file store cannot be read.
    pub async fn translate(
        &mut self,
        from: (Format, &str),
        total_progression: Option<f64>,
        to: Format,
    ) -> Result<TranslatedPosition> {
        let (format, location) = from;
        let (source, target) = (self.load_map(format).await?, self.load_map(to).await?);
        let edition = file_edition(self.title);
        let sentence_number = match source.as_ref().and_then(|map| map.find_sentence(location, edition)) {
            None if format == Format::Epub3 => self.find_nearest_in_file(location, total_progression).await?,
            sentence_number => sentence_number,
        };
        let share = match (&source, sentence_number) {
            (Some(map), Some(sentence)) => Some(map.share_before(sentence)),
            _ => total_progression,
        };
        let Some(target) = target else {
            return Ok(TranslatedPosition { total_progression: share, ..TranslatedPosition::default() });
        };
        let same = source.as_ref().is_some_and(|source| source.has_same_text(&target));
        let sentence = sentence_number
            .filter(|_| same)
            .or_else(|| target.sentence_at_share(share.filter(|share| share.is_finite())?));
        Ok(TranslatedPosition {
            location: sentence.and_then(|sentence| target.sentence_location(sentence, edition)),
            pointer: sentence.and_then(|sentence| target.sentence_pointer(sentence, edition)),
            total_progression: share,
        })
    }

    /// Translates a place that is stored with an annotation, whose share may be any number that an app
    /// sent.
    pub(crate) async fn translate_stored(
        &mut self,
        format: Format,
        place: &BookPosition,
        to: Format,
    ) -> Result<TranslatedPosition> {
        let share = place.total_progression.filter(|share| (0.0..=1.0).contains(share));
        self.translate((format, &place.location), share, to).await
    }

    /// The sentence at a place in a file of the EPUB, of which only the file is understood: the nearest one
    /// in the file.
    async fn find_nearest_in_file(
        &mut self,
        location: &str,
        total_progression: Option<f64>,
    ) -> Result<Option<usize>> {
        let (Some(path), Some(share)) = (file_path(location), total_progression) else { return Ok(None) };
        let Some(document) = self.spine_index(&path).await? else { return Ok(None) };
        let map = self.load_map(Format::Epub3).await?;
        Ok(map.and_then(|map| map.nearest_in_document(document, share)))
    }

    /// A place in a file of the EPUB as a canonical fragment identifier: at a share of the file's text, or
    /// else the nearest one in it to a share of the whole text. `None` if the EPUB has no such file, or no
    /// map.
    pub async fn find_cfi(
        &mut self,
        within: &FilePosition,
        total_progression: f64,
    ) -> Result<Option<String>> {
        let Some(document) = self.spine_index(&within.path).await? else { return Ok(None) };
        let Some(map) = self.load_map(Format::Epub3).await? else { return Ok(None) };
        let sentence = match within.progression {
            Some(share) => map.sentence_in_document(document, share),
            None => map.nearest_in_document(document, total_progression),
        };
        Ok(sentence.and_then(|sentence| map.sentence_location(sentence, file_edition(self.title))))
    }

    /// The file of the EPUB that a place in it is in. `None` if it is not known.
    pub async fn find_document_of(&mut self, location: &str) -> Result<Option<FilePosition>> {
        let Some(map) = self.load_map(Format::Epub3).await? else { return Ok(None) };
        let sentence = map.find_sentence(location, file_edition(self.title));
        let Some((document, share)) = sentence.and_then(|sentence| map.sentence_document(sentence)) else {
            return Ok(None);
        };
        let spine = self.load_spine().await?;
        let path = spine.as_ref().and_then(|spine| spine.get(document)).filter(|path| !path.is_empty());
        Ok(path.map(|path| FilePosition { path: path.clone(), progression: Some(share) }))
    }

    /// The index in the spine of the EPUB of a file. Apps may leave folders out.
    async fn spine_index(&mut self, path: &str) -> Result<Option<usize>> {
        let spine = self.load_spine().await?;
        let files = || spine.iter().flat_map(|spine| spine.iter()).enumerate();
        let inside = |own: &str| own.strip_suffix(path).is_some_and(|folder| folder.ends_with('/'));
        let mut named = files().filter(|(_, own)| inside(own));
        let exact = files().find(|(_, own)| *own == path);
        let only = || named.next().filter(|_| named.next().is_none());
        Ok(exact.or_else(only).map(|(document, _)| document))
    }

    async fn load_spine(&self) -> Result<Option<Arc<Vec<String>>>> {
        match self.title.files.source_of(Format::Epub3) {
            Some(source) => Ok(self.op.delivery().read_spine(&Key::parse(source)?).await?),
            None => Ok(None),
        }
    }

    async fn load_map(&mut self, format: Format) -> Result<Option<Arc<SentenceMap>>> {
        if let Some(known) = self.maps.get(&format) {
            return Ok(known.clone());
        }
        let settings = CopySettings::from_preferences(format, &self.preferences);
        let map = match self.title.files.source_of(format) {
            Some(source) => self.op.delivery().read_map(&Key::parse(source)?, format, settings).await?,
            None => None,
        };
        let map = map.map(Arc::new);
        self.maps.insert(format, map.clone());
        Ok(map)
    }
}

/// The edition of a title's copies: watermarked or not.
pub(crate) fn file_edition(title: &Title) -> Edition {
    let unmarked = title.usage().is_free() || title.owner().is_some();
    if unmarked { Edition::Plain } else { Edition::Marked }
}
