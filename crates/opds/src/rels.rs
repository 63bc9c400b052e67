//! Link relations of OPDS, and of the registry of the Web.

/// The whole publication, for a visitor who may download it.
pub(crate) const ACQUISITION: &str = "http://opds-spec.org/acquisition";
/// The whole publication, for everybody.
pub(crate) const OPEN_ACCESS: &str = "http://opds-spec.org/acquisition/open-access";
/// The publication after a further step, or not at this time.
pub(crate) const BORROW: &str = "http://opds-spec.org/acquisition/borrow";
pub(crate) const IMAGE: &str = "http://opds-spec.org/image";
/// A small cover.
pub(crate) const THUMBNAIL: &str = "http://opds-spec.org/image/thumbnail";
/// A subset of a feed, or another order.
pub(crate) const FACET: &str = "http://opds-spec.org/facet";
/// The reader's own books.
pub(crate) const SHELF: &str = "http://opds-spec.org/shelf";
/// Ordered by the date of addition.
pub(crate) const NEW: &str = "http://opds-spec.org/sort/new";
/// Ordered by the number of readers.
pub(crate) const POPULAR: &str = "http://opds-spec.org/sort/popular";
pub(crate) const RECOMMENDATIONS: &str = "http://opds-spec.org/recommended";
pub(crate) const AUTHENTICATION: &str = "http://opds-spec.org/auth/document";
/// A feed further down.
pub(crate) const SUBSECTION: &str = "subsection";
/// The reader's position in a publication (OPDS Progression 1.0).
pub(crate) const PROGRESSION: &str = "http://opds-spec.org/progression";
/// The reader's position as a locator of Readium, in the notation of older apps.
pub(crate) const LOCATOR: &str = "http://www.cantook.com/api/progression";
