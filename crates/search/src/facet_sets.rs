//! The documents of a segment by value of each facet.

use std::sync::Arc;

use domain::Capabilities;

use crate::DocBits;

/// Sets of documents, including deleted ones, cached for each segment between searches, because building the
/// keys of so many filters takes longer than counting.
#[derive(Debug)]
pub(crate) struct FacetSets {
    /// Formats that the installation can make.
    pub(crate) can: Capabilities,
    /// By language, ISO 639-2 alpha-3.
    pub(crate) languages: Vec<(String, Arc<DocBits>)>,
    /// By format that can be made, in the order of [`Format::ALL`](domain::Format).
    pub(crate) formats: Vec<Arc<DocBits>>,
    /// By kind of narrator whose audio can be made, in the order of
    /// [`NarratorType::ALL`](domain::NarratorType): a document is in all sets of a kind.
    pub(crate) narrators: Vec<Vec<Arc<DocBits>>>,
    /// By accessibility feature, in the order of [`facet_values`](crate::access::facet_values).
    pub(crate) access: Vec<Arc<DocBits>>,
}
