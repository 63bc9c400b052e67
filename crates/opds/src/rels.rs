//! Link relations of OPDS, and of the registry of the Web.

/// The whole publication, for somebody who may have it.
pub(crate) const ACQUISITION: &str = "http://opds-spec.org/acquisition";
/// The whole publication, for everybody.
pub(crate) const OPEN_ACCESS: &str = "http://opds-spec.org/acquisition/open-access";
/// The publication after a further step, or not at this moment.
pub(crate) const BORROW: &str = "http://opds-spec.org/acquisition/borrow";
/// A cover.
pub(crate) const IMAGE: &str = "http://opds-spec.org/image";
/// A small cover.
pub(crate) const THUMBNAIL: &str = "http://opds-spec.org/image/thumbnail";
/// A subset of a feed, or another order.
pub(crate) const FACET: &str = "http://opds-spec.org/facet";
/// The reader's own books.
pub(crate) const SHELF: &str = "http://opds-spec.org/shelf";
/// Ordered by when it came in.
pub(crate) const NEW: &str = "http://opds-spec.org/sort/new";
/// Ordered by how many want it.
pub(crate) const POPULAR: &str = "http://opds-spec.org/sort/popular";
/// Chosen for somebody.
pub(crate) const RECOMMENDED: &str = "http://opds-spec.org/recommended";
/// The authentication document.
pub(crate) const AUTHENTICATION: &str = "http://opds-spec.org/auth/document";
/// A feed further down.
pub(crate) const SUBSECTION: &str = "subsection";
/// The reader's place in a publication (OPDS Progression 1.0).
pub(crate) const PROGRESSION: &str = "http://opds-spec.org/progression";
/// The same as a locator of Readium, as older apps know it.
pub(crate) const LOCATOR: &str = "http://www.cantook.com/api/progression";
