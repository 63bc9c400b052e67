//! References of this library's titles in exported records, by which they are recognized when the records
//! return.

use std::fmt::Write as _;

use domain::TitleId;

use crate::WorkerContext;

/// Random bytes that distinguish the library from all others.
const LIBRARY_ID_BYTES: usize = 8;

/// The references of one library: `openshelf.`, the library's sixteen digits, and the number of the title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct References {
    beginning: String,
}

impl References {
    /// Loads the library's references; its digits are generated on first use.
    pub(crate) async fn load(ctx: &WorkerContext) -> store::Result<Self> {
        let drawn = store::secrets::get_or_create(ctx.db(), "references", &mut ctx.rng()).await?;
        let mut beginning = "openshelf.".to_owned();
        for byte in &drawn[..LIBRARY_ID_BYTES] {
            // Writing to a string cannot fail.
            let _ = write!(beginning, "{byte:02x}");
        }
        beginning.push('.');
        Ok(Self { beginning })
    }

    pub(crate) fn reference_of(&self, title: TitleId) -> String {
        format!("{}{title}", self.beginning)
    }

    pub(crate) fn find_title(&self, reference: &str) -> Option<TitleId> {
        let number = reference.strip_prefix(&self.beginning)?;
        let title = number.parse().ok().map(TitleId)?;
        // Each title has exactly one spelling.
        (self.reference_of(title) == reference).then_some(title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_one_reference_per_library() {
        let here = References { beginning: "openshelf.00ff.".into() };
        assert_eq!(here.reference_of(TitleId(1001)), "openshelf.00ff.1001");
        assert_eq!(here.find_title("openshelf.00ff.1001"), Some(TitleId(1001)));
        for other in [
            "openshelf.00fe.1001", "openshelf.00ff.01001", "openshelf.00ff.+1001", "openshelf.00ff.", "1001",
            "",
        ] {
            assert_eq!(here.find_title(other), None, "{other}");
        }
    }
}
