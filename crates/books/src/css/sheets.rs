//! The style sheets of a book: those in files are read once, and shared by the documents that name them.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use roxmltree::{Document, Node};

use super::bounds::are_light;
use super::comments::{blank_braces_in_strings, strip_comments};
use super::conditions::{applies_to_media, block_length, unwrap_conditions};
use super::imports::{has_imports, list_imports};
use super::selector::{
    MAX_CLASSES, MatchContext, Selector, SiblingPositions, is_known_to_browsers, parse_selector,
    split_selectors,
};
use super::split::split_outside;
use super::states::{REVEAL_PROPERTY, is_revealing, remove_states};
use crate::{Package, xml};

const MAX_SHEET_BYTES: usize = 2 << 20;
/// Bytes of all style sheets of a book.
const MAX_BOOK_BYTES: usize = 32 << 20;
/// Bytes that an imported rule counts for.
const IMPORTED_RULE_BYTES: usize = 64;
/// Style sheets of one document, and how deep they import one another.
const MAX_SHEETS: usize = 64;
const MAX_IMPORT_DEPTH: usize = 4;
/// Comparisons of selectors with elements, of one document and of a book.
const MAX_DOCUMENT_COMPARISONS: usize = 1_000_000;
const MAX_BOOK_COMPARISONS: usize = 200_000_000;
/// Bytes of the longest value; a picture in the rule itself is longer than any other.
const MAX_VALUE_BYTES: usize = 300_000;
/// Elements around one another that a rule is counted for.
const MAX_COUNTED_DEPTH: usize = 24;

/// One declaration: name in lower case, value, and whether it is important.
type Declaration = (String, String, bool);

/// A pseudo-element before or after the contents of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PseudoElement {
    Before,
    After,
    Marker,
}

#[derive(Debug, Clone)]
struct SelectorRule {
    selector: Selector,
    /// The part of the elements that the rule is for; `None` for the elements themselves.
    pseudo: Option<PseudoElement>,
    specificity: [u8; 3],
    declarations: Rc<[Declaration]>,
    /// The file that its addresses are relative to.
    place: Rc<str>,
}

/// A rule that matches: how specific it is, its sheet, and its number in it.
type MatchedRule<'r> = ([u8; 3], usize, usize, &'r SelectorRule);

/// A style sheet: its rules, and their numbers by what the last part of their selectors asks for.
#[derive(Debug, Default)]
struct ParsedSheet {
    rules: Vec<SelectorRule>,
    index: HashMap<String, Vec<usize>>,
}

/// The style sheets of a book.
#[derive(Debug)]
pub struct Sheets {
    /// The media that rules apply to, in lower case.
    media: &'static [&'static str],
    /// The properties that are read; all if there are none.
    properties: &'static [&'static str],
    by_path: HashMap<String, Option<Rc<ParsedSheet>>>,
    bytes: usize,
    comparisons_left: Rc<Cell<usize>>,
}

impl Sheets {
    /// The sheets of a book for these media, with all properties.
    pub fn new(media: &'static [&'static str]) -> Self {
        let left = Rc::new(Cell::new(MAX_BOOK_COMPARISONS));
        Self { media, properties: &[], by_path: HashMap::new(), bytes: 0, comparisons_left: left }
    }

    /// A copy, reduced to the rules that state one of these properties.
    pub(crate) fn limit_to_properties(self, properties: &'static [&'static str]) -> Self {
        Self { properties, ..self }
    }

    /// A sheet of the package and those that it imports, these first. `None` if one is too much.
    fn read_file(
        &mut self,
        package: &Package,
        path: &str,
        depth: usize,
        out: &mut Vec<Rc<ParsedSheet>>,
    ) -> Option<()> {
        if depth > MAX_IMPORT_DEPTH || out.len() >= MAX_SHEETS {
            return None;
        }
        if !package.contains(path) {
            return Some(());
        }
        if let Some(known) = self.by_path.get(path) {
            out.push(known.clone()?);
            return Some(());
        }
        let size = usize::try_from(package.size(path)?).ok()?;
        let text = (size <= MAX_SHEET_BYTES).then(|| package.read(path, path).ok()).flatten();
        let text = text.and_then(|bytes| xml::decode_text(path, bytes).ok());
        let sheet = text.and_then(|text| self.read_sheet(package, path, &text, depth));
        self.by_path.insert(path.to_owned(), sheet.clone());
        out.push(sheet?);
        Some(())
    }

    /// A sheet by its text, with the rules of those that it imports.
    fn read_sheet(
        &mut self,
        package: &Package,
        place: &str,
        text: &str,
        depth: usize,
    ) -> Option<Rc<ParsedSheet>> {
        self.bytes += text.len();
        if text.len() > MAX_SHEET_BYTES || self.bytes > MAX_BOOK_BYTES {
            return None;
        }
        let mut sheet = ParsedSheet::default();
        if !has_imports(text) && !self.may_state_any(text) {
            return Some(Rc::new(sheet));
        }
        let text = unwrap_conditions(&blank_braces_in_strings(&strip_comments(text)), self.media);
        if !are_light([text.as_str()].into_iter(), 1, MAX_COUNTED_DEPTH) {
            return None;
        }
        let mut imported = Vec::new();
        for import in list_imports(&text).take(MAX_SHEETS) {
            if applies_to_media(import.media, self.media)
                && let Some((path, _)) = package.resolve(place, import.href)
            {
                self.read_file(package, &path, depth + 1, &mut imported)?;
            }
        }
        for one in imported {
            self.bytes += one.rules.len() * IMPORTED_RULE_BYTES;
            if self.bytes > MAX_BOOK_BYTES {
                return None;
            }
            one.rules.iter().for_each(|rule| sheet.add_rule(rule.clone()));
        }
        let place: Rc<str> = place.into();
        for (selectors, body) in split_rules(&text) {
            let mut own = parse_declarations(body);
            if !self.properties.is_empty() {
                own.retain(|(name, ..)| self.properties.contains(&name.as_str()));
            }
            if own.is_empty() {
                continue;
            }
            if self.properties.contains(&REVEAL_PROPERTY)
                && own.iter().any(|(name, value, _)| is_revealing(name, value))
            {
                sheet.add_revealing_rules(selectors, &place);
            }
            let own: Rc<[Declaration]> = own.into();
            for (selector, pseudo) in read_selectors(selectors) {
                sheet.add_rule(SelectorRule {
                    specificity: selector.specificity(),
                    selector,
                    pseudo,
                    declarations: Rc::clone(&own),
                    place: Rc::clone(&place),
                });
            }
        }
        Some(Rc::new(sheet))
    }

    fn may_state_any(&self, sheet: &str) -> bool {
        self.properties.is_empty() || self.properties.iter().any(|name| contains_word(sheet, name))
    }
}

/// Returns true if a text contains a word of ASCII letters, in any case.
fn contains_word(text: &str, word: &str) -> bool {
    text.contains(word)
        || text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// The selectors of a rule, each with the part of the elements that it is for. One that browsers do not know
/// makes the whole rule invalid (Selectors Level 4, 3.9).
fn read_selectors(text: &str) -> Vec<(Selector, Option<PseudoElement>)> {
    // The signs of comments in HTML mean nothing here.
    let text = text.replace("<!--", " ").replace("-->", " ");
    let mut selectors = Vec::new();
    for one in split_selectors(&text) {
        let (one, pseudo) = split_pseudo_element(one.trim());
        match parse_selector(&one) {
            Some(selector) => selectors.push((selector, pseudo)),
            None if is_known_to_browsers(&one) => {}
            None => return Vec::new(),
        }
    }
    selectors
}

/// `li::before` as `li` and the pseudo-element.
fn split_pseudo_element(selector: &str) -> (String, Option<PseudoElement>) {
    let known = [
        ("::before", PseudoElement::Before),
        (":before", PseudoElement::Before),
        ("::after", PseudoElement::After),
        (":after", PseudoElement::After),
        ("::marker", PseudoElement::Marker),
    ];
    for (name, pseudo) in known {
        let at = selector.len().saturating_sub(name.len());
        if selector.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(name)) {
            let base = &selector[..at];
            let anything = base.is_empty() || base.ends_with([' ', '>', '+', '~']);
            return (format!("{base}{}", if anything { "*" } else { "" }), Some(pseudo));
        }
    }
    (selector.to_owned(), None)
}

impl ParsedSheet {
    /// Adds what the selectors of a rule show once a reader does something.
    fn add_revealing_rules(&mut self, selectors: &str, place: &Rc<str>) {
        for bare in split_selectors(selectors).into_iter().filter_map(remove_states) {
            let Some(selector) = parse_selector(&bare) else { continue };
            self.add_rule(SelectorRule {
                specificity: selector.specificity(),
                selector,
                pseudo: None,
                declarations: Rc::new([(REVEAL_PROPERTY.to_owned(), String::new(), false)]),
                place: Rc::clone(place),
            });
        }
    }

    fn add_rule(&mut self, rule: SelectorRule) {
        let key = rule.selector.index_key();
        self.index.entry(key).or_default().push(self.rules.len());
        self.rules.push(rule);
    }
}

/// The rules of a sheet without comments: their selectors and what is in their braces. Rules that begin with
/// `@` are left out. No brace is in a string.
fn split_rules(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ';'));
        let at = rest.starts_with('@');
        if let Some(end) = rest.find([';', '{']).filter(|end| at && rest[*end..].starts_with(';')) {
            rest = &rest[end..];
            continue;
        }
        let Some((selectors, inside)) = rest.split_once('{') else { return found };
        let end = if at { block_length(inside) } else { inside.find('}').unwrap_or(inside.len()) };
        if !at {
            found.push((selectors, &inside[..end]));
        }
        rest = &inside[end..];
    }
}

/// The declarations in braces or in a `style` attribute.
pub(crate) fn parse_declarations(text: &str) -> Vec<Declaration> {
    let text = strip_comments(text);
    split_outside(&text, ';', &[('(', ')')]).into_iter().filter_map(parse_declaration).collect()
}

fn parse_declaration(text: &str) -> Option<Declaration> {
    let (name, value) = text.split_once(':')?;
    let (value, important) = match value.rsplit_once('!') {
        Some((value, word)) if word.trim().eq_ignore_ascii_case("important") => (value, true),
        _ => (value, false),
    };
    (value.len() <= MAX_VALUE_BYTES)
        .then(|| (name.trim().to_ascii_lowercase(), value.trim().to_owned(), important))
}

/// The rules that apply to the elements of one document.
#[derive(Debug, Clone)]
pub struct DocumentRules {
    sheets: Vec<Rc<ParsedSheet>>,
    path: Rc<str>,
    positions: Rc<SiblingPositions>,
    comparisons_left: Rc<Cell<usize>>,
    book: Rc<Cell<usize>>,
}

impl DocumentRules {
    /// Reads the sheets that a document names. `None` if they are too much.
    pub fn from_document(
        package: &Package,
        path: &str,
        document: &Document<'_>,
        sheets: &mut Sheets,
    ) -> Option<Self> {
        let mut found = Vec::new();
        let media = sheets.media;
        for href in document.root().children().filter_map(|node| sheet_instruction(node, media)) {
            if let Some((file, _)) = package.resolve(path, href) {
                sheets.read_file(package, &file, 0, &mut found)?;
            }
        }
        for node in document.descendants().filter(Node::is_element) {
            let applies = |sheets: &Sheets| {
                node.attribute("media").is_none_or(|media| applies_to_media(media, sheets.media))
            };
            match node.tag_name().name() {
                "style" if applies(sheets) && is_css(node) => {
                    let text: String =
                        node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
                    found.push(sheets.read_sheet(package, path, &text, 0)?);
                }
                "link" if applies(sheets) => {
                    let mut kinds = node.attribute("rel").unwrap_or_default().split_ascii_whitespace();
                    let (mut is_sheet, mut is_alternate) = (false, false);
                    kinds.by_ref().for_each(|kind| {
                        is_sheet |= kind.eq_ignore_ascii_case("stylesheet");
                        is_alternate |= kind.eq_ignore_ascii_case("alternate");
                    });
                    let href = node.attribute("href").filter(|_| is_sheet && !is_alternate);
                    if let Some((file, _)) = href.and_then(|href| package.resolve(path, href)) {
                        sheets.read_file(package, &file, 0, &mut found)?;
                    }
                }
                _ => {}
            }
            if found.len() > MAX_SHEETS {
                return None;
            }
        }
        found.retain(|sheet| !sheet.rules.is_empty());
        let left = Rc::new(Cell::new(MAX_DOCUMENT_COMPARISONS));
        Some(Self {
            sheets: found,
            path: path.into(),
            positions: Rc::default(),
            comparisons_left: left,
            book: Rc::clone(&sheets.comparisons_left),
        })
    }

    /// A copy with the limits of the document that the rules are part of.
    #[must_use]
    pub fn with_limits_of(self, outer: &Self) -> Self {
        Self { comparisons_left: Rc::clone(&outer.comparisons_left), book: Rc::clone(&outer.book), ..self }
    }

    /// Returns true if a rule has a declaration of this kind.
    pub(crate) fn has_declaration(&self, is_wanted: impl Fn(&str, &str) -> bool) -> bool {
        self.any_declaration(false, is_wanted)
    }

    /// Returns true if a rule adds something to the text.
    pub(crate) fn has_generated_content(&self) -> bool {
        self.any_declaration(true, |name, _| name == "content")
    }

    /// Returns true if a rule for elements, or for their pseudo-elements, has a declaration of this kind.
    fn any_declaration(&self, for_pseudo: bool, is_wanted: impl Fn(&str, &str) -> bool) -> bool {
        let rules = self.sheets.iter().flat_map(|sheet| &sheet.rules);
        let mut declarations = rules
            .filter(|rule| rule.pseudo.is_some() == for_pseudo)
            .flat_map(|rule| rule.declarations.iter());
        declarations.any(|(name, value, _)| is_wanted(name, value))
    }

    /// Visits the declarations for a pseudo-element, those that take precedence after the others. `None` if
    /// comparing them would be too much.
    pub(crate) fn cascade_pseudo(
        &self,
        node: Node<'_, '_>,
        pseudo: PseudoElement,
        mut visit: impl FnMut(&str, &str),
    ) -> Option<()> {
        self.visit_cascade(node, Some(pseudo), |name, value, _| visit(name, value))
    }

    /// Visits the declarations for an element, those that take precedence after the others: name, value, and
    /// the file that addresses in it are relative to. `None` if comparing them would be too much.
    pub fn cascade(&self, node: Node<'_, '_>, visit: impl FnMut(&str, &str, &Rc<str>)) -> Option<()> {
        self.visit_cascade(node, None, visit)
    }

    fn visit_cascade(
        &self,
        node: Node<'_, '_>,
        pseudo: Option<PseudoElement>,
        mut visit: impl FnMut(&str, &str, &Rc<str>),
    ) -> Option<()> {
        let rules = self.find_rules(node, pseudo)?;
        let style = node.attribute("style").filter(|_| pseudo.is_none());
        let own = style.map(parse_declarations).unwrap_or_default();
        let declarations = rules.iter().map(|(.., rule)| (&*rule.declarations, &rule.place));
        for wanted in [false, true] {
            for (declarations, place) in declarations.clone().chain([(own.as_slice(), &self.path)]) {
                for (name, value, _) in declarations.iter().filter(|one| one.2 == wanted) {
                    visit(name, value, place);
                }
            }
        }
        Some(())
    }

    /// The rules that match an element or its pseudo-element, in the order of their precedence.
    fn find_rules<'r>(
        &'r self,
        node: Node<'_, '_>,
        pseudo: Option<PseudoElement>,
    ) -> Option<Vec<MatchedRule<'r>>> {
        let mut rules = Vec::new();
        let depth = Cell::new(0);
        let context = MatchContext {
            positions: &self.positions,
            comparisons_left: [&self.comparisons_left, &self.book],
            steps: Cell::default(),
        };
        for (n, sheet) in self.sheets.iter().enumerate() {
            let mut visit = |key: &str| {
                for at in sheet.index.get(key).into_iter().flatten() {
                    let rule = &sheet.rules[*at];
                    if rule.pseudo != pseudo {
                        continue;
                    }
                    if depth.get() == 0 {
                        depth.set(node.ancestors().count());
                    }
                    let cost = rule.selector.count_choices(depth.get());
                    for left in [&self.comparisons_left, &self.book] {
                        left.set(left.get().checked_sub(cost)?);
                    }
                    if rule.selector.matches(node, &context)? {
                        rules.push((rule.specificity, n, *at, rule));
                    }
                }
                Some(())
            };
            visit("*")?;
            visit(node.tag_name().name())?;
            let classes = node.attribute("class").unwrap_or_default().split_ascii_whitespace();
            let mut key = String::new();
            for (mark, name) in classes
                .take(MAX_CLASSES)
                .map(|class| ('.', class))
                .chain(node.attribute("id").map(|id| ('#', id)))
            {
                key.clear();
                key.push(mark);
                key.push_str(name);
                visit(&key)?;
            }
        }
        rules.sort_by_key(|(specificity, sheet, at, _)| (*specificity, *sheet, *at));
        // A class that is written twice names the same rules twice.
        rules.dedup_by_key(|(_, sheet, at, _)| (*sheet, *at));
        Some(rules)
    }
}

/// The address of a sheet that an instruction before the first element names (`xml-stylesheet`).
fn sheet_instruction<'i>(node: Node<'_, 'i>, media: &[&str]) -> Option<&'i str> {
    let instruction = node.pi().filter(|instruction| instruction.target == "xml-stylesheet")?;
    let text = instruction.value?;
    let find = |name: &str| {
        let (at, _) = text.match_indices(name).find(|(at, _)| {
            let is_begin = text[..*at].chars().next_back().is_none_or(char::is_whitespace);
            is_begin && text[at + name.len()..].trim_start().starts_with('=')
        })?;
        let value = text[at + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        value[1..].split(quote).next().map(str::trim)
    };
    let is_css = find("type").is_none_or(|kind| kind.eq_ignore_ascii_case("text/css"));
    let is_usual = find("alternate").is_none_or(|alternate| alternate != "yes");
    let applies = find("media").is_none_or(|condition| applies_to_media(condition, media));
    find("href").filter(|_| is_css && is_usual && applies)
}

fn is_css(node: Node<'_, '_>) -> bool {
    node.attribute("type")
        .is_none_or(|kind| kind.trim().is_empty() || kind.trim().eq_ignore_ascii_case("text/css"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::testkit::EpubBuilder;

    /// The values of `display` that the elements with an id get, as `id=value`.
    fn display_values(sheet: &str, body: &str) -> Vec<String> {
        let package = Package::open(EpubBuilder::new("a").build().into(), Limits::default()).unwrap();
        let mut sheets = Sheets::new(&["screen", "speech"]).limit_to_properties(&["display"]);
        let text = format!("<html><head><style>{sheet}</style></head><body>{body}</body></html>");
        let document = Document::parse(&text).unwrap();
        let rules = DocumentRules::from_document(&package, "a.xhtml", &document, &mut sheets).unwrap();
        let all = document.descendants().filter(|node| node.has_attribute("id"));
        all.map(|node| {
            let mut display = String::from("-");
            rules.cascade(node, |_, value, _| value.clone_into(&mut display)).unwrap();
            format!("{}={display}", node.attribute("id").unwrap())
        })
        .collect()
    }

    #[test]
    fn the_most_specific_rule_wins_then_the_last_unless_one_is_important() {
        let body =
            "<p id='a' class='x y'/><div><p id='b' class='x'/></div><p id='c' style='display:inline'/>";
        assert_eq!(
            display_values(".x{display:a} p{display:b} div > p{display:c}", body),
            ["a=a", "b=a", "c=inline"]
        );
        assert_eq!(display_values("p{display:a!important} #a{display:b} #c{}", body), ["a=a", "b=a", "c=a"]);
        assert_eq!(display_values("p:not(.y){display:a} .x{color:red}", body), ["a=-", "b=a", "c=inline"]);
        assert_eq!(display_values("p[class], .z p{display:a}", body), ["a=a", "b=a", "c=inline"]);
    }

    #[test]
    fn a_selector_that_browsers_do_not_know_makes_a_rule_invalid() {
        for (selectors, value) in [
            ("#a, p:unknown", "-"),
            ("#a, .1", "-"),
            ("#a,", "-"),
            ("#a, p::first-line", "x"),
            ("p:has(b), #a", "x"),
        ] {
            let values = display_values(&format!("{selectors}{{display:x}}"), "<p id='a'/>");
            assert_eq!(values, [format!("a={value}")], "{selectors}");
        }
        assert_eq!(read_selectors("<!-- #a, b").len(), 2);
    }

    #[test]
    fn rules_for_other_media_and_for_sizes_of_screens_do_not_apply() {
        let of =
            |query: &str| display_values(&format!("@media {query} {{ #a {{ display: x }} }}"), "<p id='a'/>");
        for query in ["screen", "all", "speech", "print, screen", "not print", "only screen", "not amzn-kf8"]
        {
            assert_eq!(of(query), ["a=x"], "{query}");
        }
        for query in ["print", "not screen", "screen and (min-width: 10em)", "(max-width: 1px)", "amzn-mobi"]
        {
            assert_eq!(of(query), ["a=-"], "{query}");
        }
    }

    #[test]
    fn rules_for_programs_that_know_a_property_apply() {
        // Books hide their title pages from old programs in this way.
        let sheet = "#a { display: none } @supports(font-size: 0) { #a { display: block } }";
        assert_eq!(display_values(sheet, "<p id='a'/>"), ["a=block"]);
    }

    #[test]
    fn semicolons_in_strings_and_addresses_end_no_declaration() {
        let read = parse_declarations("a: 'x;y'; b: url(c;d); e : f !IMPORTANT ;g");
        let names: Vec<_> =
            read.iter().map(|(name, value, important)| (name.as_str(), value.as_str(), *important)).collect();
        assert_eq!(names, [("a", "'x;y'", false), ("b", "url(c;d)", false), ("e", "f", true)]);
        let read = parse_declarations("/* a: b; */ c /**/ : d ! important; e: 'f !important'");
        let names: Vec<_> =
            read.iter().map(|(name, value, important)| (name.as_str(), value.as_str(), *important)).collect();
        assert_eq!(names, [("c", "d", true), ("e", "'f !important'", false)]);
    }

    #[test]
    fn names_of_properties_in_values_and_selectors_state_nothing() {
        for sheet in ["#a{color:display} .display{x:y}", "#a{background:url(display:none)}"] {
            assert_eq!(display_values(sheet, "<p id='a' class='display'/>"), ["a=-"], "{sheet}");
        }
        assert_eq!(display_values("@MEDIA screen { #a { DISPLAY: x } }", "<p id='a'/>"), ["a=x"]);
    }
}
