//! A segment of the index with its cached data.

use std::sync::{Arc, Mutex, OnceLock};

use quick_cache::sync::Cache;
use tantivy::columnar::Column;
use tantivy::postings::SegmentPostings;
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{InvertedIndexReader, SegmentReader, Term};

use crate::columns::{self, SortColumn};
use crate::facet_sets::FacetSets;
use crate::names::FacetNames;
use crate::rows::NameRows;
use crate::{DocBits, Error, Filter, Sort};

/// Maximum number of cached filters per segment: 128 KB each for a million titles.
const MAX_CACHED_FILTERS: usize = 192;

/// A segment in one state of the index.
#[derive(Debug, Clone)]
pub(crate) struct IndexSegment {
    /// tantivy's reader.
    pub(crate) reader: SegmentReader,
    /// The documents that are not deleted. `None` if none is deleted.
    pub(crate) undeleted: Option<Arc<DocBits>>,
    /// Data that does not change during the life of the segment.
    pub(crate) data: Arc<SegmentData>,
}

/// Data about every document of a segment.
#[derive(Debug)]
pub(crate) struct SegmentData {
    /// `serviceId`s.
    pub(crate) ids: Vec<i64>,
    /// Numbers of words of the titles.
    pub(crate) lengths: Vec<u8>,
    /// Numbers of the names of authors and categories.
    pub(crate) rows: NameRows,
    /// Columns that some search has sorted by.
    sorts: [OnceLock<SortColumn>; 6],
    /// Documents that passed a filter, deleted ones too.
    pub(crate) filters: Cache<Filter, Arc<DocBits>>,
    /// The documents by value of each facet, once a search has counted them.
    pub(crate) facet_sets: Mutex<Option<Arc<FacetSets>>>,
}

impl SegmentData {
    pub(crate) fn read_from(reader: &SegmentReader, names: &mut FacetNames) -> Result<Self, Error> {
        Ok(Self {
            ids: columns::read_number_per_doc(reader, "id", |id| id)?,
            lengths: columns::read_number_per_doc(reader, "length", |length| {
                u8::try_from(length).unwrap_or(u8::MAX)
            })?,
            rows: NameRows::read_from(reader, names)?,
            sorts: Default::default(),
            filters: Cache::new(MAX_CACHED_FILTERS),
            facet_sets: Mutex::default(),
        })
    }
}

impl IndexSegment {
    /// Reads a segment, or reuses its cached data.
    pub(crate) fn new(
        reader: &SegmentReader,
        known: Option<Arc<SegmentData>>,
        names: &mut FacetNames,
    ) -> Result<Self, Error> {
        let data = match known {
            Some(data) => data,
            None => Arc::new(SegmentData::read_from(reader, names)?),
        };
        let alive = reader.alive_bitset().map(|_| {
            let mut alive = DocBits::with_none(reader.max_doc());
            reader.doc_ids_alive().for_each(|doc| alive.insert(doc));
            Arc::new(alive)
        });
        Ok(Self { reader: reader.clone(), undeleted: alive, data })
    }

    /// The column of a sort order. `None` for relevance.
    pub(crate) fn sort_column(&self, sort: Sort) -> Result<Option<&SortColumn>, Error> {
        let Some((place, field, text)) = column_of(sort) else { return Ok(None) };
        let column = &self.data.sorts[place];
        if column.get().is_none() {
            let read = if text { SortColumn::read_texts } else { SortColumn::read_numbers };
            // Two searches may both read it the first time; either result is right.
            let _ = column.set(read(&self.reader, field)?);
        }
        Ok(column.get())
    }

    /// Returns true if the column of a sort order is in memory.
    pub(crate) fn has_sort_column(&self, sort: Sort) -> bool {
        column_of(sort).is_none_or(|(place, ..)| self.data.sorts[place].get().is_some())
    }

    /// The dictionary and postings of a field.
    pub(crate) fn inverted_index(&self, field: Field) -> Result<Arc<InvertedIndexReader>, Error> {
        Ok(self.reader.inverted_index(field)?)
    }

    /// The documents that have a term.
    pub(crate) fn postings(
        &self,
        field: Field,
        term: &str,
        record: IndexRecordOption,
    ) -> Result<Option<SegmentPostings>, Error> {
        Ok(self.inverted_index(field)?.read_postings(&Term::from_field_text(field, term), record)?)
    }

    pub(crate) fn number_column(&self, field: &str) -> Result<Column<i64>, Error> {
        Ok(self.reader.fast_fields().i64(field)?)
    }

    /// Number of documents, deleted ones too.
    pub(crate) fn len(&self) -> u32 {
        self.reader.max_doc()
    }
}

/// Index and field of a sort column; true if it contains texts.
fn column_of(sort: Sort) -> Option<(usize, &'static str, bool)> {
    match sort {
        Sort::Relevance => None,
        Sort::Title => Some((0, "title_key", true)),
        Sort::Author => Some((1, "author_key", true)),
        Sort::DateAdded => Some((2, "added", false)),
        Sort::CopyrightDate => Some((3, "copyright", false)),
        Sort::UpdatedDate => Some((4, "updated", false)),
        Sort::SeriesNumber => Some((5, "series_number", false)),
    }
}
