//! Recognizes elements that are not presented: hidden ones, those never read, and branches that are not
//! chosen.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::elements::is_silent;
use crate::css::{self, DocumentRules, REVEAL_PROPERTY};
use crate::xml::{MATHML_NAMESPACE, OPS_NAMESPACE, SVG_NAMESPACE, XHTML_NAMESPACE};

/// The properties of style sheets that decide what is read, how items are marked, and what is added to the
/// text.
pub(super) const PRESENTATION_PROPERTIES: [&str; 10] = [
    "display", "visibility", "list-style", "list-style-type", "content", "quotes", "counter-reset",
    "counter-increment", "counter-set", REVEAL_PROPERTY,
];
/// The media that a book is read in: by eye, ear and finger.
pub(super) const READING_MEDIA: [&str; 6] = ["screen", "speech", "aural", "braille", "embossed", "tactile"];

/// The presence of an element in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Presence {
    #[default]
    Shown,
    /// Never text: scripts, styles, and branches of a switch that are not chosen.
    Never,
    /// Hidden by the book. It is read only where something refers to it.
    Concealed,
    /// Invisible itself, with something visible inside.
    Muted,
}

/// The presented elements of a document, by node id.
#[derive(Debug, Default)]
pub(super) struct Presentation {
    marks: Vec<Presence>,
    has_muted: bool,
    /// True if a dialog is closed, and nothing in the document but a script can open it.
    pub(super) has_closed_dialog: bool,
    /// By node: true if something in a node, or the node itself, can be referred to; empty if nothing is
    /// hidden.
    holds_target: Vec<bool>,
}

/// The visibility that an element itself states.
#[derive(Debug, Clone, Copy, Default)]
struct ElementState {
    is_displayed: Option<bool>,
    is_visible: Option<bool>,
}

impl Presentation {
    /// Reads what a document says about its elements. `rules`: those of its style sheets.
    pub(super) fn from_document(document: &Document<'_>, rules: Option<&DocumentRules>) -> Self {
        let hiding = rules.filter(|rules| rules.has_declaration(is_hiding_declaration));
        let mut marks: Vec<Presence> = Vec::new();
        let mut invisible: Vec<bool> = Vec::new();
        let mut visible_again = Vec::new();
        let mut branches = Branches::default();
        let opened_dialogs = LazyCell::new(|| find_opened_dialogs(document));
        let triggered_ids = LazyCell::new(|| find_triggered_ids(document));
        let mut has_closed_dialog = false;
        for node in document.root().descendants() {
            let parent = node.parent_element().map(|parent| parent.id().get_usize());
            let around = parent.map_or(Presence::Shown, |parent| marks[parent]);
            let was_invisible = parent.is_some_and(|parent| invisible[parent]);
            let mut mark = Presence::Shown;
            let mut is_invisible = was_invisible;
            let has_state = node.is_element() && node.tag_name().namespace() != Some(MATHML_NAMESPACE)
                || node.tag_name().name() == "math";
            if around == Presence::Never || has_state && (is_silent(node) || branches.is_unread_branch(node))
            {
                mark = Presence::Never;
            } else if has_state {
                let is_dialog = node.tag_name().name() == "dialog";
                let is_hidden = has_hidden_state(node);
                let own = ElementState::from_node(node, if is_dialog || is_hidden { rules } else { hiding });
                is_invisible = own.is_visible.map_or(was_invisible, |visible| !visible);
                let is_closed = is_dialog
                    && own.is_displayed != Some(true)
                    && !node.has_attribute("open")
                    && !node.attribute("id").is_some_and(|id| opened_dialogs.contains(id));
                has_closed_dialog |= is_closed;
                if is_closed
                    || is_hidden && (own.is_displayed != Some(true) || is_in_navigation(node))
                    || is_for_eyes_only(node)
                    || own.is_displayed == Some(false)
                    || is_invisible && !was_invisible
                {
                    if node.attribute("id").is_some_and(|id| triggered_ids.contains(id)) {
                        is_invisible = false;
                    } else {
                        mark = Presence::Concealed;
                    }
                }
                if was_invisible && !is_invisible {
                    visible_again.push(node);
                }
            }
            marks.push(mark);
            invisible.push(is_invisible);
        }
        let mut presentation =
            Self { marks, has_muted: !visible_again.is_empty(), has_closed_dialog, holds_target: Vec::new() };
        presentation.mute_invisible(&visible_again, &invisible);
        presentation.find_targets(document);
        presentation
    }

    fn find_targets(&mut self, document: &Document<'_>) {
        if !self.marks.contains(&Presence::Concealed) {
            return;
        }
        self.holds_target = vec![false; self.marks.len()];
        for node in document.root().descendants().filter(|node| super::pages::is_target(*node)) {
            for around in node.ancestors() {
                if std::mem::replace(&mut self.holds_target[around.id().get_usize()], true) {
                    break;
                }
            }
        }
    }

    /// Returns true if something in an element, or the element itself, can be referred to or is a page.
    pub(super) fn holds_target(&self, node: Node<'_, '_>) -> bool {
        self.holds_target.get(node.id().get_usize()).copied().unwrap_or_default()
    }

    /// Invisible content around something visible loses only its own words.
    fn mute_invisible(&mut self, visible: &[Node<'_, '_>], invisible: &[bool]) {
        for node in visible {
            for around in node.ancestors().skip(1).filter(Node::is_element) {
                let at = around.id().get_usize();
                if !invisible[at] || self.marks[at] == Presence::Muted {
                    break;
                }
                self.marks[at] = Presence::Muted;
                for child in around.children().filter(Node::is_element) {
                    let at = child.id().get_usize();
                    if invisible[at] && self.marks[at] == Presence::Shown {
                        self.marks[at] = Presence::Concealed;
                    }
                }
            }
        }
    }

    /// Returns true if an element and all inside it is never read.
    pub(super) fn is_never_read(&self, node: Node<'_, '_>) -> bool {
        self.presence(node) == Presence::Never
    }

    /// Returns true if the book hides an element with all inside it.
    pub(super) fn is_concealed(&self, node: Node<'_, '_>) -> bool {
        self.presence(node) == Presence::Concealed
    }

    /// Returns true if an element or one around it is hidden.
    pub(super) fn is_inside_concealed(&self, node: Node<'_, '_>) -> bool {
        node.ancestors().any(|above| self.is_concealed(above))
    }

    /// Returns true if an element is left out of the text at its place.
    pub(super) fn is_skipped(&self, node: Node<'_, '_>) -> bool {
        matches!(self.presence(node), Presence::Never | Presence::Concealed)
    }

    /// Returns true if a text is invisible although something next to it is visible.
    pub(super) fn mutes_text(&self, text: Node<'_, '_>) -> bool {
        self.has_muted && text.parent().is_some_and(|parent| self.presence(parent) == Presence::Muted)
    }

    fn presence(&self, node: Node<'_, '_>) -> Presence {
        self.marks.get(node.id().get_usize()).copied().unwrap_or_default()
    }
}

impl ElementState {
    fn from_node(node: Node<'_, '_>, rules: Option<&DocumentRules>) -> Self {
        let mut own = Self::default();
        let mut is_revealed = false;
        let mut state = |name: &str, value: &str| match name {
            REVEAL_PROPERTY => is_revealed = true,
            "display" => own.is_displayed = Some(!value.eq_ignore_ascii_case("none")),
            "visibility" if value.eq_ignore_ascii_case("visible") => own.is_visible = Some(true),
            "visibility" if is_hiding_declaration(name, value) => own.is_visible = Some(false),
            "visibility" => own.is_visible = None,
            _ => {}
        };
        if let Some(rules) = rules {
            // Rules that would cost too much hide nothing: rather too much is read than too little.
            let _ = rules.cascade(node, |name, value, _| state(name, value));
            if is_revealed {
                own.is_displayed = own.is_displayed.map(|_| true);
                own.is_visible = own.is_visible.map(|_| true);
            }
            return own;
        }
        let style = node.attribute("style").filter(|style| {
            let style = style.to_ascii_lowercase();
            style.contains("display") || style.contains("visibility")
        });
        let mut all = style.map(css::parse_declarations).unwrap_or_default();
        all.sort_by_key(|(.., important)| *important);
        for (name, value, _) in &all {
            state(name, value);
        }
        own
    }
}

fn is_hiding_declaration(name: &str, value: &str) -> bool {
    match name {
        "display" => value.eq_ignore_ascii_case("none"),
        "visibility" => value.eq_ignore_ascii_case("hidden") || value.eq_ignore_ascii_case("collapse"),
        _ => false,
    }
}

/// Returns true if an element is hidden by its attribute, unless a style displays it.
fn has_hidden_state(node: Node<'_, '_>) -> bool {
    node.attribute("hidden").is_some_and(|state| !state.trim().eq_ignore_ascii_case("until-found"))
}

/// Returns true if an element is in a list for navigation. Styles for all lists do not show those that are
/// only for programs.
fn is_in_navigation(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|above| above.tag_name().name() == "nav")
}

/// Returns true if an element is hidden from all but eyes, for which something else says the same.
fn is_for_eyes_only(node: Node<'_, '_>) -> bool {
    node.attribute("aria-hidden").is_some_and(|state| state.trim() == "true")
        && !super::media::is_embedded(node)
        || draws_formula(node)
}

/// The ids of elements that buttons of a document open without a script.
fn find_opened_dialogs<'d>(document: &'d Document<'_>) -> HashSet<&'d str> {
    let names = ["commandfor", "popovertarget"];
    document.descendants().flat_map(|node| names.map(|name| node.attribute(name))).flatten().collect()
}

/// The ids of elements that readers show without a script (`epub:trigger`).
fn find_triggered_ids<'d>(document: &'d Document<'_>) -> HashSet<&'d str> {
    let triggers = document.descendants().filter(|node| branch_name(*node) == Some("trigger"));
    let showing = triggers.filter(|trigger| trigger.attribute("action").map(str::trim) == Some("show"));
    showing.filter_map(|trigger| trigger.attribute("ref").map(str::trim)).collect()
}

/// Returns true if an element draws the formula that is written before it, as `KaTeX` does.
fn draws_formula(node: Node<'_, '_>) -> bool {
    super::elements::has_class(node, &["katex-html"])
        && node
            .prev_sibling_element()
            .is_some_and(|before| super::elements::has_class(before, &["katex-mathml"]))
}

/// The branches of switches (`epub:switch`) that are read, by the id of the switch.
#[derive(Default)]
struct Branches(HashMap<u32, Option<u32>>);

impl Branches {
    /// Returns true if an element is a branch of a switch that is not the one to read: the first
    /// supported case, or else the default.
    fn is_unread_branch(&mut self, node: Node<'_, '_>) -> bool {
        if !matches!(branch_name(node), Some("case" | "default")) {
            return false;
        }
        let Some(switch) = node.parent_element().filter(|above| branch_name(*above) == Some("switch")) else {
            return false;
        };
        let chosen = self.0.entry(switch.id().get()).or_insert_with(|| chosen_branch(switch));
        *chosen != Some(node.id().get())
    }
}

fn chosen_branch(switch: Node<'_, '_>) -> Option<u32> {
    let branches = || switch.children().filter(Node::is_element);
    branches()
        .find(|branch| branch_name(*branch) == Some("case") && is_supported(*branch))
        .or_else(|| branches().find(|branch| branch_name(*branch) == Some("default")))
        // Without a default, the words of the first case are better than none.
        .or_else(|| branches().find(|branch| branch_name(*branch) == Some("case")))
        .map(|branch| branch.id().get())
}

/// The local name of an element of EPUB, such as a switch. A document that was repaired has it with its
/// prefix.
fn branch_name<'n>(node: Node<'n, '_>) -> Option<&'n str> {
    let name = node.tag_name().name();
    match node.tag_name().namespace() {
        Some(OPS_NAMESPACE) => Some(name),
        _ => name.strip_prefix("epub:").or_else(|| name.strip_prefix("ops:")),
    }
}

/// Returns true if the content of a case can be read.
fn is_supported(case: Node<'_, '_>) -> bool {
    let namespace = case.attribute("required-namespace").unwrap_or_default().trim();
    matches!(namespace, MATHML_NAMESPACE | SVG_NAMESPACE | XHTML_NAMESPACE)
        && case.descendants().skip(1).any(|node| node.is_element())
}

#[cfg(test)]
mod tests {
    use crate::model::Block;
    use crate::testkit::EpubBuilder;

    /// The words that are read of a chapter.
    fn read_words(markup: &str) -> String {
        let book = EpubBuilder::new("Words").chapter("", markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let words: Vec<String> = book.sections[0].blocks.iter().map(Block::plain_text).collect();
        words.join(" ")
    }

    #[test]
    fn styles_may_show_what_an_attribute_hides() {
        let sheet = "<style>.a, nav, ol { display: block } .b { display: none }</style>";
        let text = "<p hidden='' class='a'>a</p><p hidden='' class='a b'>b</p><p hidden=''>c</p>\
                    <p hidden='' style='display: block'>d</p><p aria-hidden='true' class='a'>e</p>\
                    <nav hidden=''><p>f</p></nav><nav><ol hidden=''><li>g</li></ol></nav>";
        assert_eq!(read_words(&format!("{sheet}{text}")), "a d");
        assert_eq!(read_words(text), "d");
    }

    #[test]
    fn hidden_content_that_a_trigger_shows_is_read() {
        let trigger = "<epub:trigger xmlns:ev='http://www.w3.org/2001/xml-events' action='show' ref='a' \
                       ev:event='click' ev:observer='b'/>";
        let text = "<p id='b'>Why?</p><p id='a' style='display:none'>So.</p><p hidden='hidden'>No.</p>";
        for (markup, expected) in [(format!("{trigger}{text}"), "Why? So."), (text.to_owned(), "Why?")] {
            assert_eq!(read_words(&markup), expected);
        }
    }
}
