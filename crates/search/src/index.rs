//! The handle to the index.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use domain::access::View;
use domain::{CategoryType, TitleId, TitleStatus};
use jiff::Timestamp;

use crate::names::NameKind;
use crate::schema::build_schema;
use crate::search::{IndexSearcher, SparePool, visible_filter};
use crate::snapshot::IndexSnapshot;
use crate::{Error, Filter, SchemaFields, Sort, TitlePage, TitleSearch, generations};

/// The index of titles in one folder. Cheap to clone; all methods may be called from any thread, and block.
#[derive(Clone)]
pub struct Index(Arc<IndexState>);

struct IndexState {
    dir: PathBuf,
    fields: SchemaFields,
    snapshot: RwLock<Arc<IndexSnapshot>>,
    /// One caller at a time checks for a newer state.
    refreshing: Mutex<()>,
    is_filling: AtomicBool,
    tables: SparePool,
}

impl Index {
    /// Opens the index in `dir`. [`Error::NeedsRebuild`] if there is none, or none that can be used.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let (generation, index) = generations::open_current(dir)?;
        let fields = build_schema().1;
        let snapshot = IndexSnapshot::open_generation(generation, index, &fields)
            .map_err(|error| Error::NeedsRebuild(format!("it cannot be read: {error}")))?;
        if let Ok(lock) = generations::try_lock_builds(dir) {
            generations::sweep_generations(dir, &lock)?;
        }
        Ok(Self(Arc::new(IndexState {
            dir: dir.to_owned(),
            fields,
            snapshot: RwLock::new(Arc::new(snapshot)),
            refreshing: Mutex::default(),
            is_filling: AtomicBool::default(),
            tables: SparePool::default(),
        })))
    }

    /// The folder of the generation that is searched, for programs that compare the index with the plain
    /// engine below it.
    pub fn live_folder(&self) -> PathBuf {
        self.0.dir.join(&self.snapshot().generation)
    }

    /// Opens the index in `dir`, or begins an empty one at position 0 if it cannot be used, and returns the
    /// reason. So a damaged index never keeps a server from starting. It is filled again from the change log,
    /// or by an [`IndexRebuild`](crate::IndexRebuild).
    pub fn open_or_empty(dir: &Path) -> Result<(Self, Option<String>), Error> {
        let reason = match Self::open(dir) {
            Ok(index) => return Ok((index, None)),
            Err(Error::NeedsRebuild(reason)) => reason,
            Err(error) => return Err(error),
        };
        // Held while it can be; a rebuild that runs at the same time will take this one's place.
        let lock = generations::try_lock_builds(dir).ok();
        let (name, _) = generations::create_generation(dir)?;
        generations::make_current(dir, &name)?;
        drop(lock);
        Ok((Self::open(dir)?, Some(reason)))
    }

    /// Returns a page of titles with the exact number of all that match (docs/rules/search.md#rule-1).
    /// [`Error::CursorMismatch`] if the cursor is of another order.
    pub fn search(&self, search: &TitleSearch) -> Result<TitlePage, Error> {
        self.with_searcher(|searcher| searcher.search(search))
    }

    /// An upper bound of the documents that a search visits, without visiting them.
    pub fn documents_to_visit(&self, search: &TitleSearch) -> Result<u64, Error> {
        self.with_searcher(|searcher| searcher.documents_to_visit(search))
    }

    /// Counts the live titles of a view (GET /v2/titles/count).
    pub fn count_titles(&self, view: &View) -> Result<u64, Error> {
        let filters = [visible_filter(view, &[TitleStatus::Live])];
        let mut total = 0;
        for segment in &self.snapshot().segments {
            total += Filter::filter_all(&filters, segment, self.fields().tag)?.count();
        }
        Ok(total)
    }

    /// The categories of one kind that have live titles in a view, with the number of those titles, by name
    /// (GET /v2/categories). The number is that of a search for the name.
    pub fn count_categories(&self, view: &View, kind: CategoryType) -> Result<Vec<(String, u64)>, Error> {
        self.with_searcher(|searcher| {
            let counts = searcher.count_categories(view)?;
            let names = searcher.snapshot.names.read().unwrap_or_else(PoisonError::into_inner);
            let kind = if kind == CategoryType::Service { NameKind::Service } else { NameKind::Bisac };
            let mut counts: Vec<(String, u64)> = counts
                .iter()
                .filter(|(number, _)| names.kind_of(*number) == kind)
                .map(|(number, count)| (names.name_of(*number).to_owned(), *count))
                .collect();
            counts.sort_unstable();
            Ok(counts)
        })
    }

    /// Other spellings of a text, most likely first: words that few titles of the view have are replaced by
    /// similar words that its titles have. At most [`Index::MAX_SPELLINGS`]. The caller checks if a spelling
    /// finds titles in its search.
    pub fn suggest_spellings(&self, view: &View, text: &str) -> Result<Vec<String>, Error> {
        self.with_searcher(|searcher| searcher.suggest_spellings(view, text))
    }

    /// Position in the change log that searches have reached; 0 before the first commit.
    pub fn position(&self) -> i64 {
        self.snapshot().position
    }

    /// Notes that a server has begun to fill the index, unless it has contained all titles before and is only
    /// behind.
    pub fn begin_filling(&self) {
        let was_filled = generations::was_filled(&self.0.dir, &self.snapshot().generation);
        self.0.is_filling.store(!was_filled, Ordering::Relaxed);
    }

    /// Returns true if titles may be missing because the index has not been filled yet. A search may then
    /// miss titles of the library.
    pub fn is_filling(&self) -> bool {
        self.0.is_filling.load(Ordering::Relaxed)
    }

    /// Notes that all titles that the database had at [`begin_filling`](Self::begin_filling) are found.
    pub fn finish_filling(&self) -> Result<(), Error> {
        self.0.is_filling.store(false, Ordering::Relaxed);
        Ok(generations::mark_filled(&self.0.dir, &self.snapshot().generation)?)
    }

    /// Number of titles in the index, of every state and site.
    pub fn len(&self) -> u64 {
        self.snapshot().segments.iter().map(|segment| u64::from(segment.reader.num_docs())).sum()
    }

    /// Returns true if it holds no title.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every title with when it last changed, to the second, by number: to compare with the database.
    pub fn list_titles(&self) -> Result<Vec<(TitleId, Timestamp)>, Error> {
        let mut entries = Vec::new();
        for segment in &self.snapshot().segments {
            let updated = segment.number_column("updated")?;
            entries.extend(segment.reader.doc_ids_alive().map(|doc| {
                let seconds = updated.first(doc).unwrap_or_default();
                let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
                (TitleId(segment.data.ids[doc as usize]), time)
            }));
        }
        entries.sort_unstable();
        Ok(entries)
    }

    /// Loads the changes of writers and rebuilds, in this process or another. Returns true if there were any.
    /// Cheap if there were none: call it about once a second.
    pub fn refresh(&self) -> Result<bool, Error> {
        let _one = self.0.refreshing.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.snapshot();
        let live = generations::current_generation(&self.0.dir)?;
        let fresh = if live.is_none_or(|live| live == before.generation) {
            before.reload(&self.0.fields)?
        } else {
            let (generation, index) = generations::open_current(&self.0.dir)?;
            Some(IndexSnapshot::open_generation(generation, index, &self.0.fields)?)
        };
        let Some(fresh) = fresh else { return Ok(false) };
        fresh.load_columns(&before.loaded_columns())?;
        *self.0.snapshot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(fresh);
        Ok(true)
    }

    /// Loads the sort columns into memory, so that the first searches are fast.
    pub fn load_sort_columns(&self) -> Result<(), Error> {
        self.snapshot().load_columns(&Sort::ALL)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0.dir
    }

    pub(crate) fn fields(&self) -> &SchemaFields {
        &self.0.fields
    }

    pub(crate) fn snapshot(&self) -> Arc<IndexSnapshot> {
        Arc::clone(&self.0.snapshot.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn with_searcher<T>(&self, run: impl FnOnce(IndexSearcher<'_>) -> Result<T, Error>) -> Result<T, Error> {
        let snapshot = self.snapshot();
        run(IndexSearcher { snapshot: &snapshot, fields: &self.0.fields, tables: &self.0.tables })
    }
}

impl std::fmt::Debug for Index {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let snapshot = self.snapshot();
        f.debug_struct("Index")
            .field("dir", &self.0.dir)
            .field("generation", &snapshot.generation)
            .field("position", &snapshot.position)
            .finish_non_exhaustive()
    }
}
