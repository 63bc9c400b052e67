//! Style sheets of pages, and what they say about each element. Sheets in files are read once for a book.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use roxmltree::{Document, Node};
use simplecss::Selector;

use super::values::{split, words};
use crate::epub::{Styled, is_sheet};
use crate::package::Package;
use crate::picture::sheets;
use crate::{path, xml};

/// Bytes of one style sheet.
const LONGEST: usize = 2 << 20;
/// Bytes of all style sheets of a book.
const TOTAL: usize = 32 << 20;
/// Style sheets of one page, and how deep they import one another.
const SHEETS: usize = 64;
const IMPORTS: usize = 4;
/// Comparisons of selectors with elements, of one page and of a book.
const PAGE: usize = 1_000_000;
const BOOK: usize = 200_000_000;
/// Bytes of the longest value; a picture in the rule itself is longer than any other.
const VALUE: usize = 300_000;
/// Elements around one another that a rule is counted for.
const DEPTH: usize = 24;

type Declarations = Rc<[(String, String, bool)]>;

/// A rule for one selector.
#[derive(Debug)]
struct Rule {
    selector: String,
    specificity: [u8; 3],
    declarations: Declarations,
    /// The file that its addresses are relative to.
    place: Rc<str>,
}

/// A style sheet: its rules, and their numbers by what the last part of their selectors asks for.
#[derive(Debug, Default)]
struct Sheet {
    rules: Vec<Rule>,
    index: HashMap<String, Vec<usize>>,
}

/// The style sheets of a book.
#[derive(Debug)]
pub(super) struct Sheets<'s> {
    package: &'s Package,
    known: HashMap<String, Option<Rc<Sheet>>>,
    bytes: usize,
    /// The comparisons that are left for the book.
    left: Rc<Cell<usize>>,
}

impl<'s> Sheets<'s> {
    pub(super) fn new(package: &'s Package) -> Self {
        Self { package, known: HashMap::new(), bytes: 0, left: Rc::new(Cell::new(BOOK)) }
    }

    /// A sheet of the package and those that it imports, these first. `None` if one is too much.
    fn file(&mut self, path: &str, depth: usize, out: &mut Vec<Rc<Sheet>>) -> Option<()> {
        if depth > IMPORTS || out.len() >= SHEETS {
            return None;
        }
        if !self.package.contains(path) {
            return Some(());
        }
        if let Some(known) = self.known.get(path) {
            out.push(known.clone()?);
            return Some(());
        }
        let size = usize::try_from(self.package.size(path)?).ok()?;
        let text = (size <= LONGEST).then(|| self.package.read(path, path).ok()).flatten();
        let text = text.and_then(|bytes| xml::decode_forgiving(path, bytes, None).ok());
        let sheet = text.and_then(|text| self.sheet(path, &text, depth));
        self.known.insert(path.to_owned(), sheet.clone());
        out.push(sheet?);
        Some(())
    }

    /// A sheet by its text, with the rules of those that it imports.
    fn sheet(&mut self, place: &str, text: &str, depth: usize) -> Option<Rc<Sheet>> {
        self.bytes += text.len();
        if text.len() > LONGEST || self.bytes > TOTAL {
            return None;
        }
        let text = unwrapped(text);
        if !sheets::are_light([text.as_str()].into_iter(), 1, DEPTH) {
            return None;
        }
        let mut imported = Vec::new();
        let head = text.split('{').next().unwrap_or_default();
        for import in head.split("@import").skip(1).take(SHEETS) {
            let href = import.trim_start().trim_start_matches("url(").trim_start_matches(['"', '\'', ' ']);
            let href = href.split(['"', '\'', ')', ';']).next().unwrap_or_default();
            if let Some((path, _)) = path::resolve(place, href) {
                self.file(&path, depth + 1, &mut imported)?;
            }
        }
        let mut sheet = Sheet::default();
        for one in imported {
            for rule in &one.rules {
                sheet.add(Rule {
                    selector: rule.selector.clone(),
                    specificity: rule.specificity,
                    declarations: Rc::clone(&rule.declarations),
                    place: Rc::clone(&rule.place),
                });
            }
        }
        let place: Rc<str> = place.into();
        for (selectors, body) in rules(&text) {
            let declarations: Declarations =
                split(body, |c| c == ';').into_iter().filter_map(declaration).collect();
            for selector in selectors.split(',') {
                let Some(selector) = Selector::parse(selector.trim()) else { continue };
                sheet.add(Rule {
                    selector: selector.to_string(),
                    specificity: selector.specificity(),
                    declarations: Rc::clone(&declarations),
                    place: Rc::clone(&place),
                });
            }
        }
        Some(Rc::new(sheet))
    }
}

impl Sheet {
    fn add(&mut self, rule: Rule) {
        let last = rule.selector.rsplit(' ').next().unwrap_or_default();
        let quoted = |mark: &str| Some(last.split_once(mark)?.1.split_once('\'')?.0.to_owned());
        let name = last.split(['[', ':']).next().unwrap_or_default();
        let key = quoted("[id='")
            .map(|id| format!("#{id}"))
            .or_else(|| quoted("[class~='").map(|class| format!(".{class}")))
            .unwrap_or_else(|| if name.is_empty() { "*".to_owned() } else { name.to_owned() });
        self.index.entry(key).or_default().push(self.rules.len());
        self.rules.push(rule);
    }
}

/// The rules of a sheet without comments: their selectors and what is in their braces. Rules that begin with
/// `@` are left out. No brace is in a string.
fn rules(text: &str) -> Vec<(&str, &str)> {
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
        let end = if at { block(inside) } else { inside.find('}').unwrap_or(inside.len()) };
        if !at {
            found.push((selectors, &inside[..end]));
        }
        rest = &inside[end..];
    }
}

/// The length of what is in braces, after the first of them.
fn block(inside: &str) -> usize {
    let mut depth = 1_usize;
    let end = inside.char_indices().find(|(_, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    end.map_or(inside.len(), |(at, _)| at)
}

/// A sheet without comments, with the rules for screens among the others.
fn unwrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        out.push(' ');
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    if !out.contains("@media") {
        return out;
    }
    let text = std::mem::take(&mut out);
    let mut rest = text.as_str();
    while let Some((before, media)) = rest.split_once("@media") {
        out.push_str(before);
        let Some((query, inside)) = media.split_once('{') else {
            rest = "";
            break;
        };
        let end = block(inside);
        let screens = query.split(',').map(str::trim);
        if screens.clone().any(|one| one.eq_ignore_ascii_case("screen") || one.eq_ignore_ascii_case("all")) {
            out.push_str(&inside[..end]);
        }
        rest = inside.get(end + 1..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// What is said about one element. Shorthands are taken apart.
#[derive(Debug, Default)]
pub(super) struct Style {
    values: HashMap<String, String>,
    /// The file that its pictures are relative to.
    pub(super) place: Option<Rc<str>>,
}

impl Style {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Whether a property has a value.
    pub(super) fn is(&self, name: &str, value: &str) -> bool {
        self.get(name).is_some_and(|own| own.eq_ignore_ascii_case(value))
    }

    fn set(&mut self, name: &str, value: &str) {
        let mut put =
            |name: &str, value: &str| drop(self.values.insert(name.to_owned(), value.trim().to_owned()));
        match name {
            "background" => {
                let color = words(value).into_iter().rev().find(|word| super::values::color(word).is_some());
                put("background-color", color.unwrap_or("none"));
                put("background-image", value);
                let repeats =
                    ["no-repeat", "repeat-x", "repeat-y"].into_iter().find(|one| value.contains(one));
                put("background-repeat", repeats.unwrap_or("repeat"));
                let parts = split(value, |c| c == '/');
                put("background-size", parts.get(1).copied().unwrap_or("auto"));
                let places = words(parts.first().copied().unwrap_or_default()).into_iter().filter(|word| {
                    matches!(*word, "left" | "right" | "top" | "bottom" | "center")
                        || word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'))
                });
                put("background-position", &places.collect::<Vec<_>>().join(" "));
            }
            "font" => {
                let parts = words(value);
                let sized = |word: &&&str| word.starts_with(|c: char| c.is_ascii_digit() || c == '.');
                if let Some(size) =
                    parts.iter().find(|word| sized(word) && !word.bytes().all(|b| b.is_ascii_digit()))
                {
                    let (size, line) = size.split_once('/').unwrap_or((size, "normal"));
                    put("font-size", size);
                    put("line-height", line);
                }
                put("font-family", value);
                let any = |names: &[&str]| parts.iter().find(|word| names.contains(word)).copied();
                put("font-weight", any(&["bold", "bolder", "600", "700", "800", "900"]).unwrap_or("normal"));
                put("font-style", any(&["italic", "oblique"]).unwrap_or("normal"));
            }
            "margin" | "padding" | "inset" => {
                let parts = words(value);
                let Some(first) = parts.first() else { return };
                let at = |n: usize| parts.get(n).copied();
                let sides = [
                    ("top", *first),
                    ("right", at(1).unwrap_or(first)),
                    ("bottom", at(2).unwrap_or(first)),
                    ("left", at(3).or(at(1)).unwrap_or(first)),
                ];
                for (side, value) in sides {
                    put(&if name == "inset" { side.to_owned() } else { format!("{name}-{side}") }, value);
                }
            }
            "-webkit-transform" | "-ms-transform" | "-epub-transform" => put("transform", value),
            "-webkit-transform-origin" | "-ms-transform-origin" => put("transform-origin", value),
            "-epub-writing-mode" | "-webkit-writing-mode" => put("writing-mode", value),
            name => put(name, value),
        }
    }
}

/// The styles of a page.
pub(super) struct Styles {
    sheets: Vec<Rc<Sheet>>,
    path: Rc<str>,
    known: RefCell<HashMap<u32, Rc<Style>>>,
    left: Rc<Cell<usize>>,
    book: Rc<Cell<usize>>,
}

impl Styles {
    /// Reads the sheets that a document names. `None` if they are too much.
    pub(super) fn read(path: &str, document: &Document<'_>, sheets: &mut Sheets<'_>) -> Option<Self> {
        let mut found = Vec::new();
        for node in document.descendants().filter(Node::is_element) {
            match node.tag_name().name() {
                "style" if is_sheet(node) => {
                    let text: String =
                        node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
                    found.push(sheets.sheet(path, &text, 0)?);
                }
                "link" => {
                    let mut kinds = node.attribute("rel").unwrap_or_default().split_ascii_whitespace();
                    let other = node.attribute("media").is_some_and(|media| {
                        let media = media.to_ascii_lowercase();
                        !media.trim().is_empty() && !["all", "screen"].iter().any(|one| media.contains(one))
                    });
                    let href =
                        node.attribute("href").filter(|_| kinds.any(|kind| kind == "stylesheet") && !other);
                    if let Some((file, _)) = href.and_then(|href| path::resolve(path, href)) {
                        sheets.file(&file, 0, &mut found)?;
                    }
                }
                _ => {}
            }
            if found.len() > SHEETS {
                return None;
            }
        }
        let (known, left) = (RefCell::new(HashMap::new()), Rc::new(Cell::new(PAGE)));
        Some(Self { sheets: found, path: path.into(), known, left, book: Rc::clone(&sheets.left) })
    }

    /// The same, with the limits of the page that it is on.
    pub(super) fn sharing(self, page: &Self) -> Self {
        Self { left: Rc::clone(&page.left), book: Rc::clone(&page.book), ..self }
    }

    /// What is said about an element. `None` if comparing it would be too much.
    pub(super) fn of(&self, node: Node<'_, '_>) -> Option<Rc<Style>> {
        let id = node.id().get();
        if let Some(known) = self.known.borrow().get(&id) {
            return Some(Rc::clone(known));
        }
        let style = Rc::new(self.computed(node)?);
        self.known.borrow_mut().insert(id, Rc::clone(&style));
        Some(style)
    }

    fn computed(&self, node: Node<'_, '_>) -> Option<Style> {
        let mut keys = vec!["*".to_owned(), node.tag_name().name().to_owned()];
        let classes = node.attribute("class").unwrap_or_default().split_ascii_whitespace();
        keys.extend(classes.take(64).map(|class| format!(".{class}")));
        keys.extend(node.attribute("id").map(|id| format!("#{id}")));
        let depth = node.ancestors().count();
        let mut rules = Vec::new();
        for (n, sheet) in self.sheets.iter().enumerate() {
            for at in keys.iter().filter_map(|key| sheet.index.get(key)).flatten() {
                let rule = &sheet.rules[*at];
                let cost = sheets::ways(&rule.selector, depth);
                for left in [&self.left, &self.book] {
                    left.set(left.get().checked_sub(cost)?);
                }
                let matches = Selector::parse(&rule.selector).is_some_and(|one| one.matches(&Styled(node)));
                if matches {
                    rules.push((rule.specificity, n, *at, rule));
                }
            }
        }
        rules.sort_by_key(|(specificity, sheet, at, _)| (*specificity, *sheet, *at));
        let mut style = Style::default();
        let own: Vec<(String, String, bool)> =
            split(node.attribute("style").unwrap_or_default(), |c| c == ';')
                .into_iter()
                .filter_map(declaration)
                .collect();
        for wanted in [false, true] {
            for (.., rule) in &rules {
                for (name, value, _) in rule.declarations.iter().filter(|one| one.2 == wanted) {
                    if name.starts_with("background") && value.contains("url(") {
                        style.place = Some(Rc::clone(&rule.place));
                    }
                    style.set(name, value);
                }
            }
            for (name, value, _) in own.iter().filter(|one| one.2 == wanted) {
                if name.starts_with("background") && value.contains("url(") {
                    style.place = Some(Rc::clone(&self.path));
                }
                style.set(name, value);
            }
        }
        Some(style)
    }
}

fn declaration(text: &str) -> Option<(String, String, bool)> {
    let (name, value) = text.split_once(':')?;
    let important = value.to_ascii_lowercase().contains("!important");
    let value = if important { value.split('!').next().unwrap_or_default() } else { value };
    (value.len() <= VALUE).then(|| (name.trim().to_ascii_lowercase(), value.trim().to_owned(), important))
}
