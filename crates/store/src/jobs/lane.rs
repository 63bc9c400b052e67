//! Lanes: queues by what the work is.

use domain::{WireEnum as _, wire_enum};

wire_enum! {
    /// A queue of its own, with its own slots: work of one lane never waits for work of another. The order
    /// is the one in which a process looks for work.
    pub enum Lane {
        /// Changes of the catalog and other small work: seconds.
        Catalog = "catalog",
        /// Books in formats without audio, and their copies: seconds.
        Text = "text",
        /// Readers' own documents: minutes.
        Documents = "documents",
        /// Books that are read aloud: minutes, on a slow engine hours.
        Speech = "speech",
        Emails = "letters",
        /// Short rounds that keep the library tidy.
        Housekeeping = "housekeeping",
        /// Passes over the whole catalog or the whole file store.
        Scans = "scans",
    }
}

impl Lane {
    /// Returns true if its jobs read and write books, which can bring a process down: by memory, or by a
    /// fault in a library.
    pub fn is_conversion(self) -> bool {
        matches!(self, Self::Text | Self::Documents | Self::Speech)
    }

    /// The conversion lanes, as a list in the text of a statement.
    pub(super) fn quote_conversions() -> String {
        quote_lanes(Self::ALL.iter().copied().filter(|lane| lane.is_conversion()))
    }
}

/// Lanes as a list in the text of a statement.
pub(super) fn quote_lanes(lanes: impl IntoIterator<Item = Lane>) -> String {
    lanes.into_iter().map(|lane| format!("'{lane}'")).collect::<Vec<_>>().join(", ")
}
