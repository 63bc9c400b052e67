//! Labels of items that a document writes into their text.

use books::model::{Block, BlockKind, Inline, List, ListItem, plain_text};

use crate::flow::{ListMarker, resolve_roman};

/// Takes the labels out of the text of a list that states none, if every item has the one that follows the
/// label before it. Numbers become those of the list.
pub(super) fn take_labels(mut list: List) -> List {
    if list.numbering.is_some() {
        return list;
    }
    let items = list.items.iter().filter(|item| !item.is_page_break());
    let mut markers: Vec<Option<ListMarker>> = items.map(read_label).collect();
    resolve_roman(&mut markers);
    let follows = |pair: &[Option<ListMarker>]| {
        pair[0].zip(pair[1]).is_some_and(|(before, marker)| marker.can_follow(before))
    };
    let Some(first) = markers.first().copied().flatten().filter(|_| markers.windows(2).all(follows)) else {
        return list;
    };
    for text in list.items.iter_mut().filter_map(first_text_mut) {
        let rest = text.trim_start();
        *text = rest[first_word(rest).len()..].trim_start().to_owned();
    }
    if let ListMarker::Number(numbering, start) = first {
        (list.numbering, list.start) = (Some(numbering), start);
    }
    list
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// The label that the text of an item begins with, if more follows.
fn read_label(item: &ListItem) -> Option<ListMarker> {
    let Some(Block { kind: BlockKind::Plain(inlines) | BlockKind::Paragraph(inlines), .. }) =
        item.blocks.first()
    else {
        return None;
    };
    let [Inline::Text(text), rest @ ..] = inlines.as_slice() else { return None };
    let label = first_word(text);
    let has_more = !rest.is_empty() || text.trim().len() > label.len();
    ListMarker::parse(label).filter(|_| has_more)
}

fn first_text_mut(item: &mut ListItem) -> Option<&mut String> {
    match item.blocks.first_mut()?.inlines_mut()?.first_mut()? {
        Inline::Text(text) => Some(text),
        _ => None,
    }
}

/// Adds a line to a list as an item.
pub(super) fn push_item(list: &mut List, inlines: Vec<Inline>) {
    if !plain_text(&inlines).trim().is_empty() {
        let blocks = vec![Block::new(BlockKind::Plain(inlines))];
        list.items.push(ListItem { blocks, ..ListItem::default() });
    }
}

/// Returns true if a label is not a bullet. Word draws some bullets as letters of other fonts.
pub(super) fn says_more_than_bullet(label: &str) -> bool {
    !matches!(label, "o" | "q" | "v" | "\u{d8}" | "\u{fc}") && label.chars().any(char::is_alphanumeric)
}

/// The number of a label: `3.`, `(3)`.
pub(super) fn parse_label_number(label: &str) -> Option<i32> {
    let bare = label.trim_matches(|c: char| matches!(c, '(' | ')' | '.' | ' '));
    if bare.len() > 4 { None } else { bare.parse::<u16>().ok().map(i32::from) }
}

#[cfg(test)]
mod tests {
    use books::model::Numbering;

    use super::*;

    fn list_of(texts: &[&str]) -> List {
        let item = |text: &&str| {
            let line = vec![Inline::Text((*text).to_owned())];
            ListItem { blocks: vec![Block::new(BlockKind::Plain(line))], ..ListItem::default() }
        };
        List { numbering: None, start: 1, items: texts.iter().map(item).collect() }
    }

    /// The kind and the start of a list, and the texts of its items.
    fn read_list(texts: &[&str]) -> (Option<Numbering>, i32, Vec<String>) {
        let list = take_labels(list_of(texts));
        let texts = list.items.iter().flat_map(|item| &item.blocks).map(Block::plain_text).collect();
        (list.numbering, list.start, texts)
    }

    #[test]
    fn bullets_say_nothing() {
        assert!(says_more_than_bullet("a)") && says_more_than_bullet("Rule"));
        assert!(
            !says_more_than_bullet("o")
                && !says_more_than_bullet("\u{d8}")
                && !says_more_than_bullet("\u{2022}")
        );
    }

    #[test]
    fn labels_in_the_text_of_all_items_are_those_of_the_list() {
        let texts = vec!["Crabs".to_owned(), "Gulls".to_owned()];
        assert_eq!(read_list(&["2. Crabs", "3. Gulls"]), (Some(Numbering::Decimal), 2, texts.clone()));
        assert_eq!(read_list(&["i) Crabs", "ii) Gulls"]), (Some(Numbering::LowerRoman), 1, texts.clone()));
        assert_eq!(read_list(&["\u{2022} Crabs", "\u{2022} Gulls"]), (None, 1, texts));
        for unlabelled in [["1. Crabs", "Gulls"], ["1. Crabs", "4. Gulls"]] {
            assert_eq!(read_list(&unlabelled), (None, 1, Vec::from(unlabelled.map(str::to_owned))));
        }
    }
}
