//! Words of well-formed documents in places where programs that show XHTML do not show them.

use roxmltree::{Document, Node};

use super::{find_child, is_html_element};

/// Elements without content in HTML. One with words is a tag such as `<br>` that a program has read as XML.
const VOID_ELEMENTS: [&str; 7] = ["area", "br", "embed", "hr", "img", "input", "wbr"];
/// Elements of the text, which a head cannot have.
const BODY_ELEMENTS: [&str; 20] = [
    "article", "aside", "blockquote", "body", "div", "dl", "figure", "h1", "h2", "h3", "h4", "h5", "h6",
    "main", "ol", "p", "pre", "section", "table", "ul",
];

/// The first element of HTML that has words where it cannot have any, or is in the head although it is a part
/// of the text.
pub(super) fn find_swallowed_words<'a, 'i>(document: &'a Document<'i>) -> Option<Node<'a, 'i>> {
    let root = document.root_element();
    if !is_html_element(root) || root.tag_name().name() != "html" {
        return None;
    }
    let is_one_of =
        |node: Node<'_, '_>, names: &[&str]| is_html_element(node) && names.contains(&node.tag_name().name());
    let of_head = find_child(root, "head").into_iter().flat_map(|head| head.children());
    let of_head = of_head.filter(|node| is_one_of(*node, &BODY_ELEMENTS));
    let void = document.descendants().filter(|node| is_one_of(*node, &VOID_ELEMENTS));
    of_head.chain(void).find(|node| has_nonblank_text(*node))
}

fn has_nonblank_text(node: Node<'_, '_>) -> bool {
    let mut texts = node.descendants().filter(Node::is_text).filter_map(|text| text.text());
    texts.any(|text| !text.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_elements_without_content_and_in_the_head_are_found() {
        for (markup, expected) in [
            ("<html><body><p>a<br>b</br></p></body></html>", Some("br")),
            ("<html><body><img alt='a'><i>b</i></img></body></html>", Some("img")),
            ("<html><head><title>a</title><p>b</p></head><body/></html>", Some("p")),
            ("<html><head><body><p>a</p></body></head></html>", Some("body")),
            ("<html><head><title>a</title><p/></head><body><br> </br><hr/>a</body></html>", None),
            ("<html><body><svg xmlns='http://www.w3.org/2000/svg'><img>a</img></svg></body></html>", None),
            ("<ncx><head><p>a</p></head></ncx>", None),
        ] {
            let document = Document::parse(markup).unwrap();
            let found = find_swallowed_words(&document).map(|node| node.tag_name().name());
            assert_eq!(found, expected, "{markup}");
        }
    }
}
