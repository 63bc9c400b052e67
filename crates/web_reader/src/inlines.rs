//! Lines as HTML.

use books::mathml;
use books::model::{
    Attrs, FlatContent, Href, Image, ImageSource, Inline, Math, PageBreak, Style, Target, flat_content,
};

use crate::enlargement::can_be_enlarged;
use crate::page::{NoteReference, PageWriter};
use crate::pictures::{PicturePlacement, PictureSource};
use crate::{PICTURE_TYPES, PlaceholderWord};

/// Characters of a formula that fit into a line of the smallest window in the largest letters.
const MAX_INLINE_FORMULA_CHARS: usize = 6;

/// A picture that browsers show.
struct PictureFile {
    /// Its address, relative to that of the book.
    address: String,
    /// True if the picture of the page shows it.
    is_drawn: bool,
    /// Its width and height in pixels. `None` if they are unknown, or not needed because it is drawn.
    size: Option<(u32, u32)>,
}

impl<'a> PageWriter<'a> {
    pub(crate) fn write_inlines(&mut self, inlines: &'a [Inline]) {
        self.write_all(inlines, false);
    }

    fn write_all(&mut self, inlines: &'a [Inline], linked: bool) {
        for inline in inlines {
            self.write_inline(inline, linked);
        }
    }

    /// Writes one inline. A link inside a link is written as its text.
    fn write_inline(&mut self, inline: &'a Inline, linked: bool) {
        match inline {
            Inline::Text(text) => {
                self.html.text(text);
            }
            Inline::Styled { style, attrs, inlines } => {
                let name = style.html_element();
                self.html.open(name);
                self.write_attrs(attrs);
                if let Style::Abbreviation(Some(full)) = style {
                    self.html.attr("title", full);
                    self.record_abbreviation(inlines, full);
                }
                self.write_all(inlines, linked);
                self.html.close(name);
            }
            Inline::Span { attrs, inlines } => self.write_span(attrs, inlines, linked),
            Inline::Link { attrs, href, inlines } => {
                let address = match href {
                    Href::Inside(target) if !linked => self.pages.target_address(self.chapter, target),
                    _ => None,
                };
                let Some(address) = address else { return self.write_span(attrs, inlines, linked) };
                let pictures = self.postpone_picture_links(|page| {
                    page.html.open("a").attr("href", &address);
                    page.write_attrs(attrs);
                    page.write_all(inlines, true);
                    page.html.close("a");
                });
                self.write_picture_links(&pictures, PicturePlacement::InLine);
            }
            Inline::NoteRef { attrs, target, text } => self.write_reference(attrs, target, text, linked),
            Inline::PageBreak(page) => self.write_page_break("span", page),
            Inline::Image(image) => self.write_image(image),
            Inline::Math(math) => self.write_formula(math),
            Inline::LineBreak => {
                self.html.open("br").void();
            }
        }
    }

    fn write_span(&mut self, attrs: &'a Attrs, inlines: &'a [Inline], linked: bool) {
        self.html.open("span");
        self.write_attrs(attrs);
        self.write_all(inlines, linked);
        self.html.close("span");
    }

    /// A reference to a note, with an id that the note leads back to.
    fn write_reference(&mut self, attrs: &'a Attrs, target: &'a Target, text: &'a str, linked: bool) {
        let address = self.pages.target_address(self.chapter, target).filter(|_| !linked);
        let Some(address) = address else {
            self.html.text(text);
            return;
        };
        self.html.open("a").attr("role", "doc-noteref").attr("class", "b-ref").attr("href", &address);
        let id = self.write_attrs(attrs).unwrap_or_else(|| {
            let id = self.unused_id();
            self.html.attr("id", &id);
            id
        });
        let here = NoteReference { chapter: self.chapter, id, label: text.to_owned() };
        self.pages.references.entry(target.clone()).or_insert(here);
        self.html.text(if text.is_empty() { "*" } else { text }).close("a");
    }

    /// The beginning of a page of the print edition, which is seen and can be led to.
    pub(crate) fn write_page_break(&mut self, name: &'static str, page: &'a PageBreak) {
        let label = page.label.trim();
        self.html.open(name);
        self.write_id(&page.ids);
        if !label.is_empty() {
            self.html.attr("class", "b-page").mark_words_language();
            self.html
                .open("span")
                .attr("class", "hidden")
                .placeholder(PlaceholderWord::Page)
                .text(" ")
                .close("span");
            self.html.text(label);
        }
        self.html.close(name);
    }

    /// Finds a picture, if browsers show its kind.
    fn find_picture(&mut self, source: &ImageSource) -> Option<PictureFile> {
        let is_drawn = self.is_drawn(source);
        let drawing = match source {
            ImageSource::Svg(text) => self.pages.drawing_number(text, || Some(text.clone())),
            ImageSource::File(path) => {
                let resource = self.book.resources.get(path)?;
                // A browser fetches pictures from the package.
                if PICTURE_TYPES.contains(&resource.media_type.as_str())
                    && !self.book.resources.is_added(path)
                {
                    let size = if is_drawn { None } else { self.pages.picture_size(self.book, resource) };
                    let address = self.pages.file_address(path);
                    return Some(PictureFile { address, is_drawn, size });
                }
                if resource.media_type != "image/svg+xml" {
                    return None;
                }
                let resources = &self.book.resources;
                let read = || books::xml::decode_text(path, resources.read(path).ok()?).ok();
                self.pages.drawing_number(path, read)
            }
        };
        let number = drawing?;
        let size = self.pages.drawing_sizes.get(number).copied().flatten().filter(|_| !is_drawn);
        Some(PictureFile { address: format!("drawings/{number}"), is_drawn, size })
    }

    /// An image, followed by a description that can be opened.
    pub(crate) fn write_image(&mut self, image: &'a Image) {
        let number = self.write_picture(image, PicturePlacement::InLine);
        if !image.description.is_empty() && !image.words_follow {
            // Phrasing content alone may be inside a line, so a description there is read as a line.
            self.html.open("span").attr("class", "b-described").text(" (");
            let start = self.html.position();
            for (n, content) in flat_content(&image.description).into_iter().enumerate() {
                if n > 0 {
                    self.html.text(" ");
                }
                match content {
                    FlatContent::Line(line) => self.write_all(line, true),
                    FlatContent::Formula(math) => self.write_formula(math),
                    FlatContent::Image(other) => {
                        self.html.text(other.alt.as_deref().unwrap_or_default());
                    }
                    FlatContent::Page(_) => {}
                }
            }
            self.end_description(number, start);
            self.html.text(")").close("span");
        }
    }

    /// Writes a picture, or its alternative if browsers do not show it. Returns its number in the chapter if
    /// it has a page of its own.
    pub(crate) fn write_picture(&mut self, image: &'a Image, placement: PicturePlacement) -> Option<usize> {
        let Some(file) = self.find_picture(&image.source) else {
            if let Some(alt) = image.alt.as_deref().filter(|alt| !alt.trim().is_empty()) {
                self.html.open("span").attr("class", "b-image").text(alt).close("span");
            }
            return None;
        };
        let size = file.size.filter(|size| can_be_enlarged(image, *size, placement));
        let number = size.map(|size| {
            self.add_picture(PictureSource::Address(file.address.clone()), size, image.alt.clone())
        });
        let is_silent = image.alt.is_none() && (image.decorative || image.words_follow);
        let link = number.filter(|number| self.begin_picture_link(*number, placement));
        self.html.open("img");
        if file.is_drawn {
            // It is seen above; below, only its alternative is read.
            self.html.attr("class", "hidden");
        }
        self.html.attr("src", &file.address);
        match &image.alt {
            Some(alt) => self.html.attr("alt", alt),
            None if is_silent => self.html.attr("alt", ""),
            None => self.html.placeholder_attr("alt", PlaceholderWord::Undescribed).mark_words_language(),
        };
        // A picture has its place before it is loaded, so that the text after it does not move.
        if let Some((width, height)) = file.size {
            self.html.attr("width", &width.to_string()).attr("height", &height.to_string());
        }
        self.html.attr("loading", "lazy").void();
        if let Some(number) = link {
            let needs_pause = match &image.alt {
                Some(alt) => alt.ends_with(char::is_alphanumeric),
                None => !is_silent,
            };
            self.end_picture_link(number, needs_pause);
        }
        number
    }

    /// A formula with its words, or as a line of text.
    pub(crate) fn write_formula(&mut self, math: &'a Math) {
        let inside = mathml::parse_formula(&math.mathml).and_then(|document| {
            let root = document.root_element();
            let is_formula = root.tag_name().name() == "math";
            let inside = mathml::rewrite_content(root, "", &mut mathml::UsedMarkup::default())
                .filter(|_| is_formula)?;
            Some((inside, mathml::count_characters(root)))
        });
        let Some((inside, letters)) = inside else {
            self.html.open("span").attr("class", "b-formula").text(math.text()).close("span");
            return;
        };
        self.html.open("math").attr("alttext", math.text());
        if math.display {
            self.html.attr("display", "block");
        }
        if math.display || letters > MAX_INLINE_FORMULA_CHARS {
            // It may be wider than the window, and is then scrolled with the keyboard.
            self.html.attr("tabindex", "0");
        }
        self.html.raw_markup(&inside).close("math");
    }
}
