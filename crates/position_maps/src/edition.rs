//! The two editions of a package.

/// The edition whose places are meant: a marked copy has a notice that the package does not have as it was
/// converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edition {
    /// As it was converted.
    Plain,
    /// Marked for one recipient.
    Marked,
}
