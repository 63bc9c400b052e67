//! The catalog for the reading apps that people own: OPDS 2.0 and OPDS 1.2, with the Authentication for OPDS
//! 1.0, in the language of its reader.
//!
//! A request passes `base` (which version, whose catalog, for which member), `visitor` (who it is) and a
//! handler, which asks `services` for a page and fills a [`feed`] or a [`publication`]. `json` and `atom`
//! write these as OPDS 2.0 and 1.2; the handlers do not know which.

mod accessibility;
mod acquisition;
mod address;
mod answer;
mod atom;
mod authentication;
mod base;
mod catalog;
mod categories;
mod description;
mod download;
mod entry;
mod facets;
mod feed;
mod filters;
mod guests;
mod item_path;
mod json;
mod language;
mod lists;
mod manifest;
mod media_types;
mod members;
mod names;
mod non_blank;
mod paging;
mod params;
mod periodicals;
mod popular;
mod problem;
mod profile;
mod progression;
mod publication;
mod publications;
mod rels;
mod router;
mod sentence;
mod shelf;
mod start;
mod state;
mod streams;
mod texts;
mod titles;
mod visitor;

pub(crate) use base::percent_encode;
pub(crate) use entry::NavigationEntry;
pub(crate) use feed::{Feed, FeedContent, SearchScope};
pub(crate) use paging::PageQuery;
pub(crate) use params::Params;
pub(crate) use problem::{Problem, Result};
pub(crate) use publication::Publication;
pub(crate) use visitor::Visitor;

pub use problem::unavailable_response;
pub use router::router;
pub use state::{Opds, Settings};
