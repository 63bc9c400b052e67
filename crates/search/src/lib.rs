//! The index of titles: finds, counts, sorts and pages the catalog in milliseconds
//! (docs/rules/search.md#rule-1).
//!
//! The index is derived from the database and may be deleted at any time. It lives in a folder of its own:
//!
//! ```text
//! index/current-14     the name of the live generation of schema 14, replaced by one rename
//! index/g00000001/     one generation: a tantivy index and the version of its schema
//! index/rebuild.lock   held while a new generation is built next to the live one
//! ```
//!
//! A [`Writer`] applies the rows of the change log; each commit carries the position it has reached, so that
//! after a crash the log is read on from there and nothing is lost. An [`IndexRebuild`] makes a new
//! generation and swaps it in; readers and writers of every process follow at their next [`Index::refresh`]
//! or [`Writer::next_position`].
//!
//! A search ([`TitleSearch`]) is one pass over the matching titles that keeps the best of a page, the exact
//! number and both facets. Everything is synchronous: call it from a blocking thread.

#![warn(missing_docs)]

mod access;
mod bits;
mod columns;
mod conditions;
mod copying;
mod criteria;
mod cursor;
mod document;
mod equivalents;
mod error;
mod facet_reading;
mod facet_sets;
mod facets;
mod filtering;
mod filters;
mod generations;
mod hebrew;
mod index;
mod kinds;
mod korean;
mod leftovers;
mod listed;
mod matching;
mod names;
mod number_blocks;
mod pass;
mod query;
mod rebuild;
mod rows;
mod schema;
mod search;
mod segments;
mod similar;
mod snapshot;
mod sort;
mod spellings;
mod suggestions;
mod terms;
mod top;
mod truncation;
mod typos;
mod words;
mod writer;

pub use access::{AccessFacets, AccessFilter};
pub(crate) use bits::DocBits;
pub use conditions::{Conditions, Criteria};
pub use copying::copy_index;
pub use criteria::{Facets, TitlePage, TitleSearch, TitleSubset};
pub use cursor::Cursor;
pub use error::Error;
pub(crate) use filters::Filter;
pub use index::Index;
pub use number_blocks::NumberBlock;
pub use rebuild::IndexRebuild;
pub(crate) use schema::SchemaFields;
pub(crate) use segments::IndexSegment;
pub use similar::SimilarTitles;
pub use sort::Sort;
pub use writer::{ChangedTitle, Writer};
