//! What this library calls its titles in the records that it gives out, and by which it knows them when the
//! records come back.

use std::fmt::Write as _;

use domain::ids::TitleId;

use crate::context::Context;

/// Bytes that tell one library from all others.
const BYTES: usize = 8;

/// The references of one library: `openshelf.`, sixteen digits of its own, and the number of the title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct References {
    beginning: String,
}

impl References {
    /// Those of this library; its digits are drawn the first time anybody asks.
    pub(crate) async fn load(ctx: &Context) -> store::Result<Self> {
        let drawn = store::secrets::get_or_create(ctx.db(), "references", &mut ctx.rng()).await?;
        let mut beginning = "openshelf.".to_owned();
        for byte in &drawn[..BYTES] {
            // Writing to a text does not fail.
            let _ = write!(beginning, "{byte:02x}");
        }
        beginning.push('.');
        Ok(Self { beginning })
    }

    /// What a title is called.
    pub(crate) fn of(&self, title: TitleId) -> String {
        format!("{}{title}", self.beginning)
    }

    /// The title that is called so.
    pub(crate) fn title(&self, reference: &str) -> Option<TitleId> {
        let number = reference.strip_prefix(&self.beginning)?;
        let title = number.parse().ok().map(TitleId)?;
        // One name each.
        (self.of(title) == reference).then_some(title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_one_name_in_one_library() {
        let here = References { beginning: "openshelf.00ff.".into() };
        assert_eq!(here.of(TitleId(1001)), "openshelf.00ff.1001");
        assert_eq!(here.title("openshelf.00ff.1001"), Some(TitleId(1001)));
        for other in [
            "openshelf.00fe.1001",
            "openshelf.00ff.01001",
            "openshelf.00ff.+1001",
            "openshelf.00ff.",
            "1001",
            "",
        ] {
            assert_eq!(here.title(other), None, "{other}");
        }
    }
}
