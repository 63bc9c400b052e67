//! An immutable snapshot of the index. A search uses the same one from beginning to end.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use domain::access::View;
use quick_cache::sync::Cache;
use serde::{Deserialize, Serialize};
use tantivy::index::SegmentId;
use tantivy::{IndexReader, Opstamp, ReloadPolicy};

use crate::cursor::QueryReading;
use crate::names::FacetNames;
use crate::words::StemLanguage;
use crate::{Error, Facets, IndexSegment, SchemaFields, Sort, TitlePage, TitleSearch, terms};

/// Maximum number of results that are cached until the next commit.
const MAX_CACHED_RESULTS: usize = 512;
/// Names that no title has any more are kept until they are this many times those in use.
const MAX_UNUSED_NAMES_RATIO: usize = 3;

/// Data that a commit carries in addition to the titles.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct CommitPayload {
    /// Position in the change log that the index has reached.
    pub(crate) position: i64,
}

impl CommitPayload {
    /// The payload of the last commit of an index; position 0 before the first.
    pub(crate) fn read_last_commit(index: &tantivy::Index) -> Result<Self, Error> {
        let payload = index.load_metas()?.payload;
        Ok(payload.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }
}

pub(crate) struct IndexSnapshot {
    /// The generation's name.
    pub(crate) generation: String,
    pub(crate) index: tantivy::Index,
    /// Position in the change log that the snapshot has reached.
    pub(crate) position: i64,
    pub(crate) segments: Vec<IndexSegment>,
    /// Languages of its titles that have a stemmer.
    pub(crate) languages: Vec<StemLanguage>,
    /// The names that its facets count.
    pub(crate) names: Arc<RwLock<FacetNames>>,
    /// Pages of the last searches: many readers look for the same books.
    pub(crate) pages: Cache<TitleSearch, Arc<TitlePage>>,
    /// Numbers and facets of the last searches, for their further pages.
    pub(crate) results: Cache<(TitleSearch, QueryReading), Arc<CachedResult>>,
    /// Counts of all categories of the last views.
    pub(crate) categories: Cache<View, Arc<Vec<(u32, u64)>>>,
    reader: IndexReader,
    stamp: StateStamp,
}

/// The result that all pages of a search share.
#[derive(Debug)]
pub(crate) struct CachedResult {
    /// Number of matching titles.
    pub(crate) total: u64,
    pub(crate) facets: Facets,
}

/// The state that an index had before a reader loaded it: the reader's state may be newer, never older.
struct IndexMoment {
    stamp: StateStamp,
    position: i64,
}

impl IndexMoment {
    fn read_from(index: &tantivy::Index) -> Result<Self, Error> {
        Ok(Self { stamp: read_stamp(index)?, position: CommitPayload::read_last_commit(index)?.position })
    }
}

/// Distinguishes two states of an index.
type StateStamp = (Vec<(SegmentId, Option<Opstamp>)>, Option<String>);

impl IndexSnapshot {
    pub(crate) fn open_generation(
        generation: String,
        index: tantivy::Index,
        fields: &SchemaFields,
    ) -> Result<Self, Error> {
        let moment = IndexMoment::read_from(&index)?;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(0)
            .try_into()?;
        Self::load_state(generation, index, reader, fields, (moment, None))
    }

    /// The state after further commits and merges. `None` if there were none.
    pub(crate) fn reload(&self, fields: &SchemaFields) -> Result<Option<Self>, Error> {
        let moment = IndexMoment::read_from(&self.index)?;
        if moment.stamp == self.stamp {
            return Ok(None);
        }
        self.reader.reload()?;
        let (index, reader) = (self.index.clone(), self.reader.clone());
        Self::load_state(self.generation.clone(), index, reader, fields, (moment, Some(self))).map(Some)
    }

    fn load_state(
        generation: String,
        index: tantivy::Index,
        reader: IndexReader,
        fields: &SchemaFields,
        (IndexMoment { stamp, position }, before): (IndexMoment, Option<&Self>),
    ) -> Result<Self, Error> {
        let searcher = reader.searcher();
        let before = before.filter(|before| !before.has_too_many_unused_names());
        let known: HashMap<SegmentId, &IndexSegment> = before
            .map(|before| before.segments.iter().map(|known| (known.reader.segment_id(), known)).collect())
            .unwrap_or_default();
        let names = before.map_or_else(Arc::default, |before| Arc::clone(&before.names));
        let mut segments = Vec::new();
        {
            let mut names = names.write().unwrap_or_else(PoisonError::into_inner);
            for reader in searcher.segment_readers() {
                let known = known.get(&reader.segment_id()).map(|known| Arc::clone(&known.data));
                segments.push(IndexSegment::new(reader, known, &mut names)?);
            }
        }
        let mut languages = Vec::new();
        for language in StemLanguage::supported_languages() {
            let term = terms::stemming_language(language.name);
            let mut has = false;
            for segment in &segments {
                has |= segment.inverted_index(fields.tag)?.terms().term_ord(term.as_bytes())?.is_some();
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
            pages: Cache::new(MAX_CACHED_RESULTS),
            results: Cache::new(MAX_CACHED_RESULTS),
            categories: Cache::new(MAX_CACHED_RESULTS),
            reader,
            stamp,
        })
    }

    /// Reads the columns of these orders into memory.
    pub(crate) fn load_columns(&self, sorts: &[Sort]) -> Result<(), Error> {
        for segment in &self.segments {
            for sort in sorts {
                segment.sort_column(*sort)?;
            }
        }
        Ok(())
    }

    /// The orders whose columns are in memory.
    pub(crate) fn loaded_columns(&self) -> Vec<Sort> {
        let mut sorts = Sort::ALL.to_vec();
        sorts.retain(|sort| self.segments.iter().any(|segment| segment.has_sort_column(*sort)));
        sorts
    }

    fn has_too_many_unused_names(&self) -> bool {
        let names = self.names.read().unwrap_or_else(PoisonError::into_inner);
        let used: usize = self.segments.iter().map(|segment| segment.data.rows.names).sum();
        names.len() > MAX_UNUSED_NAMES_RATIO * used + 1000
    }
}

fn read_stamp(index: &tantivy::Index) -> Result<StateStamp, Error> {
    let metas = index.load_metas()?;
    let mut segments: Vec<_> = metas.segments.iter().map(|meta| (meta.id(), meta.delete_opstamp())).collect();
    segments.sort_unstable();
    Ok((segments, metas.payload))
}
