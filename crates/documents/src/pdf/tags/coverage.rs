//! The share of a document's text that its tags cover.

use books::report::FindingKind;

use crate::layout::count_alphanumeric;
use crate::pdf::WHOLE_DOCUMENT;
use crate::work::DocumentWork;

use super::tree::{TagKid, TagNode};

/// Minimum percentage of the letters of the pages, without running heads, that the tags must cover.
const MIN_COVERED_PERCENT: usize = 75;
/// Minimum number of letters and digits of a page at which its tags must cover half of them.
const MIN_TAGGED_PAGE_CHARS: usize = 100;
/// Maximum number of letters and digits of a page without a tag; more are reported.
const MAX_UNTAGGED_CHARS: usize = 20;

/// Counts the tagged letters and digits of each page; the last number is for those on no page.
pub(super) fn count_tagged_chars(root: &TagNode, leaves: &[String], pages: usize) -> Vec<usize> {
    let mut covered = vec![0; pages + 1];
    let mut nodes = vec![root];
    while let Some(node) = nodes.pop() {
        for kid in &node.kids {
            match kid {
                TagKid::Node(inner) => nodes.push(inner),
                TagKid::Leaf(page, number) => {
                    let page = page.filter(|page| *page < pages).unwrap_or(pages);
                    let leaf = leaves.get(*number).map(String::as_str).unwrap_or_default();
                    covered[page] += count_alphanumeric(leaf);
                }
                TagKid::Object(object) => {
                    if let Some((Some(page), words)) = object.shown_words()
                        && page < pages
                    {
                        covered[page] += count_alphanumeric(words);
                    }
                }
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
    has_text_without_page(covered, shown)
        || pages.all(|(own, shown)| *shown < MIN_TAGGED_PAGE_CHARS || own * 2 >= *shown)
}

/// Returns true if some text is on no known page.
fn has_text_without_page(covered: &[usize], shown: &[usize]) -> bool {
    covered.get(shown.len()).is_some_and(|letters| *letters > 0)
}

/// Reports pages with text that no tag has.
pub(super) fn report_untagged(covered: &[usize], shown: &[usize], work: &DocumentWork<'_>) {
    if has_text_without_page(covered, shown) {
        return;
    }
    for (number, (own, shown)) in covered.iter().zip(shown).enumerate() {
        let lost = shown.saturating_sub(*own);
        if lost > MAX_UNTAGGED_CHARS {
            let subject = format!("page {}: {lost} letters without tags", number + 1);
            work.reporter().report(FindingKind::WordsLost, WHOLE_DOCUMENT, &subject);
        }
    }
}
