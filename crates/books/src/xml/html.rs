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
pub(super) enum Stopped {
    /// A tag has too many attributes.
    Attributes,
    /// The tree has become too large.
    Nodes,
    /// The tree has become too deep.
    Depth,
}

/// A sink that says when the tree costs too much.
pub(super) trait Bounded: TreeSink {
    /// An error as soon as the tree is out of bounds.
    fn check(&self) -> Result<(), Stopped>;
}

/// Parses a document. Comments are left out.
pub(super) fn parse<S: Bounded>(text: &str, sink: S) -> Result<S::Output, Stopped> {
    let sink = Watched {
        builder: TreeBuilder::new(sink, TreeBuilderOpts::default()),
        content: RefCell::new(Content::Markup),
    };
    let feeder =
        Feeder { tokenizer: Tokenizer::new(sink, TokenizerOpts::default()), queue: BufferQueue::default() };
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    while !rest.is_empty() {
        rest = feeder.step(rest)?;
    }
    feeder.tokenizer.end();
    feeder.tokenizer.sink.builder.sink.check()?;
    Ok(feeder.tokenizer.sink.builder.sink.finish())
}

/// How the tokenizer reads what comes next.
#[derive(Clone)]
enum Content {
    Markup,
    /// Text up to the end tag of this name.
    Text(String),
    /// Text up to the end.
    Plain,
}

/// The tree builder, and its last instruction to the tokenizer.
struct Watched<S: TreeSink> {
    builder: TreeBuilder<S::Handle, S>,
    content: RefCell<Content>,
}

impl<S: TreeSink> TokenSink for Watched<S> {
    type Handle = S::Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<S::Handle> {
        let name = match &token {
            Token::TagToken(tag) => Some((tag.kind, tag.name.to_string())),
            _ => None,
        };
        let result = self.builder.process_token(token, line);
        if let Some((kind, name)) = name {
            *self.content.borrow_mut() = match &result {
                TokenSinkResult::Plaintext => Content::Plain,
                TokenSinkResult::RawData(_) if kind == TagKind::StartTag => Content::Text(name),
                _ => Content::Markup,
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

struct Feeder<S: TreeSink> {
    tokenizer: Tokenizer<Watched<S>>,
    queue: BufferQueue,
}

impl<S: Bounded> Feeder<S> {
    fn feed(&self, piece: &str) -> Result<(), Stopped> {
        self.queue.push_back(StrTendril::from_slice(piece));
        // It pauses at scripts and at encodings that a document names.
        while !self.queue.is_empty() {
            let _ = self.tokenizer.feed(&self.queue);
        }
        self.tokenizer.sink.builder.sink.check()
    }

    /// Feeds the next piece, and returns what follows it.
    fn step<'t>(&self, rest: &'t str) -> Result<&'t str, Stopped> {
        let content = self.tokenizer.sink.content.borrow().clone();
        match content {
            Content::Markup => self.markup(rest),
            Content::Text(name) => self.text(rest, &name),
            Content::Plain => self.feed(rest).map(|()| ""),
        }
    }

    fn markup<'t>(&self, rest: &'t str) -> Result<&'t str, Stopped> {
        let text = rest.find('<').unwrap_or(rest.len());
        if text > 0 {
            self.feed(&rest[..text])?;
            return Ok(&rest[text..]);
        }
        let inner = rest[1..].strip_prefix('/').unwrap_or(&rest[1..]);
        if inner.starts_with(|c: char| c.is_ascii_alphabetic()) {
            // A tag that does not end is dropped, as the tokenizer does at the end of a document.
            let Some(tag) = tag::measure(rest, Limits::ATTRIBUTES) else { return Ok("") };
            if tag.attributes > Limits::ATTRIBUTES {
                return Err(Stopped::Attributes);
            }
            self.feed(&rest[..tag.length])?;
            return Ok(&rest[tag.length..]);
        }
        if let Some(comment) = rest.strip_prefix("<!--") {
            return Ok(after_comment(comment));
        }
        let foreign = || self.tokenizer.sink.adjusted_current_node_present_but_not_in_html_namespace();
        if rest.starts_with("<![CDATA[") && foreign() {
            let end = rest.find("]]>").map_or(rest.len(), |at| at + 3);
            self.feed(&rest[..end])?;
            return Ok(&rest[end..]);
        }
        if !rest[1..].starts_with(['!', '?', '/']) || rest == "</" {
            self.feed("&lt;")?;
            return Ok(&rest[1..]);
        }
        let end = rest.find('>').map_or(rest.len(), |at| at + 1);
        // What is neither is read as a comment, and ends in the same way.
        if rest.get(2..9).is_some_and(|word| word.eq_ignore_ascii_case("doctype")) && rest.starts_with("<!") {
            self.feed(&rest[..end])?;
        }
        Ok(&rest[end..])
    }

    /// Text that ends with an end tag of this name. Whether it ends is for the tokenizer to say: in scripts
    /// there are end tags that end nothing.
    fn text<'t>(&self, rest: &'t str, name: &str) -> Result<&'t str, Stopped> {
        let ends = |at: &usize| {
            let after = &rest.as_bytes()[at + 2..];
            after.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
                && after
                    .get(name.len())
                    .is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C | b'/' | b'>'))
        };
        let Some(at) = rest.match_indices("</").map(|(at, _)| at).find(ends) else {
            return self.feed(rest).map(|()| "");
        };
        self.feed(&rest[..at])?;
        self.feed(&format!("</{name}>"))?;
        // Attributes of end tags mean nothing.
        let end = rest[at..].find('>').map_or(rest.len(), |end| at + end + 1);
        Ok(&rest[end..])
    }
}

/// What follows a comment whose beginning was read.
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
