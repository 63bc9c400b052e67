//! The index as of one moment; searches that began on it end on it.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::access::View;
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use tantivy::index::SegmentId;
use tantivy::{IndexReader, Opstamp, ReloadPolicy};

use crate::criteria::{Facets, Page, TitleSearch};
use crate::cursor::Reading;
use crate::error::Error;
use crate::names::Names;
use crate::schema::Fields;
use crate::segments::Segment;
use crate::sort::Sort;
use crate::terms;
use crate::words::Language;

/// How many results are kept until the next commit.
const ANSWERS: usize = 512;
/// Names that no title has any more are kept until they are this many times those in use.
const LITTER: usize = 3;

/// What a commit carries in addition to the titles.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Payload {
    /// How far the change log is in the index.
    pub(crate) position: i64,
}

impl Payload {
    /// The payload of the last commit of an index; position 0 before the first.
    pub(crate) fn of(index: &tantivy::Index) -> Result<Self, Error> {
        let payload = index.load_metas()?.payload;
        Ok(payload.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}

/// One state of the index.
pub(crate) struct Snapshot {
    /// The generation's name.
    pub(crate) generation: String,
    /// Its tantivy index.
    pub(crate) index: tantivy::Index,
    /// How far the change log is in it.
    pub(crate) position: i64,
    /// Its segments.
    pub(crate) segments: Vec<Segment>,
    /// Languages of its titles that have a stemmer.
    pub(crate) languages: Vec<Language>,
    /// The names that its facets count.
    pub(crate) names: Arc<RwLock<Names>>,
    /// Pages of the last searches: many readers look for the same books.
    pub(crate) pages: Cache<TitleSearch, Arc<Page>>,
    /// Numbers and facets of the last searches, for their further pages.
    pub(crate) answers: Cache<(TitleSearch, Reading), Arc<Answer>>,
    /// Counts of all categories of the last views.
    pub(crate) categories: Cache<View, Arc<Vec<(u32, u64)>>>,
    reader: IndexReader,
    stamp: Stamp,
}

/// What is the same for all pages of a search.
#[derive(Debug)]
pub(crate) struct Answer {
    /// How many titles match.
    pub(crate) total: u64,
    /// What was asked for of their values.
    pub(crate) facets: Facets,
}

/// Which state an index was in before a reader loaded it: what the reader has may be newer, never older.
struct Moment {
    stamp: Stamp,
    position: i64,
}

impl Moment {
    fn of(index: &tantivy::Index) -> Result<Self, Error> {
        Ok(Self { stamp: stamp(index)?, position: Payload::of(index)?.position })
    }
}

/// Distinguishes two states of an index.
type Stamp = (Vec<(SegmentId, Option<Opstamp>)>, Option<String>);

impl Snapshot {
    /// The state of a generation.
    pub(crate) fn open(generation: String, index: tantivy::Index, fields: &Fields) -> Result<Self, Error> {
        let moment = Moment::of(&index)?;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()?;
        Self::load(generation, index, reader, fields, (moment, None))
    }

    /// The state after further commits and merges. `None` if there were none.
    pub(crate) fn renewed(&self, fields: &Fields) -> Result<Option<Self>, Error> {
        let moment = Moment::of(&self.index)?;
        if moment.stamp == self.stamp {
            return Ok(None);
        }
        self.reader.reload()?;
        let (index, reader) = (self.index.clone(), self.reader.clone());
        Self::load(self.generation.clone(), index, reader, fields, (moment, Some(self))).map(Some)
    }

    fn load(
        generation: String,
        index: tantivy::Index,
        reader: IndexReader,
        fields: &Fields,
        (Moment { stamp, position }, before): (Moment, Option<&Self>),
    ) -> Result<Self, Error> {
        let searcher = reader.searcher();
        let before = before.filter(|before| !before.has_litter());
        let known: HashMap<SegmentId, &Segment> = before
            .map(|before| before.segments.iter().map(|known| (known.reader.segment_id(), known)).collect())
            .unwrap_or_default();
        let names = before.map_or_else(Arc::default, |before| Arc::clone(&before.names));
        let mut segments = Vec::new();
        {
            let mut names = names.write().unwrap_or_else(PoisonError::into_inner);
            for reader in searcher.segment_readers() {
                let known = known.get(&reader.segment_id()).map(|known| Arc::clone(&known.data));
                segments.push(Segment::new(reader, known, &mut names)?);
            }
        }
        let mut languages = Vec::new();
        for language in Language::all() {
            let term = terms::stemmed_by(language.name);
            let mut has = false;
            for segment in &segments {
                has |= segment.inverted(fields.tag)?.terms().term_ord(term.as_bytes())?.is_some();
            }
            languages.extend(has.then_some(language));
        }
        Ok(Self {
            generation,
            index,
            position,
            segments,
            languages,
            names,
            pages: Cache::new(ANSWERS),
            answers: Cache::new(ANSWERS),
            categories: Cache::new(ANSWERS),
            reader,
            stamp,
        })
    }

    /// Reads the columns of these orders into memory.
    pub(crate) fn warm(&self, sorts: &[Sort]) -> Result<(), Error> {
        for segment in &self.segments {
            for sort in sorts {
                segment.sort_column(*sort)?;
            }
        }
        Ok(())
    }

    /// The orders whose columns are in memory.
    pub(crate) fn warmed(&self) -> Vec<Sort> {
        let mut sorts = Sort::ALL.to_vec();
        sorts.retain(|sort| self.segments.iter().any(|segment| segment.has_sort_column(*sort)));
        sorts
    }

    fn has_litter(&self) -> bool {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        let used: usize = self.segments.iter().map(|segment| segment.data.rows.names).sum();
        names.len() > LITTER * used + 1000
    }
}

fn stamp(index: &tantivy::Index) -> Result<Stamp, Error> {
    let metas = index.load_metas()?;
    let mut segments: Vec<_> = metas.segments.iter().map(|meta| (meta.id(), meta.delete_opstamp())).collect();
    segments.sort_unstable();
    Ok((segments, metas.payload))
}
