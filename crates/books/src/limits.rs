//! Bounds on what a book may cost to read.

/// Hard limits on untrusted input. Every one is checked against what is really read, never only
/// against what a header declares. Time is limited by [`crate::Progress::step`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Entries in the container.
    pub entries: usize,
    /// Bytes of one unpacked entry.
    pub entry_size: u64,
    /// Bytes of all unpacked entries together.
    pub total_size: u64,
    /// Maximum ratio of unpacked to compressed size, for entries above 4 MiB.
    pub expansion_ratio: u64,
    /// Nesting of XML elements.
    pub xml_depth: usize,
    /// XML nodes of one document.
    pub xml_nodes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            entries: 20_000,
            entry_size: 512 << 20,
            total_size: 4 << 30,
            expansion_ratio: 250,
            xml_depth: 200,
            xml_nodes: 8_000_000,
        }
    }
}

impl Limits {
    /// Entries smaller than this may expand by any ratio: runs of spaces and empty pictures without
    /// compression compress very well.
    pub(crate) const RATIO_FREE: u64 = 4 << 20;
    pub(crate) const MAX_DOCUMENT_BYTES: usize = 128 << 20;
    /// Attributes of one element. Parsers compare each with all others.
    pub(crate) const MAX_ATTRIBUTES: usize = 200;
    /// Namespaces that apply to one element.
    pub(crate) const MAX_NAMESPACES: usize = 1000;
    pub(crate) const MAX_ENTITIES: usize = 512;
    /// Bytes that all references to declared entities of one document expand to.
    pub(crate) const MAX_EXPANSION_BYTES: u64 = 4 << 20;
}
