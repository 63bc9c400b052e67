//! How much of the text of a document its tags have.

use books::report::FindingKind;

use crate::pdf::INPUT_FILE;
use crate::work::DocumentWork;

use super::tree::{TagKid, TagNode};

/// Minimum percentage of the letters of the pages, without running heads, that the tags must cover.
const MIN_COVERED_PERCENT: usize = 75;
/// A page with this many letters must be tagged for half of them at least.
const MIN_PAGE_LETTERS: usize = 100;
/// More letters of a page that no tag has are reported.
const MAX_UNTAGGED_LETTERS: usize = 20;

/// Letters of the leaves of each page; the last number is of those on no page.
pub(super) fn count_covered(root: &TagNode, leaves: &[String], pages: usize) -> Vec<usize> {
    let mut covered = vec![0; pages + 1];
    let mut nodes = vec![root];
    while let Some(node) = nodes.pop() {
        for kid in &node.kids {
            match kid {
                TagKid::Node(inner) => nodes.push(inner),
                TagKid::Leaf(page, number) => {
                    let page = page.filter(|page| *page < pages).unwrap_or(pages);
                    let leaf = leaves.get(*number).map(String::as_str).unwrap_or_default();
                    covered[page] += leaf.chars().filter(|c| c.is_alphanumeric()).count();
                }
                TagKid::Object(_) => {}
            }
        }
    }
    covered
}

/// Returns true if the tags have most of the text, on every page: documents that were put together are often
/// tagged in parts.
pub(super) fn covers_pages(covered: &[usize], shown: &[usize]) -> bool {
    let (tagged, all): (usize, usize) = (covered.iter().sum(), shown.iter().sum());
    if tagged == 0 || tagged * 100 < all * MIN_COVERED_PERCENT {
        return false;
    }
    let mut pages = covered.iter().zip(shown);
    has_placeless(covered, shown) || pages.all(|(own, shown)| *shown < MIN_PAGE_LETTERS || own * 2 >= *shown)
}

/// Returns true if some text is on no known page.
fn has_placeless(covered: &[usize], shown: &[usize]) -> bool {
    covered.get(shown.len()).is_some_and(|letters| *letters > 0)
}

/// Reports pages with text that no tag has.
pub(super) fn report_untagged(covered: &[usize], shown: &[usize], work: &DocumentWork<'_>) {
    if has_placeless(covered, shown) {
        return;
    }
    for (number, (own, shown)) in covered.iter().zip(shown).enumerate() {
        let lost = shown.saturating_sub(*own);
        if lost > MAX_UNTAGGED_LETTERS {
            let subject = format!("page {}: {lost} letters without tags", number + 1);
            work.reporter().report(FindingKind::WordsLost, INPUT_FILE, &subject);
        }
    }
}
