//! Counts the letters of markup by its tags alone, apart from every reader, so that words that a reader loses
//! are noticed.

use std::borrow::Cow;

use super::entities::{ReferenceKind, html_characters, read_reference, replace_references};
use super::{push_collapsed, tag};
use crate::letters::SourceCount;

/// Beginnings and ends of parts of a document that hold no text. A document type is not among them: what is
/// counted begins after it.
const OPAQUE_MARKUP: [(&str, &str); 3] = [("<!--", "-->"), ("<?", ">"), ("<!", ">")];
const CDATA_MARKUP: (&str, &str) = ("<![CDATA[", "]]>");
/// Elements without content in HTML, which have no end tag.
const VOID_ELEMENTS: [&str; 8] = ["area", "br", "col", "embed", "hr", "img", "input", "link"];

/// The treatment of an element's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextTreatment {
    Counted,
    /// It is left out.
    Omitted,
    /// Its words decide: [`CountRule::omits_text`].
    Undecided(OmissionDoubt),
}

/// Why the words of an element decide whether it is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OmissionDoubt {
    /// It is a reference to a note: a sign or words.
    Reference,
    /// It is the description of a picture, or repeats the alternative.
    Description,
    /// It is the beginning of a page: its number or words.
    Page,
}

/// The elements of a kind of document that are left out of the count.
pub(crate) trait CountRule {
    /// The treatment of an element's text.
    fn treatment(&mut self, tag: &StartTag<'_>) -> TextTreatment;

    /// Returns true if an element is left out that has this text.
    fn omits_text(&mut self, _doubt: OmissionDoubt, _text: &str) -> bool {
        false
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct StartTag<'t> {
    /// The local name.
    pub(crate) name: &'t str,
    attributes: &'t str,
}

impl<'t> StartTag<'t> {
    /// The tag in `text`, from `<` to `>`.
    fn from_tag(text: &'t str) -> Self {
        let inner = text.trim_start_matches('<').trim_end_matches('>').trim_end_matches('/');
        let end = inner.find(|c: char| c.is_ascii_whitespace() || c == '/').unwrap_or(inner.len());
        Self { name: local_name(&inner[..end]), attributes: &inner[end..] }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'t, str>> {
        let mut rest = self.attributes;
        while let Some(start) = rest.find(|c: char| !c.is_ascii_whitespace() && c != '/') {
            rest = &rest[start..];
            let end = rest.find(|c: char| c.is_ascii_whitespace() || c == '=').unwrap_or(rest.len());
            let key = &rest[..end];
            let after = rest[end..].trim_start();
            let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
                if key.eq_ignore_ascii_case(name) {
                    return Some(Cow::Borrowed(""));
                }
                rest = if end == 0 { after.get(1..).unwrap_or_default() } else { after };
                continue;
            };
            let (value, next) = match value.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    let inner = &value[1..];
                    let end = inner.find(quote).unwrap_or(inner.len());
                    (&inner[..end], inner.get(end + 1..).unwrap_or_default())
                }
                _ => value.split_at(value.find(|c: char| c.is_ascii_whitespace()).unwrap_or(value.len())),
            };
            if key.eq_ignore_ascii_case(name) {
                return Some(decode_references(value));
            }
            rest = next;
        }
        None
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|own| own.split_ascii_whitespace().any(|own| own == class))
    }

    /// Returns true if the element hides itself.
    pub(crate) fn is_hidden(&self) -> bool {
        self.attribute("hidden").is_some()
            || self.attribute("aria-hidden").is_some_and(|state| state.trim() == "true")
            || self.attribute("style").is_some_and(|style| {
                let style: String = style.to_ascii_lowercase().split_whitespace().collect();
                style.contains("display:none") || style.contains("visibility:hidden")
            })
    }
}

/// An element whose end is awaited.
struct OpenElement<'t> {
    name: &'t str,
    /// Elements of the same name inside that are open.
    nested_count: usize,
    /// Why it is undecided, the count before it, and where its content begins. `None` if it is left out.
    undecided: Option<(OmissionDoubt, SourceCount, usize)>,
}

/// Counts the letters of markup, those of the alternatives of pictures too, except for what a rule leaves
/// out. Elements that are not closed end with the text.
pub(crate) fn count_markup(text: &str, rule: &mut dyn CountRule) -> SourceCount {
    let mut count = SourceCount::default();
    let mut open: Vec<OpenElement<'_>> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let markup = &text[at..];
        let is_omitted = open.last().is_some_and(|open| open.undecided.is_none());
        if !markup.starts_with('<') {
            let length = markup.find('<').unwrap_or(markup.len());
            if !is_omitted {
                count.add_text(&decode_references(&markup[..length]));
            }
            at += length;
        } else if let Some(inner) = markup.strip_prefix(CDATA_MARKUP.0) {
            let length = inner.find(CDATA_MARKUP.1).unwrap_or(inner.len());
            if !is_omitted {
                count.add_text(&inner[..length]);
            }
            at = (at + CDATA_MARKUP.0.len() + length + CDATA_MARKUP.1.len()).min(text.len());
        } else if let Some((start, end)) = OPAQUE_MARKUP.iter().find(|(start, _)| markup.starts_with(start)) {
            let inner = &markup[start.len()..];
            at += start.len() + inner.find(end).map_or(inner.len(), |length| length + end.len());
        } else if let Some(measured) = is_tag(markup).then(|| tag::measure_tag(markup, usize::MAX)).flatten()
        {
            let tag = &markup[..measured.length];
            if let Some(name) = tag.strip_prefix("</") {
                let name = local_name(name.trim_end_matches('>').trim_end());
                close_element(name, at, text, &mut open, &mut count, rule);
            } else {
                let tag = StartTag::from_tag(tag);
                let is_empty = measured.is_empty || is_void(tag.name);
                begin_element(tag, is_empty, at + measured.length, &mut open, &mut count, rule);
            }
            at += measured.length;
        } else {
            // A sign in the text.
            at += 1;
        }
    }
    count
}

fn is_tag(rest: &str) -> bool {
    rest[1..].starts_with(|c: char| c.is_alphabetic() || matches!(c, '/' | '_' | ':'))
}

fn is_void(name: &str) -> bool {
    VOID_ELEMENTS.iter().any(|void| name.eq_ignore_ascii_case(void))
}

fn begin_element<'t>(
    tag: StartTag<'t>,
    is_empty: bool,
    content: usize,
    open: &mut Vec<OpenElement<'t>>,
    count: &mut SourceCount,
    rule: &mut dyn CountRule,
) {
    if let Some(around) = open.last_mut() {
        if around.name == tag.name {
            around.nested_count += usize::from(!is_empty);
        }
        if around.undecided.is_none() {
            return;
        }
    }
    let treatment = rule.treatment(&tag);
    if treatment == TextTreatment::Counted && tag.name.eq_ignore_ascii_case("img") {
        count.alternatives += alternative_letters(&tag);
    }
    let undecided = match treatment {
        TextTreatment::Counted => return,
        TextTreatment::Omitted => None,
        TextTreatment::Undecided(doubt) => Some((doubt, *count, content)),
    };
    if !is_empty {
        // It is its own, and not inside of the one around it.
        if let Some(around) = open.last_mut().filter(|around| around.name == tag.name) {
            around.nested_count -= 1;
        }
        open.push(OpenElement { name: tag.name, nested_count: 0, undecided });
    }
}

fn close_element(
    name: &str,
    end: usize,
    text: &str,
    open: &mut Vec<OpenElement<'_>>,
    count: &mut SourceCount,
    rule: &mut dyn CountRule,
) {
    let Some(last) = open.last_mut().filter(|last| last.name == name) else { return };
    if last.nested_count > 0 {
        last.nested_count -= 1;
        return;
    }
    if let Some(OpenElement { undecided: Some((doubt, before, content)), .. }) = open.pop()
        && rule.omits_text(doubt, &plain_text(&text[content..end]))
    {
        *count = before;
    }
}

/// Letters of the alternative of a picture that is not a decoration.
fn alternative_letters(tag: &StartTag<'_>) -> u64 {
    let is_decorative = || {
        let is_decoration = |role: &str| matches!(role, "presentation" | "none" | "doc-decorative");
        tag.attribute("role")
            .is_some_and(|roles| roles.split_ascii_whitespace().next().is_some_and(is_decoration))
    };
    let alt = tag.attribute("alt").filter(|alt| !alt.trim().is_empty() && !is_decorative());
    alt.map(|alt| crate::letters::count_letters(&alt)).unwrap_or_default()
}

/// The text of markup, white space collapsed.
fn plain_text(markup: &str) -> String {
    let (first, tags) = markup.split_once('<').unwrap_or((markup, ""));
    let mut out = String::new();
    push_collapsed(&mut out, &decode_references(first));
    for piece in tags.split('<') {
        let text = piece.split_once('>').map_or("", |(_, text)| text);
        push_collapsed(&mut out, &decode_references(text));
    }
    out.trim().to_owned()
}

fn local_name(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// Text with its references as characters, as far as they are known without the document type.
fn decode_references(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(replace_references(text, |rest, out| {
        let Some(reference) = read_reference(rest) else { return 0 };
        match reference.kind {
            // Signs of markup are not letters.
            ReferenceKind::Xml(_) => out.push('&'),
            ReferenceKind::Character(c) | ReferenceKind::Windows(c) | ReferenceKind::Surrogates(c) => {
                out.push(c);
            }
            ReferenceKind::NoCharacter => {}
            ReferenceKind::Named(name) => match html_characters(name, true) {
                Some(characters) if characters.starts_with('&') => out.push('&'),
                Some(characters) => out.push_str(&characters),
                // Declarations of the document are not known here; rather too little is counted than too
                // much.
                None => {}
            },
        }
        reference.length
    }))
}

/// A rule that leaves out nothing but scripts and styles.
pub(crate) struct AllText;

impl CountRule for AllText {
    fn treatment(&mut self, tag: &StartTag<'_>) -> TextTreatment {
        let is_silent = ["script", "style"].iter().any(|name| tag.name.eq_ignore_ascii_case(name));
        if is_silent { TextTreatment::Omitted } else { TextTreatment::Counted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct TestRule;

    impl CountRule for TestRule {
        fn treatment(&mut self, tag: &StartTag<'_>) -> TextTreatment {
            match tag.name {
                _ if tag.is_hidden() => TextTreatment::Omitted,
                "pagenum" => TextTreatment::Omitted,
                "noteref" => TextTreatment::Undecided(OmissionDoubt::Reference),
                _ => TextTreatment::Counted,
            }
        }

        fn omits_text(&mut self, _doubt: OmissionDoubt, text: &str) -> bool {
            text.chars().all(|c| !c.is_alphabetic())
        }
    }

    fn count_text_and_alternatives(text: &str) -> (u64, u64) {
        let count = count_markup(text, &mut TestRule);
        (count.letters, count.alternatives)
    }

    #[test]
    fn letters_outside_of_tags_are_counted_and_references_are_characters() {
        assert_eq!(
            count_text_and_alternatives(
                "<p class='a>b'>One <b>two</b>, &amp; caf&eacute; &#x41;<!-- no <i> -->.</p>"
            ),
            (11, 0)
        );
        assert_eq!(count_text_and_alternatives("a < b <![CDATA[<c>]]> d"), (4, 0));
        assert_eq!(count_text_and_alternatives("<p>a<?x y?>b<br/>c</p>"), (3, 0));
    }

    #[test]
    fn elements_are_left_out_by_name_attribute_or_text() {
        assert_eq!(count_text_and_alternatives("a<pagenum id='p'>12 <b>x</b></pagenum>b"), (2, 0));
        assert_eq!(
            count_text_and_alternatives("a<pagenum>1<pagenum>2</pagenum>3</pagenum>b<pagenum/>c"),
            (3, 0)
        );
        assert_eq!(
            count_text_and_alternatives("a<dtb:noteref>1</dtb:noteref>b<noteref>see <i>c</i></noteref>"),
            (6, 0)
        );
        assert_eq!(
            count_text_and_alternatives(
                "a<p hidden>b</p><div style='color:red; display : none'>c<div>d</div></div>e"
            ),
            (2, 0)
        );
        assert_eq!(
            count_text_and_alternatives("<noteref>1<pagenum>2</pagenum></noteref>a<noteref>b"),
            (2, 0)
        );
    }

    #[test]
    fn alternatives_are_counted_apart_from_the_text() {
        assert_eq!(
            count_text_and_alternatives(
                "a<img src=x alt=\"A c&eacute; t\"/>b<img alt='' src='y'>c<IMG alt=dog>"
            ),
            (3, 7)
        );
        assert_eq!(
            count_text_and_alternatives(
                "<img alt='x' role='presentation'/><pagenum><img alt='y'/></pagenum>"
            ),
            (0, 0)
        );
    }

    #[test]
    fn damaged_markup_is_counted_to_its_end() {
        for text in [
            "<", "<a", "</", "</a", "<!--", "<![CDATA[", "<?", "&", "&#", "<a b='", "<a =>c</a>",
            "<a / = b>c",
        ] {
            let _ = count_text_and_alternatives(text);
        }
        // Readers drop a tag that does not end with all after it, which are words that are lost.
        assert_eq!(count_text_and_alternatives("<a b='c</a> d"), (4, 0));
    }
}
