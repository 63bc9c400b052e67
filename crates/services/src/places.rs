//! One place in every format of a title (docs/places.md): what a place in one format is in another.

use std::collections::HashMap;
use std::sync::Arc;

use delivery::keys::Key;
use delivery::{Edition, Map};
use domain::formats::Format;
use domain::locations::Place;
use domain::offered::Offered as _;
use domain::preferences::Preferences;
use domain::settings::Settings;
use domain::titles::Title;

use crate::error::Result;
use crate::library::Library;
use crate::roles::SignedIn;

/// How many annotations of other formats are translated for one request.
pub const OTHERS: u32 = 200;

/// A place in another format than that in which it was reported.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Translated {
    /// Where, in the way of the format. `None` if only the share is known.
    pub location: Option<String>,
    /// Where, as `KOReader` points to it. `None` in formats that it does not know.
    pub pointer: Option<String>,
    /// How far into the title, from 0 to 1. `None` if it is not known.
    pub total_progression: Option<f64>,
}

/// Translates places in one title for one reader. Each format's map is read once.
pub struct Translator<'a> {
    library: &'a Library,
    title: &'a Title,
    preferences: Preferences,
    maps: HashMap<Format, Option<Arc<Map>>>,
}

impl<'a> Translator<'a> {
    /// For the copies that this reader gets of a title.
    pub async fn new(library: &'a Library, user: &SignedIn, title: &'a Title) -> Result<Self> {
        let preferences = store::preferences::get(&library.db, user.id()).await?;
        Ok(Self { library, title, preferences, maps: HashMap::new() })
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
    ) -> Result<Translated> {
        let (format, location) = from;
        let (source, target) = (self.map(format).await?, self.map(to).await?);
        let edition = edition(self.title);
        let found = source.as_ref().and_then(|map| map.find(location, edition));
        let share = match (&source, found) {
            (Some(map), Some(sentence)) => Some(map.share(sentence)),
            _ => total_progression,
        };
        let Some(target) = target else {
            return Ok(Translated { total_progression: share, ..Translated::default() });
        };
        let same = source.as_ref().is_some_and(|source| source.is_of_same_text(&target));
        let sentence =
            found.filter(|_| same).or_else(|| target.at_share(share.filter(|share| share.is_finite())?));
        Ok(Translated {
            location: sentence.and_then(|sentence| target.location(sentence, edition)),
            pointer: sentence.and_then(|sentence| target.pointer(sentence, edition)),
            total_progression: share,
        })
    }

    /// The same of a place as it is kept with an annotation, whose share may be anything that an app calls
    /// so.
    pub(crate) async fn place(&mut self, format: Format, place: &Place, to: Format) -> Result<Translated> {
        let share = place.total_progression.filter(|share| (0.0..=1.0).contains(share));
        self.translate((format, &place.location), share, to).await
    }

    async fn map(&mut self, format: Format) -> Result<Option<Arc<Map>>> {
        if let Some(known) = self.maps.get(&format) {
            return Ok(known.clone());
        }
        let settings = Settings::of(format, &self.preferences);
        let map = match self.title.files.source_of(format) {
            Some(source) => self.library.delivery.map(&Key::parse(source)?, format, settings).await?,
            None => None,
        };
        let map = map.map(Arc::new);
        self.maps.insert(format, map.clone());
        Ok(map)
    }
}

/// Whether copies of a title are marked.
pub(crate) fn edition(title: &Title) -> Edition {
    let unmarked = title.usage().is_free() || title.owner().is_some();
    if unmarked { Edition::Plain } else { Edition::Marked }
}
