//! HTML fed to its parser piece by piece, so that a document that costs too much is stopped in time. The
//! tokenizer compares the attributes of a tag with one another, and the tree builder may copy what is open
//! for each tag; both have no bounds of their own.

use std::cell::RefCell;

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};

use super::tag;
use crate::limits::Limits;

/// Why parsing was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParseStop {
    /// A tag has too many attributes.
    Attributes,
    /// The tree has become too large.
    Nodes,
    /// The tree has become too deep.
    Depth,
}

/// A sink that says when the tree costs too much.
pub(super) trait BoundedSink: TreeSink {
    /// An error as soon as the tree is out of bounds.
    fn check_bounds(&self) -> Result<(), ParseStop>;
}

/// The replacement of a comment: it costs little to read, and separates the text around it as the comment
/// did, which matters in tables and at the beginning of preformatted text.
const EMPTY_COMMENT: &str = "<!---->";

/// Parses a document. Comments lose their text.
pub(super) fn parse_bounded<S: BoundedSink>(text: &str, sink: S) -> Result<S::Output, ParseStop> {
    let sink = WatchedBuilder {
        builder: TreeBuilder::new(sink, TreeBuilderOpts::default()),
        content: RefCell::new(TokenizerMode::Markup),
    };
    let feeder = TokenizerFeeder {
        tokenizer: Tokenizer::new(sink, TokenizerOpts::default()),
        queue: BufferQueue::default(),
    };
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while !rest.is_empty() {
        rest = feeder.feed_next(rest)?;
    }
    feeder.tokenizer.end();
    feeder.tokenizer.sink.builder.sink.check_bounds()?;
    Ok(feeder.tokenizer.sink.builder.sink.finish())
}

/// The way in which the tokenizer reads the next text.
#[derive(Clone)]
enum TokenizerMode {
    Markup,
    /// Text up to the end tag of this name.
    Text(String),
    /// Text up to the end.
    Plain,
}

/// The tree builder, and its last instruction to the tokenizer.
struct WatchedBuilder<S: TreeSink> {
    builder: TreeBuilder<S::Handle, S>,
    content: RefCell<TokenizerMode>,
}

impl<S: TreeSink> TokenSink for WatchedBuilder<S> {
    type Handle = S::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<S::Handle> {
        let name = match &token {
            Token::TagToken(tag) => Some((tag.kind, tag.name.to_string())),
            _ => None,
        };
        let result = self.builder.process_token(token, line);
        if let Some((kind, name)) = name {
            *self.content.borrow_mut() = match &result {
                TokenSinkResult::Plaintext => TokenizerMode::Plain,
                TokenSinkResult::RawData(_) if kind == TagKind::StartTag => TokenizerMode::Text(name),
                _ => TokenizerMode::Markup,
            };
        }
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

struct TokenizerFeeder<S: TreeSink> {
    tokenizer: Tokenizer<WatchedBuilder<S>>,
    queue: BufferQueue,
}

impl<S: BoundedSink> TokenizerFeeder<S> {
    fn feed_piece(&self, piece: &str) -> Result<(), ParseStop> {
        self.queue.push_back(StrTendril::from_slice(piece));
        // It pauses at scripts and at encodings that a document names.
        while !self.queue.is_empty() {
            let _ = self.tokenizer.feed(&self.queue);
        }
        self.tokenizer.sink.builder.sink.check_bounds()
    }

    /// Feeds the next piece, and returns what follows it.
    fn feed_next<'t>(&self, rest: &'t str) -> Result<&'t str, ParseStop> {
        let content = self.tokenizer.sink.content.borrow().clone();
        match content {
            TokenizerMode::Markup => self.feed_markup(rest),
            TokenizerMode::Text(name) => self.feed_text(rest, &name),
            TokenizerMode::Plain => self.feed_piece(rest).map(|()| ""),
        }
    }

    fn feed_markup<'t>(&self, markup: &'t str) -> Result<&'t str, ParseStop> {
        let text = markup.find('<').unwrap_or(markup.len());
        if text > 0 {
            self.feed_piece(&markup[..text])?;
            return Ok(&markup[text..]);
        }
        let inner = markup[1..].strip_prefix('/').unwrap_or(&markup[1..]);
        if inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            // A tag that does not end is dropped, as the tokenizer does at the end of a document.
            let Some(tag) = tag::measure_tag(markup, Limits::MAX_ATTRIBUTES) else { return Ok("") };
            if tag.attributes > Limits::MAX_ATTRIBUTES {
                return Err(ParseStop::Attributes);
            }
            self.feed_piece(&markup[..tag.length])?;
            return Ok(&markup[tag.length..]);
        }
        if let Some(comment) = markup.strip_prefix("<!--") {
            self.feed_piece(EMPTY_COMMENT)?;
            return Ok(after_comment(comment));
        }
        let foreign = || self.tokenizer.sink.adjusted_current_node_present_but_not_in_html_namespace();
        if markup.starts_with("<![CDATA[") && foreign() {
            let end = markup.find("]]>").map_or(markup.len(), |at| at + 3);
            self.feed_piece(&markup[..end])?;
            return Ok(&markup[end..]);
        }
        if !markup[1..].starts_with(['!', '?', '/']) || markup == "</" {
            self.feed_piece("&lt;")?;
            return Ok(&markup[1..]);
        }
        let end = markup.find('>').map_or(markup.len(), |at| at + 1);
        // Anything else is read as a comment, and ends in the same way; `</>` is nothing at all.
        if markup.get(2..9).is_some_and(|word| word.eq_ignore_ascii_case("doctype"))
            && markup.starts_with("<!")
        {
            self.feed_piece(&markup[..end])?;
        } else if !markup.starts_with("</>") {
            self.feed_piece(EMPTY_COMMENT)?;
        }
        Ok(&markup[end..])
    }

    /// Text that ends with an end tag of this name.
    fn feed_text<'t>(&self, rest: &'t str, name: &str) -> Result<&'t str, ParseStop> {
        let end = if name == "script" { end_of_script(rest) } else { end_of_text(rest, name) };
        let Some(at) = end else { return self.feed_piece(rest).map(|()| "") };
        self.feed_piece(&rest[..at])?;
        // An end tag that does not end is dropped, as the tokenizer does at the end of a document.
        let Some(tag) = tag::measure_tag(&rest[at..], usize::MAX) else { return Ok("") };
        // Attributes of end tags mean nothing.
        self.feed_piece(&format!("</{name}>"))?;
        Ok(&rest[at + tag.length..])
    }
}

/// The position of the first end tag with this name.
fn end_of_text(rest: &str, name: &str) -> Option<usize> {
    rest.match_indices("</").map(|(at, _)| at).find(|at| is_name(&rest.as_bytes()[at + 2..], name))
}

fn is_name(bytes: &[u8], name: &str) -> bool {
    bytes.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
        && bytes
            .get(name.len())
            .is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'/' | b'>'))
}

/// The way in which the tokenizer reads a script.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Plain,
    /// In a comment.
    Escaped,
    /// In a script in a comment, whose end tag ends only itself.
    DoubleEscaped,
}

/// The position of a script's end tag. End tags in comments end nothing.
fn end_of_script(rest: &str) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut state = Script::Plain;
    let mut dashes = 0_usize;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let after = &bytes[at + 1..];
        let before = std::mem::take(&mut dashes);
        match (state, byte) {
            (Script::Plain, b'<') if after.starts_with(b"!--") => {
                (state, dashes) = (Script::Escaped, 2);
                at += 3;
            }
            (Script::Plain | Script::Escaped, b'<')
                if after.starts_with(b"/") && is_name(&after[1..], "script") =>
            {
                return Some(at);
            }
            (Script::Escaped, b'<') if is_name(after, "script") => {
                state = Script::DoubleEscaped;
                // Everything after the name is a part of the tag.
                at += "script".len() + 1;
            }
            (Script::DoubleEscaped, b'<') if after.starts_with(b"/") && is_name(&after[1..], "script") => {
                state = Script::Escaped;
                at += "/script".len() + 1;
            }
            (Script::Escaped | Script::DoubleEscaped, b'-') => dashes = before + 1,
            (Script::Escaped | Script::DoubleEscaped, b'>') if before >= 2 => state = Script::Plain,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The text after a comment whose beginning was read.
fn after_comment(inner: &str) -> &str {
    for short in [">", "->"] {
        if let Some(rest) = inner.strip_prefix(short) {
            return rest;
        }
    }
    ["-->", "--!>"]
        .iter()
        .filter_map(|end| Some((inner.find(end)?, end.len())))
        .min()
        .map_or("", |(at, end)| &inner[at + end..])
}
