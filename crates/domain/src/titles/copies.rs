//! Copies of a title: when existing ones are outdated.

use super::Title;

impl Title {
    /// Copies of a free title carry no watermarks and count against no quota; those of a title in copyright
    /// do both (docs/rules/downloads.md#rule-6, docs/rules/quotas.md). So all formats have a new version when
    /// the title, which was as `before`, goes from the one to the other: what was packaged for a reader is
    /// packaged again, from the book that was converted.
    pub fn renew_copies(&mut self, before: &Self) {
        if self.usage.is_free() == before.usage.is_free() {
            return;
        }
        for artifact in &mut self.artifacts {
            artifact.version += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::UsageRestriction as U;
    use crate::fixtures::{title, with_change};
    use crate::wire::WireEnum as _;

    #[test]
    fn copies_are_made_again_when_the_title_becomes_free_and_when_it_becomes_copyright() {
        for from in U::ALL {
            for to in U::ALL {
                let before = with_change(title(), |title| title.usage = *from);
                let after = with_change(before.clone(), |title| title.usage = *to);
                let renewed = with_change(after.clone(), |title| title.renew_copies(&before));
                let grown = u32::from((*from == U::Copyright) != (*to == U::Copyright));
                let expected = with_change(after, |title| {
                    title.artifacts.iter_mut().for_each(|artifact| artifact.version += grown);
                });
                assert_eq!(renewed, expected, "{from} -> {to}");
            }
        }
    }
}
