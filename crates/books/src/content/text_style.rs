//! Styles that only style sheets state: emphasis, raised and lowered text, lines of their own, direction, and
//! fonts of symbols.

use std::borrow::Cow;

use roxmltree::{Document, Node};

use super::elements::{heading_rank, inline_style, is_block};
use super::fonts::StatedFont;
use super::lengths::{is_wide, shift_by_length};
use super::{Reader, visit_declarations};
use crate::css::DocumentRules;
use crate::model::{Direction, Style};
use crate::symbol_fonts::{SymbolFont, read_displayed_symbols};
use crate::xml::{OPS_NAMESPACE, text_of};

pub(super) const TEXT_STYLE_PROPERTIES: [&str; 22] = [
    "-epub-text-emphasis", "-epub-text-emphasis-style", "-webkit-text-emphasis",
    "-webkit-text-emphasis-style", "direction", "display", "float", "font", "font-family", "font-style",
    "font-weight", "margin-left", "margin-right", "padding-left", "padding-right", "position",
    "text-decoration", "text-decoration-line", "text-emphasis", "text-emphasis-style", "vertical-align",
    "white-space",
];
const MIN_BOLD_WEIGHT: u32 = 600;
/// Characters of the longest text that is an index or exponent because it is shifted by a length.
const MAX_SHIFTED_CHARS: usize = 8;
/// Values of `display` with which an element is a box in its line.
const INLINE_BOX_DISPLAYS: [&str; 4] = ["inline-block", "inline-flex", "inline-grid", "inline-table"];
/// Values of `display` with which the parts of an element are boxes next to each other.
const ITEM_DISPLAYS: [&str; 4] = ["flex", "grid", "inline-flex", "inline-grid"];
/// Values of `white-space` with which the ends of lines are kept.
const LINE_KEEPING_VALUES: [&str; 4] = ["pre", "pre-wrap", "pre-line", "break-spaces"];
/// Values of `display` with which an element is a line of its own, if not more.
const BLOCK_DISPLAYS: [&str; 9] =
    ["block", "flex", "flow-root", "grid", "list-item", "table", "table-caption", "table-cell", "table-row"];

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct TextStyle {
    italic: Option<Style>,
    bold: Option<Style>,
    /// Marked with dots, as emphasis is in Chinese and Japanese.
    dotted: Option<Style>,
    /// Raised or lowered.
    shift: Option<Style>,
    /// Raised or lowered by a length, as large initials also are.
    length_shift: Option<Style>,
    /// Lines through or below the words.
    decorations: Vec<Style>,
    pub(super) direction: Option<Direction>,
    /// A value of `display` that makes a box of it.
    display: Option<&'static str>,
    /// True if the ends of lines are kept; `None` if nothing is stated.
    keeps_lines: Option<bool>,
    /// Next to the line, as initials are.
    is_out_of_flow: bool,
    /// At the right edge of the line or page.
    floats_right: bool,
    /// Has room at its sides, as wide as a space or wider.
    has_room: bool,
    font: Option<StatedFont>,
}

impl TextStyle {
    /// Applies a declaration; later ones take precedence.
    fn apply_declaration(&mut self, name: &str, value: &str) {
        let value = value.to_ascii_lowercase();
        let mut words = value.split_ascii_whitespace();
        let has_word = |wanted: &[&str]| value.split_ascii_whitespace().any(|word| wanted.contains(&word));
        let italic = || has_word(&["italic", "oblique"]).then_some(Style::Emphasis);
        match name {
            "font-style" => self.italic = italic(),
            "font-weight" => self.bold = is_bold_weight(&value).then_some(Style::Strong),
            "font-family" => self.font = StatedFont::from_families(&value),
            "font" => {
                self.font = StatedFont::from_shorthand(&value);
                self.italic = italic();
                self.bold = words.any(is_bold_weight).then_some(Style::Strong);
            }
            "vertical-align" => {
                self.shift = match value.as_str() {
                    "super" => Some(Style::Superscript),
                    "sub" => Some(Style::Subscript),
                    _ => None,
                };
                self.length_shift = shift_by_length(&value);
            }
            "text-decoration" | "text-decoration-line" => {
                let through = words.any(|word| word == "line-through").then_some(Style::Deleted);
                let below = has_word(&["underline"]).then_some(Style::Underlined);
                self.decorations = through.into_iter().chain(below).collect();
            }
            _ if name.contains("text-emphasis") => {
                let is_dotted = !has_word(&["none", "initial", "unset"]) && !value.is_empty();
                self.dotted = is_dotted.then_some(Style::Emphasis);
            }
            "direction" => self.direction = Direction::from_name(&value),
            "display" => {
                self.display = BLOCK_DISPLAYS
                    .iter()
                    .chain(&INLINE_BOX_DISPLAYS)
                    .find(|display| **display == value)
                    .copied();
            }
            "white-space" => {
                self.keeps_lines = (value != "inherit").then(|| has_word(&LINE_KEEPING_VALUES));
            }
            "float" => {
                self.is_out_of_flow = has_word(&["left", "right"]);
                self.floats_right = has_word(&["right"]);
            }
            "margin-left" | "margin-right" | "padding-left" | "padding-right" => {
                self.has_room |= is_wide(&value);
            }
            "position" => self.is_out_of_flow |= has_word(&["absolute", "fixed"]),
            _ => {}
        }
    }

    pub(super) fn has_own_line(&self) -> bool {
        self.is_displayed_as(&BLOCK_DISPLAYS) && !self.is_out_of_flow
    }

    /// Returns true if the element is a gap between words if it is empty.
    pub(super) fn is_gap(&self) -> bool {
        self.has_room && !self.is_out_of_flow || self.is_inline_box()
    }

    pub(super) fn is_inline_box(&self) -> bool {
        self.is_displayed_as(&INLINE_BOX_DISPLAYS)
    }

    /// Returns true if the element is at the other edge of the line than the words next to it, as numbers of
    /// pages and verses are. A single letter is an initial.
    pub(super) fn is_set_apart(&self, node: Node<'_, '_>) -> bool {
        let is_word = |text: &str| text.chars().nth(1).is_some() || text.starts_with(char::is_numeric);
        self.floats_right && is_word(&text_of(node))
    }

    fn is_displayed_as(&self, displays: &[&str]) -> bool {
        self.display.is_some_and(|display| displays.contains(&display))
    }

    /// The styles that neither the element nor one around it states by its name, the outermost first.
    pub(super) fn unnamed_styles(&self, node: Node<'_, '_>) -> Vec<Style> {
        let line = || node.ancestors().take_while(|above| above.is_element() && !is_block(*above));
        let is_link = || line().any(|above| above.tag_name().name() == "a");
        let is_unnamed = |style: &Style| {
            let mut named = line().filter_map(inline_style);
            match style {
                Style::Emphasis => {
                    !named.any(|own| matches!(own, Style::Emphasis | Style::Citation | Style::Defined))
                }
                Style::Underlined => !named.any(|own| own == Style::Underlined) && !is_link(),
                other => !named.any(|own| own == *other),
            }
        };
        // Headings and cells of headings are bold anyway.
        let bold = self.bold.iter().filter(|_| !is_in_heading(node));
        let italic = self.italic.iter().chain(&self.dotted).take(1);
        let emphasis = bold.chain(italic).filter(|_| !is_initial(node));
        // Pictures of formulas are shifted also, and what is raised by its name is moved to its place.
        let is_sign = || {
            let is_shift = |own: Style| matches!(own, Style::Subscript | Style::Superscript);
            let text = text_of(node);
            !text.is_empty()
                && text.chars().nth(MAX_SHIFTED_CHARS).is_none()
                && !is_initial(node)
                && !line().filter_map(inline_style).any(is_shift)
        };
        let shift = self.shift.iter().chain(self.length_shift.iter().filter(|_| is_sign()));
        let all = emphasis.chain(shift).chain(&self.decorations);
        all.filter(|style| is_unnamed(style)).cloned().collect()
    }
}

fn is_bold_weight(value: &str) -> bool {
    matches!(value, "bold" | "bolder")
        || value.parse::<u32>().is_ok_and(|weight| (MIN_BOLD_WEIGHT..=1000).contains(&weight))
}

/// Returns true if an element is the first letter of a text, which is large and not emphasized.
fn is_initial(node: Node<'_, '_>) -> bool {
    let is_first = node.prev_siblings().skip(1).all(|before| text_of(before).is_empty());
    let next = node.next_sibling().filter(Node::is_text).and_then(|next| next.text());
    let text = text_of(node);
    let letters = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    is_first
        && next.is_some_and(|text| text.starts_with(char::is_alphabetic))
        && letters.chars().count() == 1
        && letters.starts_with(char::is_alphabetic)
}

fn is_in_heading(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|above| {
        heading_rank(above).is_some()
            || matches!(above.tag_name().name(), "th" | "dt" | "caption" | "figcaption")
    })
}

impl<'i> Reader<'_, 'i> {
    /// The direction that style sheets give to an element or one around it.
    pub(super) fn styled_direction(&self, node: Node<'_, 'i>) -> Option<Direction> {
        node.ancestors().filter(Node::is_element).find_map(|above| self.text_style(above).direction)
    }

    /// Returns true if an element is a box right after another one. There is a gap between them, and words of
    /// two boxes are two.
    pub(super) fn follows_box(&self, node: Node<'_, 'i>, style: &TextStyle) -> bool {
        let Some(before) = node.prev_sibling() else { return false };
        // Letters in boxes of their own are a word.
        let is_word = |text: &str| text.chars().nth(1).is_some();
        let holds_items = |around| self.text_style(around).is_displayed_as(&ITEM_DISPLAYS);
        let is_item = self.has_item_boxes && node.parent_element().is_some_and(holds_items);
        if before.is_element() && is_unit(before) && is_unit(node) {
            let (left, right) = (text_of(before), text_of(node));
            let is_divided = left.ends_with(is_unspaced) && right.starts_with(is_unspaced);
            return !is_divided && !right.starts_with([',', '.', ';', ':', '!', '?', ')']);
        }
        if is_item {
            let (left, right) = (text_of(before), text_of(node));
            let is_divided = left.ends_with(is_unspaced) && right.starts_with(is_unspaced);
            return (is_word(&left) || is_word(&right)) && !is_divided;
        }
        if !style.is_inline_box() || !before.is_element() || !self.text_style(before).is_inline_box() {
            return false;
        }
        let (left, right) = (text_of(before), text_of(node));
        is_word(&left) && is_word(&right) && left.ends_with(is_spaced) && right.starts_with(is_spaced)
    }

    pub(super) fn keeps_lines(&self, text: Node<'_, 'i>) -> bool {
        let mut around = text.ancestors().filter(Node::is_element);
        self.has_kept_lines
            && !text.parent().is_some_and(is_list_or_table)
            && around.find_map(|above| self.text_style(above).keeps_lines) == Some(true)
    }

    /// The text of a node as it is displayed: letters in a font of symbols show others.
    pub(super) fn displayed_text<'n>(&self, text: Node<'n, 'i>) -> Cow<'n, str> {
        let written = text.text().unwrap_or_default();
        let around = text.parent_element().filter(|_| self.has_symbol_fonts && !written.trim().is_empty());
        match around.and_then(|around| self.find_symbol_font(around)) {
            Some(font) => Cow::Owned(read_displayed_symbols(written, font)),
            None => Cow::Borrowed(written),
        }
    }

    /// The font of symbols that an element or one around it states.
    fn find_symbol_font(&self, node: Node<'_, 'i>) -> Option<SymbolFont> {
        let mut found = None;
        let mut visited = Vec::new();
        for above in node.ancestors().filter(Node::is_element) {
            let id = above.id().get();
            if let Some(known) = self.symbol_fonts.borrow().get(&id) {
                found = *known;
                break;
            }
            visited.push(id);
            let face = || StatedFont::from_families(above.attribute("face")?);
            if let Some(font) = self.text_style(above).font.or_else(face) {
                found = font.symbol_font();
                break;
            }
        }
        self.symbol_fonts.borrow_mut().extend(visited.into_iter().map(|id| (id, found)));
        found
    }

    /// The style that style sheets and its own attribute give to an element.
    pub(super) fn text_style(&self, node: Node<'_, 'i>) -> TextStyle {
        let mut style = TextStyle::default();
        let rules = self.text_rules.as_ref();
        visit_declarations(node, rules, |name, value| style.apply_declaration(name, value));
        style
    }
}

/// Returns true for a button, and for a cell, an item, or the label or number of a heading, whatever element
/// it is.
fn is_unit(node: Node<'_, '_>) -> bool {
    const UNIT_KINDS: [&str; 9] = [
        "cell", "columnheader", "gridcell", "label", "listitem", "ordinal", "rowheader", "subtitle", "title",
    ];
    let kinds = [node.attribute((OPS_NAMESPACE, "type")), node.attribute("role")].into_iter().flatten();
    node.tag_name().name() == "button"
        || kinds.flat_map(str::split_ascii_whitespace).any(|kind| UNIT_KINDS.contains(&kind))
}

/// Returns true for a letter or digit of a script with spaces between words.
fn is_spaced(c: char) -> bool {
    c.is_alphanumeric() && !is_unspaced(c)
}

/// Returns true for a character of a script without spaces between words.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        | '\u{2E80}'..='\u{A4CF}' | '\u{F900}'..='\u{FAFF}')
}

/// Returns true for an element whose own text is only the layout of its markup.
fn is_list_or_table(node: Node<'_, '_>) -> bool {
    matches!(node.tag_name().name(), "table" | "thead" | "tbody" | "tfoot" | "tr" | "ul" | "ol" | "dl")
}

pub(super) fn has_item_boxes(document: &Document<'_>, rules: Option<&DocumentRules>) -> bool {
    let is_container = |value: &str| value.contains("flex") || value.contains("grid");
    may_state(document, rules, |name, value| name == "display" && is_container(value), is_container)
}

pub(super) fn has_symbol_fonts(document: &Document<'_>, rules: Option<&DocumentRules>) -> bool {
    let names_font = |value: &str| {
        let value = value.to_ascii_lowercase();
        value.contains("symbol") || value.contains("dings")
    };
    let is_stated = |name: &str, value: &str| name.starts_with("font") && names_font(value);
    may_state(document, rules, is_stated, names_font)
        || document.descendants().filter_map(|node| node.attribute("face")).any(names_font)
}

pub(super) fn has_directions(document: &Document<'_>, rules: Option<&DocumentRules>) -> bool {
    may_state(document, rules, |name, _| name == "direction", |style| style.contains("direction"))
}

pub(super) fn has_kept_lines(document: &Document<'_>, rules: Option<&DocumentRules>) -> bool {
    let keeps = |value: &str| LINE_KEEPING_VALUES.iter().any(|own| value.trim().eq_ignore_ascii_case(own));
    let is_stated = |name: &str, value: &str| name == "white-space" && keeps(value);
    may_state(document, rules, is_stated, |style| style.contains("white-space"))
}

/// Returns true if a declaration of the style sheets (name, value) or a `style` attribute is of this kind.
fn may_state(
    document: &Document<'_>,
    rules: Option<&DocumentRules>,
    is_declaration: impl Fn(&str, &str) -> bool,
    is_attribute: impl Fn(&str) -> bool,
) -> bool {
    rules.is_some_and(|rules| rules.has_declaration(is_declaration))
        || document.descendants().filter_map(|node| node.attribute("style")).any(is_attribute)
}

#[cfg(test)]
mod tests {
    use crate::model::{Block, BlockKind, Direction, Inline, plain_text};
    use crate::testkit::EpubBuilder;

    /// Lines of the first paragraph or heading; styles as the names of their elements.
    fn read_lines(sheet: &str, block: &str) -> String {
        let markup = format!("{block}<style>{sheet}</style>");
        let book = EpubBuilder::new("Styles").chapter("", &markup).build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let mut out = String::new();
        for inline in book.sections[0].blocks[0].inlines() {
            write_inline(inline, &mut out);
        }
        out
    }

    fn write_inline(inline: &Inline, out: &mut String) {
        match inline {
            Inline::LineBreak => out.push('|'),
            Inline::Styled { style, inlines, .. } => {
                out.extend(["<", style.html_element(), " "]);
                for inline in inlines {
                    write_inline(inline, out);
                }
                out.push('>');
            }
            Inline::Span { inlines, .. } | Inline::Link { inlines, .. } => {
                for inline in inlines {
                    write_inline(inline, out);
                }
            }
            other => out.push_str(&plain_text(std::slice::from_ref(other))),
        }
    }

    #[test]
    fn an_empty_element_with_room_is_a_gap() {
        let sheet = ".t{padding-left:2em} .s{margin-right:0.1em}";
        let line = "<p>1<span class='t'></span>Sea<span class='s'></span>side</p>";
        assert_eq!(read_lines(sheet, line), "1 Seaside");
    }

    #[test]
    fn emphasis_of_a_style_sheet_is_emphasis() {
        let sheet = ".i{font-style:italic} .b{font-weight:700} .n{font-weight:normal} .up{vertical-align:super;font-size:60%} \
            .low{vertical-align:sub} .x{text-decoration:line-through} .f{font:italic bold 1em serif} \
            .d{-epub-text-emphasis-style:filled sesame}";
        for (block, lines) in [
            ("<p>He <span class='i'>never</span> did.</p>", "He <em never> did."),
            ("<p><font class='b'>Note:</font> x<span class='up'>2</span></p>", "<strong Note:> x<sup 2>"),
            ("<p>H<span class='low'>2</span>O <span class='x'>gone</span></p>", "H<sub 2>O <del gone>"),
            ("<p>H<i style='vertical-align:-25%'>2</i>O</p>", "H<em <sub 2>>O"),
            ("<p>x<sup style='vertical-align:-3px'>2</sup></p>", "x<sup 2>"),
            ("<p>a <span class='f'>b</span> <span class='b n'>c</span></p>", "a <strong <em b>> c"),
            ("<p>a <i class='i b'>b</i> <i><span class='i'>c</span></i></p>", "a <em <strong b>> <em c>"),
            ("<p>\u{6d77}<span class='d'>\u{306f}</span></p>", "\u{6d77}<em \u{306f}>"),
            ("<p><span class='b'>T</span>he sea</p>", "The sea"),
            ("<h2><span class='b i'>The sea</span></h2>", "<em The sea>"),
            ("<p>a <span style='font-style: oblique'>b</span></p>", "a <em b>"),
        ] {
            assert_eq!(read_lines(sheet, block), lines, "{block}");
        }
    }

    #[test]
    fn parts_of_headings_and_cells_are_words_of_their_own() {
        for (block, lines) in [
            ("<h2><span epub:type='label'>Part</span><span epub:type='ordinal'>4</span></h2>", "Part 4"),
            ("<p><span role='cell'>a</span><span role='cell'>b</span></p>", "a b"),
            ("<p><span role='cell'>Price:</span><span role='cell'>$5</span></p>", "Price: $5"),
            (
                "<h2><span epub:type='title'>Sea</span><span epub:type='subtitle'>: A tale</span></h2>",
                "Sea: A tale",
            ),
            ("<h2><span epub:type='ordinal'>4</span><span>th</span></h2>", "4th"),
            ("<h2><br/><br/>One<br/>Two</h2>", "One|Two"),
            ("<p><button>Check</button><button>Reset</button></p>", "Check Reset"),
        ] {
            assert_eq!(read_lines("", block), lines, "{block}");
        }
    }

    #[test]
    fn letters_in_fonts_of_symbols_are_what_they_show() {
        let sheet = ".s{font-family:Symbol,serif} .w{font:9pt 'Wingdings'} .t{font-family:Times}";
        for (block, lines) in [
            ("<p>If <span class='s'>a \u{b3}</span> 2</p>", "If \u{3b1} \u{2265} 2"),
            ("<p><font face='Symbol'>D</font>x</p>", "\u{394}x"),
            ("<p class='w'>J <span class='t'>J</span></p>", "\u{263a} J"),
            ("<p style='font-family: \"Wingdings\"'>\u{f0fc} Done</p>", "\u{2713} Done"),
            ("<p style='font-family: Symbol'><i style='font-family: inherit'>b</i></p>", "<em \u{3b2}>"),
            ("<p class='t'>a \u{f061}</p>", "a \u{f061}"),
        ] {
            assert_eq!(read_lines(sheet, block), lines, "{block}");
        }
    }

    #[test]
    fn what_a_style_sheet_shows_as_a_block_is_a_line_of_its_own() {
        let sheet = "span.z, a.z{display:block} .cap{display:block;float:left}";
        for (block, lines) in [
            (
                "<h1><span class='z'>Chapter One</span><span class='z'>The Sea</span></h1>",
                "Chapter One|The Sea",
            ),
            ("<p>a<span class='z'>b</span> <span class='z'><i>c</i></span> d</p>", "a|b|<em c>|d"),
            ("<p><a class='z' href='#x'>a</a><a class='z' href='#y'>b</a></p>", "a|b"),
            ("<p><span class='cap'>T</span>he sea</p>", "The sea"),
            ("<p>a<span class='z'></span>b</p>", "a|b"),
            ("<p>One<span style='float:right'>7</span></p>", "One 7"),
            ("<p><span style='float:right'>x</span>yz</p>", "xyz"),
        ] {
            assert_eq!(read_lines(sheet, block), lines, "{block}");
        }
    }

    #[test]
    fn words_of_two_boxes_in_a_line_are_two_words() {
        let sheet = ".c{display:inline-block;width:9em}";
        for (block, lines) in [
            ("<p><span class='c'>Name</span><span class='c'>Age</span></p>", "Name Age"),
            ("<p><span class='c'>S</span><span class='c'>e</span><span class='c'>a</span></p>", "Sea"),
            ("<p>a<span class='c'>bc</span>d</p>", "abcd"),
            ("<p>Ann:<span class='c'></span>No</p>", "Ann: No"),
            ("<p><span class='c'>well-</span><span class='c'>known</span></p>", "well-known"),
            (
                "<p><span class='c'>\u{4eca}\u{65e5}</span><span class='c'>\u{6d77}\u{306f}</span></p>",
                "\u{4eca}\u{65e5}\u{6d77}\u{306f}",
            ),
        ] {
            assert_eq!(read_lines(sheet, block), lines, "{block}");
        }
    }

    #[test]
    fn parts_of_a_flexible_box_are_words_of_their_own() {
        let sheet = ".f{display:flex} .g{display:inline-grid}";
        for (block, lines) in [
            ("<p class='f'><span>Tides</span><span>9</span></p>", "Tides 9"),
            ("<p class='f'>Who came?<i>A</i><span>Nobody.</span></p>", "Who came? <em A> Nobody."),
            ("<p>a <span class='g'><b>One</b><b>two</b></span></p>", "a <strong One> <strong two>"),
            ("<p style='display: flex'><span>S</span><span>e</span></p>", "Se"),
            (
                "<p class='f'><span>\u{4eca}\u{65e5}</span><span>\u{6d77}</span></p>",
                "\u{4eca}\u{65e5}\u{6d77}",
            ),
        ] {
            assert_eq!(read_lines(sheet, block), lines, "{block}");
        }
    }

    #[test]
    fn lines_that_a_style_sheet_keeps_end_where_they_do() {
        let sheet = ".v{white-space:pre-wrap} .n{white-space:normal}";
        for (block, lines) in [
            ("<p class='v'>\n  The sea\n  comes in\n</p>", "The sea|comes in"),
            ("<p style='white-space: pre'>one <i>two\nthree</i></p>", "one <em two|three>"),
            ("<p class='v'>a\nb <span class='n'>c\nd</span></p>", "a|b c d"),
            ("<p>a\nb</p>", "a b"),
        ] {
            assert_eq!(read_lines(sheet, block), lines, "{block}");
        }
    }

    #[test]
    fn the_direction_of_a_document_may_be_in_its_style_sheet() {
        let book = EpubBuilder::new("Styles")
            .language("ar")
            .chapter("", "<p>\u{628}\u{62d}\u{631}</p><style>body{direction:rtl}</style>")
            .build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        assert_eq!(book.sections[0].dir, Some(Direction::Rtl));
    }

    #[test]
    fn the_direction_of_a_block_may_be_in_a_style() {
        let book = EpubBuilder::new("Styles")
            .chapter(
                "",
                "<p>a</p><p class='h'>\u{5d0}</p><div style='direction: rtl'><p>\u{5d0}</p><p dir='ltr'>b</p></div>\
                 <style>.h{direction:rtl}</style>",
            )
            .build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let directions: Vec<Option<Direction>> =
            book.sections[0].blocks.iter().map(|block| block.attrs.dir).collect();
        let (rtl, ltr) = (Some(Direction::Rtl), Some(Direction::Ltr));
        assert_eq!(directions, [None, rtl, rtl, ltr]);
    }

    #[test]
    fn signs_of_comments_around_a_style_sheet_mean_nothing() {
        let book = EpubBuilder::new("Styles")
            .file("s.css", "text/css", b"<!-- .i{font-style:italic} -->")
            .chapter("", "<p>a <span class='i'>b</span></p><link rel='stylesheet' href='s.css'/>")
            .build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        assert!(matches!(book.sections[0].blocks[0].inlines(), [_, Inline::Styled { .. }]));
    }

    #[test]
    fn a_paragraph_in_italics_is_no_emphasis() {
        let book = EpubBuilder::new("Styles")
            .chapter("", "<p class='i'>All of it.</p><style>.i{font-style:italic}</style>")
            .build();
        let book = crate::epub::read(book.into(), &crate::Limits::default(), &mut ()).unwrap();
        let plain = |block: &Block| matches!(&block.kind, BlockKind::Paragraph(line) if matches!(line[..], [Inline::Text(_)]));
        assert!(plain(&book.sections[0].blocks[0]));
    }
}
